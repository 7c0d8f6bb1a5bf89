#include "core/analysis/barriers.h"

#include "core/analysis/calls.h"
#include "core/ir/visitor.h"

#include <unordered_map>
#include <vector>

namespace tir {
namespace {

/// Which functions contain a block barrier, and which functions call which.
class BarrierCollector : public Visitor {
public:
    void collect(std::string_view name, const PrimFunc& function)
    {
        m_function = name;
        Visitor::visit(function.body, Role::Scope);
    }

    /// The functions with a barrier, and all that reach one of them by calls.
    FunctionNames reaching()
    {
        std::vector<std::string_view> pending(m_found.begin(), m_found.end());
        while (!pending.empty()) {
            const std::string_view callee = pending.back();
            pending.pop_back();
            for (const std::string_view caller : m_callers[callee])
                if (m_found.insert(caller).second)
                    pending.push_back(caller);
        }
        return std::move(m_found);
    }

protected:
    void visit(const Call& call) override
    {
        if (isBlockBarrier(call))
            m_found.insert(m_function);
        if (const std::string_view callee = calledName(call); !callee.empty())
            m_callers[callee].push_back(m_function);
        visitChildren(call);
    }

private:
    std::string_view m_function; ///< that is visited
    FunctionNames m_found;
    std::unordered_map<std::string_view, std::vector<std::string_view>> m_callers; ///< by the called function
};

} // namespace

bool isBlockBarrier(const Expr& value)
{
    const auto* call = as<Call>(&value);
    if (!call)
        return false;
    switch (call->opId()) {
    case OpId::cuda_cluster_sync:
    case OpId::cuda_cta_sync:
    case OpId::cuda_grid_sync:
    case OpId::cuda_syncthreads_and:
    case OpId::cuda_syncthreads_or:
        return true;
    case OpId::tvm_storage_sync: {
        const auto* scope = call->args.empty() ? nullptr : as<StringImm>(call->args[0]);
        return !scope || scope->value != "warp";
    }
    default:
        return externName(*call) == "__syncthreads";
    }
}

bool mayBeBlockBarrier(const Call& call, const FunctionNames& functions)
{
    return isBlockBarrier(call) || functions.contains(calledName(call));
}

FunctionNames functionsWithBarriers(const Module& module)
{
    BarrierCollector collector;
    for (const auto& [var, function] : module.functions)
        if (const auto* body = as<PrimFunc>(function))
            collector.collect(var->name, *body);
    return collector.reaching();
}

bool isGroupBarrier(const Expr& value)
{
    const auto* call = as<Call>(&value);
    return call && (call->isOp(OpId::cuda_warpgroup_sync) || call->isOp(OpId::ptx_bar_sync));
}

} // namespace tir
