/// Memory of a block or a thread that is allocated outside of its launch, as before lowering.

#pragma once

#include "core/codegen/llvm_ir/thread_reductions.h"

#include <unordered_set>
#include <vector>

namespace tir::llvm_ir {

/// Buffers that are used in one launch only, by names in it. Others, and those with room for all blocks or
/// all threads, as before CompactBufferAllocation, are one piece of memory.
struct LaunchMemory {
    /// Every thread, or every group of threads that reduces into it together, has a copy.
    std::vector<const Buffer*> ofThreads;
    /// Every block has a copy.
    std::unordered_set<const Buffer*> ofBlocks;
};
LaunchMemory launchMemory(const Stmt& body, const ThreadReductions& reductions);

} // namespace tir::llvm_ir
