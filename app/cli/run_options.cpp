#include "app/cli/run_options.h"

#include "app/cli/numbers.h"
#include "app/cli/output.h"

#include <charconv>

namespace tir::cli {
namespace {

/// Splits NAME=VALUE; complains about any other text.
bool splitAssignment(const std::string& text, std::string& name, std::string& value)
{
    const size_t equals = text.find('=');
    if (equals == 0 || equals == text.npos) {
        report({error("usage", "'" + text + "' is not of the form NAME=VALUE")});
        return false;
    }
    name = text.substr(0, equals);
    value = text.substr(equals + 1);
    return true;
}

} // namespace

void addRunOptions(Command& command, RunOptions& options)
{
    command.option("--entry", options.entry, "Function to execute; default: the only public one, else main")
        .typeName("NAME");
    command.option("--seed", options.seed, "Seed for generated inputs [0]").check(wholeNumber(0, UINT64_MAX));
    command
        .option("--blocks", options.blockLimit,
                "On the CPU: how many blocks along every axis of a grid run, evenly spread; default: all")
        .check(wholeNumber(1));
    command
        .option("--input", options.inputs,
                "The value of a parameter or of a symbolic size: NAME=FILE.npy, "
                "NAME=random(LEAST,GREATEST[,STEP]), "
                "NAME=const(VALUE), NAME=ramp(START,STEP), NAME=NUMBER")
        .typeName("NAME=VALUE")
        .oneValueEach();
    command
        .option(
            "--dim", options.dims,
            "NAME=SIZE: a symbolic size; default: one that the program's assertions and tiles allow, near 64")
        .typeName("NAME=SIZE")
        .oneValueEach();
    command
        .option(
            "--request", options.requestFile,
            "Request file, as saved by the window or by --save-request; other options override its settings")
        .typeName("FILE");
    command
        .option("--time-limit", options.timeLimitSeconds, "Time limit of the worker process, in seconds [30]")
        .check(positiveNumber());
    command
        .option("--memory-limit", options.memoryLimitMiB, "Memory limit of the worker process, in MiB [4096]")
        .check(wholeNumber(1));
}

std::optional<SavedRequest> makeRequest(const RunOptions& options)
{
    SavedRequest saved;
    if (!options.requestFile.empty()) {
        Result<SavedRequest> read = readSavedRequest(options.requestFile);
        report(read.diagnostics());
        if (!read)
            return std::nullopt;
        saved = *std::move(read);
    }
    RunRequest& request = saved.request;
    if (!options.entry.empty())
        request.entry = options.entry;
    request.seed = options.seed.value_or(request.seed);
    if (options.blockLimit > 0)
        request.blockLimit = options.blockLimit;
    request.timeLimitSeconds = options.timeLimitSeconds.value_or(request.timeLimitSeconds);
    if (options.memoryLimitMiB)
        request.memoryLimitBytes = *options.memoryLimitMiB << 20;
    std::string name;
    std::string value;
    for (const std::string& input : options.inputs) {
        if (!splitAssignment(input, name, value))
            return std::nullopt;
        Result<InputSpec> spec = parseInputSpec(value);
        report(spec.diagnostics());
        if (!spec)
            return std::nullopt;
        request.inputs[name] = *std::move(spec);
    }
    for (const std::string& dim : options.dims) {
        if (!splitAssignment(dim, name, value))
            return std::nullopt;
        int64_t size = 0;
        const char* valueEnd = value.data() + value.size();
        const auto [end, failure] = std::from_chars(value.data(), valueEnd, size);
        if (failure != std::errc() || end != valueEnd || size < 0) {
            report({error("usage", "'" + value + "' is not a size")});
            return std::nullopt;
        }
        request.inputs[name] = InputSpec::constant(double(size));
    }
    return saved;
}

bool areSizes(const RunOptions& options, const Module& module)
{
    for (const std::string& dim : options.dims) {
        const std::string name = dim.substr(0, dim.find('='));
        for (const ModuleEntry& entry : module.functions) {
            const auto* function = as<PrimFunc>(entry.function);
            if (!function || (!options.entry.empty() && entry.var->name != options.entry))
                continue;
            for (const BufferBinding& binding : function->bufferMap)
                if (binding.buffer->name == name) {
                    report({error("usage", "--dim: '" + name + "' is a buffer of '" +
                                               std::string(entry.var->name) +
                                               "', not a size; --input gives it a value")});
                    return false;
                }
        }
    }
    return true;
}

} // namespace tir::cli
