/// Requests to the worker process, and its reports as text.

#pragma once

#include "passes/workbench/execution/run_request.h"

#include <QString>

namespace tir::testing {

/// A run of `main` with these parameters and statements; without a module if they cannot be read.
RunRequest request(const std::string& statements,
                   const std::string& parameters = "A: T.Buffer((8,), \"int32\")");

inline constexpr const char* EndlessLoop = "while A[0] > -5:\n        A[1] = A[0]";

/// The next run starts another server.
void endWorkerServer();

/// "failed: ValueError: n must be positive".
QString words(const RunReport& report);

} // namespace tir::testing
