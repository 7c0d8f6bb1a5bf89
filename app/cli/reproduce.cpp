/// `tirc reproduce`: a folder with a small case of the first bad pass (passes/workbench/reproduce/case_folder.h), which
/// `tirc check FOLDER` and `python reproduce.py` run. Exits with 1 if no pass is bad.

#include "app/cli/check_case.h"
#include "app/cli/execute.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/numbers.h"
#include "app/cli/output.h"
#include "app/cli/run_options.h"
#include "passes/workbench/check/step_faults.h"
#include "passes/workbench/reproduce/reproducer.h"

namespace tir::cli {
namespace {

struct ReproduceArguments {
    FileOptions file;
    PipelineOptions pipeline;
    RunOptions run;
    std::string output;
    double reduceSeconds = 180;
    bool isOnlyVerified = false;
    bool allowsPrograms = false;
};

std::vector<PassInvocation> passesOf(const Recording& recording)
{
    std::vector<PassInvocation> passes;
    for (const Step& step : recording.steps)
        passes.push_back(step.pass);
    return passes;
}

ExitCode run(const ReproduceArguments& options)
{
    const std::optional<SavedRequest> saved = makeRequest(options.run);
    if (!saved)
        return ExitCode::Unusable;
    Refusal refusal;
    const std::optional<RecordedRun> run =
        openRun(options.file, options.pipeline, DefaultPipeline::Fitting, &refusal);
    if (!run)
        return refusal.code;
    const bool isRecorded = !run->texts.empty();
    const std::optional<RecordRequest> request =
        recordRequestOf(options.pipeline, isRecorded ? PassesFrom::Recording : PassesFrom::Options);
    if (!request)
        return ExitCode::Unusable;
    const Recording& recording = *run->recording;
    if (options.pipeline.isEmpty() && !mayRun(options.file.file, passesOf(recording), options.allowsPrograms))
        return ExitCode::Unusable;
    const InterruptGuard guard;
    const ProgressLine progress;
    const Result<Reproducer> found = makeReproducer(
        recording, {.request = *request,
                    .run = saved->request,
                    .isOnlyVerified = options.isOnlyVerified,
                    .isOfTvm = isRecorded,
                    .reduceSeconds = options.reduceSeconds,
                    .cancelled = &guard.interrupted(),
                    .executed =
                        [&](size_t done, size_t total) {
                            progress.show("executing " + stepTitle(recording, done) + " of " +
                                          std::to_string(total - 1));
                        },
                    .reduced =
                        [&](const ReduceProgress& now) {
                            progress.show("reducing: " + std::to_string(now.statements) + " statements, " +
                                          std::to_string(now.tried) + " tries");
                        }});
    progress.show("");
    report(found ? found->notRun : found.diagnostics());
    if (!found)
        return ExitCode::No;
    const Result<bool> written = writeReproducer(options.output, *found);
    if (!written) {
        report(written.diagnostics());
        return ExitCode::Unusable;
    }
    return writeResult({}, options.output + ": " + summaryOf(*found, recording));
}

} // namespace

void addReproduceCommand(CommandLine& line)
{
    Command command = line.add(
        "reproduce", "Write a folder with a small program that shows what the first bad pass does wrong");
    const auto options = std::make_shared<ReproduceArguments>();
    addFileOptions(command, options->file, "Program, or trace");
    addPipelineOptions(command, options->pipeline, PassList::Yes);
    addRunOptions(command, options->run);
    command.find("--time-limit").describe("Time limit of one execution, in seconds [30]");
    command
        .option("--reduce-time", options->reduceSeconds,
                "Time limit of the reduction of the program, in seconds [180]; Ctrl-C ends it, too")
        .check(positiveNumber());
    command.flag("--no-run", options->isOnlyVerified, "Look only for faults that the verifier finds");
    command.flag("--force", options->pipeline.force, ForceHelp);
    command.flag("--allow-programs", options->allowsPrograms,
                 "Start programs that a recording names as its passes");
    command.option("-o,--output", options->output, "Folder to create").typeName("FOLDER").required();
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
