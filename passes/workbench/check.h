/// Which pass broke the module? Reads a trace in order, with the results of its steps where they were run, and
/// names the first step that is not sound.

#pragma once

#include "passes/workbench/execute_steps.h"

namespace tir {

/// The answer of a check.
struct CheckReport {
    /// The first step that is ill-formed, failed, or came to another result than the input; 0 is the input,
    /// which no pass is to blame for.
    std::optional<size_t> firstBad;
    /// Where the run ended early because a pass is not built yet; nothing behind it is checked.
    std::optional<size_t> missing;
    /// Later steps that are bad as well.
    std::vector<size_t> laterBad;

    bool isSound() const { return !firstBad; }
    bool isComplete() const { return !missing; }
};

CheckReport check(const Trace& trace, const StepRuns& runs = {});

/// One sentence for people: "step 3, MergeSharedMemoryAllocations(mode=\"legacy\"), is ill-formed: …", with
/// the first error's words, or "…, changes the result: …".
std::string explain(const CheckReport& report, const Trace& trace, const StepRuns& runs = {});

/// The words of a step's first error, and how many more there are; else what its run did wrong.
std::string reasonOf(const Trace& trace, size_t number, const StepRuns& runs = {});

/// "step 3, MergeSharedMemoryAllocations", or "the input".
std::string stepTitle(const Trace& trace, size_t number);

} // namespace tir
