/// Checked programs: where elements are, and whether they have been written. Every kind of finding in a small program that
/// has it, and none in the correct program beside it; then what checks leave as it is.

#include "tests/core/runtime/finding_rows.h"
#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using tir::testing::addFindingColumns;
using tir::testing::addFindingRow;
using tir::testing::Checked;
using tir::testing::compareFindings;
using tir::testing::findingsOf;
using tir::testing::Numbers;
using tir::testing::runMain;
using tir::testing::runProgram;
using tir::testing::RunResult;
using tir::testing::troubleOf;
using tir::testing::XY;

class TstCheckedPrograms : public QObject {
    Q_OBJECT

private slots:
    void findings_data();
    void findings();
    void resultsAreThoseWithoutChecks();
    void theRunGoesOnAfterABadAccess();
    void causesComeFirst();
    void divergedBarriersEndTheRun();
    void barriersThatThreadsNeverReach_data();
    void barriersThatThreadsNeverReach();
    void extentsOfSymbolicBuffers();
    void kernelsCalledByNameHaveTheirPlaces();
    void writersOfElements();
    void manyFindingsAreCapped();
};

void TstCheckedPrograms::findings_data()
{
    addFindingColumns();
    addFindingRow("strided elements", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "S = T.alloc_buffer((130,), \"float32\", scope=\"shared\")\n"
                  "odd = T.decl_buffer((64,), \"float32\", data=S.data, strides=(2,), elem_offset=1, "
                  "scope=\"shared\")\n"
                  "Y[tx] = odd[tx + 5]",
                  "reads odd[5]: nothing has been written there");
    addFindingRow("columns", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "S = T.alloc_buffer((130,), \"float32\", scope=\"shared\")\n"
                  "C = T.decl_buffer((8, 8), \"float32\", data=S.data, strides=(1, 8), elem_offset=4, "
                  "scope=\"shared\")\n"
                  "Y[tx] = C[3, tx % 2 + 6]",
                  "reads C[3, 6]: nothing has been written there");
    addFindingRow(
        "strides that only the launch knows", "n: T.int32, Y: T.Buffer((64,), \"float32\")",
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "S = T.alloc_buffer((130,), \"float32\", scope=\"shared\")\n"
        "C = T.decl_buffer((8, 8), \"float32\", data=S.data, strides=(n * 0 + 1, 8), scope=\"shared\")\n"
        "Y[tx] = C[3, tx % 2 + 6]",
        "reads C[3, 6]: nothing has been written there");
    addFindingRow("matched region", XY,
                  "for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
                  "    with T.sblock(\"b\"):\n"
                  "        t = T.axis.spatial(32, tx)\n"
                  "        T.reads(X[t])\n"
                  "        T.writes(Y[32:64])\n"
                  "        part = T.match_buffer(Y[32:64], (32,), strides=(\"s\",), offset_factor=1)\n"
                  "        part[0] = X[t]",
                  "writes element 32 of the memory of 'part': it is not ordered with");
    addFindingRow("global memory, outside", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "Y[tx + 1] = X[tx]",
                  "out-of-bounds: thread (63, 0, 0) of block (0, 0, 0) writes Y[64]: 'Y' has 64 elements @ "
                  "Y[tx + 1] = X[tx]");
    addFindingRow("global memory, inside", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "if tx < 63:\n"
                  "    Y[tx + 1] = X[tx]",
                  "");
    addFindingRow(
        "before the start", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "Y[tx] = X[tx - 1]",
        "out-of-bounds: thread (0, 0, 0) of block (0, 0, 0) reads X[-1]: 'X' has 64 elements @ X[tx - 1]");
    addFindingRow("by the host", XY, "for i in range(65):\n    Y[i] = T.float32(0)",
                  "out-of-bounds: the host writes Y[64]: 'Y' has 64 elements @ Y[i] = T.float32(0)");
    addFindingRow(
        "a row too long", "A: T.Buffer((4, 8), \"int32\")",
        "tx = T.launch_thread(\"threadIdx.x\", 9)\n"
        "A[1, tx] = 0",
        "out-of-bounds: thread (8, 0, 0) of block (0, 0, 0) writes A[1, 8]: the shape of 'A' is (4, 8) @ "
        "A[1, tx] = 0");
    addFindingRow(
        "shared memory, outside", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "S = T.alloc_buffer((32,), \"float32\", scope=\"shared\")\n"
        "S[tx] = X[tx]",
        "out-of-bounds: thread (32, 0, 0) of block (0, 0, 0) writes S[32]: 'S' has 32 elements (32 times) @ "
        "S[tx] = X[tx]");
    addFindingRow(
        "local memory, outside", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "L = T.alloc_buffer((4,), \"float32\", scope=\"local\")\n"
        "for i in range(4):\n"
        "    L[i] = X[tx]\n"
        "Y[tx] = L[tx // 12]",
        "out-of-bounds: thread (48, 0, 0) of block (0, 0, 0) reads L[4]: 'L' has 4 elements (16 times) @ "
        "L[tx // 12]");
    addFindingRow(
        "lanes outside", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 16)\n"
        "Y[tx * 4 + 4:tx * 4 + 8] = X[tx * 4:tx * 4 + 4]",
        "out-of-bounds: thread (15, 0, 0) of block (0, 0, 0) writes Y[64:68]: 'Y' has 64 elements @ "
        "Y[tx * 4 + 4:tx * 4 + 8] = X[tx * 4:tx * 4 + 4]");
    addFindingRow(
        "shared memory of a host, block after block", XY,
        "S = T.sblock_alloc_buffer((32,), \"float32\", scope=\"shared\")\n"
        "for bx in T.thread_binding(2, thread=\"blockIdx.x\"):\n"
        "    for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
        "        with T.sblock(\"fill\"):\n"
        "            v = T.axis.spatial(32, tx)\n"
        "            S[v] = X[bx * 32 + v]\n"
        "        with T.sblock(\"use\"):\n"
        "            u = T.axis.spatial(32, tx)\n"
        "            Y[bx * 32 + u] = T.tvm_warp_shuffle(T.uint32(4294967295), S[31 - u], 0, 32, 32)",
        "");
    addFindingRow("shared memory of a host, one launch after another", XY,
                  "with T.sblock(\"root\"):\n"
                  "    S = T.sblock_alloc_buffer((32,), \"float32\", scope=\"shared\")\n"
                  "    with T.sblock(\"fill\"):\n"
                  "        for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
                  "            S[tx] = X[tx]\n"
                  "    with T.sblock(\"use\"):\n"
                  "        for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
                  "            Y[tx] = S[31 - tx]",
                  "");
    addFindingRow(
        "global memory of a host, block after block", XY,
        "S = T.sblock_alloc_buffer((32,), \"float32\", scope=\"global\")\n"
        "for bx in T.thread_binding(2, thread=\"blockIdx.x\"):\n"
        "    for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
        "        with T.sblock(\"fill\"):\n"
        "            v = T.axis.spatial(32, tx)\n"
        "            S[v] = X[bx * 32 + v]\n"
        "        with T.sblock(\"use\"):\n"
        "            u = T.axis.spatial(32, tx)\n"
        "            Y[bx * 32 + u] = T.tvm_warp_shuffle(T.uint32(4294967295), S[31 - u], 0, 32, 32)",
        "race: thread (0, 0, 0) of block (1, 0, 0) writes S[0]: it is not ordered with the access of thread");
    addFindingRow("local memory, not written and of no use", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "L = T.alloc_buffer((1,), \"float32\", scope=\"local\")\n"
                  "M = T.alloc_buffer((1,), \"float32\", scope=\"local\")\n"
                  "if tx < 8:\n"
                  "    L[0] = X[tx]\n"
                  "M[0] = T.tvm_warp_shuffle_down(T.uint32(4294967295), L[0], 4, 32, 32)\n"
                  "L[0] = L[0] + M[0]\n"
                  "if tx < 4:\n"
                  "    Y[tx] = L[0]",
                  "");
    addFindingRow("local memory, not written, through other memory", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "L = T.alloc_buffer((1,), \"float32\", scope=\"local\")\n"
                  "M = T.alloc_buffer((1,), \"float32\", scope=\"local\")\n"
                  "if tx < 60:\n"
                  "    L[0] = X[tx]\n"
                  "M[0] = L[0] + T.float32(1)\n"
                  "L[0] = T.float32(0)\n"
                  "Y[tx] = L[0] + M[0]",
                  "uninitialized: thread (60, 0, 0) of block (0, 0, 0) reads M[0]: the value that was "
                  "written there was itself uninitialized (4 times) @ M[0]");
    addFindingRow(
        "local memory, not written, decides", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "L = T.alloc_buffer((1,), \"float32\", scope=\"local\")\n"
        "if L[0] > T.float32(0):\n"
        "    Y[tx] = X[tx]",
        "uninitialized: thread (0, 0, 0) of block (0, 0, 0) reads L[0]: nothing has been written there "
        "(64 times) @ L[0]");
    addFindingRow(
        "local memory, not written", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "L = T.alloc_buffer((4,), \"float32\", scope=\"local\")\n"
        "if tx < 60:\n"
        "    L[0] = X[tx]\n"
        "Y[tx] = L[0]",
        "uninitialized: thread (60, 0, 0) of block (0, 0, 0) reads L[0]: nothing has been written there "
        "(4 times) @ L[0]");
    addFindingRow("local memory, written", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "L = T.alloc_buffer((4,), \"float32\", scope=\"local\")\n"
                  "L[0] = X[tx]\n"
                  "Y[tx] = L[0]",
                  "");
}

