/// The split pipeline with recording and verdicts on modules of many launches.

#include "core/script/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "tests/bench/launch_module.h"

#include <benchmark/benchmark.h>

namespace {

using namespace tir;

OwnedModule moduleOf(int launches, int perFunction)
{
    auto parsed = parseModule(SourceText("bench.py", testing::launchModule(launches, perFunction)));
    TIR_CHECK(parsed) << "the module of the benchmark is broken";
    return parsed->module;
}

void splitPipeline(benchmark::State& state)
{
    const OwnedModule module = moduleOf(int(state.range(0)), 2);
    const Pipeline& pipeline = *findPipeline("split");
    for (auto _ : state)
        benchmark::DoNotOptimize(runPasses(module, pipeline.passes, pipeline.name));
    state.SetComplexityN(state.range(0));
}

/// As above without the verifier: what the passes alone cost.
void splitPipelineUnverified(benchmark::State& state)
{
    const OwnedModule module = moduleOf(int(state.range(0)), 2);
    const Pipeline& pipeline = *findPipeline("split");
    for (auto _ : state)
        benchmark::DoNotOptimize(runPasses(module, pipeline.passes, pipeline.name, {.verify = false}));
    state.SetComplexityN(state.range(0));
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
