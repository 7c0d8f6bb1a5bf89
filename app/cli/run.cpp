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
#include "app/cli/selected_step.h"
#include "core/runtime/npy.h"
#include "core/support/decimal.h"
#include "core/support/list_text.h"
#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/execution/gpu_report_json.h"
#include "passes/workbench/execution/gpu_text.h"
#include "passes/workbench/execution/run_request.h"
#include "passes/workbench/execution/whole_module.h"
#include "passes/workbench/execution/work_count_json.h"
#include "passes/workbench/program/text_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
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

/// A column of the table.
std::string column(const std::string& text)
{
    constexpr size_t Width = 12;
    return std::string(Width - std::min(Width, text.size()), ' ') + text + " ";
}

std::string tableOf(const RunReport& ran)
{
    char line[512];
    std::snprintf(line, sizeof line, "%-16s %-10s %-16s %12s %12s %12s  %s\n", "changed", "dtype", "shape",
                  "min", "max", "mean", "first values");
    std::string text = line;
    bool isAnyChanged = false;
    for (const RunTensor& tensor : ran.tensors) {
        if (tensor.isScalar || !tensor.isChanged())
            continue;
        isAnyChanged = true;
        const TensorSummary summary = summarize(tensor);
        std::snprintf(line, sizeof line, "%-16s %-10s %-16s ", tensor.name.c_str(), tensor.dtype.c_str(),
                      tupleText(tensor.shape).c_str());
        text += line;
        for (const double number : {summary.min, summary.max, summary.mean})
            text += column(summary.hasNumbers() ? decimalText(number, 6) : "-");
        text += " " + summary.firstValues;
        if (summary.nanCount > 0)
            text += "  " + std::to_string(summary.nanCount) + " NaN";
        if (summary.infCount > 0)
            text += "  " + std::to_string(summary.infCount) + " infinite";
        text += "\n";
    }
    if (!isAnyChanged)
        text = "no buffer changed\n";
    if (!ran.returnValue.empty())
        text += "returned " + ran.returnValue + "\n";
    return text + "compiled in " + fixedText(double(ran.compileNs) / 1e6, 1) + " ms, ran in " +
           fixedText(double(ran.runNs) / 1e6, 3) + " ms on the " + ran.device + "\n" +
           (ran.gpu ? toText(*ran.gpu) : toText(ran.counted));
}

