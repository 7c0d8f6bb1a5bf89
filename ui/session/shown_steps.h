/// The steps that a session shows when a run has ended: the first error, the steps in view before, the first warning,
/// or the first change.

#pragma once

#include "passes/workbench/trace/introduced_diagnostics.h"
#include "passes/workbench/trace/step_groups.h"
#include "ui/session/selection_name.h"

#include <optional>

namespace tir::ui {

/// The steps in view in an earlier run of the program.
struct ShownSteps {
    std::vector<PassInvocation> passes; ///< of that run
    StepSpan span;
    bool isChosen = false;          ///< by the user, not by stepsToShow
    const Node* identity = nullptr; ///< the selection; compared, never looked into
    SelectionName selection = {};   ///< to find it where `identity` is not
};

/// The step of `recording` with the same number of earlier runs of the same pass, in the same branch; nothing if there
/// is none. 0 always corresponds to 0.
std::optional<size_t> sameStep(const std::vector<PassInvocation>& passes, size_t number,
                               const Recording& recording);

/// Whether `recording` has the step in view: of several, the last one.
bool hasStepInView(const ShownSteps& before, const Recording& recording);

/// The first step with an error; without any, the first that introduces a warning. 0 is the input.
/// `diagnostics` are those of introducedDiagnostics(recording).
std::optional<size_t> firstProblem(const Recording& recording,
                                   const std::vector<StepDiagnostics>& diagnostics);

/// Steps that the user chose stay if the recording has them. Else the first step with an error is shown; else the steps
/// in view before, so that two runs can be compared; else the first step that introduces a warning; else `blamed`, unless
/// it is 0; else the first step that changes the module.
StepSpan stepsToShow(const Recording& recording, const std::vector<StepDiagnostics>& diagnostics,
                     const std::optional<ShownSteps>& before, size_t blamed);

} // namespace tir::ui
