/// The split pipeline with recording and verdicts on modules of many launches: the goal is 24 ms for 1,000
/// launches on one core, a cost that grows linearly, and no extra cost for many functions or for large ones.
///
/// The number of instructions is linear: 164,000 per launch. Time is not: a launch has 4.5 KB of nodes and gets
/// 11 KB more, and each step walks the whole module before the next one starts, so a module that is larger than the
/// cache is loaded from memory again in every step. With a cache of 2 MB these are 650 lines of 64 bytes per
/// launch, 385 read and 265 written (callgrind). With a memory latency of 250 ns, and about twelve misses
/// in flight, they add 13 us to the 16 us that a launch costs inside the cache; at the bandwidth of that
/// machine (27 GB/s) they would add less than 2 us. Steps over whole modules must at least read the nodes that they
/// change and write the new ones: about 500 lines.

#include "core/script/reading/parser.h"
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

/// `of goal`: the goal is met at 1 and below.
void runSplit(benchmark::State& state, int perFunction, const PassRunOptions& options)
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

/// As above without the verifier: the cost of the passes alone.
void splitPipelineUnverified(benchmark::State& state)
{
    PassRunOptions options;
    options.verify = false;
    runSplit(state, 2, options);
}

/// As above without notes: the difference is their cost.
void splitPipelineWithoutNotes(benchmark::State& state)
{
    PassRunOptions options;
    options.takesNotes = false;
    runSplit(state, 2, options);
}

/// Deferred work: the messages of all notes and findings of a run.
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
    state.counters["notes and findings"] =
        benchmark::Counter(double(count), benchmark::Counter::kAvgIterations);
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

/// One launch of n shared buffers, each written once: TVM gives all of them the same bytes, so each is compared
/// with all before it. The goal is 1 ms for a buffer up to 1,000 of them; comparing grows with the square.
void manySharedBuffers(benchmark::State& state)
{
    constexpr double GoalSecondsPerBuffer = 1e-3;
    const int buffers = int(state.range(0));
    auto parsed = parseModule(SourceText("bench.py", testing::sharedBufferModule(buffers)));
    TIR_CHECK(parsed) << "the module of the benchmark is broken";
    const Pipeline& pipeline = *findPipeline("split");
    for (auto _ : state)
        benchmark::DoNotOptimize(runPasses(parsed->module, pipeline.passes, pipeline.name));
    state.counters["of goal"] =
        benchmark::Counter(double(state.iterations()) * buffers * GoalSecondsPerBuffer,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
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
BENCHMARK(manySharedBuffers)->Arg(250)->Arg(1000)->Unit(benchmark::kMillisecond);
