/// Rows of shared buffers are padded so that the threads of a warp meet as few as possible in one memory bank.

#pragma once

#include "passes/blocks/lower_auto_copy/copy_nest.h"

#include "core/support/pointer_map.h"

namespace tir::passes {

/// The padding of a buffer, and the accesses that it was chosen for.
struct PaddedBuffer {
    const Buffer* original;
    const Buffer* padded; ///< over the same data variable, with strides
    int64_t accesses;     ///< by a warp at a time, that it was chosen for
};

class SharedPadding {
public:
    SharedPadding(Arena& arena, const ThreadExtents& threads) : m_arena(arena), m_threads(threads) {}

    /// The rewritten body of a copy block. `outerLoops`: around it.
    void addAccesses(const Stmt& body, const std::vector<const For*>& outerLoops);
    void requirePadding(const Buffer* buffer, int64_t elements);
    /// Nothing for a buffer whose accesses are not known.
    std::optional<PaddedBuffer> pad(const Buffer* buffer) const;

private:
    friend class AccessCollector;

    /// The elements of each dimension that the threads of a warp access together; empty if they are not known.
    using Access = std::vector<std::vector<int64_t>>;
    struct Entry {
        std::vector<Access> accesses;
        int64_t padding = 1; ///< steps of padding, in elements
    };

    Arena& m_arena;
    const ThreadExtents& m_threads;
    PointerMap<Buffer, Entry> m_entries;
};

} // namespace tir::passes
