/// One request to a worker process, and its reply.

#pragma once

#include "core/support/child_process.h"

namespace tir {

/// Sends the request to a worker of its own (worker_server.h). Blocks; returns within 100 ms of `cancelled` becoming true.
/// `errorsHeard` and `outputHeard` as in ChildOptions.
ChildOutcome askWorker(const std::string& request, double timeLimitSeconds,
                       const std::atomic<bool>* cancelled = nullptr,
                       const std::function<void(std::string_view)>& errorsHeard = {},
                       const std::function<void(std::string_view)>& outputHeard = {});

/// Whether another process or the system ended the worker by a signal: the kernel does so when memory runs out, and when
/// the server of workers has ended. What a worker executes cannot send signals (confinement.h).
bool wasEndedFromOutside(const ChildOutcome& outcome);

/// Why a worker that did not exit regularly has no reply; `what` it was running: "the program was still running after
/// 30 s"; with the last line that it printed. Precondition: outcome.end is not Exited.
std::string whyNoAnswer(const ChildOutcome& outcome, const std::string& what, double timeLimitSeconds);

/// "; the last line that was printed: LLVM ERROR: …", which mostly is the reason; "" when nothing was.
std::string lastWords(const ChildOutcome& outcome);

} // namespace tir
