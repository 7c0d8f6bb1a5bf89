/// `tirc reproduce`: a folder with a small case of the first bad pass (passes/workbench/reproduce/case_folder.h), which
/// `tirc check FOLDER` and `python reproduce.py` run. Exits with 1 if no pass is bad.

#include "app/cli/execute.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/numbers.h"
#include "app/cli/output.h"
#include "app/cli/run_options.h"
#include "passes/workbench/check/compare_passes.h"
#include "passes/workbench/reproduce/case_folder.h"

#include <CLI/CLI.hpp>

namespace tir::cli {
namespace {

struct Options {
    FileOptions file;
    PipelineOptions pipeline;
    RunOptions run;
    std::string output;
    double reduceSeconds = 180;
    bool isOnlyVerified = false;
};

/// What all cases of the run have in common.
std::optional<Case> commonPart(const Recording& recording, const Options& options, const RunRequest& request)
{
    const std::optional<RecordRequest> asked = recordRequestOf(options.pipeline);
    if (!asked)
        return std::nullopt;
    Case common{.module = {}, .passes = {}, .target = {}};
    Arena arena;
    const Target* bound = asked->target.empty() ? boundTarget(recording) : nullptr;
    const Result<const Target*> target = bound ? Result<const Target*>(bound) : targetOf(arena, *asked);
    if (!target) {
        report(target.diagnostics());
        return std::nullopt;
    }
    common.target = toString(**target);
    common.mode = asked->mode;
    common.config = configOf(*asked);
    common.external = asked->external;
    common.run = request;
    common.run.isChecked = true;
    return common;
}

ReducedModule reduced(const Case& found, const Options& options)
{
    const InterruptGuard guard;
    const ProgressLine progress;
    const auto stillShows = [&](const OwnedModule& module) {
        return runCase(found, module, &guard.interrupted()).shows(found);
    };
    return reduceModule(found.module, stillShows,
                        {.timeLimitSeconds = options.reduceSeconds,
                         .cancelled = &guard.interrupted(),
                         .progress = [&](const ReduceProgress& now) {
                             progress.show("reducing: " + std::to_string(now.statements) + " statements, " +
                                           std::to_string(now.tried) + " tries");
                         }});
}

/// A case with what its last pass makes of the module.
struct SmallCase {
    size_t badStep = 0; ///< of the run
    Case smallest;
    ReducedModule reduced;
    OwnedModule after = {}; ///< without a module if the pass failed
};

OwnedModule moduleAfter(const Recording& recording, size_t step)
{
    if (recording.verdict(step) == Verdict::Failed)
        return {};
    return {recording.arena, &recording.module(step)};
}

/// Nothing if no pass is bad, which is reported.
std::optional<SmallCase> findCase(const RecordedRun& run, const Case& common, const Options& options)
{
    const Recording& recording = *run.recording;
    CheckReport checked = check(recording);
    StepRuns runs;
    if (!checked.firstBad && !options.isOnlyVerified) {
        runs = executeWithProgress(recording, common.run, std::nullopt);
        checked = check(recording, runs);
    }
    const bool isOfTvm = !run.texts.empty();
    const Result<Case> made = makeCase(recording, checked, runs, common, isOfTvm);
    report(made.diagnostics());
    if (made) {
        SmallCase found{.badStep = *checked.firstBad, .smallest = *made, .reduced = reduced(*made, options)};
        found.smallest.module = found.reduced.module;
        const CaseRun last = runCase(found.smallest, found.smallest.module);
        if (last.recording)
            found.after = moduleAfter(*last.recording, found.smallest.passes.size());
        return found;
    }
    if (!isOfTvm || guiltsOf(recording, checked, runs).empty())
        return std::nullopt;
    // The pass is not here, but its modules are.
    const Case recorded = unverifiedCase(recording, checked, runs, common);
    const size_t statements = statementCount(*recorded.module.module);
    return SmallCase{
        .badStep = *checked.firstBad,
        .smallest = recorded,
        .reduced = {.module = recorded.module, .statementsBefore = statements, .statements = statements},
        .after = moduleAfter(recording, *checked.firstBad)};
}

ExitCode run(const Options& options)
{
    const std::optional<SavedRequest> saved = makeRequest(options.run);
    if (!saved)
        return ExitCode::Unusable;
    Refusal refusal;
    const std::optional<RecordedRun> run =
        openRun(options.file, options.pipeline, DefaultPipeline::Fitting, &refusal);
    if (!run)
        return refusal.code;
    const std::optional<Case> common = commonPart(*run->recording, options, saved->request);
    if (!common)
        return ExitCode::Unusable;
    const std::optional<SmallCase> found = findCase(*run, *common, options);
    if (!found)
        return ExitCode::No;
    const ReducedModule& reduced = found->reduced;
    const Result<bool> written = writeCase(options.output, found->smallest, found->after.module, reduced);
    if (!written) {
        report(written.diagnostics());
        return ExitCode::Unusable;
    }
    return writeResult({}, options.output + ": " + stepTitle(*run->recording, found->badStep) + ", " +
                               found->smallest.guilt.reason + "; " +
                               std::to_string(reduced.statementsBefore) + " statements reduced to " +
                               std::to_string(reduced.statements) + " in " + std::to_string(reduced.tried) +
                               " tries" + (reduced.isFinished ? "" : ", not to the end"));
}

} // namespace

void addReproduceCommand(CLI::App& app, ExitCode& answer)
{
    CLI::App& command = *app.add_subcommand(
        "reproduce", "Write a folder with a small program that shows what the first bad pass does wrong");
    const auto options = std::make_shared<Options>();
    addFileOptions(command, options->file, "Program, or trace");
    addPipelineOptions(command, options->pipeline, PassList::Yes);
    addRunOptions(command, options->run);
    command.get_option("--time-limit")->description("Of the execution of one module, in seconds [30]");
    command
        .add_option("--reduce-time", options->reduceSeconds,
                    "Seconds for making the program smaller [180]; Ctrl-C ends that, too")
        ->check(positiveNumber());
    command.add_flag("--no-run", options->isOnlyVerified, "Look only for faults that the verifier finds");
    command.add_flag("--force", options->pipeline.force,
                     "Run passes that stand where their contracts do not allow it as well");
    command.add_option("-o,--output", options->output, "Folder to make")->type_name("FOLDER")->required();
    command.callback([options, &answer] { answer = run(*options); });
}

} // namespace tir::cli
