/// `tirc run`: compiles a program, or a step of a pipeline, and runs it in a worker process. With --json:
///
///     status        "done", "refused", "failed", "crashed", "timed out", "cancelled"
///     message       why it is not "done"
///     diagnostics   why it was rejected: [{severity, code, message, line, column, endLine, endColumn, notes}],
///                   in the text of the step
///     step, pass    which module ran: 0 is the input; the pass that made it, ""
///     entry         the function that ran
///     device        "cpu", "cuda:0"
///     lockstep      whether the threads of a block ran in lockstep, because barriers have not been inserted yet
///     partialGrids  [[x, y, z]]: the grids of which --blocks left out blocks
///     returnValue   "" for none
///     compileNs, runNs
///     tensors       [{name, dtype, shape, isScalar, isChanged, min, max, mean, nanCount, infCount,
///                   firstValues, file}]; min, max, mean: null if no number is finite; file: written by
///                   --out, ""
///     comparison    with --compare: see run_compare.h; else null
///     findings      of --check, as in app/cli/findings.h; each with firstStep and firstPass, the first step
///                   with a similar finding (null if no search was requested, "" for the input)
///     standardError the output of the program and its worker, or its end if it is long; all of it
///                   is written to stderr, too, while it runs
///     counted       of --count on the CPU: the work of each launch, as launches in
///                   passes/workbench/execution/work_count_json.h; else []
///     gpu           null, or the report of a run on a GPU:
///     passes/workbench/execution/gpu_report_json.h

#include "app/cli/findings.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/run_compare.h"
#include "app/cli/run_device.h"
#include "app/cli/run_findings.h"
#include "app/cli/run_options.h"
#include "app/cli/run_result.h"
#include "app/cli/selected_step.h"
#include "core/runtime/npy.h"
#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/execution/gpu_text.h"
#include "passes/workbench/execution/run_request.h"
#include "passes/workbench/execution/whole_module.h"
#include "passes/workbench/program/text_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

struct RunArguments {
    FileOptions file;
    PipelineOptions pipeline;
    std::string step; ///< empty: the last one
    RunOptions run;
    CompareCommand compare;
    std::string out;
    std::string saveRequest;
    DeviceOptions device;
    bool isChecked = false;
    bool isOptimized = true;
    bool isCounted = false;
    bool isJson = false;
};

bool makeFolder(const std::string& path)
{
    std::error_code failure;
    std::filesystem::create_directories(path, failure);
    if (!failure && !isFolder(path))
        failure = std::make_error_code(std::errc::not_a_directory);
    if (failure)
        report({error("unwritable", "cannot write into folder '" + path + "': " + failure.message())});
    return !failure;
}

/// Writes DIR/<parameter>.npy for every buffer; returns the paths.
std::optional<std::map<std::string, std::string>> writeOutputs(const std::string& folder,
                                                               const RunReport& ran)
{
    std::map<std::string, std::string> paths;
    NpyFiles files;
    if (!makeFolder(folder))
        return std::nullopt;
    for (const RunTensor& tensor : ran.tensors) {
        const std::optional<DType> dtype = dtypeFromString(tensor.dtype);
        if (tensor.isScalar || !dtype)
            continue;
        const std::string path = (std::filesystem::path(folder) / (tensor.name + ".npy")).string();
        const Result<bool> written =
            files.add(path, *dtype, tensor.shape, {tensor.after.data(), tensor.after.size()});
        report(written.diagnostics());
        if (!written)
            return std::nullopt;
        paths[tensor.name] = path;
    }
    const Result<bool> moved = files.commit();
    report(moved.diagnostics());
    return moved ? std::optional(paths) : std::nullopt;
}

/// Reports on stderr why there is no result.
ExitCode reportRefusal(const RunReport& ran, bool isChecked, const SourceText& source)
{
    if (ran.diagnostics.empty())
        std::fprintf(stderr, "%s: %s\n", std::string(toString(ran.status)).c_str(), ran.message.c_str());
    const bool hasPlace = ran.status == RunStatus::Crashed || ran.errorKind == "BarrierDivergence" ||
                          ran.errorKind == "LaunchError";
    if (hasPlace && !isChecked && ran.device == "cpu")
        std::fputs("note: --check watches every access and may name the one at fault\n", stderr);
    report(ran.diagnostics, source);
    if (ran.status == RunStatus::Cancelled)
        return ExitCode::Unusable;
    return isMisuse(ran) ? ExitCode::Unusable : ExitCode::No;
}

