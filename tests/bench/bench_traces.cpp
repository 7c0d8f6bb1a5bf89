/// Opening what a user's TVM wrote: a folder of DumpIR with 5, 10, 20, and 40 files of 1.4 to 7.6 MB each, 160 MB in all.
/// The goals are 20 MB a second, and at most 12 bytes of memory for a byte of text. And writing traces of 1,000 to 8,000
/// launches: 0.4 s for 1,000, and a cost that grows linearly.

#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/bench/launch_module.h"
#include "tests/bench/memory_use.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>

namespace {

using namespace tir;

namespace fs = std::filesystem;

constexpr double ReadingGoal = 20e6;
constexpr double MemoryGoal = 12;
constexpr double SecondsPerLaunch = 0.4e-3;
constexpr int LaunchesOfAFile = 1500;
constexpr int FilesOfASize = 5;

RecordedRun runOf(int launches)
{
    OpenedProgram program = openText("bench.py", testing::launchModule(launches, 2));
    TIR_CHECK(program.isOpen()) << "the module of the benchmark is broken";
    auto recording = *record(program, {.pipeline = "split"});
    return {std::move(program), std::move(recording)};
}

/// A folder as DumpIR writes it, which goes with this.
class Dump {
public:
    explicit Dump(int files)
    {
        std::string name = (fs::temp_directory_path() / "tirscope-bench-XXXXXX").string();
        TIR_CHECK(mkdtemp(name.data())) << "no folder can be made for the benchmark";
        m_folder = name;
        const RecordedRun run = runOf(LaunchesOfAFile);
        const size_t steps = run.recording->steps.size();
        for (int number = 0; number < files; ++number) {
            const size_t step = size_t(number) % steps + 1;
            // No two are equal: equal ones are read once.
            const std::string text =
                printScript(run.recording->module(step)) + "\n# " + std::to_string(number) + "\n";
            m_bytes += text.size();
            const std::string digits = std::to_string(number);
            std::ofstream(m_folder / (std::string(3 - digits.size(), '0') + digits + "_tirx." +
                                      run.recording->steps[step - 1].pass.name + ".py"))
                << text;
        }
    }
    Dump(const Dump&) = delete;
    Dump& operator=(const Dump&) = delete;
    ~Dump() { fs::remove_all(m_folder); }

    std::string folder() const { return m_folder.string(); }
    size_t bytes() const { return m_bytes; }

private:
    fs::path m_folder;
    size_t m_bytes = 0;
};

/// `of goal`: 1 and above is what we want; `memory of goal`: 1 and below. CPU is that of all threads.
void openDump(benchmark::State& state)
{
    const Dump dump(FilesOfASize * int(state.range(0)));
    testing::MemoryUse use;
    use.begin();
    for (auto _ : state) {
        const RecordedRun run = openTraceFile(dump.folder());
        TIR_CHECK(run.recording) << "the folder of the benchmark is broken";
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

/// Everything that `tirc trace` does. `of goal`: 1 and below is what we want.
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
BENCHMARK(recordAndWrite)
    ->RangeMultiplier(2)
    ->Range(1000, 8000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
