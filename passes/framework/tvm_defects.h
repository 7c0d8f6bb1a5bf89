/// Defects of TVM that the faithful mode reproduces: each is reported where it bites, and the sound mode
/// corrects it.

#pragma once

#include "core/support/diagnostic.h"

#include <span>
#include <string_view>

namespace tir {

namespace tvm_defect {
inline constexpr std::string_view ReuseWithoutBarrier = "hazard-reuse-without-barrier";
inline constexpr std::string_view OverlappingBuffers = "hazard-overlapping-buffers";
inline constexpr std::string_view TinyBuffer = "hazard-tiny-buffer";
inline constexpr std::string_view SymbolicReuse = "hazard-symbolic-reuse";
inline constexpr std::string_view VectorLanes = "hazard-vector-lanes";
inline constexpr std::string_view VariablePassedOn = "hazard-variable-passed-on";
inline constexpr std::string_view LoadInBinding = "hazard-load-in-binding";
inline constexpr std::string_view AddressLifetime = "hazard-address-lifetime";
inline constexpr std::string_view DependentLanes = "hazard-dependent-lanes";
inline constexpr std::string_view DivergentWarpBarrier = "hazard-divergent-warp-barrier";
inline constexpr std::string_view JoinedExtents = "hazard-joined-extents";
inline constexpr std::string_view MissingWarpBarrier = "hazard-missing-warp-barrier";
inline constexpr std::string_view NarrowParameter = "hazard-narrow-parameter";
inline constexpr std::string_view OtherElementSize = "hazard-other-element-size";
inline constexpr std::string_view ArgumentCount = "hazard-argument-count";
inline constexpr std::string_view PrivateLaunch = "hazard-private-launch";
inline constexpr std::string_view PrivateReturn = "hazard-private-return";
inline constexpr std::string_view RepeatedAxis = "hazard-repeated-axis";
inline constexpr std::string_view StaticReuse = "hazard-static-reuse";
inline constexpr std::string_view MergedRamps = "hazard-merged-ramps";
inline constexpr std::string_view VectorBounds = "hazard-vector-bounds";
inline constexpr std::string_view VectorStore = "hazard-vector-store";
inline constexpr std::string_view Float8Zero = "hazard-float8-zero";
inline constexpr std::string_view HoistedBinding = "hazard-hoisted-binding";
inline constexpr std::string_view DroppedPredicate = "hazard-dropped-predicate";
inline constexpr std::string_view InPlaceSharing = "hazard-in-place-sharing";
inline constexpr std::string_view LocalOfTheHost = "hazard-local-of-the-host";
inline constexpr std::string_view MisplacedRegisters = "hazard-misplaced-registers";
inline constexpr std::string_view PipelineVersions = "hazard-pipeline-versions";
inline constexpr std::string_view SizeOfTheHost = "hazard-size-of-the-host";
inline constexpr std::string_view StridesOfTheHost = "hazard-strides-of-the-host";
inline constexpr std::string_view ErasedReturn = "hazard-erased-return";
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
