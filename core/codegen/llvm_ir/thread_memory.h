/// Memory that is allocated above its launch, as before lowering, though it is of a block or a thread.

#pragma once

#include "core/codegen/llvm_ir/thread_reductions.h"

#include <unordered_set>
#include <vector>

namespace tir::llvm_ir {

/// Buffers that are used in one launch only, by names in it. Others, and those with room for all blocks or
/// all threads, as before CompactBufferAllocation, are one piece of memory.
struct LaunchMemory {
    /// Of which every thread, or every group of threads that reduces into it together, has its own.
    std::vector<const Buffer*> ofThreads;
    /// Of which every block has its own.
    std::unordered_set<const Buffer*> ofBlocks;
};
LaunchMemory launchMemory(const Stmt& body, const ThreadReductions& reductions);

} // namespace tir::llvm_ir
