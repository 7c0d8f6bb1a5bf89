#include "app/cli/run_options.h"

#include "app/cli/output.h"

#include <CLI/CLI.hpp>

namespace tir::cli {
namespace {

/// Splits NAME=VALUE; complains when it is none.
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

void addRunOptions(CLI::App& command, RunOptions& options)
{
    command.add_option("--entry", options.entry, "Function to run; default: the only public one, else main")
        ->type_name("NAME");
    command.add_option("--seed", options.seed, "Of the inputs that are not given")->capture_default_str();
    command.add_option("--input", options.inputs, "NAME=FILE.npy: a parameter's value")
        ->type_name("NAME=FILE")
        ->allow_extra_args(false);
    command.add_option("--dim", options.dims, "NAME=SIZE: a symbolic size; default: 64")
        ->type_name("NAME=SIZE")
        ->allow_extra_args(false);
    command.add_option("--time-limit", options.timeLimitSeconds, "Of the worker process, in seconds")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command.add_option("--memory-limit", options.memoryLimitMiB, "Of the worker process, in MiB")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
}

std::optional<RunRequest> makeRequest(const RunOptions& options)
{
    RunRequest request;
    request.entry = options.entry;
    request.seed = options.seed;
    request.timeLimitSeconds = options.timeLimitSeconds;
    request.memoryLimitBytes = options.memoryLimitMiB << 20;
    std::string name;
    std::string value;
    for (const std::string& input : options.inputs) {
        if (!splitAssignment(input, name, value))
            return std::nullopt;
        request.inputs[name] = value;
    }
    for (const std::string& dim : options.dims) {
        if (!splitAssignment(dim, name, value))
            return std::nullopt;
        int64_t size = 0;
        if (!CLI::detail::lexical_cast(value, size) || size < 0) {
            report({error("usage", "'" + value + "' is no size")});
            return std::nullopt;
        }
        request.dims[name] = size;
    }
    return request;
}

} // namespace tir::cli
