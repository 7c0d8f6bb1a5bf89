/// Which pass broke the module? Reads a trace in order and names the first step that is not sound.

#pragma once

#include "passes/workbench/trace_file.h"

namespace tir {

/// The answer of a check.
struct CheckReport {
    /// The first step that is ill-formed or failed; 0 is the input, which no pass is to blame for.
    std::optional<size_t> firstBad;
    /// Where the run ended early because a pass is not built yet; nothing behind it is checked.
    std::optional<size_t> missing;
    /// Later steps that are bad as well.
    std::vector<size_t> laterBad;

    bool isSound() const { return !firstBad; }
    bool isComplete() const { return !missing; }
};

CheckReport check(const Trace& trace);

/// One sentence for people: "step 3, MergeSharedMemoryAllocations(mode=\"legacy\"), is ill-formed: …", with
/// the first error's words.
std::string explain(const CheckReport& report, const Trace& trace);

/// The words of a step's first error, and how many more there are.
std::string reasonOf(const TraceStep& step);

/// "step 3, MergeSharedMemoryAllocations", or "the input".
std::string stepTitle(const Trace& trace, size_t number);

} // namespace tir
