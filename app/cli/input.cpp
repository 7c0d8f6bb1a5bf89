#include "app/cli/input.h"

#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/analysis/verify/verifier.h"
#include "passes/fitting_pipeline.h"
#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/execution/other_half.h"
#include "passes/workbench/program/text_file.h"
#include "passes/workbench/trace/import_dump.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace tir::cli {
namespace {

void say(const std::string& message)
{
    std::fprintf(stderr, "error: %s\n", message.c_str());
}

/// The name that diagnostics of FILE carry.
std::string displayName(const std::string& file)
{
    return file == "-" ? "<stdin>" : file;
}

std::optional<ParseOptions> parseOptions(const FileOptions& options)
{
    ParseOptions result;
    for (const std::string& define : options.defines) {
        const Result<bool> added = addDefine(result, define);
        report(added.diagnostics());
        if (!added)
            return std::nullopt;
    }
    return result;
}

std::optional<std::string> readInput(const FileOptions& options)
{
    Result<std::string> bytes = readBytes(options.file);
    report(bytes.diagnostics());
    if (!bytes)
        return std::nullopt;
    return *std::move(bytes);
}

/// The same where a trace, which has many programs, is none.
std::optional<std::string> readProgram(const FileOptions& options)
{
    std::optional<std::string> bytes = readInput(options);
    if (!bytes || !looksLikeTrace(*bytes))
        return bytes;
    say("'" + displayName(options.file) +
        "' is a trace, not a program: check, run, codegen, liveness and callgraph read it");
    return std::nullopt;
}

std::optional<OpenedProgram> openBytesQuietly(const FileOptions& options, std::string bytes)
{
    std::optional<ParseOptions> parse = parseOptions(options);
    if (!parse)
        return std::nullopt;
    const InterruptGuard guard;
    parse->watch = [&guard](int) { return !guard.interrupted(); };
    return openText(displayName(options.file), std::move(bytes), *parse);
}

/// What the text takes from Python and was not given.
void reportFreeNames(const OpenedProgram& program, const FileOptions& options)
{
    std::string wanted;
    for (const FreeName& name : program.freeNames) {
        const bool isGiven = std::ranges::any_of(
            options.defines, [&](const std::string& define) { return define.starts_with(name.name + "="); });
        if (isGiven)
            continue;
        if (!name.advice.empty()) {
            std::fprintf(stderr, "note: %s\n", name.advice.c_str());
            continue;
        }
        std::string kinds;
        for (const DefineKind kind : name.kinds)
            kinds += (kinds.empty() ? "" : " or ") + std::string(toString(kind));
        wanted += (wanted.empty() ? "" : ", ") + name.name + " (" + kinds + ")";
    }
    if (!wanted.empty())
        std::fprintf(stderr, "note: names from Python take their values from --define NAME=VALUE: %s\n",
                     wanted.c_str());
}

/// A name that the text does not contain is probably misspelled.
void warnOfUnusedDefines(const OpenedProgram& program, const FileOptions& options)
{
    for (const std::string& define : options.defines) {
        const std::string name = define.substr(0, define.find('='));
        if (program.source.text().find(name) == std::string::npos)
            std::fprintf(stderr, "warning: --define: '%s' does not occur in '%s'\n", name.c_str(),
                         program.source.name().c_str());
    }
}

std::optional<OpenedProgram> openBytes(const FileOptions& options, std::string bytes)
{
    std::optional<OpenedProgram> program = openBytesQuietly(options, std::move(bytes));
    if (!program)
        return std::nullopt;
    report(program->diagnostics, program->source);
    if (program->isOpen()) {
        warnOfUnusedDefines(*program, options);
        return program;
    }
    reportFreeNames(*program, options);
    return std::nullopt;
}

std::optional<Trace> readTrace(const FileOptions& options, const std::string& bytes)
{
    Result<Trace> trace = traceFromJson(bytes);
    if (!trace) {
        for (const Diagnostic& diagnostic : trace.diagnostics())
            say("'" + displayName(options.file) + "': " + diagnostic.message);
        return std::nullopt;
    }
    return *std::move(trace);
}

std::optional<Trace> readDump(const FileOptions& options)
{
    Result<Trace> trace = traceFromDump(options.file);
    report(trace.diagnostics());
    return trace ? std::optional(*std::move(trace)) : std::nullopt;
}

/// A trace was recorded with a pipeline and cannot be asked for another.
bool isPipelineRefused(const FileOptions& file, const PipelineOptions& pipeline)
{
    if (!pipeline.isEmpty())
        say("'" + displayName(file.file) + "' is a trace: it has its pipeline already");
    return !pipeline.isEmpty();
}

std::optional<size_t> refuseStep(const std::string& complaint, size_t count)
{
    say(complaint + ": " +
        (count == 1 ? "without --pipeline there is the input only, step 0"
                    : "the run has " + std::to_string(count - 1) + " steps"));
    return std::nullopt;
}

/// The step with that number, of `count` modules.
std::optional<size_t> chooseStep(int number, size_t count)
{
    if (number >= 0 && size_t(number) < count)
        return size_t(number);
    return refuseStep("there is no step " + std::to_string(number), count);
}

/// The step that `--step` asks for; `passes` by step, that of the input empty.
std::optional<size_t> chooseStep(const std::string& wanted, const std::vector<std::string>& passes)
{
    if (wanted.empty())
        return passes.size() - 1;
    if (wanted.find_first_not_of("0123456789") == std::string::npos) {
        size_t number = 0;
        const bool isRead =
            std::from_chars(wanted.data(), wanted.data() + wanted.size(), number).ec == std::errc();
        return isRead && number < passes.size() ? std::optional(number)
                                                : refuseStep("there is no step " + wanted, passes.size());
    }
    std::vector<size_t> found;
    for (size_t number = 1; number < passes.size(); ++number)
        if (passes[number] == wanted || passes[number].starts_with(wanted + "("))
            found.push_back(number);
    if (found.size() == 1)
        return found.front();
    if (found.empty())
        return refuseStep("--step: '" + wanted + "' is no number from 0 on, and no pass of that name ran",
                          passes.size());
    std::string numbers;
    for (const size_t number : found)
        numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
    say("--step: '" + wanted + "' ran as steps " + numbers + ": give the number");
    return std::nullopt;
}

/// By step; that of the input empty.
std::vector<std::string> passesOf(const Recording& recording)
{
    std::vector<std::string> passes(1);
    for (size_t number = 1; number < recording.moduleCount(); ++number)
        passes.push_back(toString(recording.steps[number - 1].pass));
    return passes;
}

/// The program of a step of a trace; reported when it does not read.
std::optional<OpenedProgram> openStep(const Trace& trace, size_t step)
{
    OpenedProgram program = trace.open(step);
    if (program.isOpen())
        return program;
    report(program.diagnostics, program.source);
    return std::nullopt;
}

std::optional<LookedAt> lookAtTrace(Trace trace, const std::string& wanted)
{
    std::vector<std::string> passes;
    for (const TraceStep& each : trace.steps)
        passes.push_back(each.pass);
    const std::optional<size_t> step = chooseStep(wanted, passes);
    const std::optional<OpenedProgram> program = step ? openStep(trace, *step) : std::nullopt;
    if (!program)
        return std::nullopt;
    const OpenedProgram input = trace.open(0);
    LookedAt found{.module = program->parsed->module,
                   .text = sourceText(*program),
                   .input = input.isOpen() ? input.parsed->module : program->parsed->module,
                   .step = *step,
                   .pass = trace.steps[*step].pass,
                   .verdict = trace.steps[*step].diagnostics};
    if (wanted.empty() && trace.steps.back().verdict == Verdict::Failed)
        found.failedPass = trace.steps.back().pass;
    found.broken = findBrokenStep(trace, *step);
    found.lockstepEnd = lockstepEnd(trace);
    found.branchStep = *step;
    while (trace.steps[found.branchStep].branch != Branch::Common)
        found.branchStep = trace.steps[found.branchStep].previous;
    if (found.branchStep != *step)
        if (const std::optional<OpenedProgram> whole = openStep(trace, found.branchStep))
            found.beforeBranch = whole->parsed->module;
    found.otherStep = [trace = std::move(trace)](int other) -> std::optional<OwnedModule> {
        const std::optional<size_t> chosen = chooseStep(other, trace.steps.size());
        const std::optional<OpenedProgram> opened = chosen ? openStep(trace, *chosen) : std::nullopt;
        return opened ? std::optional(opened->parsed->module) : std::nullopt;
    };
    return found;
}

/// A step without a module of its own shows the one before it.
void warnOfStepWithoutResult(const Step& step)
{
    if (step.verdict == Verdict::Failed || step.verdict == Verdict::Missing)
        std::fprintf(stderr, "note: %s %s; this is the module before it\n", toString(step.pass).c_str(),
                     step.verdict == Verdict::Failed ? "failed" : "is not built yet");
}

} // namespace

