/// What a worker process does: it limits its effects on the machine, reads a request from its standard input, and writes
/// the reply to its standard output.

#pragma once

#include <sys/types.h>

namespace tir {

/// How long a worker lives at most.
struct WorkerLimits {
    pid_t parent = 0;            ///< the worker ends with this process, its parent
    double timeLimitSeconds = 0; ///< 0: without limit
};

/// Returns the exit code.
int answerRequest(const WorkerLimits& limits);

} // namespace tir
