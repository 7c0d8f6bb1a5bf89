/// `tirc check`: which pass broke the program? Verifies the module after every pass and executes it with the
/// same inputs under memory checks. The answer is one of five:
///
///     sound              every module was read, verified and executed, and none is bad
///     not sound          a step is ill-formed, reproduces a known TVM defect, fails a memory check, or changes the
///                        result: which one, and why
///     not fully checked  some steps are unread, cannot be executed, were not compared, or ran out of time; the run
///                        of the input did not reach one of its launches, branches, values, or functions; or
///                        blocks were left out, by --blocks or because all of them take too long
///     rejected           a pass, or the contracts of the passes, do not accept the program
///     stopped            a pass is not implemented, or the user interrupted the check
///
/// The exit code is 0 for sound, and for not fully checked with --allow-unchecked. With --no-run and --no-findings,
/// the user does not want to compare results or to check memory: the answer is not fully checked, too, but the exit
/// code is 0 if nothing else was left out. With --json:
///
///     file      as given
///     pipeline  its name, "" for a list of passes
///     answer    one of the five
///     reason    the answer as one sentence
///     isSound   the answer is "sound"
///     firstBad  {step, pass, verdict, reason, consequences}: the first bad step; step 0 with pass "" is the
///               input; consequences are [{step, message}], decisions of later passes about the variables in its
///               errors; null if there is none
///     unchecked [{step, pass, gap, reason, unreached}]: the steps that were not checked; gap is "unread", "not
///               executable", "not compared", "out of time", "not reached" or "blocks left out"; unreached are
///               the launches, branches and values that did not run, as in app/cli/findings.h; for the input only
///     defects   [{step, code, message}]: known TVM defects that the passes reproduced; the last one may be one of
///               TVM's code generator for the last module, which is no fault of a pass and changes no answer
///     rejections [{severity, code, message, line, column, …}]: why the contracts do not allow the run, which
///               then has no steps
///     stoppedAt {step, pass}: the pass that is not implemented and ended the run; or null
///     execution {entry, notEntered, notCompared}: the function that ran, the public functions that it does not
///               call, and why results were not compared, ""; null with --no-run
///     steps     [{step, pass, depth, verdict, readFrom, errors, diagnostics, breaches, durationNs, run, unchecked}], the input
///               first; depth is the number of enclosing passes; readFrom is "text" or "save_json" if the module
///               was read from a recording, else null; diagnostics as in `tirc verify`, with places
///               in the text of the step; breaches are the properties that the contract of the pass requires
///               and that do not hold, [{property, message, notes, isConvention, exemption}]; run is
///               {status, message, isEqual, differences, findings}, null if nothing ran: the module is that
///               of the step before; findings are those that no step before has, as in app/cli/findings.h;
///               unchecked is {gap, reason} or null
///     against   with --against, the comparison (app/cli/check_against.h); else missing
///
/// With --against, the exit code is also 1 if the module of a pass differs from that of the other side. Ctrl-C and
/// SIGTERM end the check: what was found until then is the answer, and `stoppedAt` is null.

#include "passes/workbench/check/check.h"
#include "app/cli/check_case.h"
#include "app/cli/check_json.h"
#include "app/cli/execute.h"
#include "app/cli/findings.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/numbers.h"
#include "app/cli/output.h"
#include "app/cli/run_options.h"
#include "core/support/text_format.h"
#include "passes/framework/contracts.h"
#include "passes/workbench/check/dropped_barrier.h"
#include "passes/workbench/check/step_faults.h"
#include "passes/workbench/reproduce/case_folder.h"
#include "passes/workbench/trace/consequences.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CheckArguments {
    FileOptions file;
    PipelineOptions pipeline;
    RunOptions run;
    std::string against;
    std::optional<double> stepTimeLimitSeconds;
    bool isOnlyVerified = false;
    bool isUnchecked = false;
    bool allowsUnchecked = false;
    bool allowsPrograms = false;
    bool isJson = false;
};

