/// Cooperative operations of threads on the CPU in place of the GPU: reductions, votes, active lanes, matrix fragments;
/// and lockstep, before barriers are inserted.

#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <cmath>

using namespace tir;
using tir::testing::Numbers;
using tir::testing::range;
using tir::testing::runMain;
using tir::testing::runProgram;
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
    void multipliesFragments_data();
    void multipliesFragments();
    void fragmentsOfEveryWarpAreItsOwn();
    void multipliesRegisters_data();
    void multipliesRegisters();
    void loadsMatrices_data();
    void loadsMatrices();
    void copiesHappenWhenTheirGroupIsWaitedFor();
    void sharedMemoryHasLimits_data();
    void sharedMemoryHasLimits();
    void resultsDoNotDependOnCores();
    void aFewBlocksOfManyRun_data();
    void aFewBlocksOfManyRun();
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

void TstWarpPrograms::multipliesFragments_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("sum");
    QTest::addColumn<bool>("isTransposed");
    QTest::newRow("int8") << "int8"
                          << "int32" << false;
    QTest::newRow("uint8, by columns") << "uint8"
                                       << "int32" << true;
    QTest::newRow("float16") << "float16"
                             << "float32" << false;
    QTest::newRow("bfloat16, by columns") << "bfloat16"
                                          << "float32" << true;
}

void TstWarpPrograms::multipliesFragments()
{
    QFETCH(QString, type);
    QFETCH(QString, sum);
    QFETCH(bool, isTransposed);
    std::string program =
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "A_s = T.alloc_buffer((256,), \"TYPE\", scope=\"shared\")\n"
        "a = T.alloc_buffer((256,), \"TYPE\", scope=\"wmma.matrix_a\")\n"
        "b = T.alloc_buffer((256,), \"TYPE\", scope=\"wmma.matrix_b\")\n"
        "c = T.alloc_buffer((512,), \"SUM\", scope=\"wmma.accumulator\")\n"
        "for i in range(8):\n    A_s[i * 32 + tx] = A[i * 32 + tx]\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "T.tvm_fill_fragment(c.data, 16, 16, 16, 1, T.float32(3))\n"
        "T.tvm_load_matrix_sync(a.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"TYPE\"), "
        "A_s.data, 0, 256, 1), 16, \"row_major\")\n"
        "T.tvm_load_matrix_sync(b.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"TYPE\"), "
        "B.data, 0, 256, 1), 16, \"LAYOUT\")\n"
        "T.tvm_mma_sync(c.data, 1, a.data, 0, b.data, 0, c.data, 1)\n"
        "T.tvm_store_matrix_sync(c.data, 16, 16, 16, 1, T.tvm_access_ptr(T.type_annotation(\"SUM\"), "
        "C.data, 0, 256, 2), 16, \"row_major\")";
    const auto replace = [&](const std::string& what, const std::string& with) {
        for (size_t at = 0; (at = program.find(what, at)) != program.npos; at += with.size())
            program.replace(at, what.size(), with);
    };
    replace("TYPE", type.toStdString());
    replace("SUM", sum.toStdString());
    replace("LAYOUT", isTransposed ? "col_major" : "row_major");
    const RunResult result =
        runMain("A: T.Buffer((256,), \"" + type.toStdString() + "\"), B: T.Buffer((256,), \"" +
                    type.toStdString() + "\"), C: T.Buffer((256,), \"" + sum.toStdString() + "\")",
                program);
    QCOMPARE(troubleOf(result), QString());
    for (size_t row = 0; row < 16; ++row)
        for (size_t column = 0; column < 16; ++column) {
            double expected = 3;
            for (size_t k = 0; k < 16; ++k)
                expected += result.before.at("A")[row * 16 + k] *
                            result.before.at("B")[isTransposed ? column * 16 + k : k * 16 + column];
            const double found = result.after.at("C")[row * 16 + column];
            QVERIFY2(std::fabs(found - expected) <= (sum == "int32" ? 0 : 1e-4),
                     qPrintable(QStringLiteral("%1, expected %2").arg(found).arg(expected)));
        }
}

