/// A small case of a defective pass: a module, a few passes, of which the last one is defective, and its error. It can
/// be run again, with any module.

#pragma once

#include "passes/workbench/check/check.h"
#include "passes/workbench/trace/record.h"

#include <set>

namespace tir {

/// The error of the last pass. Two errors are the same if pass, code, and message agree, except for names and numbers.
struct Fault {
    std::string kind;   ///< "ill-formed", "failed", "defect", "execution"
    std::string code;   ///< of the diagnostic or the finding; how the execution ended
    std::string reason; ///< for people

    bool isSame(const Fault& other) const;
};

/// The errors of the bad step of a run; empty without one, or if the input is bad. Errors are in the order of the
/// module.
std::vector<Fault> faultsOf(const Recording& recording, const CheckReport& found, const StepRuns& runs);
/// Whether one of them is the same.
bool contains(const std::vector<Fault>& faults, const Fault& fault);

struct Case {
    OwnedModule module;
    std::vector<PassInvocation> passes;
    std::string target; ///< JSON
    Mode mode = Mode::AsTvm;
    PassConfig config = {};
    RunRequest run = {};     ///< entry, inputs, and limits; without modules
    bool isExecuted = false; ///< the fault shows only when the modules are executed
    size_t lockstepEnd = 0;  ///< ExecuteOptions::lockstepEnd
    size_t offsetsEnd = 0;   ///< ExecuteOptions::offsetsEnd
    /// Codes of the verifier's diagnostics about the module. A module with other codes is not a simpler case of the
    /// same defect.
    std::set<std::string> inputCodes = {};
    ExternalOptions external = {};
    Fault fault = {};
};

struct CaseRun {
    std::shared_ptr<const Recording> recording; ///< null if the passes cannot run
    StepRuns runs;
    std::vector<Fault> faults; ///< of the last pass; empty if it is not the first bad step

    std::set<std::string> inputCodes = {};
    std::string problem = {}; ///< why the passes cannot run

    /// Whether it shows the fault of the case, and the verifier reports nothing new about the module.
    bool shows(const Case& wanted) const;
};

/// Runs the passes of the case on the module, and executes the modules if that shows the fault.
CaseRun runCase(const Case& from, const OwnedModule& module, const std::atomic<bool>* cancelled = nullptr);

/// The case of the first bad step with as few passes as show the error: one, or more if the pass needs the results of
/// earlier passes. `from` has the settings that all cases of the run share. A pass that does not show the error is
/// taken from the user's own TVM if `isOfTvm`. Fails if there is no bad pass, or if running the passes does not show
/// the error again.
Result<Case> makeCase(const Recording& recording, const CheckReport& found, const StepRuns& runs,
                      const Case& from, bool isOfTvm, const std::atomic<bool>* cancelled = nullptr);

/// The same with the bad pass alone, which is taken from the user's own TVM and is not run. Precondition: faultsOf()
/// finds something.
Case unverifiedCase(const Recording& recording, const CheckReport& found, const StepRuns& runs,
                    const Case& from);

} // namespace tir
