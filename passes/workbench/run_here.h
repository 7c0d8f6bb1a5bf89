/// Running a request in this process: what the worker does.

#pragma once

#include "passes/workbench/run_request.h"

namespace tir {

/// Compiles and runs. A program that writes where it must not takes this process with it.
RunReport runHere(const RunRequest& request);

/// The answer where memory does not suffice.
RunReport outOfMemory(const RunRequest& request);

/// The whole life of a worker process: limits itself, reads a request from stdin, writes the report to
/// stdout. Answers the exit code.
int workerMain();

} // namespace tir
