/// Opening the output of a user's TVM: a folder of DumpIR with 5, 10, 20, and 40 files of 1.8 to 9.7 MB each, 180 MB in
/// all. The goals are 20 MB a second, and at most 12 bytes of memory per byte of text. The outline of the largest one,
/// and of the same texts as a file, is to be there within 0.3 s. And writing traces of 1,000 to 8,000 launches: 0.4 s
/// for 1,000, and a cost that grows linearly.

#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/bench/dump_folder.h"
#include "tests/bench/launch_module.h"
#include "tests/bench/memory_use.h"

#include <benchmark/benchmark.h>

#include <chrono>

namespace {

using namespace tir;

constexpr double ReadingGoal = 20e6;
constexpr double MemoryGoal = 12;
constexpr double OutlineGoal = 0.3;
constexpr int FilesOfASize = 5;
constexpr double SecondsPerLaunch = 0.4e-3;

RecordedRun runOf(int launches)
{
    OpenedProgram program = openText("bench.py", testing::launchModule(launches, 2));
    TIR_CHECK(program.isOpen()) << "the module of the benchmark is broken";
    auto recording = *record(program, {.pipeline = "split"});
    return {std::move(program), std::move(recording)};
}

/// `of goal`: the goal is met at 1 and above; `memory of goal`: 1 and below. CPU is that of all threads.
void openDump(benchmark::State& state)
{
    const testing::DumpFolder dump(FilesOfASize * int(state.range(0)));
    testing::MemoryUse use;
    use.begin();
    for (auto _ : state) {
        const RecordedRun run = openTraceFile(dump.path());
        TIR_CHECK(run.recording && run.buildCount == 1) << "the folder of the benchmark is not one run";
    }
    const double bytes = double(dump.bytes());
    state.SetBytesProcessed(int64_t(state.iterations()) * int64_t(dump.bytes()));
    state.SetComplexityN(state.range(0));
    state.counters["text MB"] = bytes / 1e6;
    state.counters["of goal"] =
        benchmark::Counter(double(state.iterations()) * bytes / ReadingGoal, benchmark::Counter::kIsRate);
    state.counters["peak bytes a byte"] = use.peakBytes() / bytes;
    state.counters["memory of goal"] = use.peakBytes() / bytes / MemoryGoal;
}

/// Until the steps and their texts are there. `of goal`: the goal is met at 1 and below.
void measureOutline(benchmark::State& state, const testing::DumpFolder& dump, const std::string& path)
{
    using Clock = std::chrono::steady_clock;
    for (auto _ : state) {
        TIR_CHECK(isTrace(path)) << "the recording of the benchmark is broken";
        const Clock::time_point begin = Clock::now();
        Clock::duration elapsed{};
        const RunReading reading{.watch = [](int) { return false; },
                                 .outline =
                                     [&](const RecordedRun& run) {
                                         elapsed = Clock::now() - begin;
                                         TIR_CHECK(run.buildCount == 1) << "the recording is not one run";
                                     }};
        TIR_CHECK(!readTrace(path, reading)) << "the reading went on after its outline";
        state.SetIterationTime(std::chrono::duration<double>(elapsed).count());
    }
    state.SetComplexityN(state.range(0));
    state.counters["text MB"] = double(dump.bytes()) / 1e6;
    state.counters["of goal"] = benchmark::Counter(double(state.iterations()) * OutlineGoal,
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void outlineOfDump(benchmark::State& state)
{
    const testing::DumpFolder dump(FilesOfASize * int(state.range(0)));
    measureOutline(state, dump, dump.path());
}

/// A file as `tirc trace` writes it.
void outlineOfTrace(benchmark::State& state)
{
    const testing::DumpFolder dump(FilesOfASize * int(state.range(0)));
    measureOutline(state, dump, dump.asTrace());
}

/// A file as `tirscope_trace.py` writes it.
void outlineOfEvents(benchmark::State& state)
{
    const testing::DumpFolder dump(FilesOfASize * int(state.range(0)));
    measureOutline(state, dump, dump.asEvents());
}

/// Everything that `tirc trace` does. `of goal`: the goal is met at 1 and below.
void recordAndWrite(benchmark::State& state)
{
    const int launches = int(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(toJson(runOf(launches)));
    state.SetComplexityN(launches);
    state.counters["of goal"] = benchmark::Counter(double(state.iterations()) * launches * SecondsPerLaunch,
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

} // namespace

BENCHMARK(openDump)
    ->RangeMultiplier(2)
    ->Range(1, 8)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Complexity(benchmark::oN);
BENCHMARK(outlineOfDump)
    ->RangeMultiplier(2)
    ->Range(1, 8)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime()
    ->Complexity(benchmark::oN);
BENCHMARK(outlineOfTrace)
    ->RangeMultiplier(2)
    ->Range(1, 8)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime()
    ->Complexity(benchmark::oN);
BENCHMARK(outlineOfEvents)
    ->RangeMultiplier(2)
    ->Range(1, 8)
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime()
    ->Complexity(benchmark::oN);
BENCHMARK(recordAndWrite)
    ->RangeMultiplier(2)
    ->Range(1000, 8000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