void TstWarpPrograms::fragmentsOfEveryWarpAreItsOwn()
{
    const RunResult result =
        runMain("C: T.Buffer((512,), \"float32\")",
                "ty = T.launch_thread(\"threadIdx.y\", 2)\ntx = T.launch_thread(\"threadIdx.x\", 32)\n"
                "c = T.alloc_buffer((256,), \"float32\", scope=\"wmma.accumulator\")\n"
                "T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.Cast(\"float32\", ty) + T.float32(1))\n"
                "T.tvm_storage_sync(\"shared\")\n"
                "T.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("
                "\"float32\"), C.data, ty * 256, 256, 2), 16, \"row_major\")");
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("C")[0], 1.0);
    QCOMPARE(result.after.at("C")[511], 2.0);
}

void TstWarpPrograms::multipliesRegisters_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("word"); // PTX's
    QTest::addColumn<QString>("sum");
    QTest::addColumn<QString>("sumWord");
    QTest::addColumn<int>("m");
    QTest::addColumn<int>("k");
    QTest::addColumn<int>("together"); // elements of a register
    QTest::newRow("float16, k 8") << "float16"
                                  << "fp16"
                                  << "float32"
                                  << "fp32" << 16 << 8 << 2;
    QTest::newRow("float16, k 16") << "float16"
                                   << "fp16"
                                   << "float32"
                                   << "fp32" << 16 << 16 << 2;
    QTest::newRow("bfloat16, k 16") << "bfloat16"
                                    << "bf16"
                                    << "float32"
                                    << "fp32" << 16 << 16 << 2;
    QTest::newRow("tf32, k 8") << "float32"
                               << "tf32"
                               << "float32"
                               << "fp32" << 16 << 8 << 1;
    QTest::newRow("int8, k 16") << "int8"
                                << "int8"
                                << "int32"
                                << "int32" << 16 << 16 << 4;
    QTest::newRow("uint8, k 32") << "uint8"
                                 << "uint8"
                                 << "int32"
                                 << "int32" << 16 << 32 << 4;
    QTest::newRow("e4m3, k 32") << "float8_e4m3fn"
                                << "e4m3"
                                << "float32"
                                << "fp32" << 16 << 32 << 4;
    QTest::newRow("int8, 8 rows") << "int8"
                                  << "int8"
                                  << "int32"
                                  << "int32" << 8 << 16 << 4;
    QTest::newRow("float64") << "float64"
                             << "fp64"
                             << "float64"
                             << "fp64" << 8 << 4 << 1;
}