/// There is no run. `rejections`: why the contracts of the passes do not allow it.
ExitCode answerWithoutRun(Answer answer, const std::string& why, const Diagnostics& rejections,
                          const CheckArguments& options)
{
    const std::string reason = std::string(toString(answer)) + ": " + why;
    if (!options.isJson) {
        writeResult({}, reason);
        return ExitCode::No;
    }
    const Json none = Json::array();
    writeResult({}, printed({{"file", options.file.file},
                             {"pipeline", options.pipeline.pipeline},
                             {"answer", toString(answer)},
                             {"reason", reason},
                             {"isSound", false},
                             {"firstBad", nullptr},
                             {"unchecked", none},
                             {"defects", none},
                             {"rejections", toJson(rejections, SourceText())},
                             {"stoppedAt", nullptr},
                             {"execution", nullptr},
                             {"steps", none}}));
    return ExitCode::No;
}

/// The properties that the passes require and do not find at their positions.
void reportBreaches(const Recording& recording)
{
    for (const Step& step : recording.steps)
        for (const ContractBreach& breach : step.breaches) {
            const auto isOfInput = [&](const Diagnostic& other) { return other.message == breach.message; };
            if (std::ranges::none_of(recording.diagnostics(0), isOfInput))
                report({toDiagnostic(breach)});
        }
}

/// The known TVM defects that the steps reproduce, each in the text of its step.
void reportTvmDefects(const RecordedRun& run)
{
    for (const auto& [number, defect] : tvmDefectsOf(*run.recording)) {
        const StepText text = run.text(number);
        report(text.placed({*defect}), text.source);
    }
}

/// What TVM's code generator does wrong with the last module, in its text.
void reportGeneratorDefect(const RecordedRun& run)
{
    const std::optional<GeneratorDefect> defect = droppedWarpBarrier(*run.recording);
    if (!defect)
        return;
    const StepText text = run.text(defect->step);
    report(text.placed({defect->diagnostic}), text.source);
}

/// Launches that need more shared memory than the target has: no pass is to blame, and the CPU executes them. With
/// memory checks, they are findings.
void reportExceededLimits(const RecordedRun& run)
{
    const auto isExceeded = [](const Diagnostic& each) { return each.code == "shared-memory-limit"; };
    for (size_t number = 0; number < run.recording->moduleCount(); ++number) {
        if (std::ranges::none_of(run.recording->diagnostics(number), isExceeded))
            continue;
        const StepText text = run.text(number);
        Diagnostics exceeded;
        std::ranges::copy_if(run.diagnostics(number, text), std::back_inserter(exceeded), isExceeded);
        return report(exceeded, text.source);
    }
}

void reportCaughtFailures(const Recording& recording)
{
    for (size_t number = 0; number < recording.moduleCount(); ++number)
        if (isCaughtFailure(recording, number))
            report({Diagnostic{.severity = Severity::Warning,
                               .code = "caught-failure",
                               .message = explainFault(recording, number, {}) +
                                          "; the compiler went on with the module before it"}});
}

/// The errors of the first bad step, in its text, and notes of later passes about them.
void reportErrors(const CheckReport& found, const RecordedRun& run, const StepRuns& runs)
{
    const Recording& recording = *run.recording;
    reportCaughtFailures(recording);
    reportBreaches(recording);
    reportTvmDefects(run);
    reportGeneratorDefect(run);
    if (runs.runs.empty() || runs.isUnwatched)
        reportExceededLimits(run);
    if (!found.firstBad)
        return;
    const size_t bad = *found.firstBad;
    const StepText text = run.text(bad);
    Diagnostics errors = run.diagnostics(bad, text);
    std::erase_if(errors, [](const Diagnostic& each) { return each.severity != Severity::Error; });
    report(errors, text.source);
    if (const StepRun* executed = runs.find(bad))
        report(text.placed(toDiagnostics(executed->introduced)), text.source);
    for (const Consequence& consequence : consequencesOf(recording, bad))
        std::fprintf(stderr, "note: later, in %s: %s\n", stepTitle(recording, consequence.step).c_str(),
                     consequence.note.message.c_str());
    std::set<std::string> reported; // each where it appears first
    for (const size_t number : found.laterBad) {
        const std::string reason = reasonOf(recording, number, runs);
        if (reported.insert(reason).second)
            std::fprintf(stderr, "note: after %s: %s\n", stepTitle(recording, number).c_str(),
                         reason.c_str());
    }
}

