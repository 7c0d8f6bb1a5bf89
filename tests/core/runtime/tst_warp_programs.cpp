/// Cooperative operations of threads on the CPU in place of the GPU: reductions, votes, active lanes;
/// and lockstep, before barriers are inserted.

#include "core/runtime/rounding.h"
#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <cmath>

using namespace tir;
using tir::testing::Checked;
using tir::testing::Numbers;
using tir::testing::range;
using tir::testing::runMain;
using tir::testing::RunResult;
using tir::testing::troubleOf;

class TstWarpPrograms : public QObject {
    Q_OBJECT

private slots:
    void reducesAcrossThreads();
    void reducesAlongOneAxis();
    void reducesSeveralValuesTogether();
    void lanesOutsideAConditionAreNotActive();
    void shufflesWaitForTheirLanesOnly();
    void votes_data();
    void votes();
    void votesOfABlock();
    void copiesHappenWhenTheirGroupIsWaitedFor();
    void sharedMemoryHasLimits_data();
    void sharedMemoryHasLimits();
    void resultsDoNotDependOnCores();
    void aFewBlocksOfManyRun_data();
    void aFewBlocksOfManyRun();
    void valuesOfBlocksThatDoNotRun();
    void theFirstBlockThatFailsIsReported();
};

void TstWarpPrograms::reducesAcrossThreads()
{
    const RunResult result =
        runMain("A: T.Buffer((2, 64), \"int32\"), B: T.Buffer((2, 64), \"int32\")",
                "bx = T.launch_thread(\"blockIdx.x\", 2)\ntx = T.launch_thread(\"threadIdx.x\", 64)\n"
                "sum = T.alloc_buffer((1,), \"int32\", scope=\"local\")\n"
                "with T.attr(T.comm_reducer(lambda x, y: x + y, [T.int32(0)]), \"reduce_scope\", "
                "T.reinterpret(\"handle\", T.uint64(0))):\n"
                "    T.tvm_thread_allreduce(T.uint32(1), A[bx, tx], tx % 2 == 0, sum[0], tx)\n"
                "B[bx, tx] = sum[0] + tx");
    QCOMPARE(troubleOf(result), QString());
    for (size_t block = 0; block < 2; ++block) {
        double sum = 0;
        for (size_t thread = 0; thread < 64; thread += 2)
            sum += result.before.at("A")[block * 64 + thread];
        for (size_t thread = 0; thread < 64; ++thread)
            QCOMPARE(result.after.at("B")[block * 64 + thread], sum + double(thread));
    }
}

void TstWarpPrograms::reducesAlongOneAxis()
{
    const RunResult result =
        runMain("A: T.Buffer((4, 16), \"float32\"), B: T.Buffer((4,), \"float32\")",
                "ty = T.launch_thread(\"threadIdx.y\", 4)\ntx = T.launch_thread(\"threadIdx.x\", 16)\n"
                "best = T.alloc_buffer((1,), \"float32\", scope=\"local\")\n"
                "with T.attr(T.comm_reducer(lambda x, y: T.max(x, y), [T.float32(-10)]), \"reduce_scope\", "
                "T.reinterpret(\"handle\", T.uint64(0))):\n"
                "    T.tvm_thread_allreduce(T.uint32(1), A[ty, tx], T.bool(True), best[0], tx)\n"
                "if tx == 3:\n    B[ty] = best[0]");
    QCOMPARE(troubleOf(result), QString());
    for (size_t row = 0; row < 4; ++row)
        QCOMPARE(result.after.at("B")[row],
                 *std::max_element(result.before.at("A").begin() + ptrdiff_t(row) * 16,
                                   result.before.at("A").begin() + ptrdiff_t(row + 1) * 16));
}

