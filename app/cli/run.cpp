/// tirc run: compiles a module, or what a pipeline made of it, and runs it in a worker process.
///
/// With --json, one object on stdout:
///   status        "done", "refused", "failed", "crashed", "timed out", "cancelled"
///   message       why it is not "done"
///   diagnostics   what was refused: {code, message, file, line, column}; line and column 0 without a place
///   step, pass    which module ran: 0 is the input; the pass that made it, ""
///   entry         the function that ran
///   device        "cpu"
///   returnValue   "" for none
///   compileNs, runNs
///   tensors       {name, dtype, shape, isScalar, isChanged, min, max, mean, nanCount, firstValues, file};
///                 file: where --out put it, ""
///   standardError of the worker

#include "app/cli/command.h"
#include "core/runtime/npy.h"
#include "passes/workbench/record.h"
#include "passes/workbench/run_request.h"
#include "passes/workbench/step_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <memory>

namespace tir::cli {
namespace {

struct RunCommand {
    std::string file;
    std::string pipeline;
    std::string entry;
    std::string out;
    std::string device = "cpu";
    std::vector<std::string> inputs;
    std::vector<std::string> dims;
    std::vector<std::string> defines;
    int step = -1; ///< the last one
    uint64_t seed = 0;
    double timeLimitSeconds = 30;
    uint64_t memoryLimitMiB = 4096;
    bool asJson = false;
};

/// The module that is to run, and its text.
struct Stage {
    OwnedModule module;
    StepText text;
    size_t step = 0;
    std::string pass;
};

void say(const std::string& text)
{
    std::fputs(text.c_str(), stderr);
    if (!text.empty() && text.back() != '\n')
        std::fputc('\n', stderr);
}

void say(const Diagnostics& diagnostics)
{
    for (const Diagnostic& diagnostic : diagnostics)
        say("error: " + diagnostic.message);
}

/// Splits NAME=VALUE; complains when it is none.
bool splitAssignment(const std::string& text, std::string& name, std::string& value)
{
    const size_t equals = text.find('=');
    if (equals == 0 || equals == text.npos) {
        say("error: '" + text + "' is not of the form NAME=VALUE");
        return false;
    }
    name = text.substr(0, equals);
    value = text.substr(equals + 1);
    return true;
}

std::optional<RunRequest> makeRequest(const RunCommand& command)
{
    RunRequest request;
    request.entry = command.entry;
    request.seed = command.seed;
    request.timeLimitSeconds = command.timeLimitSeconds;
    request.memoryLimitBytes = command.memoryLimitMiB << 20;
    std::string name;
    std::string value;
    for (const std::string& input : command.inputs) {
        if (!splitAssignment(input, name, value))
            return std::nullopt;
        request.inputs[name] = value;
    }
    for (const std::string& dim : command.dims) {
        if (!splitAssignment(dim, name, value))
            return std::nullopt;
        int64_t size = 0;
        if (!CLI::detail::lexical_cast(value, size) || size < 0) {
            say("error: '" + value + "' is no size");
            return std::nullopt;
        }
        request.dims[name] = size;
    }
    return request;
}

std::optional<Stage> makeStage(const RunCommand& command, const OpenedProgram& program)
{
    Stage stage;
    stage.module = program.parsed->module;
    if (!command.pipeline.empty()) {
        RecordRequest request;
        request.pipeline = command.pipeline;
        const auto recorded = record(program, request);
        if (!recorded) {
            say(recorded.diagnostics());
            return std::nullopt;
        }
        const Recording& recording = **recorded;
        stage.step = command.step < 0 ? recording.steps.size() : size_t(command.step);
        if (stage.step > recording.steps.size()) {
            say("error: the pipeline has " + std::to_string(recording.steps.size()) +
                " steps, there is no step " + std::to_string(command.step));
            return std::nullopt;
        }
        if (stage.step > 0) {
            const Step& step = recording.steps[stage.step - 1];
            stage.pass = toString(step.pass);
            if (step.verdict == Verdict::Missing)
                say("note: " + stage.pass + " is not built yet; what runs is the module before it");
            if (step.verdict == Verdict::Failed)
                say("note: " + stage.pass + " failed; what runs is the module before it");
            stage.module = {recording.arena, &recording.module(stage.step)};
        }
    } else if (command.step > 0) {
        say("error: --step needs --pipeline");
        return std::nullopt;
    }
    stage.text = stage.step == 0
                     ? sourceText(program)
                     : printedText(*stage.module.module, stepName(command.file, stage.step, stage.pass));
    return stage;
}

std::string inWords(const std::vector<int64_t>& shape)
{
    std::string text = "(";
    for (size_t axis = 0; axis < shape.size(); ++axis)
        text += (axis ? ", " : "") + std::to_string(shape[axis]);
    return text + ")";
}

void printTable(const RunReport& report)
{
    std::printf("%-16s %-10s %-16s %12s %12s %12s  %s\n", "changed", "dtype", "shape", "min", "max", "mean",
                "first values");
    for (const RunTensor& tensor : report.tensors) {
        if (tensor.isScalar || !tensor.isChanged())
            continue;
        const TensorSummary summary = summarise(tensor);
        std::printf("%-16s %-10s %-16s %12.6g %12.6g %12.6g  %s", tensor.name.c_str(), tensor.dtype.c_str(),
                    inWords(tensor.shape).c_str(), summary.min, summary.max, summary.mean,
                    summary.firstValues.c_str());
        if (summary.nanCount > 0)
            std::printf("  %lld NaN", static_cast<long long>(summary.nanCount));
        std::printf("\n");
    }
    if (!report.returnValue.empty())
        std::printf("returned %s\n", report.returnValue.c_str());
    std::printf("compiled in %.1f ms, ran in %.3f ms on the %s\n", double(report.compileNs) / 1e6,
                double(report.runNs) / 1e6, report.device.c_str());
}

nlohmann::json toJson(const RunReport& report, const Stage& stage, const std::string& entry,
                      const std::map<std::string, std::string>& files)
{
    nlohmann::json diagnostics = nlohmann::json::array();
    for (const Diagnostic& diagnostic : report.diagnostics) {
        const bool hasPlace = diagnostic.span.has_value();
        const LineColumn at =
            hasPlace ? stage.text.source.lineColumn(diagnostic.span->begin) : LineColumn{0, 0};
        diagnostics.push_back({{"code", diagnostic.code},
                               {"message", diagnostic.message},
                               {"file", stage.text.source.name()},
                               {"line", at.line},
                               {"column", at.column}});
    }
    nlohmann::json tensors = nlohmann::json::array();
    for (const RunTensor& tensor : report.tensors) {
        const TensorSummary summary = summarise(tensor);
        const auto file = files.find(tensor.name);
        tensors.push_back({{"name", tensor.name},
                           {"dtype", tensor.dtype},
                           {"shape", tensor.shape},
                           {"isScalar", tensor.isScalar},
                           {"isChanged", tensor.isChanged()},
                           {"min", summary.min},
                           {"max", summary.max},
                           {"mean", summary.mean},
                           {"nanCount", summary.nanCount},
                           {"firstValues", summary.firstValues},
                           {"file", file == files.end() ? "" : file->second}});
    }
    return {{"status", toString(report.status)},
            {"message", report.message},
            {"diagnostics", diagnostics},
            {"step", stage.step},
            {"pass", stage.pass},
            {"entry", entry},
            {"device", report.device},
            {"returnValue", report.returnValue},
            {"compileNs", report.compileNs},
            {"runNs", report.runNs},
            {"tensors", tensors},
            {"standardError", report.standardError}};
}

/// DIR/<parameter>.npy for every buffer; answers where each was put.
std::optional<std::map<std::string, std::string>> writeOutputs(const std::string& folder,
                                                               const RunReport& report)
{
    std::map<std::string, std::string> files;
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    for (const RunTensor& tensor : report.tensors) {
        const std::optional<DType> dtype = dtypeFromString(tensor.dtype);
        if (tensor.isScalar || !dtype)
            continue;
        const std::string path = (std::filesystem::path(folder) / (tensor.name + ".npy")).string();
        const Result<bool> written = writeNpy(path, Tensor{*dtype, tensor.shape, tensor.after});
        if (!written) {
            say(written.diagnostics());
            return std::nullopt;
        }
        files[tensor.name] = path;
    }
    return files;
}

/// Whether the fault lies in what was asked, not in the program.
bool isUsageError(const RunReport& report)
{
    static constexpr std::string_view Codes[] = {"bad-argument", "malformed-npy", "no-entry", "unreadable"};
    for (const Diagnostic& diagnostic : report.diagnostics)
        for (const std::string_view code : Codes)
            if (diagnostic.code == code)
                return true;
    return false;
}

ExitCode run(const RunCommand& command)
{
    ParseOptions parseOptions;
    for (const std::string& define : command.defines)
        if (const Result<bool> added = addDefine(parseOptions, define); !added) {
            say(added.diagnostics());
            return ExitCode::Unusable;
        }
    const OpenedProgram program = openFile(command.file, parseOptions);
    if (!program.isOpen()) {
        say(program.rendered());
        return ExitCode::Unusable;
    }
    std::optional<RunRequest> request = makeRequest(command);
    std::optional<Stage> stage = request ? makeStage(command, program) : std::nullopt;
    if (!stage)
        return ExitCode::Unusable;
    request->module = stage->module;
    request->signature = program.parsed->module;
    if (request->entry.empty()) {
        const Result<std::string> entry = chooseEntry(*stage->module.module);
        if (!entry) {
            say(entry.diagnostics());
            return ExitCode::Unusable;
        }
        request->entry = *entry;
    }

    RunReport report = runInWorker(*request);
    report.diagnostics = stage->text.placed(std::move(report.diagnostics));
    std::map<std::string, std::string> files;
    if (report.status == RunStatus::Done && !command.out.empty()) {
        const auto written = writeOutputs(command.out, report);
        if (!written)
            return ExitCode::Unusable;
        files = *written;
    }
    if (command.asJson)
        std::printf("%s\n", toJson(report, *stage, request->entry, files)
                                .dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
                                .c_str());
    else if (report.status == RunStatus::Done)
        printTable(report);
    if (report.status == RunStatus::Done)
        return ExitCode::Done;

    say(report.standardError);
    if (report.diagnostics.empty())
        say(std::string(toString(report.status)) + ": " + report.message);
    else
        say(render(report.diagnostics, stage->text.source));
    return isUsageError(report) ? ExitCode::Unusable : ExitCode::No;
}

} // namespace

void addRunCommand(CLI::App& app, ExitCode& answer)
{
    auto options = std::make_shared<RunCommand>();
    CLI::App* command = app.add_subcommand("run", "Compile a module and run it, before or after any pass");
    command->add_option("file", options->file, "A module or function in TVMScript; - for stdin")->required();
    command->add_option("--pipeline", options->pipeline, "Run what this pipeline makes of it");
    command
        ->add_option("--step", options->step, "The module after step N, 0 is the input (default: the last)")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--entry", options->entry,
                        "The function to run (default: the only public one, else main)");
    command->add_option("--device", options->device, "Where to run")->check(CLI::IsMember({"cpu"}));
    command->add_option("--seed", options->seed, "Of the inputs that are not given");
    // One value each time: what follows may be the file.
    const auto addList = [&](const char* name, std::vector<std::string>& values, const char* help) {
        command->add_option(name, values, help)->allow_extra_args(false);
    };
    addList("--input", options->inputs, "NAME=FILE.npy: a parameter's value");
    addList("--dim", options->dims, "NAME=SIZE: a symbolic size (default 64)");
    addList("--define", options->defines, "NAME=VALUE: a name the text takes from its surroundings");
    command->add_option("--out", options->out, "Write every buffer to DIR/NAME.npy");
    command->add_option("--time-limit", options->timeLimitSeconds, "Seconds (default 30)")
        ->check(CLI::PositiveNumber);
    command->add_option("--memory-limit", options->memoryLimitMiB, "MiB of the worker process (default 4096)")
        ->check(CLI::PositiveNumber);
    command->add_flag("--json", options->asJson, "Print the report as JSON");
    command->callback([options, &answer] { answer = run(*options); });
}

} // namespace tir::cli