StepText textOf(const Recording& recording, const OpenedProgram& program, size_t number)
{
    if (number == 0)
        return sourceText(program);
    const std::string& pass = recording.steps[number - 1].pass.name;
    return printedText(recording.module(number), stepName(program.source.name(), number, pass));
}

void addDefineOption(CLI::App& command, FileOptions& options)
{
    command
        .add_option("--define", options.defines,
                    "NAME=VALUE: a name that the text takes from its Python surroundings; a number, True or "
                    "False, a data type, a text, or a tuple such as (16, 16)")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
}

void addFileOptions(CLI::App& command, FileOptions& options, const std::string& help)
{
    command.add_option("FILE", options.file, help + "; - is stdin")->required();
    addDefineOption(command, options);
}

void addPipelineOptions(CLI::App& command, PipelineOptions& options, PassList passList)
{
    CLI::Option* pipeline =
        command.add_option("--pipeline", options.pipeline, "Named pipeline, see `tirc list pipelines`")
            ->type_name("NAME");
    if (passList == PassList::Yes)
        command.add_option("--passes", options.passes, "Passes in constructor form: 'P1(\"x\"),P2'")
            ->type_name("LIST")
            ->excludes(pipeline);
    command.add_option("--target", options.target, "Target kind or JSON; default: cuda sm_90 with host llvm")
        ->type_name("TARGET");
    command
        .add_option("--config", options.config,
                    "KEY=VALUE: configuration of the passes, see `tirc list config`")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command.add_option("--mode", options.mode, "as-tvm: defects included; sound: with our corrections")
        ->check(CLI::IsMember({"as-tvm", "sound"}))
        ->capture_default_str();
}

