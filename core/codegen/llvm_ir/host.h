/// LLVM IR for the host functions of a module, as TVM's runtime loads and calls them.

#pragma once

#include "core/codegen/generators.h"

namespace tir {

/// Skips functions for devices. Rejects by name, with the place in the module, what a host cannot do.
Result<Artifact> generateHostLlvm(const Module& module, const CodegenOptions& options);

} // namespace tir
