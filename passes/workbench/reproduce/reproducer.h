/// From a run whose first bad pass is to be reported to the smallest case that still shows it. `tirc reproduce` and the
/// window do the same.

#pragma once

#include "passes/workbench/reproduce/case_folder.h"

namespace tir {

struct ReproducerOptions {
    /// Settings of the run: target, mode, configuration, external passes. Those that it lacks are those of the recording.
    RecordRequest request = {};
    RunRequest run = {};         ///< entry, inputs, and limits of executions
    bool isOnlyVerified = false; ///< only faults that the verifier finds
    bool isOfTvm = false;        ///< the run was recorded: its passes may exist only in the user's own TVM
    double reduceSeconds = 180;
    const std::atomic<bool>* cancelled = nullptr; ///< ends the reduction, too; the case is larger then
    std::function<void(size_t done, size_t total)> executed = {}; ///< progress of the execution of all steps
    std::function<void(const ReduceProgress&)> reduced = {};
};

/// A case with the result of its last pass.
struct Reproducer {
    size_t badStep = 0; ///< of the run
    Case smallest;
    ReducedModule reduced;
    OwnedModule after = {};  ///< without a module if the pass failed
    Diagnostics notRun = {}; ///< warnings: why the case was not run here; empty if it was
};

/// Blocks. Fails if no pass is bad, or if running it again does not show the fault.
Result<Reproducer> makeReproducer(const Recording& recording, const ReproducerOptions& options);

/// Creates the folder, which must not exist or must be empty.
Result<bool> writeReproducer(const std::string& folder, const Reproducer& reproducer);

/// "step 4, ThreadSync, …; 51 statements reduced to 6 in 80 tries".
std::string summaryOf(const Reproducer& reproducer, const Recording& recording);

} // namespace tir
