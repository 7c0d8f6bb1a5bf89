/// Running the program after every pass with the same inputs: the first step whose result is not the input's
/// is the one that broke it.

#pragma once

#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/check/step_form.h"
#include "passes/workbench/trace/recorded_run.h"

#include <functional>
#include <limits>

namespace tir {

/// One step that was run. Steps that are the very module of the step before are not run again.
struct StepRun {
    size_t step = 0; ///< 0 is the input
    RunStatus status = RunStatus::Done;
    std::string message;          ///< why it is not done
    RunComparison comparison;     ///< with the result of the unlowered program; empty unless done
    std::string otherInputs = {}; ///< StepRuns::otherInputs if only the run with them has these differences
    std::vector<Finding> findings = {};   ///< of a checked run; places are in the module of the step
    std::vector<Finding> introduced = {}; ///< errors among them that no earlier step shows, see firstWith()
    std::vector<Finding> hidden = {};     ///< RunReport::hiddenFindings
    PartialGrids partialGrids = {};       ///< of which blocks were left out
    bool hasOtherBlocks = false;          ///< others were left out than in the run of the input
    bool isOtherChoice = false; ///< the result differs, but may be that of equal values (tuple_reduction.h)

    /// The result is that of the same blocks, and a wrong one.
    bool hasOtherResult() const;

    /// It failed, crashed, has another result, or fails a memory check that its input passes. A step that cannot be
    /// executed, or not within the time limit, is neither good nor bad, nor is one with another result of other blocks, or
    /// one that may have chosen another of equal values.
    bool isBad() const;

    /// How the result differs: "'C' differs in 12 of 64 elements: …, with n = 65"; empty if it does not.
    std::string difference() const;
};

struct StepRuns {
    std::string entry;
    bool isEntryGiven = false;           ///< by the request
    std::vector<std::string> notEntered; ///< public functions of the input that `entry` does not call
    std::string sizes; ///< chosen ones: "n = 64"; with "and with n = 65" for the run with other inputs
    std::string
        otherInputs; ///< "n = 65, A = random(-8,8,0.5)": all steps ran a second time with these; empty: once
    /// Why the unlowered program did not finish with other inputs, which is no error of the program:
    /// "with n = 65, timed out".
    std::string notRepeated;
    std::vector<StepRun> runs; ///< in order; the input first
    /// Why steps from `end` on were not compared: the input could not be executed, the time was up, or the run
    /// was cancelled.
    std::string notCompared;
    size_t end = 0; ///< the first step that was not executed for that reason
    bool isOutOfTime = false;
    /// Why only some blocks ran at some steps and all after them: "all of them took longer than 30 s at step 3". Empty: all
    /// ran, or as many as the request has chosen.
    std::string whyLimited = {};
    int64_t blockLimit = 0; ///< from then on; 0: that of the request
    bool isCancelled = false;
    bool isUnwatched = false; ///< without memory checks
    /// The request is at fault: the program has no such function or input, or several functions to choose from.
    bool isMisuse = false;
    /// The first bad step, if its pass keeps the result in sound mode: what it did is a defect of TVM.
    std::optional<size_t> correctedStep = std::nullopt;

    /// The run that shows the effect of `step`; null if there is none.
    const StepRun* find(size_t step) const;
    /// The first step that has a similar finding: of the same kind, for the same buffer.
    std::optional<size_t> firstWith(const Finding& finding) const;
    /// The module after the last ThreadSync shows these findings. Those that lockstep has hidden before it are not the fault
    /// of ThreadSync, which inserts barriers for other memory: they belong to the first step that has them.
    void showHidden(const std::vector<Finding>& findings);
};

/// The program and how to execute it; module, signature and inputs' files as in RunRequest.
struct ExecuteOptions {
    RunRequest request;
    size_t lockstepEnd = 0; ///< of the run that the modules belong to
    size_t offsetsEnd = 0;  ///< of the run that the modules belong to
    /// From this module on, floats are compared with the tolerance of sums.
    size_t reorderedFrom = std::numeric_limits<size_t>::max();
    /// Of the input: a launch takes more shared memory than the target of the recording has. A finding of checked runs.
    std::optional<Finding> refusedLaunch = std::nullopt;
    /// For all steps together; that of one step is in `request`.
    std::optional<double> timeLimitSeconds = std::nullopt;
    const std::atomic<bool>* cancelled = nullptr;
    std::function<void(size_t done, size_t total)> progress; ///< may be empty; called from the same thread
};

/// For the modules of the recording.
ExecuteOptions executeOptions(const Recording& recording, RunRequest request);

/// The modules to run, the input first. A null module cannot be run: its text, or that of the other
/// side of the program, does not read. One side of the program is completed by the other one from before the
/// branch. Equal pointers are one module.
using StepModules = std::vector<OwnedModule>;
StepModules modulesOf(const Recording& recording);

/// Precondition: there is a module. Blocks. Steps run one after the other, each in a worker process. Where all blocks of a
/// launch take too long, some of them run: see StepRuns::whyLimited.
StepRuns executeSteps(const StepModules& modules, const ExecuteOptions& options);

} // namespace tir