void TstCheckedPrograms::findings()
{
    compareFindings();
}

void TstCheckedPrograms::resultsAreThoseWithoutChecks()
{
    const std::string parameters = "A: T.Buffer((16, 16), \"float32\"), B: T.Buffer((16, 16), \"float32\"), "
                                   "C: T.Buffer((16, 16), \"float32\")";
    const std::string statements = "by = T.launch_thread(\"blockIdx.y\", 2)\n"
                                   "bx = T.launch_thread(\"blockIdx.x\", 2)\n"
                                   "ty = T.launch_thread(\"threadIdx.y\", 8)\n"
                                   "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                                   "L = T.alloc_buffer((8, 8), \"float32\", scope=\"shared\")\n"
                                   "R = T.alloc_buffer((8, 8), \"float32\", scope=\"shared\")\n"
                                   "acc = T.alloc_buffer((1,), \"float32\", scope=\"local\")\n"
                                   "acc[0] = T.float32(0)\n"
                                   "for k in range(2):\n"
                                   "    L[ty, tx] = A[by * 8 + ty, k * 8 + tx]\n"
                                   "    R[ty, tx] = B[k * 8 + ty, bx * 8 + tx]\n"
                                   "    T.tvm_storage_sync(\"shared\")\n"
                                   "    for i in range(8):\n"
                                   "        acc[0] = acc[0] + L[ty, i] * R[i, tx]\n"
                                   "    T.tvm_storage_sync(\"shared\")\n"
                                   "C[by * 8 + ty, bx * 8 + tx] = acc[0]";
    const RunResult plain = runMain(parameters, statements);
    const RunResult checked = runMain(parameters, statements, {}, Checked::Yes);
    QCOMPARE(troubleOf(plain) + troubleOf(checked), QString());
    QCOMPARE(findingsOf(checked), QString());
    QCOMPARE(checked.after.at("C"), plain.after.at("C"));
}

void TstCheckedPrograms::theRunGoesOnAfterABadAccess()
{
    const RunResult result = runMain("A: T.Buffer((4,), \"int32\"), n: T.int32",
                                     "A[n * 100000000] = 1\n"
                                     "A[0] = A[n * 100000000] // (n - n)\n"
                                     "A[1] = 5",
                                     {{"n", {4}}}, Checked::Yes);
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.findings.size(), size_t(3));
    QCOMPARE(result.after.at("A")[0], double(int32_t(0xCDCDCDCD))); // content of fresh memory
    QCOMPARE(result.after.at("A")[1], 5.0);
}

