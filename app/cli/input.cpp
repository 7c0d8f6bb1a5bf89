#include "app/cli/input.h"

#include "app/cli/interrupt.h"
#include "app/cli/numbers.h"
#include "app/cli/output.h"
#include "core/script/reading/free_names.h"
#include "core/support/text_format.h"
#include "passes/fitting_pipeline.h"
#include "passes/workbench/check/compare_passes.h"
#include "passes/workbench/program/story.h"
#include "passes/workbench/program/text_file.h"
#include "passes/workbench/trace/import_dump.h"
#include "passes/workbench/trace/module_log.h"
#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/pass_event_file.h"
#include "passes/workbench/trace/tvm_pipeline.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace tir::cli {
namespace {

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

/// The same where a trace, which has many programs, is rejected.
std::optional<std::string> readProgram(const FileOptions& options)
{
    std::optional<std::string> bytes = readInput(options);
    if (!bytes || !looksLikeTrace(*bytes))
        return bytes;
    const bool isLog = looksLikeModuleLog(*bytes);
    report(
        {error("usage", "'" + displayName(options.file) +
                            (isLog ? "' holds several modules, as a log of TVM's PrintAfterAll does, and is "
                                   : "' is ") +
                            "a trace, but this command takes a single program")});
    return std::nullopt;
}

/// The watch of everything that is read.
bool isStillWanted(int /*percent*/)
{
    return !InterruptGuard::hasInterrupted();
}

std::optional<OpenedProgram> openBytesQuietly(const FileOptions& options, std::string bytes)
{
    std::optional<ParseOptions> parse = parseOptions(options);
    if (!parse)
        return std::nullopt;
    const InterruptGuard guard;
    parse->watch = &isStillWanted;
    return openText(displayName(options.file), std::move(bytes), *parse);
}

/// Names that the text takes from Python and that have no value.
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

/// A name that the text does not need is probably misspelled.
void warnOfUnusedDefines(const OpenedProgram& program, const FileOptions& options)
{
    if (options.defines.empty())
        return;
    const std::vector<FreeName> needed = freeNames(program.source);
    for (const std::string& define : options.defines) {
        const std::string name = define.substr(0, define.find('='));
        if (std::ranges::find(needed, name, &FreeName::name) == needed.end())
            std::fprintf(stderr, "warning: --define: '%s' does not use a name '%s' from Python\n",
                         program.source.name().c_str(), name.c_str());
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

/// A trace was recorded with a pipeline and cannot be run with another one.
bool isPipelineRefused(const FileOptions& file, const PipelineOptions& pipeline)
{
    if (!pipeline.isEmpty())
        report({error("usage",
                      "'" + displayName(file.file) +
                          "' is a trace, whose passes have already run: leave out --pipeline and --passes")});
    return !pipeline.isEmpty();
}

double externalTimeLimit(const PipelineOptions& options)
{
    return options.externalTimeLimitSeconds.value_or(ExternalOptions().timeLimitSeconds);
}

/// Nothing is started before the first pass of TVM runs.
std::shared_ptr<TvmBridge> bridgeOf(const PipelineOptions& options)
{
    return std::make_shared<TvmBridge>(
        BridgeOptions{.python = options.python, .timeLimitSeconds = externalTimeLimit(options)});
}

/// A run with the input only.
RecordedRun runNothing(OpenedProgram program)
{
    RecordedRun run{.program = std::move(program), .recording = nullptr};
    run.recording = runPasses(run.program.parsed->module, {}, "");
    return run;
}

/// A target that has no use without a pipeline is rejected all the same if it is wrong.
ValueCheck knownTarget()
{
    const auto problem = [](const std::string& value) {
        Arena arena;
        const Result<const Target*> target = targetOf(arena, {.target = value});
        if (target)
            return std::string();
        const Diagnostic& error = target.diagnostics().front();
        return error.message + (error.notes.empty() ? "" : "; " + error.notes.front().message);
    };
    return {problem};
}

/// The header of a program with a defect says in which pipeline the defect shows.
void noteOtherPipeline(const OpenedProgram& program, const std::string& pipeline)
{
    const std::optional<Story> story = readStory(program.source.name(), program.source.text());
    if (story && !story->sample.pipeline.empty() && story->sample.pipeline != pipeline)
        std::fprintf(stderr, "note: the pipeline is %s; this program demonstrates --pipeline %s\n",
                     pipeline.c_str(), story->sample.pipeline.c_str());
}

} // namespace

void addDefineOption(Command& command, FileOptions& options)
{
    command
        .option("--define", options.defines,
                "NAME=VALUE: a name that the program takes from Python; the value is a number, T.int64(4), "
                "True, False, a data type, a string, or a tuple such as (16, 16)")
        .typeName("NAME=VALUE")
        .oneValueEach();
}

void addFileOptions(Command& command, FileOptions& options, const std::string& help)
{
    command.option("FILE", options.file, help + "; - is stdin").required();
    addDefineOption(command, options);
}

void addPipelineOptions(Command& command, PipelineOptions& options, PassList passList)
{
    Option pipeline =
        command
            .option("--pipeline", options.pipeline,
                    "Named pipeline, see `tirc list pipelines`; tvm:NAME is one of your own TVM")
            .typeName("NAME");
    if (passList == PassList::Yes) {
        command
            .option("--passes", options.passes,
                    "Passes in constructor form: 'P1(\"x\"),P2'; tvm(\"s_tir.ThreadSync\", \"shared\") "
                    "is a pass of "
                    "your own TVM, external(\"COMMAND\") starts a program, see `tirc help own-tvm`")
            .typeName("LIST")
            .excludes(pipeline);
    }
    command
        .option("--external-time-limit", options.externalTimeLimitSeconds,
                "Time limit of each external step and of each pass of your own TVM, in seconds [60]")
        .check(positiveNumber());
    command
        .option("--python", options.python,
                "Python that imports your own TVM; default: TIRSCOPE_PYTHON, or python3")
        .typeName("PROGRAM");
    command
        .option("--build", options.build,
                "Build to use, if a recording has several; default: the last one; `check` checks all of them")
        .check(wholeNumber(1))
        .typeName("N");
    command.option("--target", options.target, "Target kind or JSON; default: cuda sm_90 with host llvm")
        .check(knownTarget())
        .typeName("TARGET");
    command
        .option("--config", options.config, "KEY=VALUE: configuration of the passes, see `tirc list config`")
        .typeName("KEY=VALUE")
        .oneValueEach();
    command.option("--mode", options.mode, "as-tvm: defects included; sound: with our corrections")
        .oneOf({"as-tvm", "sound"})
        .showDefault();
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

bool startsPrograms(const PipelineOptions& options)
{
    return startsPrograms(RecordRequest{.pipeline = options.pipeline, .passes = options.passes});
}

std::optional<RecordRequest> recordRequestOf(const PipelineOptions& options, PassesFrom from)
{
    RecordRequest request{.pipeline = options.pipeline,
                          .passes = options.passes,
                          .target = options.target,
                          .mode = options.mode == "sound" ? Mode::Sound : Mode::AsTvm,
                          .config = {},
                          .force = options.force,
                          .external = {.isAllowed = true, // the command line has the commands
                                       .timeLimitSeconds = externalTimeLimit(options),
                                       .bridge = bridgeOf(options)}};
    const bool hasOtherKeys = from == PassesFrom::Recording || startsPrograms(request);
    for (const std::string& setting : options.config) {
        const Result<bool> added = hasOtherKeys ? addConfig(request.config, request.external.config, setting)
                                                : addConfig(request.config, setting);
        report(added.diagnostics());
        if (!added)
            return std::nullopt;
    }
    return request;
}

std::optional<RecordedRun> runPipeline(OpenedProgram program, const PipelineOptions& options,
                                       Refusal* refusal)
{
    std::optional<RecordRequest> checked = recordRequestOf(options);
    if (!checked)
        return std::nullopt;
    RecordRequest& request = *checked;
    const InterruptGuard guard;
    request.cancelled = &guard.interrupted();
    if (isTvmPipeline(options.pipeline)) {
        Result<RecordedRun> run = runTvmPipeline(program, request);
        if (guard.interrupted())
            run = error("cancelled", "the run was cancelled");
        report(run.diagnostics());
        if (!run)
            return std::nullopt;
        RecordedRun annotated = *std::move(run);
        annotated.recording = withOurNotes(annotated.recording, {.config = annotated.recording->config});
        return annotated;
    }
    const Result<std::shared_ptr<const Recording>> recording = record(program, request);
    report(recording.diagnostics());
    if (guard.interrupted())
        report({error("cancelled", "the run was cancelled")});
    if (refusal && !recording && recording.diagnostics().front().code == "contract")
        *refusal = {ExitCode::No, recording.diagnostics()};
    if (!recording || guard.interrupted())
        return std::nullopt;
    return RecordedRun{.program = std::move(program), .recording = *recording};
}

std::optional<RecordedRun> runFile(const FileOptions& file, const PipelineOptions& pipeline,
                                   const std::string& verb, Refusal& refusal)
{
    if (pipeline.isEmpty()) {
        report({error("usage", "nothing to " + verb + ": give --pipeline or --passes")});
        return std::nullopt;
    }
    std::optional<OpenedProgram> program = openProgram(file);
    return program ? runPipeline(*std::move(program), pipeline, &refusal) : std::nullopt;
}

std::optional<RecordedRun> openRun(const FileOptions& file, const PipelineOptions& pipeline,
                                   DefaultPipeline byDefault, Refusal* refusal)
{
    const InterruptGuard guard;
    const bool isRunning = isBeingWritten(file.file); // the end may be written while it is read
    const bool isDump = isFolder(file.file);
    std::optional<std::string> bytes = isDump ? std::string() : readInput(file);
    if (!bytes)
        return std::nullopt;
    if (isDump || looksLikeTrace(*bytes)) {
        if (isPipelineRefused(file, pipeline))
            return std::nullopt;
        const RunReading reading{
            .watch = &isStillWanted, .isRunning = isRunning, .build = size_t(pipeline.build)};
        Result<RecordedRun> read =
            isDump ? runFromDump(file.file, reading) : runFromBytes(*bytes, displayName(file.file), reading);
        if (isDump)
            report(read.diagnostics());
        else
            for (const Diagnostic& diagnostic : read.diagnostics()) {
                const std::string name = displayName(file.file);
                const bool isNamed = diagnostic.message.starts_with(
                    tir::quoted(std::filesystem::path(name).filename().string()));
                report({error("usage",
                              isNamed ? diagnostic.message : tir::quoted(name) + ": " + diagnostic.message)});
            }
        if (read && size_t(pipeline.build) > read->buildCount) {
            report({error("usage", tir::quoted(displayName(file.file)) + " has one build")});
            return std::nullopt;
        }
        if (read && read->isRunning)
            std::fprintf(stderr, "note: '%s' is still being recorded: passes that run now are left out\n",
                         displayName(file.file).c_str());
        for (const std::string& text : read ? read->warnings : std::vector<std::string>())
            report({Diagnostic{.severity = Severity::Warning, .code = "recording", .message = text}});
        if (const std::string remark = read ? remarkOnSources(read->texts) : ""; !remark.empty())
            std::fprintf(stderr, "note: %s\n", remark.c_str());
        return read ? std::optional(*std::move(read)) : std::nullopt;
    }
    if (pipeline.build > 0) {
        report({error("usage", "--build is for recordings, and " + tir::quoted(displayName(file.file)) +
                                   " is a program")});
        return std::nullopt;
    }
    std::optional<OpenedProgram> program = openBytes(file, *std::move(bytes));
    if (!program)
        return std::nullopt;
    PipelineOptions chosen = pipeline;
    if (chosen.isEmpty() && byDefault == DefaultPipeline::Nothing)
        return runNothing(*std::move(program));
    if (chosen.isEmpty()) {
        chosen.pipeline = fittingPipeline(program->module()).pipeline->name;
        noteOtherPipeline(*program, chosen.pipeline);
    }
    return runPipeline(*std::move(program), chosen, refusal);
}

} // namespace tir::cli
