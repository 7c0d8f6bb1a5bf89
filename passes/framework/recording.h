/// A run of a pipeline: the module before and after every step, with notes, verdict and time. A tree: after the split,
/// the steps of the host module and those of the device module both start from the last common one. A recording owns
/// the arena of all modules that it created and keeps the arena of its input alive.

#pragma once

#include "core/support/lazy.h"
#include "passes/framework/contracts.h"
#include "passes/framework/module_store.h"

#include <map>

namespace tir {

/// How a step ended.
enum class Verdict : uint8_t {
    Unchanged, ///< the very same module
    Changed,
    IllFormed,      ///< it ran, and its result (changed or not) breaks a rule: see the diagnostics
    Failed,         ///< the pass refused; the module stays as it was and the run, or its branch, stops
    NotImplemented, ///< the run, or its branch, stops
    Imported,       ///< from a foreign trace: text only
    Unread,         ///< its text is not a readable program
};
std::string_view toString(Verdict verdict); ///< "ill-formed"

struct Step {
    PassInvocation pass;
    size_t previous = 0; ///< the module that it starts from: that of this number
    size_t depth = 0;    ///< how many passes ran this one inside them
    const Module* before = nullptr;
    const Module* after = nullptr; ///< == before when unchanged, failed or missing
    Lazy<PassNote> notes;          ///< like the diagnostics, to be read while the recording lives
    Lazy<Diagnostic> diagnostics;  ///< places are in `after`
    Verdict verdict = Verdict::Unchanged;
    int64_t durationNs = 0;
    std::vector<ContractBreach>
        breaches; ///< properties that the pass requires and that do not hold at its position
    int errorCount() const;
};

/// A note of a later pass about a variable in an error of an earlier step.
struct Consequence {
    size_t step = 0; ///< number of the later step
    PassNote note;
};

/// Keys of the pass configuration that only passes of the user's own TVM read: values as JSON.
using TvmConfig = std::map<std::string, std::string, std::less<>>;

/// Steps are numbered from 1; module 0 is the input. The steps of a branch are together.
struct Recording {
    std::shared_ptr<Arena> arena;
    OwnedModule input;
    std::string pipeline; ///< its name, or "" for a list of passes
    Mode mode = Mode::AsTvm;
    PassConfig config; ///< of the passes, that of the pipeline included; of a recording, what is known here
    TvmConfig tvmConfig;
    Lazy<Diagnostic> inputDiagnostics; ///< verdict on module 0
    std::vector<Step> steps;
    std::vector<std::string> passesNotRun; ///< names, of a run that stopped before its end
    const Module* result = nullptr; ///< the results of all branches, as one module; null if it was read
    /// By module number, for a recording that was read from a file: its modules share no variables, so that
    /// consequencesOf() cannot find out by itself.
    std::map<size_t, std::vector<Consequence>> knownConsequences;
    std::shared_ptr<ModuleStore> store; ///< of a large recording that was read; else null

    size_t moduleCount() const { return steps.size() + 1; }
    /// For reading. In a large recording, modules that were not read for longest leave memory. Thread-safe.
    /// Precondition: number < moduleCount().
    const Module& module(size_t number) const
    {
        const Module& module = *moduleAt(number);
        if (store)
            store->use(module);
        return module;
    }
    /// Only for comparing addresses.
    const Module* moduleAt(size_t number) const
    {
        return number == 0 ? input.module : steps[number - 1].after;
    }
    /// Whether module `number` is the module with the number before, which has been looked at already.
    bool repeatsModule(size_t number) const { return number > 0 && isSameModule(number, number - 1); }
    bool isSameModule(size_t number, size_t other) const { return moduleAt(number) == moduleAt(other); }
    /// An input without errors is unchanged.
    Verdict verdict(size_t number) const
    {
        if (number > 0)
            return steps[number - 1].verdict;
        return hasError(inputDiagnostics) ? Verdict::IllFormed : Verdict::Unchanged;
    }
    /// False if the pass failed or is not implemented; the module of the step is the one before it then.
    bool hasResult(size_t number) const
    {
        return verdict(number) != Verdict::Failed && verdict(number) != Verdict::NotImplemented;
    }
    /// In constructor form; empty for the input.
    std::string pass(size_t number) const { return number == 0 ? "" : toString(steps[number - 1].pass); }
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
