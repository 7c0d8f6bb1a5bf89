#include "app/cli/execute.h"

#include "app/cli/interrupt.h"
#include "passes/workbench/check/execute_recording.h"
#include "passes/workbench/check/step_faults.h"
#include "passes/workbench/reproduce/case.h"

#include <cstdio>
#include <unistd.h>

namespace tir::cli {
namespace {

constexpr double DefaultTimeLimitSeconds = 600;

} // namespace

ProgressLine::ProgressLine() : m_isShown(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine()
{
    show("");
}

void ProgressLine::show(const std::string& text) const
{
    if (m_isShown)
        std::fprintf(stderr, "\r\x1b[K%s", text.c_str());
}

StepRuns executeWithProgress(const Recording& recording, const RunRequest& request,
                             std::optional<double> timeLimitSeconds, const Case* ofFolder)
{
    const InterruptGuard guard;
    const ProgressLine progress;
    ExecuteOptions execution = executeOptions(recording, request);
    if (ofFolder) {
        execution.lockstepEnd = ofFolder->lockstepEnd;
        execution.offsetsEnd = ofFolder->offsetsEnd;
    }
    execution.timeLimitSeconds = timeLimitSeconds.value_or(DefaultTimeLimitSeconds);
    execution.cancelled = &guard.interrupted();
    execution.progress = [&](size_t done, size_t total) {
        progress.show("executing " + stepTitle(recording, done) + " of " + std::to_string(total - 1));
    };
    return executeRecording(recording, execution);
}

} // namespace tir::cli
