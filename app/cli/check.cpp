/// `tirc check`: which pass broke the program? Verifies the module after every pass and runs it with the same
/// inputs, every access of memory watched. Yes, for exit code 0, is that no pass broke it or introduced a
/// hazard (see app/cli/findings.h), that all of them ran, that the input ran to its end (not asked with
/// --no-run), and that no defect of TVM's bites (a hazard, of the faithful mode only). With --json:
///
///     file      as given
///     pipeline  its name, "" for a list of passes
///     isSound   no step is ill-formed, failed, or came to another result
///     firstBad  {step, pass, verdict, reason, consequences}: the first that is; step 0 with pass "" is the
///               input; consequences are [{step, message}], what later passes made of the variables in its
///               errors; null when there is none
///     hazards   [{step, code, message}]: defects of TVM that the passes reproduced
///     stoppedAt {step, pass}: the pass that is not built yet and ended the run; or null
///     execution {entry, notCompared}: the function that ran, and why no results were compared, ""; null
///               with --no-run
///     steps     [{step, pass, verdict, errors, durationNs, run}], the input first; run is {status, message,
///               isEqual, differences, findings}, null where nothing ran: the step is the module before it;
///               findings are those that no step before shows, as app/cli/findings.h says

#include "passes/workbench/check.h"
#include "app/cli/findings.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "app/cli/run_options.h"
#include "passes/framework/contracts.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    FileOptions file;
    PipelineOptions pipeline;
    RunOptions run;
    bool isOnlyVerified = false;
    bool isUnchecked = false;
    bool isJson = false;
};

std::string verdictOf(const Trace& trace, size_t number)
{
    if (number == 0)
        return trace.steps[0].verdict == Verdict::IllFormed ? "ill-formed" : "input";
    return std::string(toString(trace.steps[number].verdict));
}

/// With the numbers of their steps.
std::vector<std::pair<size_t, const Diagnostic*>> hazardsOf(const Trace& trace)
{
    std::vector<std::pair<size_t, const Diagnostic*>> hazards;
    for (size_t number = 0; number < trace.steps.size(); ++number)
        for (const Diagnostic& diagnostic : trace.steps[number].diagnostics)
            if (diagnostic.severity == Severity::Warning)
                hazards.emplace_back(number, &diagnostic);
    return hazards;
}

/// The text that the places of a step's findings are in.
StepText textOf(const TracedRun& run, size_t number)
{
    if (run.recording)
        return printedText(run.recording->module(number),
                           stepName(run.trace.sourceName, number, run.trace.steps[number].pass));
    return sourceText(run.trace.open(number));
}

Json runJson(const StepRun* run, const TracedRun& traced)
{
    if (!run)
        return nullptr;
    const Json findings =
        run->introduced.empty() ? Json::array() : toJson(run->introduced, textOf(traced, run->step));
    return {{"status", toString(run->status)},
            {"message", run->message},
            {"isEqual", run->status == RunStatus::Done && run->comparison.isEqual()},
            {"differences", explain(run->comparison)},
            {"findings", findings}};
}

Json reportJson(const CheckReport& found, const TracedRun& traced, const StepRuns& runs,
                const Options& options)
{
    const Trace& trace = traced.trace;
    const std::string& file = options.file.file;
    Json json = {{"file", file}, {"pipeline", trace.pipeline}, {"isSound", found.isSound()}};
    json["firstBad"] = nullptr;
    if (found.firstBad) {
        const TraceStep& bad = trace.steps[*found.firstBad];
        Json consequences = Json::array();
        for (const TraceConsequence& consequence : bad.consequences)
            consequences.push_back({{"step", consequence.step}, {"message", consequence.message}});
        json["firstBad"] = {{"step", *found.firstBad}, {"pass", bad.pass}};
        json["firstBad"]["verdict"] = verdictOf(trace, *found.firstBad);
        json["firstBad"]["reason"] = reasonOf(trace, *found.firstBad, runs);
        json["firstBad"]["consequences"] = std::move(consequences);
    }
    json["hazards"] = Json::array();
    for (const auto& [number, hazard] : hazardsOf(trace))
        json["hazards"].push_back({{"step", number}, {"code", hazard->code}, {"message", hazard->message}});
    json["stoppedAt"] = nullptr;
    if (found.missing)
        json["stoppedAt"] = {{"step", *found.missing}, {"pass", trace.steps[*found.missing].pass}};
    json["execution"] = nullptr;
    if (!options.isOnlyVerified)
        json["execution"] = {{"entry", runs.entry}, {"notCompared", runs.notCompared}};
    json["steps"] = Json::array();
    for (size_t number = 0; number < trace.steps.size(); ++number) {
        const TraceStep& step = trace.steps[number];
        const auto errors =
            std::count_if(step.diagnostics.begin(), step.diagnostics.end(), [](const Diagnostic& diagnostic) {
                return diagnostic.severity == Severity::Error;
            });
        json["steps"].push_back({{"step", number},
                                 {"pass", step.pass},
                                 {"verdict", verdictOf(trace, number)},
                                 {"errors", errors},
                                 {"durationNs", step.durationNs},
                                 {"run", runJson(runs.find(number), traced)}});
    }
    return json;
}

