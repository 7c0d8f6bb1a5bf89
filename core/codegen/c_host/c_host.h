/// C for the host functions of a module. The file does not include TVM's headers: it declares the parts of the runtime
/// that it uses, in the layout of TVM's C interface.

#pragma once

#include "core/codegen/generators.h"

namespace tir {

/// Skips functions for devices. Rejects by name, with the place in the module, what a host cannot do.
Result<Artifact> generateHostC(const Module& module, const CodegenOptions& options);

} // namespace tir
