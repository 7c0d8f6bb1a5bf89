/// Where the buffers of blocks are allocated best: at the innermost loop or block around all accesses.

#pragma once

#include "core/ir/module.h"
#include "core/support/pointer_map.h"

#include <vector>

namespace tir::passes {

/// A buffer that some block allocates.
struct AllocationPlace {
    const Buffer* buffer;
    const SBlock* before;              ///< the block that allocates it now
    const Stmt* after;                 ///< a For or SBlock; null: nothing accesses the buffer
    const SBlock* keptOutBy = nullptr; ///< accesses it over loops that must be inside the allocation
    /// It is global and belongs to one launch, and several loops over the threads of a block access it: the kernel
    /// gives each thread a copy, but the program has one.
    bool isExchanged = false;
    /// Local memory that would be allocated outside of all launches, by the host, because its block reduces over
    /// threads: the place inside the launch. Else null.
    const Stmt* inLaunch = nullptr;
};

struct AllocationPlaces {
    std::vector<AllocationPlace> places; ///< in the order of allocation
    /// Buffers that are accessed anywhere or belong to parameters, by data variable.
    PointerMap<Var, const Buffer*> accessed;
};

AllocationPlaces findAllocationPlaces(const PrimFunc& function);

} // namespace tir::passes
