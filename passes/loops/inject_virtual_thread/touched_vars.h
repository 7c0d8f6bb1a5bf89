/// The variables and buffers that depend on a virtual thread.

#pragma once

#include "core/ir/module.h"
#include "core/support/pointer_map.h"
#include "passes/framework/pass.h"

namespace tir::passes {

/// Variables, and data variables of buffers, whose values may differ between the instances of `thread` in
/// `body`: bound to, running over, stored from, or written by a call that is given something that differs. TVM
/// overlooks that a reduction across threads writes its results; sound mode does not.
PointerSet<Var> touchedVars(const Stmt& body, const Var& thread, Mode mode);

} // namespace tir::passes
