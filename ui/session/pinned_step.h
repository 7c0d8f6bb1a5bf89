/// The step of the pinned run (A) that is compared with the step in view (B).

#pragma once

#include "ui/session/pin.h"

namespace tir::ui {

class Session;

struct PinnedStep {
    std::shared_ptr<const PinnedRun> run;
    size_t number = 0;

    bool operator==(const PinnedStep&) const = default;
    const Module& module() const { return run->recording->module(number); }
};

/// Nothing if the step in view is compared with its own input, or there is no recording.
std::optional<PinnedStep> pinnedStepBeside(const Session& session);

/// "A: after step 3, MergeSharedMemoryAllocations (two_kernels.py, split, as TVM)".
QString titleOfPinned(const PinnedStep& pinned);
/// "A: split" and "B: split@legacy-merge": what the two runs differ in. The window names the step elsewhere.
struct RunTitles {
    QString pinned;
    QString own;
};
RunTitles runTitles(const Session& session, const PinnedStep& pinned);

} // namespace tir::ui
