/// Runs passes one after another, watches each, and keeps the record. A failed pass costs its step and
/// ends the run, never the session: InternalError is caught here.

#pragma once

#include "passes/framework/recording.h"

#include <atomic>

namespace tir {

/// Watches a run. Called on the thread of the run.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void stepStarted(size_t /*number*/, size_t /*count*/, const PassInvocation&) {}
    virtual void stepFinished(size_t /*number*/, const Step&) {}
};

struct PassRunOptions {
    const Target* target = nullptr; ///< null: the default target
    Mode mode = Mode::AsTvm;
    PassConfig config;
    bool verify = true;
    bool takesNotes = true;
    std::vector<ContractBreach> breaches = {}; ///< of the list of passes; each is added to its step
    /// Looks up passes; empty: in the registry, which does not contain passes of the user's own TVM.
    std::function<const PassInfo*(const PassInvocation&)> passOf = {};
    Observer* observer = nullptr;
    const std::atomic<bool>* cancelled = nullptr; ///< polled between steps
};

/// The first error that says that a node lacks a part which passes read, such as an argument; null if there is none.
const Diagnostic* missingPart(const Diagnostics& diagnostics);

/// Runs the passes and records a step for each. A pass does not run on a module with such an error: its step fails. A
/// failed step, or one whose pass is not implemented, ends the recording, or, after the split, its branch; an ill-formed
/// step does not.
std::shared_ptr<const Recording> runPasses(const OwnedModule& input,
                                           const std::vector<PassInvocation>& passes,
                                           const std::string& pipelineName,
                                           const PassRunOptions& options = {});

} // namespace tir
