/// The worker as a process: found, started, asked one thing, gone.

#pragma once

#include "core/support/child_process.h"

namespace tir {

/// `tirc worker`, found beside the running program or in TIRSCOPE_TIRC. Blocks; returns within 100 ms of
/// `cancelled` becoming true.
ChildOutcome askWorker(const std::string& request, double timeLimitSeconds,
                       const std::atomic<bool>* cancelled = nullptr);

/// Why a worker that did not exit by itself gave no answer; `what` it was busy with: "the program was still
/// running after 30 s". Precondition: outcome.end is not Exited.
std::string whyNoAnswer(const ChildOutcome& outcome, const std::string& what, double timeLimitSeconds);

} // namespace tir
