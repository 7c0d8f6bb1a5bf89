/// verify_memory: refuses host code that reads or writes the memory of a GPU.
///
///     main(A: Buffer on the GPU): A[0] = 1    outside of any launch: refused
///
/// Needs: targets; launches as thread_extent statements. Gives, breaks: nothing, and it changes nothing.
/// Place: before split_host_device, while launches still stand in the functions of the host.
/// Leaves alone: functions for other devices and functions with a calling convention of their own (noted);
///        passing a pointer on is no access.
///
/// In the faithful mode a function without parameters that accesses any buffer outside of a launch is
/// refused: TVM asks for its first parameter.

#include "core/ir/visitor.h"
#include "passes/framework/pass.h"
#include "passes/framework/properties.h"

#include <algorithm>
#include <unordered_map>

namespace tir::passes {
namespace {

bool isGpu(DeviceType type)
{
    return type == DeviceType::CUDA || type == DeviceType::OpenCL || type == DeviceType::Vulkan ||
           type == DeviceType::Metal || type == DeviceType::ROCm;
}

class HostAccessFinder : public Visitor {
public:
    explicit HostAccessFinder(const PrimFunc& function) : m_function(function)
    {
        Visitor::visit(function.body);
    }

    /// Data variables of GPU memory that the host accesses, each once, in order.
    const std::vector<const Var*>& accessed() const { return m_accessed; }
    /// The first access to them, and to any other memory; null when there is none.
    const Node* firstAccess() const { return m_firstAccess; }
    const Node* otherAccess() const { return m_otherAccess; }

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
        const Node*& first = isShared ? m_firstAccess : m_otherAccess;
        first = first ? first : &node;
        if (isShared && std::ranges::find(m_accessed, data) == m_accessed.end())
            m_accessed.push_back(data);
    }

    bool isFromCaller(const Var* data) const
    {
        const auto lies = [&](const BufferBinding& binding) { return binding.buffer->data == data; };
        return std::ranges::any_of(m_function.bufferMap, lies) || isReadFromFirstParameter(data);
    }

    /// Packed functions read every pointer from the array that is their first parameter.
    bool isReadFromFirstParameter(const Var* var) const
    {
        while (var) {
            if (!m_function.params.empty() && var == m_function.params[0])
                return true;
            const auto value = m_values.find(var);
            const auto* call = value == m_values.end() ? nullptr : as<Call>(value->second);
            var = call && call->isOp("tirx.tvm_struct_get") ? as<Var>(call->args[0]) : nullptr;
        }
        return false;
    }

    const PrimFunc& m_function;
    int m_launchDepth = 0;
    std::unordered_map<const Var*, const Expr*> m_values;
    std::vector<const Var*> m_accessed;
    const Node* m_firstAccess = nullptr;
    const Node* m_otherAccess = nullptr;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Target* target = targetOf(function);
    const bool isHostCode = callingConv(function) == CallingConv::Default;
    if (!target || !isHostCode || !isGpu(deviceType(*target))) {
        context.note(!target       ? "nothing to check: the function has no target"
                     : !isHostCode ? "nothing to check: the function has a calling convention of its own"
                                   : "nothing to check: target " + std::string(target->kindName) +
                                         " has no memory apart from the host's",
                     &function);
        return &function;
    }
    const HostAccessFinder finder(function);
    if (context.mode() == Mode::AsTvm && function.params.empty() && finder.otherAccess())
        return PassError{.kind = "IndexError",
                         .message = "the function has no parameter that the memory could come from",
                         .node = finder.otherAccess()};
    if (finder.accessed().empty())
        return &function;
    std::string names;
    for (const Var* data : finder.accessed())
        names += (names.empty() ? "'" : ", '") + std::string(data->name) + "'";
    return PassError{.kind = "RuntimeError",
                     .message = "memory of the " + std::string(deviceName(deviceType(*target))) +
                                " device is accessed outside of a launch, by way of " + names +
                                "; bind a loop around it to threads",
                     .node = finder.firstAccess()};
}

} // namespace

PassInfo verifyMemory()
{
    return {.name = "VerifyMemory",
            .summary = "Refuse host code that accesses device memory",
            .needs = {{property::Targets, "only GPUs have memory that the host cannot reach"},
                      {property::LaunchesAsExtents, "inside a launch every access is allowed"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
