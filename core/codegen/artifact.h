/// The output of a code generator: the text or the bytes, the functions in it that can be called by name, a map from
/// bytes to places of the module, and the resources that each function needs.

#pragma once

#include "core/ir/places.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

enum class ArtifactKind : uint8_t { Cuda, Ptx, Sass, Llvm, C, Cubin };
inline constexpr ArtifactKind AllArtifactKinds[] = {ArtifactKind::Cuda, ArtifactKind::Ptx,
                                                    ArtifactKind::Sass, ArtifactKind::Llvm,
                                                    ArtifactKind::C,    ArtifactKind::Cubin};

/// The argument of `tirc codegen --emit`: "cuda".
std::string_view toString(ArtifactKind kind);
std::optional<ArtifactKind> artifactKindFromString(std::string_view word);
/// Whether people can read it; the others are bytes.
bool isText(ArtifactKind kind);

/// Bytes of the content written for one place of the module: a statement, an expression of it, a function's head.
struct ArtifactRange {
    Span span;
    Place place = NoPlace;
};

/// The GPU resources of one function; -1 if they were not measured.
struct ResourceReport {
    std::string function;
    int registers = -1;
    int64_t staticSharedBytes = -1;
    std::string dynamicSharedBytes = {}; ///< passed by the launch, printed; empty if it passes none
    int64_t stackBytes = -1;
    int64_t spillStoreBytes = -1;
    int64_t spillLoadBytes = -1;
    int64_t constantBytes = -1;
    int maxThreads = -1; ///< in a block
    int barriers = -1;
};
/// "main_kernel: 24 registers, 1024 bytes of static shared memory"; resources that were not measured are omitted.
std::string toString(const ResourceReport& report);

struct Artifact {
    ArtifactKind kind = ArtifactKind::Cuda;
    std::string arch = {};                     ///< "sm_90"; empty where it does not matter
    std::string content = {};                  ///< text, or bytes
    std::vector<std::string> entryPoints = {}; ///< symbols that others call, in order of the content
    std::vector<ArtifactRange> ranges = {};    ///< ascending, without overlap; empty without a map
    std::vector<ResourceReport> resources = {};
    Diagnostics remarks = {}; ///< warnings and notes; places are in the module

    /// The place that the byte was generated from; NoPlace for prologues, and without a map.
    Place placeAt(uint32_t offset) const;
    /// The text that was generated from the place and everything in it, with adjacent ranges joined; for an expression
    /// without ranges, and for a buffer, that of the statement around it. Empty for a place without code.
    std::vector<Span> spansOf(Place place, const PlaceTable& places) const;
};

} // namespace tir
