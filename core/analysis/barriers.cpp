#include "core/analysis/barriers.h"

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

bool isGroupBarrier(const Expr& value)
{
    const auto* call = as<Call>(&value);
    return call && (call->isOp(OpId::cuda_warpgroup_sync) || call->isOp(OpId::ptx_bar_sync));
}

} // namespace tir
