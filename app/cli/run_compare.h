/// `tirc run --compare`: the reference of a comparison, its tolerances, and its result. In JSON:
///
///     with             "step:0", "device:cuda", "file:DIR"
///     isEqual          null when nothing was compared, because the other run has no result
///     status, message  of the run of the other step; "done", ""
///     returnDifference "returned 3 instead of 2", ""
///     nan              "equal" or "different"
///     tensors          [{name, verdict, rtol, atol, differenceCount, elementCount, first, worst}]; verdict:
///                      "equal", "differs", "missing"; first and worst: {index, value, reference}, or null

#pragma once

#include "app/cli/selected_step.h"
#include "passes/workbench/check/request_file.h"

#include <nlohmann/json_fwd.hpp>

namespace tir::cli {

struct CompareCommand {
    std::string with;
    std::optional<double> relative;
    std::optional<double> absolute;
    std::string nan;

    bool hasTolerance() const { return relative || absolute || !nan.empty(); }
    /// Copies the given options into the request; false, after an error on stderr, if one is malformed.
    bool apply(SavedRequest& saved) const;
};
/// `--compare`, `--rtol`, `--atol`, `--nan`.
void addCompareOptions(Command& command, CompareCommand& options);

struct Compared {
    std::string with; ///< empty: no comparison
    CompareOptions options;
    RunStatus status = RunStatus::Done; ///< of the run that the reference is
    std::string message;
    RunComparison comparison;
    bool hasOtherBlocks = false; ///< --blocks left out other blocks than in this run
    bool isUsable = true;        ///< false: there is no such reference, which is reported

    bool isEqual() const { return status == RunStatus::Done && comparison.isEqual(); }
};

/// Runs or reads the reference. Precondition: the run is done.
Compared compareWith(const SavedRequest& saved, const RunReport& ran, const SelectedStep& stage,
                     const std::atomic<bool>* cancelled);

nlohmann::ordered_json toJson(const Compared& compared);
/// Lines for people; empty when there was nothing to compare with.
std::string comparisonText(const Compared& compared);

} // namespace tir::cli
