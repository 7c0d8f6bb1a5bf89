/// The pipeline s_tir with recording and verdicts on modules of many scheduled kernels: the goal is 0.09 s for
/// 100 kernels on one core, a fifth of what TVM takes without recording, a cost that grows linearly, and at most
/// 300 bytes for each node of the input or of the step that made it.

#include "core/ir/visitor.h"
#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "tests/bench/memory_use.h"
#include "tests/bench/scheduled_module.h"

#include <benchmark/benchmark.h>

#include <unordered_set>

namespace {

using namespace tir;

constexpr double GoalSecondsPerKernel = 0.9e-3;
constexpr double GoalBytesPerNode = 300;

/// Counts the nodes of modules that share nodes: each node once.
class NodeCounter : public Visitor {
public:
    void count(const Module& module)
    {
        for (const ModuleEntry& entry : module.functions)
            visitChild(*entry.function, Role::Part);
    }
    size_t nodes() const { return m_nodes.size(); }

private:
    void visitChild(const Node& child, Role role) override
    {
        if (m_nodes.insert(&child).second)
            visit(&child, role);
    }

    std::unordered_set<const Node*> m_nodes;
};

/// `of goal`: the goal is met at 1 and below.
void runScheduled(benchmark::State& state, const PassRunOptions& options)
{
    const int kernels = int(state.range(0));
    auto parsed = parseModule(SourceText("bench.py", testing::scheduledModule(kernels)));
    TIR_CHECK(parsed) << "the module of the benchmark is broken";
    const Pipeline& pipeline = *findPipeline("s_tir");
    size_t steps = 0;
    for (auto _ : state)
        steps = runPasses(parsed->module, pipeline.passes, pipeline.name, options)->steps.size();
    TIR_CHECK(steps == pipeline.passes.size()) << "the pipeline stops after " << steps << " steps";
    state.SetComplexityN(state.range(0));
    state.counters["of goal"] =
        benchmark::Counter(double(state.iterations()) * kernels * GoalSecondsPerKernel,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// The memory that a run takes at its peak, its notes and verdicts included.
void scheduledMemory(benchmark::State& state)
{
    auto parsed = parseModule(SourceText("bench.py", testing::scheduledModule(int(state.range(0)))));
    TIR_CHECK(parsed) << "the module of the benchmark is broken";
    const Pipeline& pipeline = *findPipeline("s_tir");
    double bytesPerNode = 0;
    for (auto _ : state) {
        testing::MemoryUse memory;
        memory.begin();
        const auto recording = runPasses(parsed->module, pipeline.passes, pipeline.name, {});
        const double bytes = memory.peakBytes();
        state.PauseTiming();
        NodeCounter counter;
        for (size_t number = 0; number < recording->moduleCount(); ++number)
            counter.count(recording->module(number));
        bytesPerNode = bytes / double(counter.nodes());
        state.ResumeTiming();
    }
    state.counters["bytes per node"] = bytesPerNode;
    state.counters["of goal"] = bytesPerNode / GoalBytesPerNode;
}

void scheduledPipeline(benchmark::State& state)
{
    runScheduled(state, {});
}

/// As above without the verifier: the cost of the passes alone.
void scheduledPipelineUnverified(benchmark::State& state)
{
    PassRunOptions options;
    options.verify = false;
    runScheduled(state, options);
}

} // namespace

BENCHMARK(scheduledMemory)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(scheduledPipeline)
    ->Arg(10)
    ->Arg(100)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
BENCHMARK(scheduledPipelineUnverified)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);
