/// The work of `tirc check --no-run`, `tirc trace` and opening a dump besides running passes. The goals are those of
/// the commands, in seconds of one core: 0.5 for 1,000 launches and for a dump of 2.8 MB, and a cost that grows
/// linearly. One limit is known: MakePackedAPI writes the whole signature into every assertion about a parameter, as
/// TVM does, so the text of one function grows with the square of its parameters (1.4 GB for 2,000 buffers).

#include "core/analysis/verify/verifier.h"
#include "passes/workbench/check/check.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/run_builder.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/bench/launch_module.h"

#include <benchmark/benchmark.h>

namespace {

using namespace tir;

constexpr double GoalSecondsPerLaunch = 0.5e-3;
constexpr double GoalDumpSeconds = 0.5;

struct Recorded {
    explicit Recorded(int launches) : program(openText("bench.py", testing::launchModule(launches, 2)))
    {
        TIR_CHECK(program.isOpen()) << "the module of the benchmark is broken";
    }
    RecordedRun run() const { return {program, *record(program, {.pipeline = "split"})}; }

    OpenedProgram program;
};

/// `of goal`: the goal is met at 1 and below.
void countGoal(benchmark::State& state, double seconds)
{
    state.counters["of goal"] = benchmark::Counter(double(state.iterations()) * seconds,
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void verifySteps(benchmark::State& state)
{
    const int launches = int(state.range(0));
    const Recorded recorded(launches);
    for (auto _ : state)
        benchmark::DoNotOptimize(check(*recorded.run().recording));
    state.SetComplexityN(state.range(0));
    countGoal(state, launches * GoalSecondsPerLaunch);
}

void recordTrace(benchmark::State& state)
{
    const int launches = int(state.range(0));
    const Recorded recorded(launches);
    for (auto _ : state)
        benchmark::DoNotOptimize(toJson(recorded.run()));
    state.SetComplexityN(state.range(0));
    countGoal(state, launches * GoalSecondsPerLaunch);
}

/// One text of a pipeline, as DumpIR writes it.
void openDumpedText(benchmark::State& state)
{
    const Recorded recorded(int(state.range(0)));
    const RecordedRun run = recorded.run();
    const size_t last = run.recording->moduleCount() - 1;
    const std::string text = printScript(run.recording->module(last));
    for (auto _ : state) {
        RunBuilder dump("dump");
        const size_t index = dump.addText(text);
        dump.setInput(index, {});
        Step step;
        step.pass.name = run.recording->pass(last);
        step.diagnostics = verify(*dump.text(index).module());
        dump.add(std::move(step), index);
        benchmark::DoNotOptimize(dump.finish(text));
    }
    countGoal(state, GoalDumpSeconds * double(text.size()) / 2.8e6);
}

} // namespace

BENCHMARK(verifySteps)
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
BENCHMARK(recordTrace)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(openDumpedText)->Arg(1000)->Unit(benchmark::kMillisecond);
