/// The host functions of a module, before and after hosts and devices have modules of their own.

#pragma once

#include "core/ir/module.h"
#include "core/support/diagnostic.h"

#include <vector>

namespace tir {

/// Functions of the packed convention, and CPU functions that are not kernels.
std::vector<const ModuleEntry*> hostFunctions(const Module& module);

/// The error of a generator for a module without host functions.
Diagnostic noHostFunctions();

} // namespace tir
