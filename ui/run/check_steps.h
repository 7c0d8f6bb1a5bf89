/// Every step of the run in view, verified and executed with the same inputs; with those of the pinned run, when two runs
/// are compared.

#pragma once

#include "core/runtime/sizes.h"
#include "passes/workbench/check/check.h"
#include "passes/workbench/check/dropped_barrier.h"
#include "ui/session/pin.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace tir::ui {

class JobControl;

/// A check of all steps and the runs it rests on.
struct StepsChecked {
    std::shared_ptr<const Recording> recording;
    StepRuns runs;
    CheckReport report;
    Sizes sizes = {}; ///< of the variables of the input
    /// Of the code that TVM makes of the last module: it changes no answer about the passes.
    std::optional<GeneratorDefect> generatorDefect = std::nullopt;
    /// Of the pinned run (A); null if no run is compared.
    std::shared_ptr<const StepsChecked> pinned = nullptr;
    std::vector<AlignedStep> steps = {}; ///< of both
};

/// The request of a check.
struct CheckOrder {
    std::shared_ptr<const Recording> recording;
    RunRequest request;
    std::shared_ptr<const PinnedRun> pinned = nullptr; ///< null: no other run
    std::vector<AlignedStep> steps = {};
};

/// Blocks: call it in a job.
StepsChecked checkSteps(const CheckOrder& order, JobControl& control);

/// The result: "not sound: step 3, …; warning: …"; of two runs "A: sound: …; B: not sound: …".
QString fullText(const StepsChecked& checked);
/// The same for the bar above the code: of two runs only which steps are to blame.
QString bannerText(const StepsChecked& checked);

} // namespace tir::ui
