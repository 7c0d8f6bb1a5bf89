/// What to run and on which inputs, as `tirc run` and `tirc check` are asked.

#pragma once

#include "app/cli/command.h"
#include "passes/workbench/run_request.h"

#include <optional>
#include <string>
#include <vector>

namespace tir::cli {

struct RunOptions {
    std::string entry;
    std::vector<std::string> inputs;
    std::vector<std::string> dims;
    uint64_t seed = 0;
    double timeLimitSeconds = 30;
    uint64_t memoryLimitMiB = 4096;
};
/// `--entry`, `--seed`, `--input`, `--dim` and the limits of the worker process.
void addRunOptions(CLI::App& command, RunOptions& options);

/// A request without a module; nothing, and a complaint on stderr, when the options do not read.
std::optional<RunRequest> makeRequest(const RunOptions& options);

} // namespace tir::cli
