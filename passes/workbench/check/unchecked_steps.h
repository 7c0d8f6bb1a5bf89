/// The steps of a recording that no check covered completely, and why.

#pragma once

#include "passes/workbench/check/execute_steps.h"

namespace tir {

/// Why a step was not checked.
enum class Gap : uint8_t { Unread, NotExecutable, NotCompared, OutOfTime, NotReached, BlocksLeftOut };
std::string_view toString(Gap gap); ///< "unread"

struct UncheckedStep {
    size_t step = 0;
    Gap gap = Gap::Unread;
    std::string reason;
    std::vector<Finding> unreached = {}; ///< parts that did not run; places are in the module of the step
};

/// In order; without `isExecuted`, only unread steps. Without entries for steps that left an unchecked module unchanged.
std::vector<UncheckedStep> findUnchecked(const Recording& recording, const StepRuns& runs, bool isExecuted);

/// One line for each reason: "steps 4 to 9, 12: not compared: …".
std::vector<std::string> explainUnchecked(const std::vector<UncheckedStep>& steps,
                                          const Recording& recording);

/// "'main' ran, which does not call 'one', 'two' and 3 more".
std::string explainNotEntered(const StepRuns& runs);

} // namespace tir
