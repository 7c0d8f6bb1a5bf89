/// Where a run broke its module: no code is generated from that step or from a later one.

#pragma once

#include "passes/workbench/trace/recorded_run.h"

#include <optional>

namespace tir::cli {

/// The first step that is ill-formed or failed.
struct BrokenStep {
    size_t number = 0;      ///< 0 is the input
    std::string title;      ///< "step 1, BindTarget"
    Diagnostics errors;     ///< with places in `source`
    SourceText source = {}; ///< the text of that step
};

/// Searches the steps up to `last` that lead to it.
std::optional<BrokenStep> findBrokenStep(const RecordedRun& run, size_t last);

} // namespace tir::cli
