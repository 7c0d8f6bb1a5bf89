#include "core/codegen/cuda_c/function/head_writer.h"

#include "core/codegen/cuda_c/function/data_pointers.h"
#include "core/codegen/cuda_c/function/function_names.h"
#include "core/ir/visitor.h"
#include "core/support/checked_math.h"
#include "core/support/text_format.h"

#include <unordered_set>

namespace tir::cuda_c {
namespace {

/// The product of the thread extents of a block; 0 when one is not constant, nothing when it is too large.
class BlockSize : public Visitor {
public:
    CheckedProduct threads;
    bool isPersistent = false;

protected:
    void visit(const AttrStmt& node) override
    {
        if (node.key == attr::PersistentKernel)
            isPersistent = true;
        const IterVar* axis = node.iterVar();
        if (node.key == attr::ThreadExtent && axis && axis->threadTag.starts_with("threadIdx.") &&
            m_seen.insert(axis->threadTag).second) {
            const auto* extent = as<IntImm>(node.value);
            threads.multiply(extent ? extent->value : 0);
        }
        visitChildren(node);
    }

private:
    std::unordered_set<std::string_view> m_seen;
};

} // namespace

std::string HeadWriter::launchBounds() const
{
    BlockSize block;
    static_cast<Visitor&>(block).visit(m_context.function.body, Role::Scope);
    const int64_t threads = block.threads.value().value_or(0);
    if (threads <= 1)
        return "";
    const bool isPersistent =
        block.isPersistent || find(m_context.function.attrs, attr::PersistentKernel) != nullptr;
    return " __launch_bounds__(" + std::to_string(threads) + (isPersistent ? ", 1" : "") + ")";
}

std::string HeadWriter::parameter(const Var& param)
{
    const auto* pointer = as<PointerType>(param.type);
    if (pointer && as<TensorMapType>(pointer->element)) {
        use(Feature::TensorMap);
        return "const __grid_constant__ CUtensorMap " + m_names.define(param);
    }
    if (!param.dtype.isHandle())
        return type(param.dtype) + " " + m_names.define(param);
    const AttrValue* noAlias = find(m_context.function.attrs, attr::NoAlias);
    const std::string star = noAlias && noAlias->isTrue() ? "* __restrict__ " : "* ";
    const auto* element = pointer ? as<PrimType>(pointer->element) : nullptr;
    if (!element || element->dtype.isVoid())
        return "void" + star + m_names.define(param);
    m_pointers.setElementType(param, element->dtype);
    return storage(element->dtype) + star + m_names.define(param);
}

std::string HeadWriter::declaration()
{
    std::string text = "extern \"C\" ";
    switch (callingConv(m_context.function)) {
    case CallingConv::DeviceKernelLaunch:
        text += "__global__ void" + launchBounds() + " ";
        break;
    case CallingConv::Default:
        text += "__device__ " + type(runtimeDType(m_context.function.retType)) + " ";
        break;
    case CallingConv::CPackedFunc:
        refuse("function " + quoted(m_context.name) + " takes its arguments packed, which is for hosts");
        break;
    }
    text += m_context.name + "(";
    for (const Var* param : m_context.function.params)
        text += (param == m_context.function.params.front() ? "" : ", ") + parameter(*param);
    return text + ")";
}

} // namespace tir::cuda_c
