/// The server that starts workers: a process of `tirc-worker`, which has loaded LLVM once and forks for every request. It
/// ends with this process.

#pragma once

#include "core/support/child_process.h"

#include <functional>
#include <string>

namespace tir {

struct StartedWorker {
    RunningChild child;
    /// What the server printed if it has ended, and the worker with it: why it could not start. Else "".
    std::function<std::string()> serverErrors;
};

/// The path of `tirc-worker`: beside the running program, or in TIRSCOPE_WORKER.
std::string workerProgram();

/// Returns an errno, 0 if the worker runs. The first call starts the server, and so does a call after the server has ended,
/// or after the environment has changed. From any thread.
int startWorker(double timeLimitSeconds, StartedWorker& worker);

} // namespace tir
