/// Reading and printing, in bytes of text a second. TVM's reader does about 0.17 MB/s on modules of this
/// shape, its printer about 2 MB/s.

#include "core/script/parser.h"
#include "core/script/printer.h"
#include "tests/bench/launch_module.h"

#include <benchmark/benchmark.h>

namespace {

using namespace tir;

void setBytes(benchmark::State& state, size_t bytes)
{
    state.SetBytesProcessed(int64_t(state.iterations()) * int64_t(bytes));
    state.SetComplexityN(state.range(0));
}

void readModule(benchmark::State& state)
{
    const SourceText source("bench.py", testing::launchModule(int(state.range(0)), 2));
    size_t arenaBytes = 0;
    for (auto _ : state) {
        const auto parsed = parseModule(source);
        TIR_CHECK(parsed) << "the module of the benchmark is broken";
        arenaBytes = parsed->module.arena->bytesUsed();
    }
    setBytes(state, source.text().size());
    state.counters["arena bytes per source byte"] = double(arenaBytes) / double(source.text().size());
}

void printModule(benchmark::State& state)
{
    const SourceText source("bench.py", testing::launchModule(int(state.range(0)), 2));
    const auto parsed = parseModule(source);
    TIR_CHECK(parsed) << "the module of the benchmark is broken";
    size_t bytes = 0;
    for (auto _ : state)
        bytes = printScript(*parsed->module.module).size();
    setBytes(state, bytes);
}

void printModuleWithPlaces(benchmark::State& state)
{
    const SourceText source("bench.py", testing::launchModule(int(state.range(0)), 2));
    const auto parsed = parseModule(source);
    TIR_CHECK(parsed) << "the module of the benchmark is broken";
    size_t bytes = 0;
    for (auto _ : state) {
        const PlaceTable places(*parsed->module.module);
        bytes = printWithPlaces(*parsed->module.module, places).text.size();
    }
    setBytes(state, bytes);
}

} // namespace

BENCHMARK(readModule)
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
BENCHMARK(printModule)
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
BENCHMARK(printModuleWithPlaces)
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