/// Threads of another warp have not written yet what is read: the missing barrier is the cause.
void TstCheckedPrograms::causesComeFirst()
{
    const std::string write = "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                              "L = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                              "L[tx] = X[tx]\n";
    const QString early = findingsOf(runMain(XY, write + "Y[tx] = L[63 - tx]", {}, Checked::Yes));
    QVERIFY2(early.startsWith("missing-barrier: thread (32, 0, 0) of block (0, 0, 0) writes L[32]"),
             qPrintable(early));
    QVERIFY2(early.contains("reads L[63]: nothing has been written there yet (32 times)"), qPrintable(early));
    // What nothing writes at all stays the first finding.
    const QString unset =
        findingsOf(runMain(XY, write + "if tx < 1:\n    Y[tx] = L[tx + 1] + X[tx]", {}, Checked::Yes));
    QVERIFY2(unset.contains("yet"), qPrintable(unset));
    const QString never = findingsOf(runMain(XY,
                                             "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                             "L = T.alloc_buffer((65,), \"float32\", scope=\"shared\")\n"
                                             "L[tx] = X[tx]\n"
                                             "T.tvm_storage_sync(\"shared\")\n"
                                             "Y[tx] = L[tx + 1]",
                                             {}, Checked::Yes));
    QVERIFY2(never.startsWith("uninitialized: thread (63, 0, 0) of block (0, 0, 0) reads L[64]: nothing has "
                              "been written there @"),
             qPrintable(never));
}

void TstCheckedPrograms::divergedBarriersEndTheRun()
{
    const RunResult result = runMain(XY,
                                     "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                     "if tx < 32:\n"
                                     "    T.tvm_storage_sync(\"shared\")\n"
                                     "else:\n"
                                     "    T.tvm_storage_sync(\"shared\")\n"
                                     "Y[tx] = X[tx]",
                                     {}, Checked::Yes);
    QVERIFY(result.error.has_value());
    QCOMPARE(
        findingsOf(result),
        QStringLiteral("divergent-barrier: thread (0, 0, 0) of block (0, 0, 0) waits: thread (63, 0, 0) "
                       "of block (0, 0, 0) waits at another barrier @ T.tvm_storage_sync(\"shared\") | "
                       "thread (63, 0, 0) of block (0, 0, 0) waits here @ T.tvm_storage_sync(\"shared\")"));
}

void TstCheckedPrograms::barriersThatThreadsNeverReach_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("ended");     // -1: all threads come to the barrier
    QTest::addColumn<int>("firstLeft"); // the first thread that comes to it
    QTest::newRow("reached by all") << "T.tvm_storage_sync(\"shared\")" << -1 << 0;
    QTest::newRow("under a condition that holds for all") << "if tx < 64:\n"
                                                             "    T.tvm_storage_sync(\"shared\")"
                                                          << -1 << 0;
    QTest::newRow("in both branches of an earlier condition") << "if tx < 32:\n"
                                                                 "    Y[tx] = X[tx]\n"
                                                                 "T.tvm_storage_sync(\"shared\")"
                                                              << -1 << 0;
    QTest::newRow("under a condition") << "if tx < 32:\n"
                                          "    T.tvm_storage_sync(\"shared\")"
                                       << 32 << 0;
    QTest::newRow("in the other branch") << "if tx < 32:\n"
                                            "    Y[tx] = X[tx]\n"
                                            "else:\n"
                                            "    T.tvm_storage_sync(\"shared\")"
                                         << 0 << 32;
    QTest::newRow("in a loop of the thread") << "for i in range(tx):\n"
                                                "    T.tvm_storage_sync(\"shared\")"
                                             << 0 << 1;
    QTest::newRow("after a return") << "if tx == 5:\n"
                                       "    T.evaluate(T.thread_return())\n"
                                       "T.tvm_storage_sync(\"shared\")"
                                    << 5 << 0;
}

