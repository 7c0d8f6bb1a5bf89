/// Launches on the CPU in place of the GPU: threads, blocks, shared memory, barriers, warps,
/// and rejections.

#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
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
    void declarationsMayPrecedeAllocations();
    void refusals_data();
    void refusals();
    void sharedMemoryOfTheHostBelongsToBlocks();
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

void TstGpuPrograms::refusals_data()
{
    QTest::addColumn<QString>("statements");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QByteArray& statements, const char* expected) {
        QTest::newRow(name) << QString(statements) << QString(expected);
    };
    row("scope of another device",
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "F = T.alloc_buffer((256,), \"float16\", scope=\"metal.simdgroup\")\nA[tx] = 1",
        "is in 'metal.simdgroup'");
    row("unknown function", "A[0] = T.call_extern(\"int32\", \"mystery\", 1)", "external function 'mystery'");
    row("known operation with an unknown argument", "A[0] = T.max(A[0], A[1], color=1)",
        "'max' is not known here, at least not with these arguments, and cannot be executed");
    row("unknown operation", "A[0] = T.q_multiply_shift(A[0], A[1], 1, 2)", "'q_multiply_shift'");
    const auto kernel = [&](const char* name, const QByteArray& statement, const char* expected) {
        row(name,
            QByteArray("tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                       "b = T.alloc_buffer((4,), \"uint64\", scope=\"shared\")\n" +
                       statement + "\nA[tx] = 1"),
            expected);
    };
    kernel("mbarrier", "T.ptx.mbarrier.init(b.data, 32)",
           "operation 'ptx.mbarrier.init' cannot be executed on");
    kernel("wait of an mbarrier", "T.ptx.mbarrier.try_wait(b.data, 0)", "'ptx.mbarrier.try_wait' cannot be");
    kernel("bulk copy", "T.ptx.cp_async.bulk.wait_group(0, False)", "'ptx.cp_async.bulk.wait_group' cannot");
    kernel("wgmma", "T.ptx.wgmma.commit_group()", "operation 'ptx.wgmma.commit_group' cannot be executed on");
    kernel("tcgen05", "T.ptx.tcgen05.alloc(b.data, 64, 1)",
           "operation 'ptx.tcgen05.alloc' cannot be executed on");
    kernel("barrier of all blocks", "T.cuda.grid_sync()", "operation 'cuda.grid_sync' cannot be executed on");
    kernel("start of the barrier of all blocks", "T.evaluate(T.tvm_global_barrier_kinit())",
           "operation 'tvm_global_barrier_kinit' cannot be executed on");
    kernel("vectors of scalable length",
           "A[T.Ramp(0, 1, T.vscale() * 4)] = T.Broadcast(T.int32(1), T.vscale() * 4)",
           "vectors of scalable length cannot be executed");
    row("too few arguments", "A[0] = T.shift_left(A[0])", "shift_left");
    row("unknown packed function", "T.call_packed(\"mystery\", 1)", "packed function 'mystery'");
    row("barrier of the host", "T.tvm_storage_sync(\"shared\")", "outside of any launch");
    row("barrier of the grid",
        "tx = T.launch_thread(\"threadIdx.x\", 32)\nT.tvm_storage_sync(\"global\")\nA[tx] = 1",
        "barrier of scope 'global'");
    for (const char* operation :
         {"mbarrier.init(0, 1)", "wgmma.fence()", "tcgen05.wait.ld()", "cp_async.bulk.commit_group()"})
        QTest::newRow(operation) << QStringLiteral("tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                                                   "T.ptx.%1\nA[tx] = 1")
                                        .arg(operation)
                                 << QStringLiteral("cannot be executed on the CPU");
    row("scalable vector", "A[T.ramp(0, 1, T.vscale() * 4)] = T.broadcast(1, T.vscale() * 4)",
        "vectors of scalable length cannot be executed");
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
    QFETCH(QString, expected);
    const RunResult result = runMain("A: T.Buffer((32,), \"int32\")", statements.toStdString());
    QVERIFY(!result.complaints.empty());
    QVERIFY2(troubleOf(result).contains(expected), qPrintable(troubleOf(result)));
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

TIR_TEST(TstGpuPrograms)
#include "tst_gpu_programs.moc"
