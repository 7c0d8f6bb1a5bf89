/// Behind the split a step is one side of the program: the host's functions, or the device's. To run it takes
/// the other side too, which is what it was before the branch.

#pragma once

#include "passes/framework/recording.h"
#include "passes/workbench/execution/run_request.h"

namespace tir {

/// The functions of `half` in their order, so that they keep their places, then those of `whole` that it
/// lacks.
OwnedModule completedWith(const OwnedModule& half, const OwnedModule& whole);

/// The step before the branch that step `number` is in; `number` itself where it is in none.
size_t stepBeforeBranch(const Recording& recording, size_t number);
/// Module `number`, whole.
OwnedModule wholeModule(const Recording& recording, size_t number);

/// Places in functions that are not of `half` become NoPlace.
void keepPlacesOf(const Module& half, RunReport& report);

} // namespace tir