void TstCheckedPrograms::barriersThatThreadsNeverReach()
{
    QFETCH(const QString, body);
    QFETCH(const int, ended);
    QFETCH(const int, firstLeft);
    const QString program = "tx = T.launch_thread(\"threadIdx.x\", 64)\n" + body + "\nY[tx] = X[tx]";
    const RunResult result = runMain(XY, program.toStdString(), {}, Checked::Yes);
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.findings.size(), size_t(ended < 0 ? 0 : 1));
    const QString detail =
        QStringLiteral("divergent-barrier: thread (%1, 0, 0) of block (0, 0, 0) waits: thread "
                       "(%2, 0, 0) of block (0, 0, 0) has ended, and never comes to this "
                       "barrier")
            .arg(firstLeft)
            .arg(ended);
    QVERIFY2(ended < 0 || findingsOf(result).startsWith(detail), qPrintable(findingsOf(result)));
}

void TstCheckedPrograms::extentsOfSymbolicBuffers()
{
    const RunResult result = runProgram("@T.prim_func(s_tir=True)\n"
                                        "def main(a: T.handle):\n"
                                        "    n = T.int32()\n"
                                        "    m = T.int32()\n"
                                        "    A = T.match_buffer(a, (n, m), \"int32\")\n"
                                        "    with T.launch_thread(\"threadIdx.x\", n) as tx:\n"
                                        "        for i in range(m):\n"
                                        "            A[tx, i] = i\n"
                                        "        A[tx, m] = 0\n",
                                        {}, {{"n", 7}, {"m", 5}}, Checked::Yes);
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(findingsOf(result),
             QStringLiteral("out-of-bounds: thread (0, 0, 0) of block (0, 0, 0) writes A[0, 5]: this is "
                            "outside of its shape (7 times) @ A[tx, m] = 0"));
}

