/// SSA conversion (ir.md section 18): every variable of a module is defined once.

#pragma once

#include "core/ir/module.h"

namespace tir {

/// The same module when nothing is defined twice.
const Module* convertToSsa(Arena& arena, const Module& module);

} // namespace tir