/// The launches and branches that did not run, each in the text of the step.
void reportUnreached(const UncheckedStep& step, const RecordedRun& run)
{
    if (step.unreached.empty())
        return;
    const StepText text = run.text(step.step);
    report(text.placed(toDiagnostics(step.unreached)), text.source);
}

/// The steps that were not checked, as an error if that decides the answer.
void reportUnchecked(const CheckReport& found, const RecordedRun& run, const StepRuns& runs,
                     const CheckArguments& options)
{
    if (found.unchecked.empty())
        return;
    const Recording& recording = *run.recording;
    for (const UncheckedStep& step : found.unchecked)
        reportUnreached(step, run);
    const bool isError = found.answer == Answer::NotFullyChecked && !options.allowsUnchecked;
    Diagnostic diagnostic{.severity = isError ? Severity::Error : Severity::Warning,
                          .code = "not-checked",
                          .message = std::to_string(found.unchecked.size()) + " of " +
                                     std::to_string(recording.moduleCount()) + " modules were not checked"};
    for (const std::string& line : explainUnchecked(found.unchecked, recording))
        diagnostic.notes.push_back({.message = line});
    if (std::ranges::find(found.unchecked, Gap::BlocksLeftOut, &UncheckedStep::gap) != found.unchecked.end())
        diagnostic.notes.push_back({.message = runs.whyLimited.empty() ? "without --blocks, all blocks run"
                                                                       : "--step-time-limit and --time-limit "
                                                                         "give all blocks more time"});
    if ((runs.isMisuse && runs.entry.empty()) || (!runs.notEntered.empty() && !runs.isEntryGiven))
        diagnostic.notes.push_back({.message = "--entry NAME chooses the function to run"});
    if (isError)
        diagnostic.notes.push_back({.message = std::string("--allow-unchecked accepts that") +
                                               (found.isExecuted ? ", --no-run verifies only" : "")});
    report({std::move(diagnostic)});
}

ExitCode exitCodeOf(const CheckReport& found, const StepRuns& runs, const CheckArguments& options)
{
    switch (found.answer) {
    case Answer::Sound:
        return ExitCode::Done;
    case Answer::NotFullyChecked:
        if (runs.isMisuse)
            return ExitCode::Unusable;
        return options.allowsUnchecked || found.unchecked.empty() ? ExitCode::Done : ExitCode::No;
    case Answer::NotSound:
    case Answer::Rejected:
    case Answer::Stopped:
        return ExitCode::No;
    }
    return ExitCode::No;
}

StepRuns execute(const Recording& recording, RunRequest request, const CheckArguments& options,
                 const std::optional<Case>& ofFolder)
{
    request.isChecked = !options.isUnchecked;
    request.timeLimitSeconds = options.stepTimeLimitSeconds.value_or(request.timeLimitSeconds);
    return executeWithProgress(recording, request, options.run.timeLimitSeconds,
                               ofFolder ? &*ofFolder : nullptr);
}

ExitCode checkBuilds(size_t count, const CheckArguments& given);

