/// What happened in a run of a pipeline: the module before and after every step, with notes, verdict and
/// time. A tree: behind the split the steps of the host module and those of the device module both start from
/// the last common one. A recording owns the arena of all modules it made and keeps its input's alive.

#pragma once

#include "core/support/on_demand.h"
#include "passes/framework/contracts.h"

namespace tir {

/// How a step ended.
enum class Verdict : uint8_t {
    Unchanged, ///< the very same module
    Changed,
    IllFormed, ///< it ran, and its result (changed or not) breaks a rule: see the diagnostics
    Failed,    ///< the pass refused; the module stays as it was and the run, or its branch, stops
    Missing,   ///< not built yet; the run, or its branch, stops
    Imported,  ///< from a foreign trace: text only
    Unread,    ///< its text is not a readable program
};
std::string_view toString(Verdict verdict); ///< "ill-formed"

struct Step {
    PassInvocation pass;
    size_t previous = 0; ///< the module that it starts from: that of this number
    const Module* before = nullptr;
    const Module* after = nullptr;    ///< == before when unchanged, failed or missing
    OnDemand<PassNote> notes;         ///< like the diagnostics, to be read while the recording lives
    OnDemand<Diagnostic> diagnostics; ///< places are in `after`
    Verdict verdict = Verdict::Unchanged;
    int64_t durationNs = 0;
    std::vector<ContractBreach> breaches; ///< what the pass needs and does not find where it stands
    int errorCount() const;
};

/// Steps are numbered from 1; module 0 is the input. The steps of a branch stand together.
struct Recording {
    std::shared_ptr<Arena> arena;
    OwnedModule input;
    std::string pipeline; ///< its name, or "" for a list of passes
    Mode mode = Mode::AsTvm;
    OnDemand<Diagnostic> inputDiagnostics; ///< verdict on module 0
    std::vector<Step> steps;
    const Module* result = nullptr; ///< what all branches came to, as one module

    size_t moduleCount() const { return steps.size() + 1; }
    /// Precondition: number < moduleCount().
    const Module& module(size_t number) const
    {
        return number == 0 ? *input.module : *steps[number - 1].after;
    }
    /// The module that step `number` starts from; 0 for the input itself.
    size_t previous(size_t number) const { return number == 0 ? 0 : steps[number - 1].previous; }
    Branch branch(size_t number) const
    {
        return number == 0 ? Branch::Common : steps[number - 1].pass.branch;
    }
    const Diagnostics& diagnostics(size_t number) const
    {
        return number == 0 ? inputDiagnostics : steps[number - 1].diagnostics;
    }
};

} // namespace tir
