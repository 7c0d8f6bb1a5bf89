/// After the split, a step has one side of the program: the host's functions, or the device's. Executing it requires
/// the other side, too.

#pragma once

#include "passes/framework/recording.h"
#include "passes/workbench/execution/run_request.h"

namespace tir {

/// The functions of `half` in their order, so that they keep their places, then those of `whole` for the other side than
/// `branch`: what a pass of this branch has lost stays lost.
OwnedModule completedWith(const OwnedModule& half, const OwnedModule& whole, Branch branch);

/// The step whose module has the other side for step `number`: the last readable step of the other branch with a lower
/// number, so that the last modules of both branches execute together; otherwise the last step before the branch. `number`
/// itself if it is not in a branch.
size_t stepOfOtherSide(const Recording& recording, size_t number);
/// Module `number`, whole.
OwnedModule wholeModule(const Recording& recording, size_t number);

/// Places in functions that are not of `half` become NoPlace.
void keepPlacesOf(const Module& half, RunReport& report);

} // namespace tir
