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

/// The stages between which a buffer is alive.
struct BufferStages {
    int64_t firstWrite; ///< -1: nothing writes it
    int64_t lastRead;   ///< -1: nothing reads it
};
BufferStages stagesOf(const Pipeline& pipeline, const Buffer* buffer);

struct VersionOptions {
    const PointerSet<Buffer>& doubled; ///< get two versions even if one is enough
    const PointerSet<Var>& threads;    ///< variables of thread axes
    /// Memory that threads share gets versions even if every thread writes and reads different elements.
    bool countsOtherThreads = false;
};

struct BufferVersions {
    std::vector<VersionedBuffer> versioned;
    /// Have one version because no thread writes the elements that it reads, but another thread may.
    std::vector<const Buffer*> writtenByOtherThreads;
};
BufferVersions versionBuffers(arith::Analyzer& analyzer, const Pipeline& pipeline,
                              const VersionOptions& options);

/// A component with accesses of the version of its iteration.
const SBlock* withVersions(Arena& arena, const Pipeline& pipeline,
                           const std::vector<VersionedBuffer>& buffers, const FragmentShapes& fragments,
                           const SBlock& component);

} // namespace tir::passes
