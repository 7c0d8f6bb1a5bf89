/// Which pass broke the module? Reads a recording in order, with the results of its steps if they were executed,
/// and names the first step that is not sound. A program is sound only if every step was read, verified and
/// executed; `check` lists the steps for which that did not happen.

#pragma once

#include "passes/workbench/check/unchecked_steps.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

enum class Answer : uint8_t {
    Sound,
    NotSound,        ///< see `firstBad`
    NotFullyChecked, ///< no step is bad, but see `unchecked`; or nothing was executed, or without memory checks
    Rejected,        ///< a pass does not accept the program; see `firstBad`
    Stopped,         ///< the run ended early; see `missing`
};
std::string_view toString(Answer answer); ///< "not fully checked"

struct CheckReport {
    Answer answer = Answer::Sound;
    /// The first step that is ill-formed, failed, reproduces a known TVM defect, fails a memory check, or changes the
    /// result; 0 is the input, which no pass is to blame for.
    std::optional<size_t> firstBad;
    /// Later steps that are bad as well.
    std::vector<size_t> laterBad;
    /// The pass that is not implemented and ended the run.
    std::optional<size_t> missing;
    /// In order. Without entries for steps that left an unchecked module unchanged.
    std::vector<UncheckedStep> unchecked;
    bool isExecuted = false;

    const UncheckedStep* findUnchecked(size_t step) const; ///< null if the step was checked
};

CheckReport check(const Recording& recording, const StepRuns& runs = {});

/// One sentence that starts with the verdict: "not sound: step 3, MergeSharedMemoryAllocations(mode="legacy"), is
/// ill-formed: …".
std::string explain(const CheckReport& report, const Recording& recording, const StepRuns& runs = {});

/// The modules from the input to `last`, both included, each with the one that its step starts from before it.
std::vector<size_t> wayTo(size_t last, const Recording& recording);

} // namespace tir
