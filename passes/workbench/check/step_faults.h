/// What is wrong with one step of a recording, and how messages name the step.

#pragma once

#include "passes/workbench/check/execute_steps.h"

namespace tir {

/// Whether a diagnostic of a step is a known TVM defect that makes the program incorrect.
bool isTvmDefect(const Diagnostic& diagnostic);

/// Whether a pass of a recording failed, and later passes ran with its input: the compiler caught its exception.
bool isCaughtFailure(const Recording& recording, size_t number);

/// Ill-formed, failed for good, or with a known TVM defect.
bool isBad(const Recording& recording, size_t number);
/// The same for the execution of its module; `run` is null if that was not executed.
bool isBad(size_t number, const StepRun* run);

/// Either of both: what a check accuses.
bool isBad(const Recording& recording, size_t number, const StepRuns& runs);

/// Whether the first error is that the input lacks a property that a pass requires.
bool inputLacksProperty(const Recording& recording);

/// "step 3, MergeSharedMemoryAllocations", or "the input".
std::string stepTitle(const Recording& recording, size_t number);

/// The message of the first error or known TVM defect of a step, and how many more there are; else the error of its
/// execution.
std::string reasonOf(const Recording& recording, size_t number, const StepRuns& runs = {});

/// Of a bad step: "step 3, ThreadSync, changes the result: …".
std::string explainFault(const Recording& recording, size_t number, const StepRuns& runs);

} // namespace tir
