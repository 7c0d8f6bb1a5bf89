/// The work of `tirc check --no-run`, from the text of the program to the answer: 0.4 s for 1,000 launches, and a cost that
/// grows linearly to 10,000. And the opening of one text of a dump: 0.5 s for 2.8 MB. Goals are seconds of one core. One
/// limit is known: MakePackedAPI writes the whole signature into every assertion about a parameter, as TVM does, so the
/// text of one function grows with the square of its parameters (1.4 GB for 2,000 buffers).

#include "core/analysis/verify/verifier.h"
#include "passes/workbench/check/check.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/run_builder.h"
#include "tests/bench/goals.h"
#include "tests/bench/launch_module.h"

#include <benchmark/benchmark.h>

namespace {

using namespace tir;
using testing::countGoal;

constexpr double CheckSecondsPerLaunch = 0.4e-3;
constexpr double GoalDumpSeconds = 0.5;

RecordedRun runOf(const std::string& text)
{
    OpenedProgram program = openText("bench.py", text);
    TIR_CHECK(program.isOpen()) << "the module of the benchmark is broken";
    auto recording = *record(program, {.pipeline = "split"});
    return {std::move(program), std::move(recording)};
}

void checkWithoutRun(benchmark::State& state)
{
    const int launches = int(state.range(0));
    const std::string text = testing::launchModule(launches, 2);
    for (auto _ : state) {
        const RecordedRun run = runOf(text);
        const CheckReport report = check(*run.recording);
        TIR_CHECK(!report.firstBad) << "the module of the benchmark is not sound";
        benchmark::DoNotOptimize(explain(report, *run.recording));
        benchmark::DoNotOptimize(explainUnchecked(report.unchecked, *run.recording));
    }
    state.SetComplexityN(launches);
    countGoal(state, launches * CheckSecondsPerLaunch);
}

/// One text of a pipeline, as DumpIR writes it.
void openDumpedText(benchmark::State& state)
{
    const RecordedRun run = runOf(testing::launchModule(int(state.range(0)), 2));
    const size_t last = run.recording->moduleCount() - 1;
    const std::string text = printScript(run.recording->module(last));
    for (auto _ : state) {
        RunBuilder dump;
        const SourceText source("dump", text);
        const size_t index = dump.addText(source);
        dump.setInput(index, {});
        Step step;
        step.pass.name = run.recording->pass(last);
        step.diagnostics = verify(*dump.text(index).module());
        dump.add(std::move(step), index);
        benchmark::DoNotOptimize(dump.finish(source));
    }
    countGoal(state, GoalDumpSeconds * double(text.size()) / 2.8e6);
}

} // namespace

BENCHMARK(checkWithoutRun)
    ->Arg(1000)
    ->Arg(2000)
    ->Arg(4000)
    ->Arg(8000)
    ->Arg(10000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
BENCHMARK(openDumpedText)->Arg(1000)->Unit(benchmark::kMillisecond);