/// Every lane takes its elements and writes its results as in PTX's tables.
void TstWarpPrograms::multipliesRegisters()
{
    QFETCH(QString, type);
    QFETCH(QString, word);
    QFETCH(QString, sum);
    QFETCH(QString, sumWord);
    QFETCH(int, m);
    QFETCH(int, k);
    QFETCH(int, together);
    QString program = QStringLiteral(
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "a = T.alloc_buffer((%1,), \"TYPE\", scope=\"local\")\n"
        "b = T.alloc_buffer((%2,), \"TYPE\", scope=\"local\")\n"
        "c = T.alloc_buffer((%3,), \"SUM\", scope=\"local\")\n"
        "for i in range(%1):\n"
        "    a[i] = A[tx // 4 + i // TOGETHER % ROWS * 8, "
        "i // TOGETHER // ROWS * TOGETHER * 4 + tx % 4 * TOGETHER + i % TOGETHER]\n"
        "for i in range(%2):\n"
        "    b[i] = B[i // TOGETHER * TOGETHER * 4 + tx % 4 * TOGETHER + i % TOGETHER, tx // 4]\n"
        "for i in range(%3):\n    c[i] = T.Cast(\"SUM\", i)\n"
        "T.ptx.mma.legacy(\"SUM\", \"m%4n8k%5\", \"row\", \"col\", \"WORD\", \"WORD\", \"TOTAL\", a.data, 0, "
        "b.data, 0, c.data, 0, T.bool(False))\n"
        "for i in range(%3):\n    C[tx // 4 + i // 2 * 8, tx % 4 * 2 + i % 2] = c[i]\n");
    program = program.arg(m * k / 32).arg(8 * k / 32).arg(m / 4).arg(m).arg(k);
    program.replace("TYPE", type).replace("SUM", sum).replace("WORD", word).replace("TOTAL", sumWord);
    program.replace("TOGETHER", QString::number(together)).replace("ROWS", QString::number(m / 8));
    const QString parameters =
        QStringLiteral(
            "A: T.Buffer((%1, %2), \"%3\"), B: T.Buffer((%2, 8), \"%3\"), C: T.Buffer((%1, 8), \"%4\")")
            .arg(m)
            .arg(k)
            .arg(type, sum);
    const RunResult result = runMain(parameters.toStdString(), program.toStdString());
    QCOMPARE(troubleOf(result), QString());
    for (int row = 0; row < m; ++row)
        for (int column = 0; column < 8; ++column) {
            double expected = row / 8 * 2 + column % 2; // previous content of c
            for (int at = 0; at < k; ++at)
                expected += result.before.at("A")[size_t(row * k + at)] *
                            result.before.at("B")[size_t(at * 8 + column)];
            const double found = result.after.at("C")[size_t(row * 8 + column)];
            QVERIFY2(std::fabs(found - expected) <= (sum == "int32" ? 0 : 1e-4),
                     qPrintable(QStringLiteral("(%1, %2): %3, expected %4")
                                    .arg(row)
                                    .arg(column)
                                    .arg(found)
                                    .arg(expected)));
        }
}

void TstWarpPrograms::loadsMatrices_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("isTransposed");
    QTest::newRow("one") << 1 << false;
    QTest::newRow("two, transposed") << 2 << true;
    QTest::newRow("four") << 4 << false;
    QTest::newRow("four, transposed") << 4 << true;
}

void TstWarpPrograms::loadsMatrices()
{
    QFETCH(int, count);
    QFETCH(bool, isTransposed);
    const QString program =
        QStringLiteral(
            "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
            "S = T.alloc_buffer((256,), \"float16\", scope=\"shared\")\n"
            "r = T.alloc_buffer((8,), \"float16\", scope=\"local\")\n"
            "for i in range(8):\n    S[tx * 8 + i] = T.Cast(\"float16\", tx * 8 + i)\n"
            "T.tvm_storage_sync(\"shared\")\n"
            "T.ptx.ldmatrix_legacy(\"float16\", T.bool(%1), %2, \".b16\", r.data, 0, S.data, tx * 8)\n"
            "for i in range(%3):\n    A[tx, i] = r[i]\n")
            .arg(isTransposed ? "True" : "False")
            .arg(count)
            .arg(count * 2);
    const RunResult result = runMain("A: T.Buffer((32, 8), \"float16\")", program.toStdString());
    QCOMPARE(troubleOf(result), QString());
    for (int lane = 0; lane < 32; ++lane)
        for (int matrix = 0; matrix < count; ++matrix)
            for (int half = 0; half < 2; ++half) {
                const int first = lane / 4;
                const int second = lane % 4 * 2 + half;
                const int element = isTransposed ? second * 8 + first : first * 8 + second;
                QCOMPARE(result.after.at("A")[size_t(lane * 8 + matrix * 2 + half)],
                         double(matrix * 64 + element));
            }
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
    float sum = 0;
    for (size_t lane = 0; lane < 32; ++lane) {
        float part = 0;
        for (size_t i = 0; i < 128; ++i)
            part += std::sin(float(one.before.at("A")[i * 32 + lane]));
        sum += part;
    }
    QVERIFY(std::fabs(one.after.at("B")[0] - double(sum)) < 1e-3);
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
