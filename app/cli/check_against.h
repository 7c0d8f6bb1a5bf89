/// `tirc check --against`: the steps of a run compared with those of another pipeline, or with our own passes.

#pragma once

#include "app/cli/input.h"
#include "passes/workbench/check/compare_passes.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tir::cli {

inline constexpr std::string_view AgainstOurs = "ours";

struct Against {
    std::string name; ///< of the other side, as given
    PassComparison found;

    bool isDifferent() const { return !found.different.empty(); }
};

/// `against` is "ours", the name of a pipeline, or a list of passes. Nothing, after reporting why, if there is no
/// other run.
std::optional<Against> compareAgainst(const RecordedRun& run, const std::string& against,
                                      const PipelineOptions& options);

/// "different from 's_tir': step 4, MergeSharedMemoryAllocations, produces a different module than …".
std::string explain(const Against& against, const Recording& recording);
/// Writes the first module that differs to stderr, as lines of both sides.
void reportDifference(const Against& against, const Recording& recording);

/// {name, isEqual, compared, different, skipped}: the number of passes that were compared; [{step, pass, otherStep,
/// reason, diff}], where diff is as of `tirc diff --json`, the other side first, or null; and [{step, pass, reason}].
nlohmann::ordered_json toJson(const Against& against, const Recording& recording);

} // namespace tir::cli
