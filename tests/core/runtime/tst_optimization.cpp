/// How much LLVM optimizes a program depends on what it is for, and changes no result.

#include "core/codegen/llvm_ir/emit.h"
#include "core/runtime/arguments.h"
#include "core/runtime/jit/cpu_jit.h"
#include "core/runtime/simt/checker/checker.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// Threads that wait for each other keep values over the barrier, in registers and in memory of their own.
constexpr const char* Program = R"(# from tvm.script import tirx as T
@T.prim_func(s_tir=True)
def main(A: T.Buffer((256,), "float32"), B: T.Buffer((256,), "float32")):
    bx = T.launch_thread("blockIdx.x", 4)
    tx = T.launch_thread("threadIdx.x", 64)
    S = T.alloc_buffer((64,), "float32", scope="shared")
    L = T.alloc_buffer((4,), "float32", scope="local")
    x: T.let[T.float32] = A[bx * 64 + tx] * T.float32(0.1)
    for i in range(4):
        L[i] = T.exp(x) + T.Cast("float32", i)
    S[tx] = x + L[3]
    T.tvm_storage_sync("shared")
    B[bx * 64 + tx] = S[63 - tx] / (L[0] + x * x)
)";

} // namespace

class TestOptimization : public QObject {
    Q_OBJECT
private slots:
    void isChosenByPurpose_data()
    {
        QTest::addColumn<bool>("isChecked");
        QTest::addColumn<bool>("isOptimized");
        QTest::addColumn<Optimization>("expected");
        QTest::newRow("a run") << false << true << Optimization::Full;
        QTest::newRow("with memory checks") << true << true << Optimization::Quick;
        QTest::newRow("a run without optimization") << false << false << Optimization::None;
        QTest::newRow("with memory checks, none") << true << false << Optimization::None;
    }

    void isChosenByPurpose()
    {
        QFETCH(bool, isChecked);
        QFETCH(bool, isOptimized);
        QFETCH(Optimization, expected);
        const Result<ParsedModule> parsed = parseModule(SourceText("test.py", Program));
        QVERIFY(parsed);
        const Result<LlvmProgram> program = emitLlvm(
            *parsed->module.module, {.entry = "main", .isChecked = isChecked, .isOptimized = isOptimized});
        QVERIFY(program);
        QVERIFY(program->optimization == expected);
    }

    void keepsResults()
    {
        const Result<ParsedModule> parsed = parseModule(SourceText("test.py", Program));
        QVERIFY(parsed);
        const Module& module = *parsed->module.module;
        std::vector<std::byte> expected;
        for (const bool isChecked : {false, true}) {
            LlvmProgram program = emitLlvm(module, {.entry = "main", .isChecked = isChecked}).value();
            for (const Optimization optimization :
                 {Optimization::None, Optimization::Quick, Optimization::Full}) {
                program.optimization = optimization;
                const Result<CpuProgram> compiled = CpuProgram::compile(program);
                QVERIFY(compiled);
                Arguments arguments =
                    makeArguments(to<PrimFunc>(*module.find("main")->function), {.seed = 1}).value();
                Checker checker(program.sites);
                std::vector<void*> values;
                for (Argument& argument : arguments.params) {
                    std::vector<std::byte>& bytes = argument.value.bytes;
                    checker.addMemory(bytes.data(), bytes.size(), RegionKind::Global, true);
                    values.push_back(bytes.data());
                }
                int64_t returned = 0;
                QVERIFY(
                    !compiled->run(values.data(), &returned, {.checker = isChecked ? &checker : nullptr}));
                QVERIFY(checker.takeFindings().empty());
                const std::vector<std::byte>& result = arguments.params[1].value.bytes;
                if (expected.empty())
                    expected = result;
                QVERIFY(result == expected);
            }
        }
    }
};

TIR_TEST(TestOptimization)
#include "tst_optimization.moc"
