/// Finds the addresses in host code that refer to GPU memory, and where the host would access that memory, which fails
/// on a real GPU.

#pragma once

#include "core/ir/module.h"

#include <unordered_set>
#include <vector>

namespace tir {

struct DeviceMemory {
    /// Data variables and pointers: those that callers and tensors pass, those passed to kernels, and everything
    /// computed from them by address arithmetic.
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