void TstCheckedPrograms::kernelsCalledByNameHaveTheirPlaces()
{
    const RunResult result = runProgram(
        "@T.prim_func(private=True)\n"
        "def kernel(p: T.handle(\"float32\")):\n"
        "    T.func_attr({\"calling_conv\": 2, \"tirx.kernel_launch_params\": [\"threadIdx.x\"]})\n"
        "    D = T.decl_buffer((8,), \"float32\", data=p)\n"
        "    tx = T.launch_thread(\"threadIdx.x\", 8)\n"
        "    D[tx + 60] = T.float32(1)\n"
        "@T.prim_func\n"
        "def main(A: T.Buffer((64,), \"float32\")):\n"
        "    T.call_packed(\"kernel\", A.data, 8)\n",
        {}, {}, Checked::Yes);
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(findingsOf(result),
             QStringLiteral("out-of-bounds: thread (4, 0, 0) of block (0, 0, 0) writes D[64]: 'D' has 64 "
                            "elements (4 times) @ D[tx + 60] = T.float32(1)"));
}

void TstCheckedPrograms::writersOfElements()
{
    const RunResult result = runMain("A: T.Buffer((6,), \"int32\")",
                                     "for i in range(4):\n"
                                     "    A[i] = i\n"
                                     "A[2] = 7",
                                     {}, Checked::Yes);
    QCOMPARE(troubleOf(result) + findingsOf(result), QString());
    const std::vector<std::string> expected = {"A[i] = i", "A[i] = i", "A[2] = 7", "A[i] = i", "", ""};
    QVERIFY(result.writers.at("A") == expected);
}

void TstCheckedPrograms::manyFindingsAreCapped()
{
    std::string statements;
    for (int i = 0; i < 300; ++i)
        statements += "A[" + std::to_string(i + 4) + "] = 0\n";
    const RunResult result = runMain("A: T.Buffer((4,), \"int32\")", statements, {}, Checked::Yes);
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.findings.size(), size_t(100));
}

TIR_TEST(TstCheckedPrograms)
#include "tst_checked_programs.moc"
