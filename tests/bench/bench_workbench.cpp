/// What `tirc check --no-run`, `tirc trace` and the opening of a dump do besides running passes. The goals are
/// those of the commands, in seconds of one core: 0.5 for 1,000 launches and for a dump of 2.8 MB, and a cost
/// that grows linearly. One limit is known: MakePackedAPI writes the whole signature into every assertion about a
/// parameter, as TVM does, so the text of one function grows with the square of its parameters (1.4 GB for
/// 2,000 buffers).

#include "passes/workbench/check/check.h"
#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/record.h"
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
    std::shared_ptr<const Recording> run() const { return *record(program, {.pipeline = "split"}); }

    OpenedProgram program;
};

/// `of goal`: 1 and below is what we want.
void countGoal(benchmark::State& state, double seconds)
{
    state.counters["of goal"] = benchmark::Counter(double(state.iterations()) * seconds,
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void verifySteps(benchmark::State& state)
{
    const int launches = int(state.range(0));
    const Recorded recorded(launches);
    for (auto _ : state) {
        const Trace trace = makeTrace(*recorded.run(), recorded.program, TraceNotes::Omitted);
        benchmark::DoNotOptimize(check(trace, {}));
    }
    state.SetComplexityN(state.range(0));
    countGoal(state, launches * GoalSecondsPerLaunch);
}

void recordTrace(benchmark::State& state)
{
    const int launches = int(state.range(0));
    const Recorded recorded(launches);
    for (auto _ : state)
        benchmark::DoNotOptimize(toJson(makeTrace(*recorded.run(), recorded.program)));
    state.SetComplexityN(state.range(0));
    countGoal(state, launches * GoalSecondsPerLaunch);
}

/// One text of a pipeline, as DumpIR writes it.
void openDumpedText(benchmark::State& state)
{
    const Recorded recorded(int(state.range(0)));
    Trace trace = makeTrace(*recorded.run(), recorded.program, TraceNotes::Omitted);
    size_t bytes = 0;
    for (auto _ : state) {
        Trace dump{
            .sourceName = "dump", .sourceText = trace.texts.back(), .pipeline = {}, .texts = {}, .steps = {}};
        dump.texts = {trace.texts.back()};
        dump.steps.resize(2);
        dump.steps[1].pass = trace.steps.back().pass;
        dump.steps[1].diagnostics = trace.steps.back().diagnostics;
        bytes = dump.sourceText.size();
        benchmark::DoNotOptimize(openTrace(dump));
    }
    countGoal(state, GoalDumpSeconds * double(bytes) / 2.8e6);
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
