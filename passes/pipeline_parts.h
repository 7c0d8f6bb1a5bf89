/// The parts that pipelines consist of, as text: passes in constructor form, as TVM runs them.

#pragma once

#include "passes/pipelines.h"

#include <string>
#include <string_view>

namespace tir {

/// The passes before the split for scheduled kernels, and the same for Adreno GPUs. The configuration decides which
/// passes take part.
std::string scheduledPasses(const PassConfig& config);
std::string adrenoPasses(const PassConfig& config);

inline constexpr std::string_view TirxLegalize = R"(
    BF16ComputeLegalize, NarrowDataType(32), VectorizeLoop(True), UnrollLoop, StmtSimplify,
    CommonSubexprElim, FP8ComputeLegalize, VerifyMemory, AnnotateEntryFunc)";

inline constexpr std::string_view TrnFront = R"(
    TrnPrivateBufferAlloc, TrnNaiveAllocator, LowerTIRx, DecorateDeviceScope, StmtSimplify, LowerTIRxOpaque,
    LoopPartition, HoistIfThenElse, StmtSimplify, RemoveNoOp, AnnotateEntryFunc)";

/// The passes after a pipeline, on the modules for code generators.
inline constexpr std::string_view HostEnd =
    R"(Filter("host"), LowerTVMBuiltin, LowerCustomDatatypes, LowerIntrin)";
inline constexpr std::string_view DeviceEnd =
    R"(Filter("device"), LowerWarpMemory, StmtSimplify, LowerCustomDatatypes, LowerIntrin)";
inline constexpr std::string_view TrnDeviceEnd = R"(Filter("device"), StmtSimplify)";

/// The parts of a tail besides the split itself.
struct TailParts {
    bool hasMerge = true;
    bool hasStorageLegalize = true;
};

/// The tail: merge, split, and lowering of launches.
std::string tail(TailSwitches switches, TailParts parts);

} // namespace tir
