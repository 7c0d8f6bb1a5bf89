/// A fixed order for bindings that TVM orders arbitrarily.

#pragma once

#include "core/ir/module.h"

namespace tir {

/// `module` with adjacent bindings of common_subexpr_elim sorted by their values. TVM orders those
/// of one size by a hash, so two runs of it differ.
const Module* withSortedBindings(Arena& arena, const Module& module);

} // namespace tir
