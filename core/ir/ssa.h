/// SSA conversion (ir.md section 18): every variable of a module is defined once. And copies of functions
/// that keep it so.

#pragma once

#include "core/ir/module.h"

namespace tir {

/// The same module when nothing is defined twice.
const Module* convertToSsa(Arena& arena, const Module& module);

/// The same function over variables of its own.
const PrimFunc* withFreshVars(Arena& arena, const PrimFunc& function);

} // namespace tir