void TstWarpPrograms::reducesSeveralValuesTogether()
{
    Numbers values = range(32);
    values[20] = 99;
    const RunResult result = runMain(
        "A: T.Buffer((32,), \"int32\"), B: T.Buffer((2,), \"int32\")",
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "where = T.alloc_buffer((1,), \"int32\", scope=\"local\")\n"
        "best = T.alloc_buffer((1,), \"int32\", scope=\"local\")\n"
        "with T.attr(T.comm_reducer(lambda i, v, j, w: (T.Select(v >= w, i, j), T.Select(v >= w, v, w)), "
        "[T.int32(-1), T.int32(-1)]), \"reduce_scope\", T.reinterpret(\"handle\", T.uint64(0))):\n"
        "    T.tvm_thread_allreduce(T.uint32(2), tx, A[tx], T.bool(True), where[0], best[0], tx)\n"
        "B[0] = where[0]\nB[1] = best[0]",
        {{"A", values}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("B"), (Numbers{20, 99}));
}

void TstWarpPrograms::lanesOutsideAConditionAreNotActive()
{
    const RunResult result = runMain("A: T.Buffer((40,), \"uint32\")",
                                     "tx = T.launch_thread(\"threadIdx.x\", 40)\nA[tx] = T.uint32(0)\n"
                                     "if tx % 8 < 3:\n    A[tx] = T.tvm_warp_activemask()\n"
                                     "T.tvm_storage_sync(\"shared\")");
    QCOMPARE(troubleOf(result), QString());
    for (size_t thread = 0; thread < 40; ++thread) {
        const double mask = thread < 32 ? double(0x07070707) : double(0x07);
        QCOMPARE(result.after.at("A")[thread], thread % 8 < 3 ? mask : 0);
    }
}

/// As LowerThreadAllreduce writes its second half: the other lanes are at the barrier already.
void TstWarpPrograms::shufflesWaitForTheirLanesOnly()
{
    const RunResult result =
        runMain("A: T.Buffer((64,), \"int32\")",
                "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                "mask = T.alloc_buffer((1,), \"uint32\", scope=\"local\")\n"
                "if tx < 4:\n"
                "    mask[0] = T.bitwise_and(T.tvm_warp_activemask(), T.uint32(15))\n"
                "    A[tx] = A[tx] + T.tvm_warp_shuffle_down(mask[0], A[tx], 2, 32, 32)\n"
                "T.tvm_storage_sync(\"shared\")\nA[tx] = A[tx] * 2",
                {{"A", range(64)}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A")[0], 4.0);
    QCOMPARE(result.after.at("A")[1], 8.0);
    QCOMPARE(result.after.at("A")[63], 126.0);
}

void TstWarpPrograms::votes_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<double>("expected"); // of lanes 0 … 31 where lane i has the value i
    QTest::newRow("ballot") << "T.cuda.ballot_sync(T.uint32(0xffffffff), tx % 4 == 1)" << double(0x22222222);
    QTest::newRow("any") << "T.ptx.any_sync(T.uint32(0xffffffff), tx == 31)" << 1.0;
    QTest::newRow("none") << "T.ptx.any_sync(T.uint32(0xffffffff), tx == 32)" << 0.0;
    QTest::newRow("sum") << "T.cuda.reduce_add_sync_u32(T.uint32(0xffffffff), T.Cast(\"uint32\", tx))"
                         << double(31 * 32 / 2);
    QTest::newRow("min") << "T.cuda.reduce_min_sync_u32(T.uint32(0xffffffff), T.Cast(\"uint32\", tx + 5))"
                         << 5.0;
}

void TstWarpPrograms::votes()
{
    QFETCH(QString, call);
    QFETCH(double, expected);
    const RunResult result = runMain("A: T.Buffer((32,), \"int64\")",
                                     "tx = T.launch_thread(\"threadIdx.x\", 32)\nA[tx] = T.Cast(\"int64\", " +
                                         call.toStdString() + ")");
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A"), Numbers(32, expected));
}

void TstWarpPrograms::votesOfABlock()
{
    const RunResult result = runMain("A: T.Buffer((2, 70), \"int64\")",
                                     "tx = T.launch_thread(\"threadIdx.x\", 70)\n"
                                     "A[0, tx] = T.Cast(\"int64\", T.cuda.syncthreads_and(tx < 69))\n"
                                     "A[1, tx] = T.Cast(\"int64\", T.cuda.syncthreads_or(tx == 69))");
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A")[0], 0.0);
    QCOMPARE(result.after.at("A")[139], 1.0);
}

/// Two groups of copies: waiting for all but one finishes the first only.
void TstWarpPrograms::copiesHappenWhenTheirGroupIsWaitedFor()
{
    const RunResult result = runMain("A: T.Buffer((64,), \"int32\"), B: T.Buffer((3, 32), \"int32\")",
                                     "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                                     "S = T.alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
                                     "S[tx] = -1\nS[32 + tx] = -1\n"
                                     "T.tvm_storage_sync(\"shared\")\n"
                                     "T.ptx.cp_async(\"int32\", S.data, tx, A.data, tx, 4)\n"
                                     "T.ptx.cp_async.commit_group()\n"
                                     "T.ptx.cp_async(\"int32\", S.data, 32 + tx, A.data, 32 + tx, 4)\n"
                                     "T.ptx.cp_async.commit_group()\n"
                                     "B[0, tx] = S[tx]\n"
                                     "T.ptx.cp_async.wait_group(1)\nT.tvm_storage_sync(\"shared\")\n"
                                     "B[1, tx] = S[31 - tx] * 100 + S[63 - tx]\n"
                                     "T.tvm_storage_sync(\"shared\")\n"
                                     "T.ptx.cp_async.wait_group(0)\nT.tvm_storage_sync(\"shared\")\n"
                                     "B[2, tx] = S[63 - tx]");
    QCOMPARE(troubleOf(result), QString());
    const Numbers& a = result.before.at("A");
    for (size_t lane = 0; lane < 32; ++lane) {
        QCOMPARE(result.after.at("B")[lane], -1.0);
        QCOMPARE(result.after.at("B")[32 + lane], a[31 - lane] * 100 - 1);
        QCOMPARE(result.after.at("B")[64 + lane], a[63 - lane]);
    }
}

void TstWarpPrograms::sharedMemoryHasLimits_data()
{
    QTest::addColumn<int>("staticWords");
    QTest::addColumn<int>("dynamicWords");
    QTest::addColumn<QString>("trouble");
    QTest::newRow("all there is") << 12 * 1024 << 45824 << "";
    QTest::newRow("too much static") << 12 * 1024 + 1 << 1
                                     << "MemoryError: 49156 bytes of static shared memory in a block, of "
                                        "which a GPU has at most 49152";
    QTest::newRow("too much") << 12 * 1024 << 45825
                              << "MemoryError: 232452 bytes of shared memory in a block, of which a GPU has "
                                 "at most 232448";
}

void TstWarpPrograms::sharedMemoryHasLimits()
{
    QFETCH(int, staticWords);
    QFETCH(int, dynamicWords);
    QFETCH(QString, trouble);
    const QString program = QStringLiteral("tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                                           "S = T.alloc_buffer((%1,), \"int32\", scope=\"shared\")\n"
                                           "D = T.alloc_buffer((%2,), \"int32\", scope=\"shared.dyn\")\n"
                                           "S[tx] = 1\nD[0] = 2\nA[tx] = S[tx] + D[0]")
                                .arg(staticWords)
                                .arg(dynamicWords);
    const RunResult result = runMain("A: T.Buffer((32,), \"int32\")", program.toStdString());
    QCOMPARE(troubleOf(result), trouble);
}

void TstWarpPrograms::resultsDoNotDependOnCores()
{
    const std::string parameters = "A: T.Buffer((64, 4096), \"float32\"), B: T.Buffer((64,), \"float32\")";
    const std::string statements = "bx = T.launch_thread(\"blockIdx.x\", 64)\n"
                                   "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                                   "S = T.alloc_buffer((32,), \"float32\", scope=\"shared\")\n"
                                   "S[tx] = T.float32(0)\n"
                                   "for i in range(128):\n"
                                   "    S[tx] = S[tx] + T.sin(A[bx, i * 32 + tx])\n"
                                   "    T.tvm_storage_sync(\"shared\")\n"
                                   "if tx == 0:\n"
                                   "    B[bx] = T.float32(0)\n"
                                   "    for i in range(32):\n"
                                   "        B[bx] = B[bx] + S[i]";
    const RunResult one = runMain(parameters, statements, {}, {.cores = 1});
    const RunResult four = runMain(parameters, statements, {}, {.cores = 4});
    QCOMPARE(troubleOf(one), QString());
    QCOMPARE(troubleOf(four), QString());
    QCOMPARE(four.after.at("B"), one.after.at("B"));
    double sum = 0;
    double magnitude = 0;
    for (size_t index = 0; index < 4096; ++index) {
        sum += std::sin(one.before.at("A")[index]);
        magnitude += std::fabs(std::sin(one.before.at("A")[index]));
    }
    QVERIFY(std::fabs(one.after.at("B")[0] - sum) <= sumError(Float32, 4096) * magnitude);
}

void TstWarpPrograms::aFewBlocksOfManyRun_data()
{
    QTest::addColumn<QString>("statements");
    QTest::newRow("launch") << "bx = T.launch_thread(\"blockIdx.x\", 5)\n"
                               "by = T.launch_thread(\"blockIdx.y\", 2)\n"
                               "A[by * 5 + bx] = -1";
    QTest::newRow("loops over blocks") << "for bx in T.thread_binding(5, thread=\"blockIdx.x\"):\n"
                                          "    for by in T.thread_binding(2, thread=\"blockIdx.y\"):\n"
                                          "        with T.sblock(\"\"):\n"
                                          "            i = T.axis.spatial(10, by * 5 + bx)\n"
                                          "            A[i] = -1";
}

void TstWarpPrograms::aFewBlocksOfManyRun()
{
    QFETCH(QString, statements);
    const auto blocksThatRan = [&](int64_t limit, unsigned cores) {
        const RunResult result = runMain("A: T.Buffer((10,), \"int32\")", statements.toStdString(), {},
                                         {.cores = cores, .blockLimit = limit});
        QString ran = troubleOf(result);
        if (ran.isEmpty())
            for (size_t block = 0; block < 10; ++block)
                ran += result.after.at("A")[block] == -1 ? QString::number(block) : QStringLiteral(".");
        return ran;
    };
    for (const unsigned cores : {1u, 4u}) {
        QCOMPARE(blocksThatRan(0, cores), QStringLiteral("0123456789"));
        QCOMPARE(blocksThatRan(1, cores), QStringLiteral(".........9"));
        QCOMPARE(blocksThatRan(2, cores), QStringLiteral(".1..4.6..9"));
        QCOMPARE(blocksThatRan(3, cores), QStringLiteral("0.2.45.7.9"));
        QCOMPARE(blocksThatRan(4, cores), QStringLiteral("0.2.45.7.9"));
        QCOMPARE(blocksThatRan(5, cores), QStringLiteral("0123456789"));
        QCOMPARE(blocksThatRan(4000, cores), QStringLiteral("0123456789"));
    }
}

/// What the blocks that are left out would have written is not missing. What no block writes is, in a full run.
void TstWarpPrograms::valuesOfBlocksThatDoNotRun()
{
    const auto findings = [](const char* first, int64_t limit) {
        const std::string statements = "M = T.alloc_buffer((4,), \"int32\")\n"
                                       "with T.launch_thread(\"blockIdx.x\", " +
                                       std::string(first) +
                                       ") as bx:\n"
                                       "    M[bx] = A[bx]\n"
                                       "with T.launch_thread(\"blockIdx.x\", 4) as by:\n"
                                       "    B[by] = M[3 - by]";
        const RunResult result = runMain("A: T.Buffer((4,), \"int32\"), B: T.Buffer((4,), \"int32\")",
                                         statements, {}, {.checked = Checked::Yes, .blockLimit = limit});
        return troubleOf(result).isEmpty() ? int(result.findings.size()) : -1;
    };
    QCOMPARE(findings("4", 0), 0);
    QCOMPARE(findings("4", 1), 0);
    QCOMPARE(findings("3", 0), 1);
    QCOMPARE(findings("3", 8), 1);
}

void TstWarpPrograms::theFirstBlockThatFailsIsReported()
{
    for (int round = 0; round < 5; ++round) {
        const RunResult result =
            runMain("A: T.Buffer((256, 4096), \"float32\")",
                    "bx = T.launch_thread(\"blockIdx.x\", 256)\n"
                    "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                    "for i in range(128):\n    A[bx, i * 32 + tx] = T.sin(A[bx, i * 32 + tx])\n"
                    "assert bx != 90, (\"ValueError\", [\"block 90\"])\n"
                    "assert bx != 91, (\"ValueError\", [\"block 91\"])\n"
                    "assert bx < 200, (\"ValueError\", [\"behind\"])",
                    {}, {.cores = 4});
        QCOMPARE(troubleOf(result), QStringLiteral("ValueError: block 90"));
    }
}

TIR_TEST(TstWarpPrograms)
#include "tst_warp_programs.moc"
