/// Launches on the CPU in place of the GPU: threads, blocks, shared memory, barriers, warps, kernels called by name,
/// and rejections.

#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace tir;
using tir::testing::Checked;
using tir::testing::Numbers;
using tir::testing::runMain;
using tir::testing::runProgram;
using tir::testing::RunResult;
using tir::testing::troubleOf;

class TstGpuPrograms : public QObject {
    Q_OBJECT

private slots:
    void everyThreadRunsOnce();
    void extentsMayDependOnValues();
    void loopsBoundToThreadsAreLaunches();
    void reversesThroughSharedMemory();
    void withoutTheBarrierItIsWrong();
    void multipliesInTiles();
    void sharedMemoryIsFreshInEveryBlock();
    void barriersInLoopsAndHelpers();
    void threadsMayLeaveEarly();
    void divergedBarriersAreAnError();
    void warpsExchangeValues_data();
    void warpsExchangeValues();
    void warpBarriersHoldWarpsOnly();
    void kernelsCalledByName();
    void kernelsLaunchedWithTheirParameters();
    void kernelsLaunchedFromAStack();
    void declarationsMayPrecedeAllocations();
    void launchesThatCannotBe_data();
    void launchesThatCannotBe();
    void refusals_data();
    void refusals();
    void sharedMemoryOfTheHostBelongsToBlocks();
    void calledFunctionsOfTheHostLaunch();
    void calledFunctionsOfALaunchFindItsThreads_data();
    void calledFunctionsOfALaunchFindItsThreads();
};

void TstGpuPrograms::everyThreadRunsOnce()
{
    const RunResult result =
        runMain("A: T.Buffer((2, 3, 4, 5), \"int32\")",
                "by = T.launch_thread(\"blockIdx.y\", 2)\n"
                "bx = T.launch_thread(\"blockIdx.x\", 3)\n"
                "ty = T.launch_thread(\"threadIdx.y\", 4)\n"
                "tx = T.launch_thread(\"threadIdx.x\", 5)\n"
                "A[by, bx, ty, tx] = A[by, bx, ty, tx] + by * 1000 + bx * 100 + ty * 10 + tx",
                {{"A", Numbers(120)}});
    QCOMPARE(troubleOf(result), QString());
    size_t index = 0;
    for (int by = 0; by < 2; ++by)
        for (int bx = 0; bx < 3; ++bx)
            for (int ty = 0; ty < 4; ++ty)
                for (int tx = 0; tx < 5; ++tx)
                    QCOMPARE(result.after.at("A")[index++], double(by * 1000 + bx * 100 + ty * 10 + tx));
}

