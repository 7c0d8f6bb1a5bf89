/// What happened in a run of a pipeline: the module before and after every step, with notes, verdict and
/// time. A recording owns the arena of all modules it made and keeps its input's alive.

#pragma once

#include "passes/framework/pass.h"

namespace tir {

/// How a step ended.
enum class Verdict : uint8_t {
    Unchanged, ///< the very same module
    Changed,
    IllFormed, ///< it ran, and its result (changed or not) breaks a rule: see the diagnostics
    Failed,    ///< the pass refused; the module stays as it was and the run stops
    Missing,   ///< not built yet; the run stops
    Imported,  ///< from a foreign trace: text only
};
std::string_view toString(Verdict verdict); ///< "ill-formed"

struct Step {
    PassInvocation pass;
    const Module* before = nullptr;
    const Module* after = nullptr; ///< == before when unchanged, failed or missing
    std::vector<PassNote> notes;
    Diagnostics diagnostics; ///< places are in `after`
    Verdict verdict = Verdict::Unchanged;
    int64_t durationNs = 0;
    int errorCount() const;
};

/// Steps are numbered from 1; module 0 is the input.
struct Recording {
    std::shared_ptr<Arena> arena;
    OwnedModule input;
    std::string pipeline; ///< its name, or "" for a list of passes
    Mode mode = Mode::AsTvm;
    Diagnostics inputDiagnostics; ///< verdict on module 0
    std::vector<Step> steps;

    size_t moduleCount() const { return steps.size() + 1; }
    /// Precondition: number < moduleCount().
    const Module& module(size_t number) const
    {
        return number == 0 ? *input.module : *steps[number - 1].after;
    }
    const Diagnostics& diagnostics(size_t number) const
    {
        return number == 0 ? inputDiagnostics : steps[number - 1].diagnostics;
    }
};

} // namespace tir
