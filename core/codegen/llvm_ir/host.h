/// LLVM IR for the host functions of a module, as TVM's runtime loads and calls them.

#pragma once

#include "core/codegen/generators.h"

namespace tir {

/// Functions for devices are left out. What a host cannot do is refused by name, with the place in the
/// module.
Result<Artifact> generateHostLlvm(const Module& module, const CodegenOptions& options);

} // namespace tir
