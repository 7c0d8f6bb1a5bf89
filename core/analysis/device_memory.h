/// Which addresses in host code are those of GPU memory, and where the host would touch what is there: a
/// program that does cannot be run with a GPU that is really there.

#pragma once

#include "core/ir/module.h"

#include <unordered_set>
#include <vector>

namespace tir {

struct DeviceMemory {
    /// Data variables and pointers: what callers and tensors hand in, what kernels are launched with, and
    /// everything made of these by arithmetic on addresses.
    std::unordered_set<const Var*> addresses;
    /// Loads and stores of the host, each address once, in program order.
    std::vector<const Node*> hostAccesses;
};

/// Of all functions of the module that run on a host. Launches are calls by then: one that is in place
/// counts as host code.
DeviceMemory deviceMemory(const Module& module);

/// Neither a kernel nor a function that only kernels call.
bool isHostFunction(const PrimFunc& function);

} // namespace tir