/// What the steps need and do not find where they stand.
void reportBreaches(const Trace& trace)
{
    for (const TraceStep& step : trace.steps)
        for (const TraceBreach& breach : step.breaches)
            report({toDiagnostic({.pass = step.pass,
                                  .property = breach.property,
                                  .isConvention = breach.isConvention,
                                  .message = breach.message,
                                  .notes = breach.notes,
                                  .exemption = breach.exemption})});
}

/// The hazards of all steps, each in the text of its step.
void reportHazards(const Trace& trace)
{
    for (const auto& [number, hazard] : hazardsOf(trace))
        report({*hazard}, trace.text(number));
}

/// The errors of the first bad step, in its text, and what the later passes noted about it.
void reportErrors(const CheckReport& found, const TracedRun& traced, const StepRuns& runs)
{
    const Trace& trace = traced.trace;
    reportBreaches(trace);
    reportHazards(trace);
    if (!found.firstBad)
        return;
    Diagnostics errors;
    for (const Diagnostic& diagnostic : trace.steps[*found.firstBad].diagnostics)
        if (diagnostic.severity == Severity::Error)
            errors.push_back(diagnostic);
    report(errors, trace.text(*found.firstBad));
    if (const StepRun* run = runs.find(*found.firstBad); run && !run->introduced.empty()) {
        const StepText text = textOf(traced, run->step);
        report(text.placed(toDiagnostics(run->introduced)), text.source);
    }
    for (const TraceConsequence& consequence : trace.steps[*found.firstBad].consequences)
        std::fprintf(stderr, "note: later, in %s: %s\n", stepTitle(trace, consequence.step).c_str(),
                     consequence.message.c_str());
    for (const size_t number : found.laterBad)
        std::fprintf(stderr, "note: after %s: %s\n", stepTitle(trace, number).c_str(),
                     reasonOf(trace, number, runs).c_str());
}

/// Nothing is broken, but nothing was compared either: no yes, and why.
ExitCode answerUncompared(const StepRuns& runs)
{
    Diagnostic diagnostic =
        error("not-compared", "whether the passes change the result is not known: " + runs.notCompared);
    if (runs.entry.empty())
        diagnostic.notes.push_back({"--entry NAME chooses the function to run", NoPlace, {}});
    diagnostic.notes.push_back({"--no-run verifies only", NoPlace, {}});
    report({std::move(diagnostic)});
    return runs.isMisuse ? ExitCode::Unusable : ExitCode::No;
}

ExitCode run(const Options& options)
{
    const std::optional<SavedRequest> saved = makeRequest(options.run);
    if (!saved)
        return ExitCode::Unusable;
    ExitCode failure = ExitCode::Unusable;
    const std::optional<TracedRun> run = openOrRecordTrace(options.file, options.pipeline, &failure);
    if (!run)
        return failure;
    const Trace& trace = run->trace;

    StepRuns runs;
    if (!options.isOnlyVerified) {
        ExecuteOptions execution;
        execution.request = saved->request;
        execution.request.isChecked = !options.isUnchecked;
        execution.lockstepEnd = run->recording ? lockstepEnd(*run->recording) : lockstepEnd(trace);
        runs = executeSteps(run->recording ? modulesOf(*run->recording) : modulesOf(trace), execution);
    }
    const CheckReport found = check(trace, runs);
    if (!options.isJson)
        reportErrors(found, *run, runs);
    const ExitCode written = writeResult({}, options.isJson ? printed(reportJson(found, *run, runs, options))
                                                            : explain(found, trace, runs));
    if (written != ExitCode::Done)
        return written;
    if (found.isSound() && !runs.notCompared.empty())
        return answerUncompared(runs);
    return found.isSound() && found.isComplete() && hazardsOf(trace).empty() ? ExitCode::Done : ExitCode::No;
}

} // namespace

void addCheckCommand(CLI::App& app, ExitCode& answer)
{
    CLI::App& command =
        *app.add_subcommand("check", "Verify and run after every pass, and name the first that breaks the "
                                     "program; report defects of TVM that bite");
    const auto options = std::make_shared<Options>();
    addFileOptions(command, options->file, "Program, or trace");
    addPipelineOptions(command, options->pipeline, PassList::Yes);
    command.get_option("--pipeline")
        ->description("Named pipeline, see `tirc list pipelines`; default: split, or what a trace has");
    addRunOptions(command, options->run);
    command.add_flag("--no-run", options->isOnlyVerified, "Verify only");
    command.add_flag("--no-findings", options->isUnchecked,
                     "Run without watching the accesses of memory: faster");
    command.add_flag("--force", options->pipeline.force,
                     "Run passes that stand where their contracts do not allow it as well");
    command.add_flag("--json", options->isJson, "The answer as JSON");
    command.callback([options, &answer] { answer = run(*options); });
}

} // namespace tir::cli
