/// The findings of `tirc run --check`, with the first step of the pipeline that shows the like.

#pragma once

#include "app/cli/selected_step.h"
#include "passes/workbench/check/execute_steps.h"

#include <nlohmann/json_fwd.hpp>

namespace tir::cli {

/// Runs of the steps before the selected one as well, if something is found in it.
StepRuns historyOf(const RunReport& ran, const RunRequest& request, const SelectedStep& stage,
                   const std::atomic<bool>* cancelled);

/// Drops parts that the run did not reach and that no part of the input became, such as the checks of arguments.
void dropUnreachedAdditions(RunReport& ran, const SelectedStep& stage);

/// As in app/cli/findings.h; each with firstStep and firstPass.
nlohmann::ordered_json findingsJson(const RunReport& ran, const SelectedStep& stage, const StepRuns& history);
/// With a note on the first step.
Diagnostics findingsOf(const RunReport& ran, const SelectedStep& stage, const StepRuns& history);

} // namespace tir::cli
