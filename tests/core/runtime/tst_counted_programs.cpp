/// Counted programs: the loads, stores, and operations of each launch, compared with numbers computed by hand.

#include "core/codegen/llvm_ir/emit.h"
#include "core/script/reading/parser.h"
#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using tir::testing::Numbers;
using tir::testing::RunHow;
using tir::testing::runMain;
using tir::testing::runProgram;
using tir::testing::RunResult;
using tir::testing::troubleOf;

class TstCountedPrograms : public QObject {
    Q_OBJECT

private slots:
    void countsOneLaunch_data();
    void countsOneLaunch();
    void countsWhatTheInputsDecide();
    void countsSymbolicExtents();
    void countsEveryLaunch();
    void countsFunctionsThatKernelsCall();
    void countsDoNotDependOnCores();
    void otherProgramsHaveNoCounters();
};

namespace {

const RunHow Counted{.isCounted = true};

QString joined(const std::vector<std::string>& work)
{
    QStringList lines;
    for (const std::string& line : work)
        lines += QString::fromStdString(line);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

/// One block of 32 threads, with buffers of 128 elements: A and B of float32, H of float16, I and J of int32, Q of int8.
void TstCountedPrograms::countsOneLaunch_data()
{
    QTest::addColumn<QString>("statements");
    QTest::addColumn<QString>("work");
    const auto row = [](const char* name, const char* statements, const char* work) {
        QTest::newRow(name) << QString(statements) << QString(work);
    };
    row("nothing", "T.evaluate(0)", "");
    row("a load, a store, and two operations", "B[tx] = A[tx] * T.float32(2) + T.float32(1)",
        "float32 64, loaded global 128, stored global 128");
    row("narrow types", "H[tx] = H[tx] * T.float16(2)", "float16 32, loaded global 64, stored global 64");
    row("positions are not computation", "B[tx * 2 % 64] = A[(tx + 1) % 32 * 2]",
        "loaded global 128, stored global 128");
    row("integers that are data", "J[tx] = T.Cast(\"int32\", Q[tx + 1]) * 3 + I[tx]",
        "int32 64, loaded global 160, stored global 128");
    row("an index that is loaded", "J[I[tx] + tx] = tx * 2", "loaded global 128, stored global 128");
    row("an integer variable that is data", "v: T.int32 = I[tx]\nJ[tx] = v * v",
        "int32 32, loaded global 128, stored global 128");
    row("a condition of some threads", "if tx < 20:\n    B[tx] = A[tx]",
        "loaded global 80, stored global 80");
    row("one side of a choice",
        "B[tx] = T.if_then_else(tx < 12, A[tx] * T.float32(2), A[tx] + A[tx + 1] + A[tx + 2])",
        "float32 52, loaded global 288, stored global 128");
    row("both sides of a select", "B[tx] = T.Select(tx < 12, A[tx] * T.float32(2), A[tx] + T.float32(1))",
        "float32 64, loaded global 256, stored global 128");
    row("loops", "for i in range(3):\n    for j in range(i):\n        B[tx] = A[tx] + T.float32(i)",
        "float32 96, loaded global 384, stored global 384");
    row("a loop that is left", "for i in range(10):\n    if i == 4:\n        break\n    B[tx] = A[tx]",
        "loaded global 512, stored global 512");
    row("vectors", "B[T.Ramp(tx * 4, 1, 4)] = A[T.Ramp(tx * 4, 1, 4)] * T.Broadcast(T.float32(2), 4)",
        "float32 128, loaded global 512, stored global 512");
    row("lanes that lie apart", "B[T.Ramp(tx, 32, 4)] = A[T.Ramp(tx * 4, 1, 4)]",
        "loaded global 512, stored global 512");
    row("lanes that a predicate leaves out",
        "B.vstore([T.Ramp(tx * 4, 1, 4)], A.vload([T.Ramp(tx * 4, 1, 4)], predicate=T.Ramp(tx * 4, 1, 4) < "
        "T.Broadcast(50, 4)), predicate=T.Ramp(tx * 4, 1, 4) < T.Broadcast(6, 4))",
        "loaded global 200, stored global 24");
    row("registers are free",
        "r = T.alloc_buffer((4,), scope=\"local\")\nfor i in range(4):\n    r[i] = A[tx]\n"
        "for i in range(4):\n    r[i] = r[i] + T.float32(1)\nB[tx] = r[3]",
        "float32 128, loaded global 512, stored global 128");
    row("shared memory, with barriers",
        "s = T.alloc_buffer((32,), scope=\"shared\")\ns[tx] = A[tx]\nT.tvm_storage_sync(\"shared\")\n"
        "B[tx] = s[31 - tx] + s[tx]",
        "float32 32, loaded global 128, loaded shared 256, stored global 128, stored shared 128");
    row("dynamic shared memory",
        "s = T.alloc_buffer((32,), scope=\"shared.dyn\")\ns[tx] = A[tx]\nT.tvm_storage_sync(\"shared\")\n"
        "B[tx] = s[31 - tx]",
        "loaded global 128, loaded shared 128, stored global 128, stored shared 128");
    row("mathematics", "B[tx] = T.exp(A[tx]) + T.fma(A[tx], A[tx], A[tx])",
        "float32 128, loaded global 512, stored global 128");
    row("a function of C", "B[tx] = T.call_pure_extern(\"float32\", \"fmaf\", A[tx], A[tx], A[tx])",
        "float32 64, loaded global 384, stored global 128");
    row("shuffles move", "B[tx] = T.tvm_warp_shuffle_down(T.uint32(4294967295), A[tx], 1, 32, 32)",
        "loaded global 128, stored global 128");
    row("atomic operations", "T.evaluate(T.cuda.atomic_add(T.address_of(B[0]), A[tx]))",
        "float32 32, loaded global 256, stored global 128");
    row("a reduction of threads",
        "sum = T.alloc_buffer((1,), scope=\"local\")\n"
        "with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0)]), \"reduce_scope\", "
        "T.reinterpret(\"handle\", T.uint64(0))):\n"
        "    T.tvm_thread_allreduce(T.uint32(1), A[tx], T.bool(True), sum[0], tx)\nB[tx] = sum[0]",
        "float32 32, loaded global 128, stored global 128");
    row("asynchronous copies",
        "s = T.alloc_buffer((64,), scope=\"shared\")\nT.ptx.cp_async(\"float32\", s.data, tx, A.data, tx, "
        "4)\n"
        "T.ptx.cp_async(\"float32\", s.data, tx, A.data, tx, 4, tx < 10)\n"
        "T.ptx.cp_async.commit_group()\nT.ptx.cp_async.wait_group(0)",
        "loaded global 168, stored shared 256");
    row("a product of registers",
        "a = T.alloc_buffer((8,), \"float16\", scope=\"local\")\nb = T.alloc_buffer((4,), \"float16\", "
        "scope=\"local\")\nc = T.alloc_buffer((4,), scope=\"local\")\n"
        "for i in range(8):\n    a[i] = T.float16(1)\nfor i in range(4):\n    b[i] = T.float16(1)\n"
        "for i in range(4):\n    c[i] = T.float32(0)\n"
        "T.ptx.mma.legacy(\"float32\", \"m16n8k16\", \"row\", \"col\", \"fp16\", \"fp16\", \"fp32\", a.data, "
        "0, "
        "b.data, 0, c.data, 0, T.bool(False))\nB[tx] = c[0]",
        "matrix float16 4096, stored global 128");
    row("matrices that are loaded",
        "s = T.alloc_buffer((256,), \"float16\", scope=\"shared\")\nr = T.alloc_buffer((8,), \"float16\", "
        "scope=\"local\")\nT.tvm_storage_sync(\"shared\")\n"
        "T.ptx.ldmatrix_legacy(\"float16\", T.bool(False), 4, \".b16\", r.data, 0, s.data, tx * 8)",
        "loaded shared 512");
    row("a product of fragments",
        "s = T.alloc_buffer((256,), \"float16\", scope=\"shared\")\n"
        "a = T.alloc_buffer((256,), \"float16\", scope=\"wmma.matrix_a\")\n"
        "b = T.alloc_buffer((256,), \"float16\", scope=\"wmma.matrix_b\")\n"
        "c = T.alloc_buffer((256,), \"float32\", scope=\"wmma.accumulator\")\n"
        "for i in range(8):\n    s[i * 32 + tx] = T.float16(1)\nT.tvm_storage_sync(\"shared\")\n"
        "T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.float32(0))\n"
        "T.tvm_load_matrix_sync(a.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float16\"), "
        "s.data, "
        "0, 256, 1), 16, \"row_major\")\n"
        "T.tvm_load_matrix_sync(b.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float16\"), "
        "s.data, "
        "0, 256, 1), 16, \"row_major\")\n"
        "T.tvm_mma_sync(c.data, 0, a.data, 0, b.data, 0, c.data, 0)\n"
        "T.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float32\"), "
        "W.data, "
        "0, 256, 2), 16, \"row_major\")",
        "loaded shared 1024, matrix float16 8192, stored global 1024, stored shared 512");
}

void TstCountedPrograms::countsOneLaunch()
{
    QFETCH(QString, statements);
    QFETCH(QString, work);
    const RunResult result =
        runMain("A: T.Buffer((128,)), B: T.Buffer((128,)), H: T.Buffer((128,), \"float16\"), I: "
                "T.Buffer((128,), \"int32\"), "
                "J: T.Buffer((128,), \"int32\"), Q: T.Buffer((128,), \"int8\"), W: T.Buffer((256,))",
                "tx = T.launch_thread(\"threadIdx.x\", 32)\n" + statements.toStdString(),
                {{"I", Numbers(128)}}, Counted);
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(joined(result.work),
             "main_launch (1, 1, 1) of (32, 1, 1):" + (work.isEmpty() ? QString() : QLatin1Char(' ') + work));
}

/// The right side of `and` runs for 8 threads, the body for those of them whose element is positive.
void TstCountedPrograms::countsWhatTheInputsDecide()
{
    Numbers values(64);
    values[1] = values[4] = values[9] = 1;
    const RunResult result =
        runMain("A: T.Buffer((64,)), B: T.Buffer((64,))",
                "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                "if tx < 8 and A[tx] > T.float32(0):\n    B[tx] = A[tx + 32] * T.float32(2)",
                {{"A", values}}, Counted);
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(joined(result.work),
             QString("main_launch (1, 1, 1) of (32, 1, 1): float32 2, loaded global 40, stored global 8"));
}

void TstCountedPrograms::countsSymbolicExtents()
{
    const std::string program =
        "@T.prim_func(s_tir=True)\ndef main(a: T.handle, b: T.handle):\n"
        "    n = T.int64()\n    A = T.match_buffer(a, (n,))\n    B = T.match_buffer(b, (n,))\n"
        "    bx = T.launch_thread(\"blockIdx.x\", (n + 31) // 32)\n"
        "    tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "    for i in range(n // 10):\n"
        "        if bx * 32 + tx < n:\n"
        "            B[bx * 32 + tx] = A[bx * 32 + tx] * T.float32(2)\n";
    const RunResult result = runProgram(program, {}, {{"n", 70}}, Counted);
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(
        joined(result.work),
        QString("main_launch (3, 1, 1) of (32, 1, 1): float32 490, loaded global 1960, stored global 1960"));
}

/// Launches that are alike are one line: that of the first.
void TstCountedPrograms::countsEveryLaunch()
{
    const std::string kernel = "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((64,)), B: T.Buffer((64,))):\n"
                               "    for i in range(3):\n"
                               "        with T.launch_thread(\"threadIdx.x\", 32) as tx:\n"
                               "            B[tx] = A[tx] + T.float32(1)\n"
                               "    for i in range(3):\n"
                               "        with T.launch_thread(\"threadIdx.x\", 16) as ty:\n"
                               "            if ty < 4 + i:\n"
                               "                B[ty] = A[ty]\n";
    const RunResult result = runProgram(kernel, {}, {}, Counted);
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(
        joined(result.work),
        QString(
            "main_launch (1, 1, 1) of (32, 1, 1), 3 times: float32 32, loaded global 128, stored global 128\n"
            "main_launch (1, 1, 1) of (16, 1, 1), 3 times: loaded global 16, stored global 16 or other "
            "work"));
}

void TstCountedPrograms::countsFunctionsThatKernelsCall()
{
    const std::string program = "@T.prim_func(private=True, s_tir=True)\n"
                                "def helper(v: T.float32) -> T.float32:\n"
                                "    return v * T.float32(2) + T.float32(1)\n\n"
                                "@T.prim_func(s_tir=True)\n"
                                "def main(A: T.Buffer((32,)), B: T.Buffer((32,))):\n"
                                "    B[0] = Module.helper(T.float32(3))\n"
                                "    with T.launch_thread(\"threadIdx.x\", 32) as tx:\n"
                                "        B[tx] = Module.helper(A[tx])\n";
    const RunResult result = runProgram(program, {}, {}, Counted);
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(
        joined(result.work),
        QString("main_launch (1, 1, 1) of (32, 1, 1): float32 64, loaded global 128, stored global 128"));
}

void TstCountedPrograms::countsDoNotDependOnCores()
{
    for (const unsigned cores : {1u, 4u}) {
        const RunResult result =
            runMain("A: T.Buffer((1048576,)), B: T.Buffer((1048576,))",
                    "bx = T.launch_thread(\"blockIdx.x\", 4096)\ntx = T.launch_thread(\"threadIdx.x\", 256)\n"
                    "s = T.alloc_buffer((256,), scope=\"shared\")\ns[tx] = A[bx * 256 + tx]\n"
                    "T.tvm_storage_sync(\"shared\")\nB[bx * 256 + tx] = s[255 - tx] * T.float32(2)",
                    {}, {.isCounted = true, .cores = cores});
        QCOMPARE(troubleOf(result), QString());
        QCOMPARE(joined(result.work), QString("main_launch (4096, 1, 1) of (256, 1, 1): float32 1048576, "
                                              "loaded global 4194304, loaded shared "
                                              "4194304, stored global 4194304, stored shared 4194304"));
    }
}

/// Not even an address of a counter: programs that are not counted are as fast as before.
void TstCountedPrograms::otherProgramsHaveNoCounters()
{
    const std::string text =
        "# from tvm.script import ir as I\n# from tvm.script import tirx as T\n\n@I.ir_module\n"
        "class Module:\n    @T.prim_func(s_tir=True)\n"
        "    def main(A: T.Buffer((32,)), B: T.Buffer((32,))):\n"
        "        tx = T.launch_thread(\"threadIdx.x\", 32)\n        B[tx] = A[tx] + A[tx]\n";
    const Result<ParsedModule> parsed = parseModule(SourceText("test.py", text));
    QVERIFY(parsed);
    const auto additions = [&](bool isCounted) {
        const Result<LlvmProgram> program =
            emitLlvm(*parsed->module.module, {.entry = "main", .isCounted = isCounted});
        const Result<std::string> code = llvmText(*program);
        return QString::fromStdString(*code).count(QStringLiteral("add i64"));
    };
    const auto indices = 3; // of the accesses, which start at 0
    QCOMPARE(additions(false), indices);
    QCOMPARE(additions(true), indices + 4);
}

TIR_TEST(TstCountedPrograms)
#include "tst_counted_programs.moc"
