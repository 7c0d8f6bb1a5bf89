/// C for the host functions of a module. The file needs no header of TVM: it declares what it uses of the
/// runtime, in the layout of its C interface.

#pragma once

#include "core/codegen/generators.h"

namespace tir {

/// Functions for devices are left out. What a host cannot do is refused by name, with the place in the
/// module.
Result<Artifact> generateHostC(const Module& module, const CodegenOptions& options);

} // namespace tir
