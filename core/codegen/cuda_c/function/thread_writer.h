/// Threads: barriers, exchanges within a warp, atomics.

#pragma once

#include "core/codegen/cuda_c/function/call_part.h"

namespace tir::cuda_c {

class ThreadWriter : public CallPart {
public:
    ThreadWriter(FunctionContext& context, ExpressionWriter& expressions) : CallPart(context, expressions) {}

    std::optional<std::string> operation(const Call& call) override;

    std::string clusterBarrier();

private:
    std::string barrier(const Call& call);
    std::string warpBarrier(const Call& call);
    std::string gridBarrier();
    std::string shuffle(const char* function, const Call& call);
    std::string atomic(const Call& call);

    bool m_lacksWarpBarrier = false; ///< nothing was written for one, which has been reported
};

} // namespace tir::cuda_c