void TstGpuPrograms::extentsMayDependOnValues()
{
    const RunResult result = runProgram("@T.prim_func(s_tir=True)\n"
                                        "def main(a: T.handle, k: T.int32):\n"
                                        "    n = T.int32()\n"
                                        "    A = T.match_buffer(a, (n,), \"int32\")\n"
                                        "    blocks: T.let[T.int32] = (n + 31) // 32\n"
                                        "    with T.launch_thread(\"blockIdx.x\", blocks) as bx:\n"
                                        "        tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                                        "        if bx * 32 + tx < n:\n"
                                        "            A[bx * 32 + tx] = n * 1000 + k\n",
                                        {}, {{"n", 70}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A"), Numbers(70, 70000 + result.before.at("k")[0]));
}

void TstGpuPrograms::loopsBoundToThreadsAreLaunches()
{
    const RunResult result = runMain("A: T.Buffer((32,), \"int32\")",
                                     "for b in T.thread_binding(2, thread=\"blockIdx.x\"):\n"
                                     "    for t in T.thread_binding(16, thread=\"threadIdx.x\"):\n"
                                     "        S = T.alloc_buffer((16,), \"int32\", scope=\"shared\")\n"
                                     "        S[t] = A[b * 16 + t]\n"
                                     "        T.tvm_storage_sync(\"shared\")\n"
                                     "        A[b * 16 + t] = S[15 - t]");
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A")[16], result.before.at("A")[31]);
}

void TstGpuPrograms::reversesThroughSharedMemory()
{
    const RunResult result = runMain("X: T.Buffer((256,), \"float32\"), Y: T.Buffer((256,), \"float32\")",
                                     "bx = T.launch_thread(\"blockIdx.x\", 4)\n"
                                     "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                     "tile = T.alloc_buffer((64,), \"float32\", scope=\"shared.dyn\")\n"
                                     "tile[tx] = X[bx * 64 + tx]\n"
                                     "T.tvm_storage_sync(\"shared\")\n"
                                     "Y[(3 - bx) * 64 + tx] = tile[63 - tx]");
    QCOMPARE(troubleOf(result), QString());
    for (size_t index = 0; index < 256; ++index)
        QCOMPARE(result.after.at("Y")[index], result.before.at("X")[255 - index]);
}

void TstGpuPrograms::withoutTheBarrierItIsWrong()
{
    const RunResult result = runMain("X: T.Buffer((64,), \"float32\"), Y: T.Buffer((64,), \"float32\")",
                                     "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                     "tile = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                                     "tile[tx] = X[tx]\n"
                                     "Y[tx] = tile[63 - tx]");
    QCOMPARE(troubleOf(result), QString());
    QVERIFY(result.after.at("Y")[0] < -1); // content of fresh memory
}

void TstGpuPrograms::multipliesInTiles()
{
    const RunResult result =
        runMain("A: T.Buffer((32, 32), \"float32\"), B: T.Buffer((32, 32), \"float32\"), "
                "C: T.Buffer((32, 32), \"float32\")",
                "by = T.launch_thread(\"blockIdx.y\", 4)\nbx = T.launch_thread(\"blockIdx.x\", 4)\n"
                "ty = T.launch_thread(\"threadIdx.y\", 8)\ntx = T.launch_thread(\"threadIdx.x\", 8)\n"
                "L = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                "R = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                "acc = T.alloc_buffer((1,), \"float32\", scope=\"local\")\n"
                "acc[0] = T.float32(0)\n"
                "for k in range(4):\n"
                "    L[ty * 8 + tx] = A[by * 8 + ty, k * 8 + tx]\n"
                "    R[ty * 8 + tx] = B[k * 8 + ty, bx * 8 + tx]\n"
                "    T.tvm_storage_sync(\"shared\")\n"
                "    for j in range(8):\n"
                "        acc[0] = acc[0] + L[ty * 8 + j] * R[j * 8 + tx]\n"
                "    T.tvm_storage_sync(\"shared\")\n"
                "C[by * 8 + ty, bx * 8 + tx] = acc[0]");
    QCOMPARE(troubleOf(result), QString());
    for (size_t row = 0; row < 32; ++row)
        for (size_t column = 0; column < 32; ++column) {
            float sum = 0;
            for (size_t k = 0; k < 32; ++k)
                sum += float(result.before.at("A")[row * 32 + k]) *
                       float(result.before.at("B")[k * 32 + column]);
            QCOMPARE(float(result.after.at("C")[row * 32 + column]), sum);
        }
}

void TstGpuPrograms::sharedMemoryIsFreshInEveryBlock()
{
    const RunResult result =
        runMain("A: T.Buffer((3,), \"uint8\")", "bx = T.launch_thread(\"blockIdx.x\", 3)\n"
                                                "tx = T.launch_thread(\"threadIdx.x\", 2)\n"
                                                "S = T.alloc_buffer((8,), \"uint8\", scope=\"shared\")\n"
                                                "if tx == 0:\n    A[bx] = S[0]\n"
                                                "T.tvm_storage_sync(\"shared\")\n"
                                                "S[0] = T.uint8(1)");
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A"), Numbers(3, 0xCD));
}

void TstGpuPrograms::barriersInLoopsAndHelpers()
{
    // Each round moves every value one thread on; the helper is emitted in place because it waits.
    const RunResult result = runProgram("@T.prim_func(private=True, s_tir=True)\n"
                                        "def settle(v: T.int32) -> T.int32:\n"
                                        "    T.tvm_storage_sync(\"shared\")\n"
                                        "    return v + 1\n\n"
                                        "@T.prim_func(s_tir=True)\n"
                                        "def main(A: T.Buffer((16,), \"int32\")):\n"
                                        "    tx = T.launch_thread(\"threadIdx.x\", 16)\n"
                                        "    S = T.alloc_buffer((16,), \"int32\", scope=\"shared\")\n"
                                        "    m = T.alloc_buffer((1,), \"int32\", scope=\"local\")\n"
                                        "    S[tx] = A[tx]\n"
                                        "    for k in range(5):\n"
                                        "        T.tvm_storage_sync(\"shared\")\n"
                                        "        m[0] = S[(tx + 1) % 16]\n"
                                        "        S[tx] = Module.settle(m[0])\n"
                                        "    A[tx] = S[tx]\n");
    QCOMPARE(troubleOf(result), QString());
    for (size_t index = 0; index < 16; ++index)
        QCOMPARE(result.after.at("A")[index], result.before.at("A")[(index + 5) % 16] + 5);
}

void TstGpuPrograms::threadsMayLeaveEarly()
{
    const RunResult result = runMain("A: T.Buffer((8,), \"int32\")",
                                     "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                                     "S = T.alloc_buffer((8,), \"int32\", scope=\"shared\")\n"
                                     "if tx >= 4:\n    T.thread_return()\n"
                                     "S[tx] = tx\n"
                                     "T.tvm_storage_sync(\"shared\")\n"
                                     "A[tx] = S[3 - tx]",
                                     {{"A", Numbers(8, 9)}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A"), (Numbers{3, 2, 1, 0, 9, 9, 9, 9}));
}

void TstGpuPrograms::divergedBarriersAreAnError()
{
    const RunResult result = runMain("A: T.Buffer((8,), \"int32\")",
                                     "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                                     "if tx < 4:\n    T.tvm_storage_sync(\"shared\")\n    A[tx] = 1\n"
                                     "else:\n    T.tvm_storage_sync(\"shared\")\n    A[tx] = 2");
    QVERIFY(result.error.has_value());
    QCOMPARE(result.error->kind, std::string("BarrierDivergence"));
    const QString message = QString::fromStdString(result.error->message);
    QVERIFY2(message.contains("thread (0, 0, 0) waits at barrier 1 ('shared')"), qPrintable(message));
    QVERIFY2(message.contains("waits at barrier 2 ('shared')"), qPrintable(message));
}

void TstGpuPrograms::warpsExchangeValues_data()
{
    QTest::addColumn<QString>("operation");
    QTest::addColumn<int>("operand");
    QTest::addColumn<int>("width");
    QTest::newRow("index") << "tvm_warp_shuffle" << 5 << 32;
    QTest::newRow("index in groups") << "tvm_warp_shuffle" << 5 << 8;
    QTest::newRow("up") << "tvm_warp_shuffle_up" << 3 << 32;
    QTest::newRow("down") << "tvm_warp_shuffle_down" << 3 << 32;
    QTest::newRow("down in groups") << "tvm_warp_shuffle_down" << 4 << 16;
}

void TstGpuPrograms::warpsExchangeValues()
{
    QFETCH(QString, operation);
    QFETCH(int, operand);
    QFETCH(int, width);
    const RunResult result =
        runMain("A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")",
                QStringLiteral("tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                               "B[tx] = T.%1(T.tvm_warp_activemask(), A[tx], %2, %3, 32)")
                    .arg(operation)
                    .arg(operand)
                    .arg(width)
                    .toStdString());
    QCOMPARE(troubleOf(result), QString());
    for (int thread = 0; thread < 64; ++thread) {
        const int lane = thread % width;
        int source = operand % width;
        if (operation.endsWith(QStringLiteral("up")))
            source = lane - operand < 0 ? lane : lane - operand;
        if (operation.endsWith(QStringLiteral("down")))
            source = lane + operand >= width ? lane : lane + operand;
        QCOMPARE(result.after.at("B")[size_t(thread)], result.before.at("A")[size_t(thread - lane + source)]);
    }
}

void TstGpuPrograms::warpBarriersHoldWarpsOnly()
{
    // The first warp synchronizes twice, the second goes straight to the barrier of the block.
    const RunResult result =
        runMain("A: T.Buffer((64,), \"int32\")", "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                                 "S = T.alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
                                                 "if tx < 32:\n"
                                                 "    T.tvm_storage_sync(\"warp\")\n"
                                                 "    T.tvm_storage_sync(\"warp\")\n"
                                                 "S[tx] = tx\n"
                                                 "T.tvm_storage_sync(\"shared\")\n"
                                                 "A[tx] = S[63 - tx]");
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A")[0], 63.0);
    QCOMPARE(result.after.at("A")[63], 0.0);
}

namespace {

const std::string CudaTarget =
    "T.target({\"kind\": \"cuda\", \"arch\": \"sm_90\", \"keys\": [\"cuda\", \"gpu\"], "
    "\"tag\": \"\", \"max_num_threads\": 1024, \"thread_warp_size\": 32})";

std::string kernelModule(const std::string& kernelAttrs, const std::string& call)
{
    return "@T.prim_func(private=True, s_tir=True)\n"
           "def kernel(P: T.handle(\"int32\", \"global\"), n: T.int32):\n"
           "    T.func_attr({" +
           kernelAttrs + "\"target\": " + CudaTarget +
           "})\n"
           "    A = T.decl_buffer((n,), \"int32\", data=P)\n"
           "    bx = T.launch_thread(\"blockIdx.x\", n // 8)\n"
           "    tx = T.launch_thread(\"threadIdx.x\", 8)\n"
           "    S = T.alloc_buffer((8,), \"int32\", scope=\"shared.dyn\")\n"
           "    S[tx] = A[bx * 8 + tx]\n"
           "    T.tvm_storage_sync(\"shared\")\n"
           "    A[bx * 8 + tx] = S[7 - tx] * 2\n\n"
           "@T.prim_func(s_tir=True)\n"
           "def main(A: T.Buffer((24,), \"int32\")):\n"
           "    " +
           call + "\n";
}

const std::string LaunchAttrs =
    "\"calling_conv\": 2, \"global_symbol\": \"kernel\", \"tirx.kernel_launch_params\": "
    "[\"blockIdx.x\", \"threadIdx.x\", \"tirx.use_dyn_shared_memory\"], ";

void compareReversed(const RunResult& result)
{
    QCOMPARE(troubleOf(result), QString());
    for (size_t index = 0; index < 24; ++index)
        QCOMPARE(result.after.at("A")[index], result.before.at("A")[index / 8 * 8 + 7 - index % 8] * 2);
}

} // namespace

void TstGpuPrograms::kernelsCalledByName()
{
    compareReversed(runProgram(kernelModule("", "Module.kernel(A.data, 24)")));
}

void TstGpuPrograms::kernelsLaunchedWithTheirParameters()
{
    compareReversed(runProgram(kernelModule(LaunchAttrs, "T.call_packed(\"kernel\", A.data, 24, 3, 8, 32)")));
    // Flags among the parameters have no value.
    std::string flagged = LaunchAttrs;
    flagged.insert(flagged.find("\"threadIdx.x"), "\"tirx.use_cooperative_launch\", ");
    flagged.insert(flagged.find("]"), ", \"tirx.use_programtic_dependent_launch\"");
    compareReversed(runProgram(kernelModule(flagged, "T.call_packed(\"kernel\", A.data, 24, 3, 8, 32)")));
    // Only the first two blocks.
    const RunResult part =
        runProgram(kernelModule(LaunchAttrs, "T.call_packed(\"kernel\", A.data, 24, 2, 8, 32)"));
    QCOMPARE(troubleOf(part), QString());
    QCOMPARE(part.after.at("A")[20], part.before.at("A")[20]);
}

/// The host code after LowerTVMBuiltin: tagged values and launch parameters in memory of its stack.
void TstGpuPrograms::kernelsLaunchedFromAStack()
{
    const std::string call = "stack: T.let[T.handle] = T.tvm_stack_alloca(\"tvm_ffi_any\", 6)\n"
                             "    T.tvm_struct_set(stack, 0, 15, A.data)\n"
                             "    T.tvm_struct_set(stack, 1, 15, T.Cast(\"int64\", 24))\n"
                             "    T.tvm_struct_set(stack, 2, 15, T.Cast(\"int64\", 3))\n"
                             "    T.tvm_struct_set(stack, 3, 15, T.Cast(\"int64\", 8))\n"
                             "    T.tvm_struct_set(stack, 4, 15, T.Cast(\"int64\", 32))\n"
                             "    T.call_packed_lowered(\"kernel\", stack, 0, 5)";
    compareReversed(runProgram(kernelModule(LaunchAttrs, call)));
}

void TstGpuPrograms::declarationsMayPrecedeAllocations()
{
    const RunResult result =
        runMain("A: T.Buffer((8,), \"float32\")",
                "buf_dyn_shmem = T.handle(\"uint8\", \"shared.dyn\")\n"
                "S = T.decl_buffer((8,), \"float32\", data=buf_dyn_shmem, scope=\"shared.dyn\")\n"
                "with T.launch_thread(\"threadIdx.x\", 8) as tx:\n"
                "    buf = T.alloc_buffer((64,), \"uint8\", data=buf_dyn_shmem, scope=\"shared.dyn\")\n"
                "    S[tx + 8] = A[tx]\n"
                "    T.tvm_storage_sync(\"shared\")\n"
                "    A[tx] = S[15 - tx]");
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A")[0], result.before.at("A")[7]);
}

void TstGpuPrograms::launchesThatCannotBe_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("words");
    QTest::newRow("too little dynamic memory")
        << QString::fromStdString(
               kernelModule(LaunchAttrs, "T.call_packed(\"kernel\", A.data, 24, 3, 8, 16)"))
        << "takes 32 bytes of dynamic shared memory, but is launched with 16";
    QTest::newRow("too many threads")
        << "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((24,), \"int32\")):\n"
           "    ty = T.launch_thread(\"threadIdx.y\", 64)\n    tx = T.launch_thread(\"threadIdx.x\", 64)\n"
           "    A[tx] = ty\n"
        << "block (64, 64, 1)";
    QTest::newRow("no blocks") << QString::fromStdString(kernelModule(
                                      LaunchAttrs, "T.call_packed(\"kernel\", A.data, 24, 0, 8, 32)"))
                               << "grid (0, 1, 1)";
    QTest::newRow("no threads")
        << "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((24,), \"int32\")):\n"
           "    n: T.let[T.int32] = A[0] * 0\n    tx = T.launch_thread(\"threadIdx.x\", n)\n    A[tx] = 1\n"
        << "block (0, 1, 1)";
    QTest::newRow("no threads in a loop around blocks")
        << "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((24,), \"int32\")):\n"
           "    n: T.let[T.int32] = A[0] * 0\n"
           "    for tx in T.thread_binding(n, thread=\"threadIdx.x\"):\n"
           "        with T.sblock(\"b\"):\n            v = T.axis.spatial(24, tx)\n            A[v] = 1\n"
        << "block (0, 1, 1)";
}

void TstGpuPrograms::launchesThatCannotBe()
{
    QFETCH(QString, program);
    QFETCH(QString, words);
    const RunResult result = runProgram(program.toStdString());
    QVERIFY2(result.error.has_value(), qPrintable(troubleOf(result)));
    QCOMPARE(result.error->kind, std::string("LaunchError"));
    QVERIFY2(troubleOf(result).contains(words), qPrintable(troubleOf(result)));

    const RunResult checked = runProgram(program.toStdString(), {}, {}, Checked::Yes);
    const bool isFound =
        std::any_of(checked.findings.begin(), checked.findings.end(), [](const auto& finding) {
            return finding.starts_with("refused-launch: the host launches");
        });
    QCOMPARE(isFound, !words.contains("dynamic"));
}

void TstGpuPrograms::refusals_data()
{
    QTest::addColumn<QString>("statements");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* statements, const char* words) {
        QTest::newRow(name) << QString(statements) << QString(words);
    };
    row("scope of another device",
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "F = T.alloc_buffer((256,), \"float16\", scope=\"metal.simdgroup\")\nA[tx] = 1",
        "is in 'metal.simdgroup'");
    row("unknown function", "A[0] = T.call_extern(\"int32\", \"mystery\", 1)", "external function 'mystery'");
    row("known operation with an unknown argument", "A[0] = T.max(A[0], A[1], color=1)",
        "'max' has arguments that are not known here and cannot be run");
    row("unknown operation", "A[0] = T.q_multiply_shift(A[0], A[1], 1, 2)", "'tirx.q_multiply_shift'");
    row("too few arguments", "A[0] = T.shift_left(A[0])", "shift_left");
    row("unknown packed function", "T.call_packed(\"mystery\", 1)", "packed function 'mystery'");
    row("barrier of the host", "T.tvm_storage_sync(\"shared\")", "outside of any launch");
    row("barrier of the grid",
        "tx = T.launch_thread(\"threadIdx.x\", 32)\nT.tvm_storage_sync(\"global\")\nA[tx] = 1",
        "barrier of scope 'global'");
    row("cluster", "tx = T.launch_thread(\"clusterCtaIdx.x\", 2)\nA[tx] = 1", "'clusterCtaIdx.x'");
    row("out of scope",
        "p = T.handle(\"int32\", \"shared\")\n"
        "with T.launch_thread(\"threadIdx.x\", 4) as tx:\n"
        "    S = T.alloc_buffer((4,), \"int32\", data=p, scope=\"shared\")\n    S[tx] = 1\n"
        "with T.launch_thread(\"threadIdx.x\", 4) as ty:\n"
        "    R = T.decl_buffer((4,), \"int32\", data=p, scope=\"shared\")\n    A[ty] = R[ty]",
        "no definition of its data");
    row("shared memory on the host",
        "S = T.alloc_buffer((4,), \"int32\", scope=\"shared\")\nS[0] = 1\nA[0] = S[0]",
        "'S' is in shared memory");
}

void TstGpuPrograms::refusals()
{
    QFETCH(QString, statements);
    QFETCH(QString, words);
    const RunResult result = runMain("A: T.Buffer((32,), \"int32\")", statements.toStdString());
    QVERIFY(!result.complaints.empty());
    QVERIFY2(troubleOf(result).contains(words), qPrintable(troubleOf(result)));
}

void TstGpuPrograms::sharedMemoryOfTheHostBelongsToBlocks()
{
    const RunResult result =
        runMain("A: T.Buffer((16,), \"int32\")", "S = T.alloc_buffer((8,), \"int32\", scope=\"shared.dyn\")\n"
                                                 "with T.launch_thread(\"blockIdx.x\", 2) as bx:\n"
                                                 "    tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                                                 "    S[tx] = A[bx * 8 + tx]\n"
                                                 "    T.tvm_storage_sync(\"shared\")\n"
                                                 "    A[bx * 8 + tx] = S[7 - tx]");
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A")[8], result.before.at("A")[15]);
}

void TstGpuPrograms::calledFunctionsOfTheHostLaunch()
{
    const RunResult result = runProgram("@T.prim_func(private=True, s_tir=True)\n"
                                        "def fill(p: T.handle(\"int32\"), v: T.int32):\n"
                                        "    D = T.decl_buffer((8,), \"int32\", data=p)\n"
                                        "    bx = T.launch_thread(\"blockIdx.x\", 2)\n"
                                        "    tx = T.launch_thread(\"threadIdx.x\", 4)\n"
                                        "    D[bx * 4 + tx] = D[bx * 4 + tx] * v + bx * 4 + tx\n\n"
                                        "@T.prim_func(s_tir=True)\n"
                                        "def main(A: T.Buffer((8,), \"int32\")):\n"
                                        "    for i in range(3):\n"
                                        "        Module.fill(A.data, i)\n");
    QCOMPARE(troubleOf(result), QString());
    for (size_t index = 0; index < 8; ++index)
        QCOMPARE(result.after.at("A")[index], double(index) * 5); // (0 + i) * 1 + i, and that * 2 + i
}

void TstGpuPrograms::calledFunctionsOfALaunchFindItsThreads_data()
{
    QTest::addColumn<QString>("statements");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* statements, const char* words) {
        QTest::newRow(name) << statements << words;
    };
    row("the same threads", "tx = T.launch_thread(\"threadIdx.x\", 4)\nD[v * 4 + tx] = 1", "");
    row("a loop over some of them",
        "for tx in T.thread_binding(2, thread=\"threadIdx.x\"):\n    D[v * 4 + tx] = 1", "");
    row("one thread of an axis that is not launched",
        "tz = T.launch_thread(\"threadIdx.z\", 1)\nD[v * 4 + tz] = 1", "");
    row("another axis", "ty = T.launch_thread(\"threadIdx.y\", 4)\nD[v * 4 + ty] = 1",
        "'fill' opens threadIdx.y with an extent of 4, but is called in a launch without that axis: on a "
        "device "
        "nothing is launched");
    row("fewer threads", "tx = T.launch_thread(\"threadIdx.x\", 2)\nD[v * 4 + tx] = 1",
        "'fill' opens threadIdx.x with an extent of 2, but is called in a launch with one of 4");
    row("a loop over more threads",
        "for tx in T.thread_binding(8, thread=\"threadIdx.x\"):\n    D[v * 4 + tx] = 1",
        "'fill' opens threadIdx.x with an extent of 8, but is called in a launch with one of 4");
    row("as many as it is told", "tx = T.launch_thread(\"threadIdx.x\", v)\nD[v * 4 + tx] = 1",
        "'fill' opens threadIdx.x, but is called in a launch whose extent may be another one");
}

void TstGpuPrograms::calledFunctionsOfALaunchFindItsThreads()
{
    QFETCH(QString, statements);
    QFETCH(QString, words);
    const QString function = QString("def fill(p: T.handle(\"int32\"), v: T.int32):\n"
                                     "    D = T.decl_buffer((8,), \"int32\", data=p)\n    ") +
                             QString(statements).replace("\n", "\n    ");
    // By its variable, by its name, and through another function.
    for (const char* call : {"Module.fill(A.data, bx)", "T.call_extern(\"void\", \"fill\", A.data, bx)",
                             "Module.pass_on(A.data, bx)"}) {
        const RunResult result =
            runProgram("@T.prim_func(private=True, s_tir=True)\n" + function.toStdString() +
                           "\n\n@T.prim_func(private=True, s_tir=True)\n"
                           "def pass_on(p: T.handle(\"int32\"), v: T.int32):\n    Module.fill(p, v)\n\n"
                           "@T.prim_func(s_tir=True)\n"
                           "def main(A: T.Buffer((8,), \"int32\")):\n"
                           "    bx = T.launch_thread(\"blockIdx.x\", 2)\n"
                           "    tx = T.launch_thread(\"threadIdx.x\", 4)\n    " +
                           call + "\n",
                       {{"A", Numbers(8)}});
        if (!words.isEmpty()) {
            QVERIFY2(troubleOf(result).contains(words), qPrintable(troubleOf(result)));
            continue;
        }
        QCOMPARE(troubleOf(result), QString());
        QCOMPARE(result.after.at("A")[4], 1.0);
    }
}

TIR_TEST(TstGpuPrograms)
#include "tst_gpu_programs.moc"
