/// The result of `tirc check` as JSON, whose members app/cli/check.cpp lists.

#pragma once

#include "app/cli/check_against.h"
#include "passes/workbench/check/check.h"

namespace tir::cli {

/// `against` is a member only if it is given.
nlohmann::ordered_json checkJson(const CheckReport& found, const RecordedRun& run, const StepRuns& runs,
                                 const std::string& file, bool isOnlyVerified,
                                 const std::optional<Against>& against);

/// The known TVM defects of all steps, with the numbers of their steps.
std::vector<std::pair<size_t, const Diagnostic*>> tvmDefectsOf(const Recording& recording);

} // namespace tir::cli
