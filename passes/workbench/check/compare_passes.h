/// Finds the pass that behaves differently: compares a run step by step with the results of our passes on the same
/// modules, or with a run of another pipeline.

#pragma once

#include "passes/framework/pass_manager.h"

#include <functional>

namespace tir {

/// A pass of a run with its nested passes: an imported run has a step for each of them. A pass of an unknown name is a
/// span by itself, with or without nested passes.
struct PassSpan {
    size_t first = 0; ///< the step of the pass
    size_t last = 0;  ///< the step after which it was done
};
/// Of all steps but those inside a pass, in order.
std::vector<PassSpan> passSpans(const Recording& recording);

/// The passes of step `number` that we implement, to run them here: nested passes are left out.
std::vector<PassInvocation> ourPasses(const Recording& recording, size_t number = 0);

/// The target of the first module with one: of a function with a host, else of any function. Null if there is none.
const Target* boundTarget(const Recording& recording);

/// A pass that produces a different module.
struct DifferentStep {
    PassSpan step;
    std::optional<size_t> otherStep = std::nullopt; ///< of the other run; nothing if that has no such pass
    std::string reason;                             ///< "produces a different module than step 4, …"
    /// The modules to compare: the module after the pass, and that of the other side; null if there is none.
    OwnedModule module = {};
    OwnedModule other = {};
};

struct PassComparison {
    size_t comparedCount = 0; ///< of passes
    size_t unpairedCount = 0; ///< of passes that changed something in only one of two runs
    std::vector<DifferentStep>
        different; ///< in order; of two runs only the first one, since later ones follow from it
    struct Skipped {
        size_t step = 0;
        std::string reason;
    };
    std::vector<Skipped> skipped; ///< passes that were not compared
};

/// The configuration of our passes.
struct CompareWithOurs {
    const Target* target = nullptr; ///< null: that of the first function that has one
    PassConfig config = {};
    const std::atomic<bool>* cancelled = nullptr;
    std::function<void(const PassSpan&)> watch = {}; ///< is called before each pass
    /// Is called for each pass that makes the module of ours, with the run of ours, which has notes.
    std::function<void(const PassSpan&, const Recording&)> agrees = {};
};

/// Runs every pass that we have as well on the module that it got in the run. Where the run does not have the
/// arguments of a pass, any of its arguments will do.
PassComparison compareWithOurs(const Recording& recording, const CompareWithOurs& options);

/// The recorded run, except that the module after each pass of `found.different` is the one that our pass makes of the
/// same input: the two runs differ exactly where a pass does. Keeps the recording alive.
std::shared_ptr<const Recording> withOurResults(const std::shared_ptr<const Recording>& recording,
                                                const PassComparison& found);

/// The recorded run with the notes of our passes wherever they make the same module: another compiler does not say why it
/// did something.
std::shared_ptr<const Recording> withOurNotes(const std::shared_ptr<const Recording>& recording,
                                              CompareWithOurs options);

/// Passes of the same name are compared in order.
PassComparison compareRecordings(const Recording& recording, const Recording& other);

} // namespace tir