ExitCode run(const CheckArguments& given)
{
    CheckArguments options = given;
    std::optional<Case> ofFolder;
    if (isCaseFolder(options.file.file)) {
        ofFolder = openCase(options.file, options.pipeline, options.run, options.allowsPrograms);
        if (!ofFolder)
            return ExitCode::Unusable;
        options.isOnlyVerified = options.isOnlyVerified || !ofFolder->isExecuted;
    }
    RunOptions ofSteps = options.run;
    ofSteps.timeLimitSeconds.reset(); // that is for all steps together
    const std::optional<SavedRequest> saved = makeRequest(ofSteps);
    if (!saved)
        return ExitCode::Unusable;
    Refusal refusal;
    const std::optional<RecordedRun> run =
        ofFolder ? runCaseOfFolder(options.file, options.pipeline, *ofFolder, refusal)
                 : openRun(options.file, options.pipeline, DefaultPipeline::Fitting, &refusal);
    if (!run && InterruptGuard::hasInterrupted())
        return answerWithoutRun(Answer::Stopped, "nothing was checked before the interruption", {}, options);
    if (!run)
        return refusal.diagnostics.empty()
                   ? refusal.code
                   : answerWithoutRun(Answer::Rejected, refusal.diagnostics.front().message,
                                      refusal.diagnostics, options);
    if (run->buildCount > 1 && options.pipeline.build == 0)
        return checkBuilds(run->buildCount, options);

    const InterruptGuard guard;
    const Recording& recording = *run->recording;
    const StepRuns runs =
        options.isOnlyVerified ? StepRuns() : execute(recording, saved->request, options, ofFolder);
    const CheckReport found = check(recording, runs);
    if (!options.isJson) {
        reportErrors(found, *run, runs);
        reportUnchecked(found, *run, runs, options);
    }
    const std::optional<Against> against =
        options.against.empty() ? std::nullopt : compareAgainst(*run, options.against, options.pipeline);
    const bool isNotCompared = !options.against.empty() && !against;
    if (isNotCompared && !guard.interrupted())
        return ExitCode::Unusable;
    if (against && !options.isJson)
        reportDifference(*against, recording);
    std::string text = explain(found, recording, runs);
    if (against)
        text += "\n" + explain(*against, recording);
    else if (isNotCompared)
        text += "\nnot compared with '" + options.against + "': the comparison was cancelled";
    if (ofFolder)
        text += "\n" + explain(*ofFolder, faultsOf(recording, found, runs));
    if (options.isJson)
        text = printed(checkJson(found, *run, runs, options.file.file, options.isOnlyVerified, against));
    const ExitCode written = writeResult({}, text);
    if (written != ExitCode::Done)
        return written;
    const ExitCode checked = exitCodeOf(found, runs, options);
    const bool isCutShort = !options.against.empty() && guard.interrupted();
    const bool isOtherwise = against && against->isDifferent();
    return checked == ExitCode::Done && (isOtherwise || isCutShort) ? ExitCode::No : checked;
}

/// One after the other; the worst answer decides the exit code.
ExitCode checkBuilds(size_t count, const CheckArguments& given)
{
    const std::string builds = std::to_string(count) + " builds";
    if (given.isJson || given.file.file == "-") {
        report(
            {error("usage", tir::quoted(given.file.file) + " has " + builds + ": --build N selects one for " +
                                (given.isJson ? "--json" : "standard input"))});
        return ExitCode::Unusable;
    }
    ExitCode worst = ExitCode::Done;
    for (size_t number = 1; number <= count && !InterruptGuard::hasInterrupted(); ++number) {
        writeResult({}, "build " + std::to_string(number) + " of " + std::to_string(count) + ":");
        CheckArguments options = given;
        options.pipeline.build = int(number);
        const ExitCode code = run(options);
        if (worst != ExitCode::Unusable && code != ExitCode::Done)
            worst = code;
    }
    return worst;
}

} // namespace

void addCheckCommand(CommandLine& line)
{
    Command command = line.add("check", "Verify and execute the program after every pass, and name the first "
                                        "pass that breaks it");
    const auto options = std::make_shared<CheckArguments>();
    addFileOptions(command, options->file, "Program, trace, or folder of `tirc reproduce`");
    addPipelineOptions(command, options->pipeline, PassList::Yes);
    command.find("--pipeline")
        .describe(
            "Named pipeline, see `tirc list pipelines`; default: the one that fits, or what a trace has");
    command
        .option(
            "--against", options->against,
            "Compare the steps with those of another pipeline (NAME, or tvm:NAME of your own TVM) or list of "
            "passes, or, as `ours`, with what our passes make of the same modules; name the first step that "
            "differs")
        .typeName("PIPELINE");
    addRunOptions(command, options->run);
    command.find("--time-limit")
        .describe("Time limit of the whole check, in seconds [600]; what was found until then is reported");
    command
        .option("--step-time-limit", options->stepTimeLimitSeconds,
                "Time limit of the execution of one step, in seconds [30]")
        .check(positiveNumber());
    command.flag("--no-run", options->isOnlyVerified, "Verify only");
    command.flag("--no-findings", options->isUnchecked,
                 "Execute without memory checks: faster; of what the run does not reach, only launches are "
                 "reported");
    command.flag("--allow-unchecked", options->allowsUnchecked,
                 "Exit code 0 even if some steps could not be checked");
    command.flag("--allow-programs", options->allowsPrograms,
                 "Start programs that a case names as its passes");
    command.flag("--force", options->pipeline.force, ForceHelp);
    command.flag("--json", options->isJson, "Print the result as JSON");
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
