#include "core/analysis/host_accesses.h"

#include "core/ir/visitor.h"

#include <algorithm>
#include <unordered_map>

namespace tir {
namespace {

bool isGpu(DeviceType type)
{
    return type == DeviceType::CUDA || type == DeviceType::OpenCL || type == DeviceType::Vulkan ||
           type == DeviceType::Metal || type == DeviceType::ROCm;
}

} // namespace

class HostAccessFinder : public Visitor {
public:
    HostAccessFinder(const PrimFunc& function, HostAccesses& result) : m_function(function), m_result(result)
    {
        Visitor::visit(function.body);
    }

private:
    void visit(const AttrStmt& attr) override
    {
        const bool isLaunch = attr.key == attr::ThreadExtent;
        m_launchDepth += isLaunch;
        visitChildren(attr);
        m_launchDepth -= isLaunch;
    }

    void visit(const Bind& bind) override
    {
        m_values.emplace(bind.var, bind.value);
        visitChildren(bind);
    }

    void visit(const BufferLoad& load) override
    {
        access(load.buffer->data, load);
        visitChildren(load);
    }

    void visit(const BufferStore& store) override
    {
        access(store.buffer->data, store);
        visitChildren(store);
    }

    void access(const Var* data, const Node& node)
    {
        if (m_launchDepth > 0)
            return;
        const bool isShared = isFromCaller(data);
        const Node*& first = isShared ? m_result.m_firstAccess : m_result.m_otherAccess;
        first = first ? first : &node;
        std::vector<const Var*>& accessed = m_result.m_accessed;
        if (isShared && std::ranges::find(accessed, data) == accessed.end())
            accessed.push_back(data);
    }

    bool isFromCaller(const Var* data) const
    {
        const auto isBound = [&](const BufferBinding& binding) { return binding.buffer->data == data; };
        return std::ranges::any_of(m_function.bufferMap, isBound) || isReadFromFirstParameter(data);
    }

    /// Packed functions read every pointer from the array that is their first parameter.
    bool isReadFromFirstParameter(const Var* var) const
    {
        while (var) {
            if (!m_function.params.empty() && var == m_function.params[0])
                return true;
            const auto value = m_values.find(var);
            const auto* call = value == m_values.end() ? nullptr : as<Call>(value->second);
            var = call && call->isOp(OpId::tvm_struct_get) ? as<Var>(call->args[0]) : nullptr;
        }
        return false;
    }

    const PrimFunc& m_function;
    int m_launchDepth = 0;
    std::unordered_map<const Var*, const Expr*> m_values;
    HostAccesses& m_result;
};

bool hasDeviceMemory(const PrimFunc& function)
{
    const Target* target = targetOf(function);
    return target && hasDeviceMemory(function, *target);
}

bool hasDeviceMemory(const PrimFunc& function, const Target& target)
{
    return callingConv(function) == CallingConv::Default && isGpu(deviceType(target));
}

HostAccesses::HostAccesses(const PrimFunc& function)
{
    HostAccessFinder(function, *this);
}

} // namespace tir