/// Reports that there is no final module to run.
ExitCode reportFailedPipeline(const SelectedStep& stage)
{
    reportMissingProperties(stage.run);
    Diagnostics reasons;
    std::ranges::copy_if(stage.verdict, std::back_inserter(reasons),
                         [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::Error; });
    report(stage.text.placed(std::move(reasons)), stage.text.source);
    report(
        {error("pipeline-failed", stage.failedPass + " failed, so there is no final module to run; --step " +
                                      std::to_string(stage.number) + " runs the module before it")});
    return ExitCode::No;
}

/// Reports why the result says nothing about the program.
void reportBroken(const SelectedStep& stage)
{
    report(stage.broken->errors, stage.broken->source);
    std::fprintf(stderr, "note: the module has been ill-formed since %s; the CPU executed it anyway\n",
                 stage.broken->title.c_str());
}

RunReport runInterruptibly(const RunRequest& request, const InterruptGuard& guard)
{
    return runInWorker(
        request, &guard.interrupted(),
        [](std::string_view piece) { std::fwrite(piece.data(), 1, piece.size(), stderr); },
        [](const GpuMemoryUse& memory) {
            if (const std::string text = inWords(memory); !text.empty())
                std::fprintf(stderr, "memory of the GPU: %s\n", text.c_str());
        });
}

/// The request without a module; nothing, after an error on stderr, if the options are malformed.
std::optional<SavedRequest> requestOf(const RunArguments& options)
{
    std::optional<SavedRequest> saved = makeRequest(options.run);
    if (!saved || !options.compare.apply(*saved) || !applyDeviceOptions(options.device, saved->request))
        return std::nullopt;
    const bool isCompared = saved->reference != RunReference{};
    if (options.compare.hasTolerance() && !isCompared && options.saveRequest.empty()) {
        report({error("usage", "--rtol, --atol and --nan are for --compare")});
        return std::nullopt;
    }
    RunRequest& request = saved->request;
    request.isChecked = request.isChecked || options.isChecked;
    request.isOptimized = request.isOptimized && options.isOptimized;
    request.isCounted = request.isCounted || options.isCounted;
    request.isCompared = isCompared;
    return saved;
}

/// Adds the module of a step to the request; false, after an error on stderr, if it cannot be run with these options.
bool completeRequest(RunRequest& request, const SelectedStep& stage, const RunOptions& options)
{
    request.module = stage.otherSide.module ? completedWith(stage.module, stage.otherSide,
                                                            stage.recording().branch(stage.number))
                                            : stage.module;
    request.signature = stage.input();
    if (!areSizes(options, *stage.input().module))
        return false;
    setFormOfStep(request, stage.recording(), stage.number);
    if (!request.entry.empty())
        return true;
    const Result<std::string> entry = chooseEntry(*request.module.module);
    report(entry.diagnostics());
    if (entry)
        request.entry = *entry;
    return bool(entry);
}

/// An execution, and what follows from it.
struct Executed {
    RunReport ran;
    StepRuns history;                         ///< of the findings
    std::map<std::string, std::string> files; ///< by tensor: what --out wrote
    Compared compared = {};

    bool isDone() const { return ran.status == RunStatus::Done; }
};

/// Nothing, after an error on stderr, if the outputs cannot be written, or there is no such reference.
std::optional<Executed> execute(const SavedRequest& saved, const SelectedStep& stage, const std::string& out)
{
    const InterruptGuard guard;
    Executed done{.ran = runInterruptibly(saved.request, guard), .history = {}, .files = {}};
    RunReport& ran = done.ran;
    if (!ran.standardError.empty() && !ran.standardError.ends_with('\n'))
        std::fputc('\n', stderr);
    keepPlacesOf(*stage.module.module, ran);
    ran.diagnostics = stage.text.placed(std::move(ran.diagnostics));
    dropUnreachedAdditions(ran, stage);
    done.history = historyOf(ran, saved.request, stage, &guard.interrupted());
    if (!done.isDone())
        return done;
    if (!out.empty()) {
        std::optional<std::map<std::string, std::string>> files = writeOutputs(out, ran);
        if (!files)
            return std::nullopt;
        done.files = std::move(*files);
    }
    done.compared = compareWith(saved, ran, stage, &guard.interrupted());
    return done.compared.isUsable ? std::optional(std::move(done)) : std::nullopt;
}

