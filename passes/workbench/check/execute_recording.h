/// The execution of the steps of a recording, and whether the sound mode corrects the first bad one.

#pragma once

#include "passes/workbench/check/execute_steps.h"

namespace tir {

/// executeSteps() for the modules of the recording. If a pass of ours that ran as TVM is reported as bad only because
/// of the execution, it runs once more from the same module in sound mode, in the time that remains: see
/// StepRuns::correctedStep.
StepRuns executeRecording(const Recording& recording, const ExecuteOptions& options);

} // namespace tir