Json jsonOf(const RunReport& ran, const SelectedStep& stage, const std::string& entry,
            const std::map<std::string, std::string>& files, const StepRuns& history)
{
    Json tensors = Json::array();
    for (const RunTensor& tensor : ran.tensors) {
        const TensorSummary summary = summarize(tensor);
        const auto file = files.find(tensor.name);
        Json json;
        json["name"] = tensor.name;
        json["dtype"] = tensor.dtype;
        json["shape"] = tensor.shape;
        json["isScalar"] = tensor.isScalar;
        json["isChanged"] = tensor.isChanged();
        const auto figure = [&](double value) { return summary.hasNumbers() ? Json(value) : Json(); };
        json["min"] = figure(summary.min);
        json["max"] = figure(summary.max);
        json["mean"] = figure(summary.mean);
        json["nanCount"] = summary.nanCount;
        json["infCount"] = summary.infCount;
        json["firstValues"] = summary.firstValues;
        json["file"] = file == files.end() ? "" : file->second;
        tensors.push_back(std::move(json));
    }
    Json json;
    json["status"] = toString(ran.status);
    json["message"] = ran.message;
    json["errorKind"] = ran.errorKind;
    json["diagnostics"] = toJson(ran.diagnostics, stage.text.source);
    json["step"] = stage.number;
    json["pass"] = stage.pass();
    json["entry"] = entry;
    json["device"] = ran.device;
    json["lockstep"] = ran.isLockstep;
    json["partialGrids"] = ran.partialGrids;
    json["returnValue"] = ran.returnValue;
    json["compileNs"] = ran.compileNs;
    json["runNs"] = ran.runNs;
    json["tensors"] = std::move(tensors);
    json["findings"] = findingsJson(ran, stage, history);
    json["standardError"] = ran.standardError;
    json["counted"] = tir::toJson(ran.counted);
    json["gpu"] = ran.gpu ? Json(tir::toJson(*ran.gpu)) : Json();
    return json;
}

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
    std::fprintf(stderr, "note: the module is ill-formed since %s; the CPU executed it as it is\n",
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

ExitCode run(const RunArguments& options)
{
    std::optional<SavedRequest> saved = makeRequest(options.run);
    if (!saved || !options.compare.apply(*saved) || !applyDeviceOptions(options.device, saved->request))
        return ExitCode::Unusable;
    if (options.compare.hasTolerance() && saved->reference == RunReference{} && options.saveRequest.empty()) {
        report({error("usage", "--rtol, --atol and --nan are for --compare")});
        return ExitCode::Unusable;
    }
    RunRequest& request = saved->request;
    const std::optional<SelectedStep> stage = selectStep(options.file, options.pipeline, options.step);
    if (!stage)
        return ExitCode::Unusable;
    if (!stage->failedPass.empty())
        return reportFailedPipeline(*stage);
    request.module =
        stage->beforeBranch.module ? completedWith(stage->module, stage->beforeBranch) : stage->module;
    request.signature = stage->input();
    if (!areSizes(options.run, *stage->input().module))
        return ExitCode::Unusable;
    request.isChecked = request.isChecked || options.isChecked;
    request.isOptimized = request.isOptimized && options.isOptimized;
    request.isCounted = request.isCounted || options.isCounted;
    request.isCompared = saved->reference != RunReference{};
    setFormOfStep(request, stage->recording(), stage->number);
    if (request.entry.empty()) {
        const Result<std::string> entry = chooseEntry(*request.module.module);
        report(entry.diagnostics());
        if (!entry)
            return ExitCode::Unusable;
        request.entry = *entry;
    }
    if (!options.saveRequest.empty()) {
        const Result<bool> written = writeSavedRequest(options.saveRequest, *saved);
        report(written.diagnostics());
        if (!written)
            return ExitCode::Unusable;
    }

    reportTvmDefects(*stage);
    const InterruptGuard guard;
    RunReport ran = runInterruptibly(request, guard);
    if (!ran.standardError.empty() && !ran.standardError.ends_with('\n'))
        std::fputc('\n', stderr);
    keepPlacesOf(*stage->module.module, ran);
    ran.diagnostics = stage->text.placed(std::move(ran.diagnostics));
    dropUnreachedAdditions(ran, *stage);
    const StepRuns history = historyOf(ran, request, *stage, &guard.interrupted());
    std::map<std::string, std::string> files;
    if (ran.status == RunStatus::Done && !options.out.empty()) {
        const auto written = writeOutputs(options.out, ran);
        if (!written)
            return ExitCode::Unusable;
        files = *written;
    }
    Compared compared;
    if (ran.status == RunStatus::Done) {
        compared = compareWith(*saved, ran, *stage, &guard.interrupted());
        if (!compared.isUsable)
            return ExitCode::Unusable;
    }
    ExitCode answer = ExitCode::Done;
    if (options.isJson) {
        Json json = jsonOf(ran, *stage, request.entry, files, history);
        json["comparison"] = toJson(compared);
        answer = writeResult({}, printed(json));
    } else if (ran.status == RunStatus::Done) {
        answer = writeResult({}, tableOf(ran) + inWords(compared));
    }
    if (!options.isJson)
        report(findingsOf(ran, *stage, history), stage->text.source);
    if (stage->beforeBranch.module)
        std::fprintf(
            stderr,
            "note: this step has one side of the program; the other one ran as it is after step %zu, before "
            "the branch\n",
            stage->branchStep);
    if (ran.isLockstep)
        std::fputs("note: the threads of a block ran in lockstep: this step is before ThreadSync, "
                   "which adds the barriers\n",
                   stderr);
    if (!ran.partialGrids.empty())
        std::fprintf(stderr, "note: %s, because of --blocks\n", explainPartial(ran.partialGrids).c_str());
    if (compared.hasOtherBlocks && !compared.isEqual())
        std::fputs("note: other blocks ran than in the run that this one is compared with\n", stderr);
    if (ran.status != RunStatus::Done)
        return reportRefusal(ran, request.isChecked, stage->text.source);
    if (stage->broken)
        reportBroken(*stage);
    const bool isGood = compared.isEqual() && !hasError(ran.findings) && !stage->broken;
    return answer == ExitCode::Done && !isGood ? ExitCode::No : answer;
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
        .check(
            {[](const std::string& folder) { return folder.empty() ? "it is the name of a folder" : ""; }});
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
