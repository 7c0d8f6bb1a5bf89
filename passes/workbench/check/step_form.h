/// What the modules of a run still lack, because a later pass adds it, and how they are executed for that reason.

#pragma once

#include "passes/framework/recording.h"
#include "passes/workbench/execution/run_request.h"

namespace tir {

/// The first module with all its barriers: that after the last ThreadSync for memory that the program has. Modules with
/// lower numbers run in lockstep; 0 if no ThreadSync follows.
size_t lockstepEnd(const Recording& recording);

/// The first module that addresses flat buffers from their data pointer: the one after FlattenBuffer, which adds
/// `elem_offset` to the indices; 0 if no FlattenBuffer follows.
size_t offsetsEnd(const Recording& recording);

/// The first module in which threads sum together, and in another order than the input, so that floats are rounded
/// differently. The number of modules if there is none.
size_t reorderedFrom(const Recording& recording);

/// Sets what differs from module to module: isLockstep, countsOffsets, and checksIndices.
void setFormOfStep(RunRequest& request, const Recording& recording, size_t number);

} // namespace tir