void addStepOption(CLI::App& command, std::string& step)
{
    command
        .add_option(
            "--step", step,
            "Module after step N, a number or the name of a pass; 0 is the input; default: the last one")
        ->type_name("N");
}

std::optional<OpenedProgram> openProgramQuietly(const FileOptions& options)
{
    std::optional<std::string> bytes = readProgram(options);
    return bytes ? openBytesQuietly(options, *std::move(bytes)) : std::nullopt;
}

std::optional<OpenedProgram> openProgram(const FileOptions& options)
{
    std::optional<std::string> bytes = readProgram(options);
    return bytes ? openBytes(options, *std::move(bytes)) : std::nullopt;
}

std::shared_ptr<const Recording> runPipeline(const OpenedProgram& program, const PipelineOptions& options,
                                             Refusal* refusal)
{
    RecordRequest request{.pipeline = options.pipeline,
                          .passes = options.passes,
                          .target = options.target,
                          .mode = options.mode == "sound" ? Mode::Sound : Mode::AsTvm,
                          .config = {},
                          .force = options.force};
    for (const std::string& setting : options.config) {
        const Result<bool> added = addConfig(request.config, setting);
        report(added.diagnostics());
        if (!added)
            return nullptr;
    }
    const InterruptGuard guard;
    request.cancelled = &guard.interrupted();
    const Result<std::shared_ptr<const Recording>> recording = record(program, request);
    report(recording.diagnostics());
    if (guard.interrupted())
        report({error("cancelled", "the run was cancelled")});
    if (refusal && !recording && recording.diagnostics().front().code == "contract")
        *refusal = {ExitCode::No, recording.diagnostics()};
    return recording && !guard.interrupted() ? *recording : nullptr;
}

