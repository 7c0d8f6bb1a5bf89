/// The CPU as a GPU: a tiled product of two 256 x 256 matrices through shared memory, with barriers. The
/// goals are 0.4 s for the run on one core, 2 s with checks, and 0.3 s for compiling the kernel.

#include "core/codegen/llvm_ir/emit.h"
#include "core/runtime/arguments.h"
#include "core/runtime/jit/cpu_jit.h"
#include "core/runtime/simt/checker/checker.h"
#include "core/script/reading/parser.h"
#include "core/support/check.h"

#include <benchmark/benchmark.h>

namespace {

using namespace tir;

constexpr double GoalRunSeconds = 0.4;
constexpr double GoalCheckedSeconds = 2;
constexpr double GoalCompileSeconds = 0.3;

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

OwnedModule tiledProduct()
{
    auto parsed = parseModule(SourceText("bench.py", TiledProduct));
    TIR_CHECK(parsed) << "the module of the benchmark is broken";
    return parsed->module;
}

/// `of goal`: 1 and below is what we want.
void countGoal(benchmark::State& state, double goalSeconds)
{
    state.counters["of goal"] = benchmark::Counter(double(state.iterations()) * goalSeconds,
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
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

void runTiledProduct(benchmark::State& state)
{
    const OwnedModule module = tiledProduct();
    const auto program = compile(*module.module);
    auto made = makeArguments(to<PrimFunc>(*module.module->find("main")->function), {.seed = 1});
    TIR_CHECK(program && made) << "the benchmark cannot run";
    Arguments arguments = std::move(made).value();
    std::vector<void*> pointers;
    for (Argument& argument : arguments.params)
        pointers.push_back(argument.value.bytes.data());
    int64_t result = 0;
    for (auto _ : state)
        TIR_CHECK(!program->run(pointers.data(), &result)) << "the run failed";
    countGoal(state, GoalRunSeconds);
}

void runTiledProductChecked(benchmark::State& state)
{
    const OwnedModule module = tiledProduct();
    const Result<LlvmProgram> emitted = emitLlvm(*module.module, {"main", true});
    TIR_CHECK(emitted) << "the kernel of the benchmark is refused";
    const Result<CpuProgram> program = CpuProgram::compile(*emitted);
    auto made = makeArguments(to<PrimFunc>(*module.module->find("main")->function), {.seed = 1});
    TIR_CHECK(program && made) << "the benchmark cannot run";
    Arguments arguments = std::move(made).value();
    std::vector<void*> pointers;
    for (Argument& argument : arguments.params)
        pointers.push_back(argument.value.bytes.data());
    int64_t result = 0;
    for (auto _ : state) {
        Checker checker(emitted->sites);
        for (Argument& argument : arguments.params)
            checker.addMemory(argument.value.bytes.data(), argument.value.bytes.size(), RegionKind::Global,
                              true);
        TIR_CHECK(!program->run(pointers.data(), &result, {.checker = &checker})) << "the run failed";
        TIR_CHECK(checker.takeFindings().empty()) << "the program is sound";
    }
    countGoal(state, GoalCheckedSeconds);
}

} // namespace

BENCHMARK(compileTiledProduct)->Unit(benchmark::kMillisecond);
BENCHMARK(runTiledProductChecked)->Unit(benchmark::kMillisecond);
BENCHMARK(runTiledProduct)->Unit(benchmark::kMillisecond);
