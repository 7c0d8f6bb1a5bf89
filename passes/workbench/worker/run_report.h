/// The common parts of the reports of CPU and GPU runs.

#pragma once

#include "core/runtime/arguments.h"
#include "core/runtime/simt/emulator.h"
#include "passes/workbench/execution/run_request.h"

#include <chrono>

namespace tir {

/// Makes the report a rejection with the given diagnostics; its message joins all their messages.
void refuse(RunReport& report, Diagnostics diagnostics);

/// Makes the report that of a program which ended with the error.
void fail(RunReport& report, const ProgramError& error);

/// The arguments before and after the run, in the same order; takes the bytes of both. Those of `after` are not copied.
std::vector<RunTensor> toRunTensors(std::vector<Argument>& before, std::vector<Argument>& after);

/// Runs from its making on.
class Stopwatch {
public:
    int64_t nanoseconds() const;

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_start = Clock::now();
};

} // namespace tir
