/// What a run on the CPU and one on a GPU report alike.

#pragma once

#include "core/runtime/arguments.h"
#include "passes/workbench/execution/run_request.h"

#include <chrono>

namespace tir {

/// Makes the report one of a refusal; its message are all their messages.
void refuse(RunReport& report, Diagnostics diagnostics);

/// What the arguments were and what the run made of them, in the same order; takes the bytes of both. Those
/// of `after` stay where they are.
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
