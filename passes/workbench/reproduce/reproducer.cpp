#include "passes/workbench/reproduce/reproducer.h"

#include "passes/workbench/check/compare_passes.h"
#include "passes/workbench/check/step_faults.h"

namespace tir {
namespace {

/// Of the execution of all steps.
constexpr double TimeLimitSeconds = 600;

/// The settings that all cases of the run share.
Result<Case> commonPart(const Recording& recording, const ReproducerOptions& options)
{
    Case common{.module = {}, .passes = {}, .target = {}};
    Arena arena;
    const Target* bound = options.request.target.empty() ? boundTarget(recording) : nullptr;
    const Result<const Target*> target =
        bound ? Result<const Target*>(bound) : targetOf(arena, options.request);
    if (!target)
        return target.diagnostics();
    common.target = toString(**target);
    common.mode = options.request.mode;
    common.config = configOf(options.request);
    common.config.merge(PassConfig(recording.config));
    common.external = options.request.external;
    common.external.config.merge(TvmConfig(recording.tvmConfig));
    common.run = options.run;
    common.run.isChecked = true;
    return common;
}

OwnedModule moduleAfter(const Recording& recording, size_t step)
{
    if (recording.verdict(step) == Verdict::Failed)
        return {};
    return {recording.arena, &recording.module(step)};
}

StepRuns execute(const Recording& recording, const RunRequest& request, const ReproducerOptions& options)
{
    ExecuteOptions execution = executeOptions(recording, request);
    execution.timeLimitSeconds = TimeLimitSeconds;
    execution.cancelled = options.cancelled;
    execution.progress = options.executed;
    return executeSteps(modulesOf(recording), execution);
}

ReducedModule reduce(const Case& found, const ReproducerOptions& options)
{
    const auto stillShows = [&](const OwnedModule& module) {
        return runCase(found, module, options.cancelled).shows(found);
    };
    return reduceModule(found.module, stillShows,
                        {.timeLimitSeconds = options.reduceSeconds,
                         .cancelled = options.cancelled,
                         .progress = options.reduced});
}

} // namespace

Result<Reproducer> makeReproducer(const Recording& recording, const ReproducerOptions& options)
{
    const Result<Case> given = commonPart(recording, options);
    if (!given)
        return given.diagnostics();
    Case common = *given;
    CheckReport checked = check(recording);
    StepRuns runs;
    if (!checked.firstBad && !options.isOnlyVerified) {
        runs = execute(recording, common.run, options);
        checked = check(recording, runs);
        const StepRun* bad = checked.firstBad ? runs.find(*checked.firstBad) : nullptr;
        if (runs.blockLimit > 0 && bad && !bad->partialGrids.empty())
            common.run.blockLimit = runs.blockLimit; // all blocks take too long
    }
    const Result<Case> made = makeCase(recording, checked, runs, common, options.isOfTvm);
    if (made) {
        Reproducer found{.badStep = *checked.firstBad, .smallest = *made, .reduced = reduce(*made, options)};
        found.smallest.module = found.reduced.module;
        const CaseRun last = runCase(found.smallest, found.smallest.module);
        if (last.recording)
            found.after = moduleAfter(*last.recording, found.smallest.passes.size());
        return found;
    }
    if (!options.isOfTvm || faultsOf(recording, checked, runs).empty())
        return made.diagnostics();
    // The pass is not here, but its modules are.
    Diagnostics notRun = made.diagnostics();
    for (Diagnostic& reason : notRun) // the case is written all the same
        reason.severity = Severity::Warning;
    const Case recorded = unverifiedCase(recording, checked, runs, common);
    const size_t statements = statementCount(*recorded.module.module);
    return Reproducer{.badStep = *checked.firstBad,
                      .smallest = recorded,
                      .reduced = {.module = recorded.module,
                                  .statementsBefore = statements,
                                  .statements = statements,
                                  .whyNotTried = notRun.front().message},
                      .after = moduleAfter(recording, *checked.firstBad),
                      .notRun = std::move(notRun)};
}

Result<bool> writeReproducer(const std::string& folder, const Reproducer& reproducer)
{
    return writeCase(folder, reproducer.smallest, reproducer.after.module, reproducer.reduced);
}

std::string summaryOf(const Reproducer& reproducer, const Recording& recording)
{
    const ReducedModule& reduced = reproducer.reduced;
    const std::string title =
        stepTitle(recording, reproducer.badStep) + ", " + reproducer.smallest.fault.reason + "; ";
    if (!reduced.whyNotTried.empty())
        return title + std::to_string(reduced.statements) + " statements, not reduced";
    return title + std::to_string(reduced.statementsBefore) + " statements reduced to " +
           std::to_string(reduced.statements) + " in " + std::to_string(reduced.tried) + " tries" +
           (reduced.isFinished ? "" : ", not to the end");
}

} // namespace tir
