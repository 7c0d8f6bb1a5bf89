/// Versions of buffers: iterations that overlap must not share one element. Iteration i uses version i % n.

#pragma once

#include "passes/blocks/inject_software_pipeline/pipeline.h"

#include <array>

namespace tir::passes {

/// m, n and k of tensor-core fragments, by data variable.
using FragmentShapes = PointerMap<Var, std::array<int64_t, 3>>;
/// From the operations that load, store and fill fragments.
FragmentShapes fragmentShapes(const Stmt& body);

/// A buffer of the pipeline that has a version for each iteration that is alive at the same time.
struct VersionedBuffer {
    const Buffer* original;
    const Buffer* versioned; ///< over the same data variable
    int64_t count;
};

/// `doubled`: buffers that get two versions even if one is enough.
std::vector<VersionedBuffer> versionBuffers(arith::Analyzer& analyzer, const Pipeline& pipeline,
                                            const PointerSet<Buffer>& doubled);

/// A component with accesses of the version of its iteration.
const SBlock* withVersions(Arena& arena, const Pipeline& pipeline,
                           const std::vector<VersionedBuffer>& buffers, const FragmentShapes& fragments,
                           const SBlock& component);

} // namespace tir::passes
