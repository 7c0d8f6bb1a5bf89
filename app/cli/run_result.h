/// The result of `tirc run` as a table, and as JSON (run.cpp).

#pragma once

#include "app/cli/selected_step.h"
#include "passes/workbench/check/execute_steps.h"

#include <nlohmann/json_fwd.hpp>

#include <map>

namespace tir::cli {

/// The tensors that changed, the times, and the work of the launches.
std::string resultTable(const RunReport& ran);

/// Everything but the comparison. `files`: by tensor, what --out wrote.
nlohmann::ordered_json resultJson(const RunReport& ran, const SelectedStep& stage, const std::string& entry,
                               const std::map<std::string, std::string>& files, const StepRuns& history);

} // namespace tir::cli
