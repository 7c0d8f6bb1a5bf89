/// Reading and printing, in bytes of text a second: the goals are 20 MB/s and 40 MB/s, and fewer than 40
/// bytes of memory for a byte of text. TVM's reader does about 0.17 MB/s on modules of this shape, its
/// printer about 2 MB/s.

#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "tests/bench/launch_module.h"
#include "tests/bench/memory_use.h"

#include <benchmark/benchmark.h>

#include <string>

namespace {

using namespace tir;

constexpr double ReadingGoal = 20e6;
constexpr double PrintingGoal = 40e6;

/// `of goal`: the goal is met at 1 and above.
void setBytes(benchmark::State& state, size_t bytes, double goal)
{
    state.SetBytesProcessed(int64_t(state.iterations()) * int64_t(bytes));
    state.SetComplexityN(state.range(0));
    state.counters["of goal"] =
        benchmark::Counter(double(state.iterations()) * double(bytes) / goal, benchmark::Counter::kIsRate);
}

/// Functions of long sums: a symbol for every two bytes of text.
std::string denseModule(int functions, int statements = 200)
{
    std::string text = "from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n"
                       "@I.ir_module\nclass Module:\n";
    for (int function = 0; function < functions; ++function) {
        text += "    @T.prim_func\n    def f" + std::to_string(function) +
                "(A: T.Buffer((64,), \"int32\"), a: T.int32, b: T.int32):\n";
        for (int line = 0; line < statements; ++line)
            text += "        A[" + std::to_string(line % 64) +
                    "] = a * b + a * 3 + b * 7 + a * a + b * b + a * 7 + b * 5 - a * b + a * 9\n";
    }
    return text;
}

void read(benchmark::State& state, const std::string& text)
{
    testing::MemoryUse use;
    const SourceText source("bench.py", text);
    size_t memory = 0;
    use.begin();
    for (auto _ : state) {
        const auto parsed = parseModule(source);
        TIR_CHECK(parsed) << "the module of the benchmark is broken";
        memory = parsed->module.arena->bytesUsed();
    }
    setBytes(state, source.text().size(), ReadingGoal);
    const double textBytes = double(source.text().size());
    state.counters["text MB"] = textBytes / 1e6;
    state.counters["kept bytes a byte"] = double(memory) / textBytes;
    state.counters["peak bytes a byte"] = use.peakBytes() / textBytes;
    state.counters["page faults a MB"] = use.pageFaults() / (textBytes / 1e6) / double(state.iterations());
}

void readModule(benchmark::State& state)
{
    read(state, testing::launchModule(int(state.range(0)), 2));
}

void readDenseModule(benchmark::State& state)
{
    read(state, denseModule(int(state.range(0))));
}

void readDenseFunction(benchmark::State& state)
{
    read(state, denseModule(1, int(state.range(0))));
}

void printModule(benchmark::State& state)
{
    const SourceText source("bench.py", testing::launchModule(int(state.range(0)), 2));
    const auto parsed = parseModule(source);
    TIR_CHECK(parsed) << "the module of the benchmark is broken";
    size_t bytes = 0;
    for (auto _ : state)
        bytes = printScript(*parsed->module.module).size();
    setBytes(state, bytes, PrintingGoal);
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
    setBytes(state, bytes, PrintingGoal);
}

} // namespace

// The last is a text of 100 MB.
BENCHMARK(readModule)
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Arg(130000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
BENCHMARK(readDenseModule)
    ->RangeMultiplier(2)
    ->Range(100, 800)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
BENCHMARK(readDenseFunction)
    ->RangeMultiplier(2)
    ->Range(20000, 160000)
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
