/// The device of `tirc run`, and what is printed about a run on a GPU.

#pragma once

#include "app/cli/command_line.h"
#include "passes/workbench/execution/run_request.h"

#include <optional>
#include <string>

namespace tir::cli {

struct DeviceOptions {
    // Options that are not given keep the value of the request file or of RunRequest.
    std::optional<std::string> device;
    std::optional<std::string> via;
    std::optional<int> repeat;
    bool hasColdCaches = false;
    std::string cudaSource; ///< a file
};
/// `--device`, `--via`, `--repeat`, `--cold-caches`, `--cuda-source`.
void addDeviceOptions(Command& command, DeviceOptions& options);

/// Returns false, after an error on stderr, if the options contradict each other or the file cannot be read.
bool applyDeviceOptions(const DeviceOptions& options, RunRequest& request);

} // namespace tir::cli