std::optional<TracedRun> openOrRecordTrace(const FileOptions& file, const PipelineOptions& pipeline,
                                           Refusal* refusal)
{
    if (isFolder(file.file)) {
        std::optional<Trace> trace = isPipelineRefused(file, pipeline) ? std::nullopt : readDump(file);
        return trace ? std::optional(TracedRun{*std::move(trace)}) : std::nullopt;
    }
    std::optional<std::string> bytes = readInput(file);
    if (!bytes)
        return std::nullopt;
    if (looksLikeTrace(*bytes)) {
        std::optional<Trace> trace =
            isPipelineRefused(file, pipeline) ? std::nullopt : readTrace(file, *bytes);
        if (trace)
            markUnreadSteps(*trace);
        return trace ? std::optional(TracedRun{*std::move(trace)}) : std::nullopt;
    }
    const std::optional<OpenedProgram> program = openBytes(file, *std::move(bytes));
    if (!program)
        return std::nullopt;
    PipelineOptions chosen = pipeline;
    if (chosen.isEmpty())
        chosen.pipeline = fittingPipeline(program->module()).pipeline->name;
    const std::shared_ptr<const Recording> recording = runPipeline(*program, chosen, refusal);
    if (!recording)
        return std::nullopt;
    return TracedRun{makeTrace(*recording, *program, TraceNotes::Omitted), recording, program};
}

SourceText TracedRun::source(size_t number) const
{
    return recording && number == 0 ? program->source : trace.text(number);
}

StepText TracedRun::text(size_t number) const
{
    return recording ? textOf(*recording, *program, number) : sourceText(trace.open(number));
}

Diagnostics TracedRun::diagnostics(size_t number) const
{
    return recording && number == 0 ? sourceText(*program).placed(recording->diagnostics(0))
                                    : trace.steps[number].diagnostics;
}

std::optional<LookedAt> lookAt(const FileOptions& file, const PipelineOptions& pipeline,
                               const std::string& wanted)
{
    if (isFolder(file.file)) {
        std::optional<Trace> trace = isPipelineRefused(file, pipeline) ? std::nullopt : readDump(file);
        return trace ? lookAtTrace(*std::move(trace), wanted) : std::nullopt;
    }
    std::optional<std::string> bytes = readInput(file);
    if (!bytes)
        return std::nullopt;
    if (looksLikeTrace(*bytes)) {
        if (isPipelineRefused(file, pipeline))
            return std::nullopt;
        std::optional<Trace> trace = readTrace(file, *bytes);
        return trace ? lookAtTrace(*std::move(trace), wanted) : std::nullopt;
    }

    const std::optional<OpenedProgram> program = openBytes(file, *std::move(bytes));
    if (!program)
        return std::nullopt;
    if (pipeline.isEmpty()) {
        if (!chooseStep(wanted, std::vector<std::string>(1)))
            return std::nullopt;
        return LookedAt{.module = program->parsed->module,
                        .text = sourceText(*program),
                        .input = program->parsed->module,
                        .verdict = verify(program->module()),
                        .otherStep = [input = program->parsed->module](int other) {
                            return chooseStep(other, 1) ? std::optional(input) : std::nullopt;
                        }};
    }
    const std::shared_ptr<const Recording> recording = runPipeline(*program, pipeline);
    if (!recording)
        return std::nullopt;
    const std::optional<size_t> step = chooseStep(wanted, passesOf(*recording));
    if (!step)
        return std::nullopt;
    LookedAt found{.module = {.arena = recording->arena, .module = &recording->module(*step)},
                   .text = textOf(*recording, *program, *step),
                   .input = program->parsed->module,
                   .step = *step,
                   .verdict = recording->diagnostics(*step),
                   .otherStep = [recording](int other) -> std::optional<OwnedModule> {
                       const std::optional<size_t> chosen = chooseStep(other, recording->moduleCount());
                       if (!chosen)
                           return std::nullopt;
                       return wholeModule(*recording, *chosen);
                   }};
    found.broken = findBrokenStep(*recording, *program, *step);
    found.lockstepEnd = lockstepEnd(*recording);
    found.branchStep = stepBeforeBranch(*recording, *step);
    if (found.branchStep != *step)
        found.beforeBranch = {recording->arena, &recording->module(found.branchStep)};
    if (*step > 0) {
        found.pass = toString(recording->steps[*step - 1].pass);
        warnOfStepWithoutResult(recording->steps[*step - 1]);
        if (wanted.empty() && recording->steps.back().verdict == Verdict::Failed)
            found.failedPass = found.pass;
    }
    // Behind the split the last step has one side only; without a number both are meant.
    if (wanted.empty() && recording->result != found.module.module) {
        found.module.module = recording->result;
        found.beforeBranch = {};
        found.text = printedText(*recording->result, program->source.name());
        found.verdict = verify(*recording->result);
    }
    return found;
}

} // namespace tir::cli
