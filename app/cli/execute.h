/// Executing the steps of a run, with the number of the step on stderr.

#pragma once

#include "passes/workbench/check/execute_steps.h"

namespace tir {
struct Case;
}

namespace tir::cli {

/// A line on stderr that is overwritten while a command works, if stderr is a terminal. Erases itself.
class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const std::string& text) const;

private:
    bool m_isShown;
};

/// Until Ctrl-C. `ofFolder`: the case that was recorded, whose passes are only some of those of a pipeline; may
/// be null.
StepRuns executeWithProgress(const Recording& recording, const RunRequest& request,
                             std::optional<double> timeLimitSeconds, const Case* ofFolder = nullptr);

} // namespace tir::cli
