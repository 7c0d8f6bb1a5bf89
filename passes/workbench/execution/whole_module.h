/// After the split, a step has one side of the program: the host's functions, or the device's. Executing it requires
/// the other side, too, which is the one before the branch.

#pragma once

#include "passes/framework/recording.h"
#include "passes/workbench/execution/run_request.h"

namespace tir {

/// The functions of `half` in their order, so that they keep their places, then those of `whole` that it
/// lacks.
OwnedModule completedWith(const OwnedModule& half, const OwnedModule& whole);

/// The last step before the branch of step `number`; `number` itself if it is not in a branch.
size_t stepBeforeBranch(const Recording& recording, size_t number);
/// Module `number`, whole.
OwnedModule wholeModule(const Recording& recording, size_t number);

/// Places in functions that are not of `half` become NoPlace.
void keepPlacesOf(const Module& half, RunReport& report);

} // namespace tir
