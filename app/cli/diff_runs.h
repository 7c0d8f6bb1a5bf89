/// Two recorded runs beside each other, as `tirc diff` prints them.

#pragma once

#include "app/cli/diff_output.h"
#include "passes/workbench/trace/recorded_run.h"

namespace tir::cli {

/// A run and how it is called: its file.
struct DiffRun {
    const RecordedRun& run;
    std::string name;
};

/// As text: a line per step of either run, then the difference of the first step that differs. As JSON: {before, after,
/// steps: [{pass, before, after, isEqual, hasResultBefore, hasResultAfter}], firstDifference, diff}; numbers of steps are
/// null if a run lacks the pass; a pass that failed has no result; `diff` is that of the first step with two results that
/// differ.
PrintedDiff printRunDiff(const DiffRun& before, const DiffRun& after, const DiffForm& form);

} // namespace tir::cli
