/// Defects of TVM that the faithful mode reproduces: each is reported where it bites, and the sound mode
/// corrects it.

#pragma once

#include "core/analysis/warp_barriers.h"
#include "core/support/diagnostic.h"

#include <span>
#include <string_view>

namespace tir {

namespace tvm_defect {
inline constexpr std::string_view ReuseWithoutBarrier = "defect-reuse-without-barrier";
inline constexpr std::string_view OverlappingBuffers = "defect-overlapping-buffers";
inline constexpr std::string_view TinyBuffer = "defect-tiny-buffer";
inline constexpr std::string_view SymbolicReuse = "defect-symbolic-reuse";
inline constexpr std::string_view VectorLanes = "defect-vector-lanes";
inline constexpr std::string_view VariablePassedOn = "defect-variable-passed-on";
inline constexpr std::string_view LoadInBinding = "defect-load-in-binding";
inline constexpr std::string_view AddressLifetime = "defect-address-lifetime";
inline constexpr std::string_view DependentLanes = "defect-dependent-lanes";
inline constexpr std::string_view DivergentWarpBarrier = "defect-divergent-warp-barrier";
inline constexpr std::string_view JoinedExtents = "defect-joined-extents";
inline constexpr std::string_view MissingWarpBarrier = MissingWarpBarrierCode;
inline constexpr std::string_view NarrowParameter = "defect-narrow-parameter";
inline constexpr std::string_view OtherElementSize = "defect-other-element-size";
inline constexpr std::string_view ArgumentCount = "defect-argument-count";
inline constexpr std::string_view PrivateLaunch = "defect-private-launch";
inline constexpr std::string_view PrivateReturn = "defect-private-return";
inline constexpr std::string_view RepeatedAxis = "defect-repeated-axis";
inline constexpr std::string_view StaticReuse = "defect-static-reuse";
inline constexpr std::string_view MergedRamps = "defect-merged-ramps";
inline constexpr std::string_view VectorBounds = "defect-vector-bounds";
inline constexpr std::string_view VectorStore = "defect-vector-store";
inline constexpr std::string_view Float8Zero = "defect-float8-zero";
inline constexpr std::string_view HoistedBinding = "defect-hoisted-binding";
inline constexpr std::string_view DroppedPredicate = "defect-dropped-predicate";
inline constexpr std::string_view InPlaceSharing = "defect-in-place-sharing";
inline constexpr std::string_view LocalOfTheHost = "defect-local-of-the-host";
inline constexpr std::string_view MisplacedRegisters = "defect-misplaced-registers";
inline constexpr std::string_view PipelineVersions = "defect-pipeline-versions";
inline constexpr std::string_view SizeOfTheHost = "defect-size-of-the-host";
inline constexpr std::string_view StridesOfTheHost = "defect-strides-of-the-host";
inline constexpr std::string_view ErasedReturn = "defect-erased-return";
} // namespace tvm_defect

struct TvmDefect {
    std::string_view code; ///< of the diagnostic
    std::string_view pass; ///< that reports it
    std::string_view summary;
    std::string_view correction; ///< the behavior of the sound mode
    Severity severity = Severity::Warning;
};

/// Sorted by code.
std::span<const TvmDefect> allTvmDefects();
/// Null for a code that is not that of a known TVM defect.
const TvmDefect* findTvmDefect(std::string_view code);

} // namespace tir
