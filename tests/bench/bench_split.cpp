/// The split pipeline with recording and verdicts on modules of many launches: the goal is 24 ms for 1,000
/// launches on one core, a cost that grows linearly, and no price for many functions or for large ones.

#include "core/script/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "tests/bench/launch_module.h"

#include <benchmark/benchmark.h>

namespace {

using namespace tir;

constexpr double GoalSecondsPerLaunch = 24e-6;

OwnedModule moduleOf(int launches, int perFunction)
{
    auto parsed = parseModule(SourceText("bench.py", testing::launchModule(launches, perFunction)));
    TIR_CHECK(parsed) << "the module of the benchmark is broken";
    return parsed->module;
}

/// `of goal`: 1 and below is what we want.
void runSplit(benchmark::State& state, int perFunction, const RunOptions& options)
{
    const int launches = int(state.range(0));
    const OwnedModule module = moduleOf(launches, perFunction);
    const Pipeline& pipeline = *findPipeline("split");
    for (auto _ : state)
        benchmark::DoNotOptimize(runPasses(module, pipeline.passes, pipeline.name, options));
    state.SetComplexityN(state.range(0));
    state.counters["of goal"] =
        benchmark::Counter(double(state.iterations()) * launches * GoalSecondsPerLaunch,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void splitPipeline(benchmark::State& state)
{
    runSplit(state, 2, {});
}

/// As above without the verifier: what the passes alone cost.
void splitPipelineUnverified(benchmark::State& state)
{
    RunOptions options;
    options.verify = false;
    runSplit(state, 2, options);
}

/// As above without notes: the difference is what taking them costs.
void splitPipelineWithoutNotes(benchmark::State& state)
{
    RunOptions options;
    options.takesNotes = false;
    runSplit(state, 2, options);
}

/// What is deferred until somebody looks: the words of all notes and findings of a run.
void readWords(benchmark::State& state)
{
    const OwnedModule module = moduleOf(int(state.range(0)), 2);
    const Pipeline& pipeline = *findPipeline("split");
    size_t count = 0;
    for (auto _ : state) {
        state.PauseTiming();
        auto recording = runPasses(module, pipeline.passes, pipeline.name);
        state.ResumeTiming();
        for (const Step& step : recording->steps)
            count += step.notes.size() + step.diagnostics.size();
        state.PauseTiming();
        recording.reset();
        state.ResumeTiming();
    }
    state.counters["notes and findings"] = benchmark::Counter(double(count), benchmark::Counter::kAvgIterations);
    state.SetComplexityN(state.range(0));
}

void manyFunctions(benchmark::State& state)
{
    runSplit(state, 3, {});
}

void oneFunction(benchmark::State& state)
{
    runSplit(state, int(state.range(0)), {});
}

} // namespace

BENCHMARK(splitPipeline)
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
BENCHMARK(splitPipelineUnverified)
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
BENCHMARK(splitPipelineWithoutNotes)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(readWords)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(manyFunctions)->Arg(900)->Unit(benchmark::kMillisecond);
BENCHMARK(oneFunction)->Arg(900)->Unit(benchmark::kMillisecond);
