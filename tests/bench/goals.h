/// How benchmarks compare their times with goals.

#pragma once

#include <benchmark/benchmark.h>

#include <ctime>

namespace tir::testing {

/// Adds `of goal`: the goal of an iteration is met at 1 and below.
inline void countGoal(benchmark::State& state, double goalSeconds)
{
    state.counters["of goal"] = benchmark::Counter(double(state.iterations()) * goalSeconds,
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Processor time of all threads of the process.
inline double processSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

} // namespace tir::testing