/// The result as JSON, or as a table and diagnostics.
ExitCode writeExecuted(const Executed& done, const SelectedStep& stage, const std::string& entry, bool isJson)
{
    if (isJson) {
        Json json = resultJson(done.ran, stage, entry, done.files, done.history);
        json["comparison"] = toJson(done.compared);
        return writeResult({}, printed(json));
    }
    const ExitCode written = done.isDone()
                                 ? writeResult({}, resultTable(done.ran) + comparisonText(done.compared))
                                 : ExitCode::Done;
    report(findingsOf(done.ran, stage, done.history), stage.text.source);
    return written;
}

/// What a reader has to know about the execution to interpret its result.
void noteConditions(const Executed& done, const SelectedStep& stage)
{
    if (stage.otherSide.module)
        std::fprintf(stderr,
                     "note: this step is only the host or the device module; the other module was executed "
                     "as it is after step %zu\n",
                     stage.otherSideStep);
    if (done.ran.isLockstep)
        std::fputs("note: the threads of a block ran in lockstep: this step is before ThreadSync, "
                   "which adds the barriers\n",
                   stderr);
    if (!done.ran.partialGrids.empty())
        std::fprintf(stderr, "note: %s, because of --blocks\n",
                     explainPartial(done.ran.partialGrids).c_str());
    if (done.compared.hasOtherBlocks && !done.compared.isEqual())
        std::fputs("note: this run and the run it is compared with executed different blocks\n", stderr);
}

ExitCode run(const RunArguments& options)
{
    std::optional<SavedRequest> saved = requestOf(options);
    if (!saved)
        return ExitCode::Unusable;
    const std::optional<SelectedStep> stage = selectStep(options.file, options.pipeline, options.step);
    if (!stage)
        return ExitCode::Unusable;
    if (!stage->failedPass.empty())
        return reportFailedPipeline(*stage);
    if (!completeRequest(saved->request, *stage, options.run))
        return ExitCode::Unusable;
    if (!options.saveRequest.empty()) {
        const Result<bool> written = writeSavedRequest(options.saveRequest, *saved);
        report(written.diagnostics());
        if (!written)
            return ExitCode::Unusable;
    }

    reportTvmDefects(*stage);
    const std::optional<Executed> done = execute(*saved, *stage, options.out);
    if (!done)
        return ExitCode::Unusable;

    const ExitCode written = writeExecuted(*done, *stage, saved->request.entry, options.isJson);
    noteConditions(*done, *stage);
    if (!done->isDone())
        return reportRefusal(done->ran, saved->request.isChecked, stage->text.source);
    if (stage->broken)
        reportBroken(*stage);
    const bool isGood = done->compared.isEqual() && !hasError(done->ran.findings) && !stage->broken;
    return written == ExitCode::Done && !isGood ? ExitCode::No : written;
}

} // namespace

void addRunCommand(CommandLine& line)
{
    Command command = line.add("run", "Compile a program and execute it, before or after any pass");
    const auto options = std::make_shared<RunArguments>();
    addFileOptions(command, options->file, "Program, or trace");
    addPipelineOptions(command, options->pipeline, PassList::Yes);
    addStepOption(command, options->step);
    addDeviceOptions(command, options->device);
    command.option("--out", options->out, "Write every buffer to DIR/NAME.npy")
        .typeName("DIR")
        .check({[](const std::string& folder) {
            return folder.empty() ? "expected the name of a folder" : "";
        }});
    addRunOptions(command, options->run);
    addCompareOptions(command, options->compare);
    command
        .option("--save-request", options->saveRequest,
                "Write the request of this run to FILE, for --request and for the window")
        .typeName("FILE");
    command.flag("--check", options->isChecked,
                 "Execute with memory checks: monitor every memory access and report errors; see 'tirc list "
                 "findings'");
    command
        .flag("--count", options->isCounted,
              "Execute each launch on the CPU and count the bytes that it loads and stores, and its "
              "operations by type")
        .excludes("--blocks");
    command.flag("!--no-optimize", options->isOptimized,
                 "Execute on the CPU without LLVM's optimizations, to see whether a result depends on them");
    command.flag("--json", options->isJson, "Print the result as JSON");
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
