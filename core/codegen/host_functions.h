/// Which functions of a module are the host's, before and after hosts and devices have modules of their own.

#pragma once

#include "core/ir/module.h"
#include "core/support/diagnostic.h"

#include <vector>

namespace tir {

/// Functions of the packed convention, and CPU functions that are not kernels.
std::vector<const ModuleEntry*> hostFunctions(const Module& module);

/// Why there is nothing to generate.
Diagnostic noHostFunctions();

} // namespace tir
