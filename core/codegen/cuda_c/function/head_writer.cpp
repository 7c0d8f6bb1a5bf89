#include "core/codegen/cuda_c/function/head_writer.h"

#include "core/analysis/declared_threads.h"
#include "core/codegen/cuda_c/function/data_pointers.h"
#include "core/codegen/cuda_c/function/function_names.h"
#include "core/ir/contains.h"
#include "core/support/text_format.h"

namespace tir::cuda_c {
namespace {

bool isPersistent(const PrimFunc& kernel)
{
    const auto marks = [](const Node& node) {
        const auto* attribute = as<AttrStmt>(&node);
        return attribute && attribute->key == attr::PersistentKernel;
    };
    return find(kernel.attrs, attr::PersistentKernel) || contains(*kernel.body, marks, Role::Scope);
}

} // namespace

std::string HeadWriter::launchBounds() const
{
    const std::optional<int64_t> threads = declaredThreads(*m_context.function.body);
    if (!threads)
        return "";
    return " __launch_bounds__(" + std::to_string(*threads) +
           (isPersistent(m_context.function) ? ", 1" : "") + ")";
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
