/// Comparing the texts of two steps, which whoever goes to another step waits for: the goal is 100 ms for 15,000
/// lines, whatever has changed. Lines that repeat everywhere give the search nothing to hold on to; a bound on
/// its cost does.

#include "core/diff/line_diff.h"

#include <benchmark/benchmark.h>

#include <random>
#include <string>

namespace {

using namespace tir;

constexpr int Lines = 15000;
constexpr double GoalSeconds = 100e-3;

/// `of goal`: 1 and below is what we want.
void compare(benchmark::State& state, const std::string& before, const std::string& after)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(diffLines(before, after));
    state.counters["of goal"] =
        benchmark::Counter(double(state.iterations()) * GoalSeconds,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Every n-th line differs.
void changedLines(benchmark::State& state)
{
    std::string before;
    std::string after;
    for (int i = 0; i < Lines; ++i) {
        before += "A[tx + " + std::to_string(i) + "] = B[tx // 2]\n";
        after += (i % state.range(0) == 0 ? "A[tx * " : "A[tx + ") + std::to_string(i) + "] = B[tx // 2]\n";
    }
    compare(state, before, after);
}

void shuffledRepetition(benchmark::State& state)
{
    std::mt19937 random(7);
    const auto make = [&] {
        std::string text;
        for (int i = 0; i < Lines; ++i)
            text += "line " + std::to_string(random() % 40) + "\n";
        return text;
    };
    const std::string before = make();
    compare(state, before, make());
}

} // namespace

BENCHMARK(changedLines)->Arg(1000)->Arg(3)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(shuffledRepetition)->Unit(benchmark::kMillisecond);
