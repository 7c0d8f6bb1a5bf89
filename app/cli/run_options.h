/// Options of `tirc run` and `tirc check` about the program and its inputs.

#pragma once

#include "app/cli/command_line.h"
#include "passes/workbench/check/request_file.h"

#include <optional>
#include <string>
#include <vector>

namespace tir::cli {

struct RunOptions {
    std::string entry;
    std::vector<std::string> inputs;
    std::vector<std::string> dims;
    std::string requestFile; ///< for everything that is not given on the command line
    std::optional<uint64_t> seed;
    int64_t blockLimit = 0; ///< 0: all
    std::optional<double> timeLimitSeconds;
    std::optional<uint64_t> memoryLimitMiB;
};
/// `--entry`, `--seed`, `--blocks`, `--input`, `--dim`, `--request` and the limits of the worker process.
void addRunOptions(Command& command, RunOptions& options);

/// A request without a module, and its comparison; nothing, after an error on stderr, if the options or the request
/// file are malformed.
std::optional<SavedRequest> makeRequest(const RunOptions& options);
/// Whether no name of `--dim` is that of a buffer; reported.
bool areSizes(const RunOptions& options, const Module& module);

} // namespace tir::cli
