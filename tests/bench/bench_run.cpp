/// The CPU as a GPU: a tiled product of two 256 x 256 matrices through shared memory, with barriers. The
/// goals are 0.4 s for the run on one core, 15 times as long with checks as without, and 0.3 s for compiling the
/// kernel; 1 s for one with 2,000 unrolled statements.

#include "core/codegen/llvm_ir/emit.h"
#include "core/runtime/arguments.h"
#include "core/runtime/jit/cpu_jit.h"
#include "core/runtime/simt/checker/checker.h"
#include "core/script/reading/parser.h"
#include "core/support/check.h"
#include "tests/bench/goals.h"

#include <benchmark/benchmark.h>

#include <optional>

namespace {

using namespace tir;
using testing::countGoal;
using testing::processSeconds;

constexpr double GoalRunSeconds = 0.4;
constexpr double GoalTimesUnchecked = 15;
constexpr double GoalCompileSeconds = 0.3;
constexpr double GoalCompileUnrolledSeconds = 1;

constexpr const char* TiledProduct = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256, 256), "float32"), B: T.Buffer((256, 256), "float32"),
             C: T.Buffer((256, 256), "float32")):
        by = T.launch_thread("blockIdx.y", 16)
        bx = T.launch_thread("blockIdx.x", 16)
        ty = T.launch_thread("threadIdx.y", 16)
        tx = T.launch_thread("threadIdx.x", 16)
        left = T.alloc_buffer((16, 16), scope="shared")
        right = T.alloc_buffer((16, 16), scope="shared")
        sum = T.alloc_buffer((1,), scope="local")
        sum[0] = T.float32(0)
        for k in range(16):
            left[ty, tx] = A[by * 16 + ty, k * 16 + tx]
            right[ty, tx] = B[k * 16 + ty, bx * 16 + tx]
            T.tvm_storage_sync("shared")
            for j in range(16):
                sum[0] = sum[0] + left[ty, j] * right[j, tx]
            T.tvm_storage_sync("shared")
        C[by * 16 + ty, bx * 16 + tx] = sum[0]
)";

OwnedModule parsed(std::string text)
{
    auto parsed = parseModule(SourceText("bench.py", std::move(text)));
    TIR_CHECK(parsed) << "the module of the benchmark is broken";
    return parsed->module;
}

OwnedModule tiledProduct()
{
    return parsed(TiledProduct);
}

OwnedModule unrolledStores(int count)
{
    const std::string type = "T.Buffer((" + std::to_string(64 * count) + ",), \"float32\")";
    std::string text = "@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n    def main(A: " + type +
                       ", B: " + type + "):\n        tx = T.launch_thread(\"threadIdx.x\", 64)\n";
    for (int number = 0; number < count; ++number) {
        const std::string element = "[tx + " + std::to_string(64 * number) + "]";
        text += "        B" + element + " = A" + element + " * T.float32(" + std::to_string(number) + ")\n";
    }
    return parsed(std::move(text));
}

Result<CpuProgram> compile(const Module& module)
{
    const Result<LlvmProgram> program = emitLlvm(module, {"main"});
    TIR_CHECK(program) << "the kernel of the benchmark is refused";
    return CpuProgram::compile(*program);
}

void compileTiledProduct(benchmark::State& state)
{
    const OwnedModule module = tiledProduct();
    for (auto _ : state)
        benchmark::DoNotOptimize(compile(*module.module));
    countGoal(state, GoalCompileSeconds);
}

void compileUnrolledStores(benchmark::State& state)
{
    const OwnedModule module = unrolledStores(2000);
    for (auto _ : state)
        benchmark::DoNotOptimize(compile(*module.module));
    countGoal(state, GoalCompileUnrolledSeconds);
}

/// The program with its arguments, compiled with or without memory checks.
class Prepared {
public:
    explicit Prepared(bool isChecked) : m_module(tiledProduct()), m_emitted(emit(isChecked))
    {
        auto made = makeArguments(to<PrimFunc>(*m_module.module->find("main")->function), {.seed = 1});
        TIR_CHECK(m_emitted && made) << "the kernel of the benchmark is refused";
        auto compiled = CpuProgram::compile(*m_emitted);
        TIR_CHECK(compiled) << "the benchmark cannot run";
        m_program.emplace(std::move(compiled).value());
        m_arguments = std::move(made).value();
        for (Argument& argument : m_arguments.params)
            m_pointers.push_back(argument.value.bytes.data());
    }

    void run()
    {
        int64_t result = 0;
        TIR_CHECK(!m_program->run(m_pointers.data(), &result)) << "the run failed";
    }
    void runChecked()
    {
        int64_t result = 0;
        Checker checker(m_emitted->sites);
        for (Argument& argument : m_arguments.params)
            checker.addMemory(argument.value.bytes.data(), argument.value.bytes.size(), RegionKind::Global,
                              true);
        TIR_CHECK(!m_program->run(m_pointers.data(), &result, {.checker = &checker})) << "the run failed";
        TIR_CHECK(checker.takeFindings().empty()) << "the program is sound";
    }

private:
    Result<LlvmProgram> emit(bool isChecked) const
    {
        return emitLlvm(*m_module.module, {.entry = "main", .isChecked = isChecked});
    }

    OwnedModule m_module;
    Result<LlvmProgram> m_emitted;
    std::optional<CpuProgram> m_program;
    Arguments m_arguments;
    std::vector<void*> m_pointers;
};

void runTiledProduct(benchmark::State& state)
{
    Prepared prepared(false);
    for (auto _ : state)
        prepared.run();
    countGoal(state, GoalRunSeconds);
}

/// `of goal` compares with runs without checks in between.
void runTiledProductChecked(benchmark::State& state)
{
    Prepared plain(false);
    Prepared checked(true);
    double plainSeconds = 0;
    double checkedSeconds = 0;
    for (auto _ : state) {
        state.PauseTiming();
        const double start = processSeconds();
        plain.run();
        const double middle = processSeconds();
        plainSeconds += middle - start;
        state.ResumeTiming();
        checked.runChecked();
        checkedSeconds += processSeconds() - middle;
    }
    state.counters["times unchecked"] = checkedSeconds / plainSeconds;
    state.counters["of goal"] = checkedSeconds / plainSeconds / GoalTimesUnchecked;
}

} // namespace

BENCHMARK(compileTiledProduct)->Unit(benchmark::kMillisecond);
BENCHMARK(compileUnrolledStores)->Unit(benchmark::kMillisecond);
BENCHMARK(runTiledProductChecked)->Unit(benchmark::kMillisecond);
BENCHMARK(runTiledProduct)->Unit(benchmark::kMillisecond);
