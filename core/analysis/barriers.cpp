#include "core/analysis/barriers.h"

#include "core/ir/contains.h"

namespace tir {

bool isBlockBarrier(const Expr& value)
{
    const auto* call = as<Call>(&value);
    if (!call)
        return false;
    const auto firstText = [call]() -> std::string_view {
        const auto* text = call->args.empty() ? nullptr : as<StringImm>(call->args[0]);
        return text ? text->value : std::string_view();
    };
    switch (call->opId()) {
    case OpId::cuda_cluster_sync:
    case OpId::cuda_cta_sync:
    case OpId::cuda_grid_sync:
    case OpId::cuda_syncthreads_and:
    case OpId::cuda_syncthreads_or:
        return true;
    case OpId::tvm_storage_sync:
        return firstText() != "warp";
    case OpId::call_extern:
    case OpId::call_pure_extern:
        return firstText() == "__syncthreads";
    default:
        return false;
    }
}

std::string_view externName(const Call& call)
{
    const bool isExtern = call.isOp(OpId::call_extern) || call.isOp(OpId::call_pure_extern);
    const auto* name = isExtern && !call.args.empty() ? as<StringImm>(call.args[0]) : nullptr;
    return name ? name->value : std::string_view();
}

std::string_view calledName(const Call& call)
{
    return call.function ? call.function->name : externName(call);
}

bool mayBeBlockBarrier(const Call& call, const FunctionNames& functions)
{
    return isBlockBarrier(call) || functions.contains(calledName(call));
}

FunctionNames functionsWithBarriers(const Module& module)
{
    FunctionNames found;
    const auto hasBarrier = [&found](const Node& node) {
        const auto* call = as<Call>(&node);
        return call && mayBeBlockBarrier(*call, found);
    };
    size_t known = 0;
    do {
        known = found.size();
        for (const auto& [var, function] : module.functions)
            if (const auto* body = as<PrimFunc>(function);
                body && !found.contains(var->name) && contains(*body->body, hasBarrier, Role::Scope))
                found.insert(var->name);
    } while (found.size() > known);
    return found;
}

bool isGroupBarrier(const Expr& value)
{
    const auto* call = as<Call>(&value);
    return call && (call->isOp(OpId::cuda_warpgroup_sync) || call->isOp(OpId::ptx_bar_sync));
}

} // namespace tir
