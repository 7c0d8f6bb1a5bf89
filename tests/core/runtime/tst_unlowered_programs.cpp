/// Programs before lowering: blocks with domains, init, predicates and matched buffers, loops bound to
/// threads around them, and lockstep where barriers are still to come.

#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <numeric>

using namespace tir;
using tir::testing::Numbers;
using tir::testing::range;
using tir::testing::runMain;
using tir::testing::RunResult;
using tir::testing::troubleOf;

namespace {

double sumOfRow(const Numbers& matrix, size_t row, size_t columns)
{
    const auto begin = matrix.begin() + ptrdiff_t(row * columns);
    return std::accumulate(begin, begin + ptrdiff_t(columns), 0.0);
}

} // namespace

class TstUnloweredPrograms : public QObject {
    Q_OBJECT

private slots:
    void blocksHaveDomainsInitAndPredicates();
    void matchedBuffersArePartsOfOthers();
    void matchedBuffersMayHaveFewerDimensions();
    void sharedMemoryOfABlockInALaunchIsSharedByThreads();
    void sharedMemoryInLoopsOverThreadsIsSharedByThreads();
    void localMemoryAboveALaunchIsOfEachThread();
    void localMemoryWithRoomForAllThreadsIsOne();
    void loopsOverThreadsAroundBlocksReduceAcrossThem();
    void lockstepReplacesBarriers();
    void lockstepHoldsInLoopsAndBranches();
    void withoutLockstepBarriersAreMissed();
    void smallTypesHoldWhatTheyCan_data();
    void smallTypesHoldWhatTheyCan();
};

void TstUnloweredPrograms::blocksHaveDomainsInitAndPredicates()
{
    const RunResult result = runMain("A: T.Buffer((5, 7), \"int32\"), B: T.Buffer((5,), \"int32\")",
                                     "for i_0, i_1, k in T.grid(2, 3, 7):\n"
                                     "    with T.sblock(\"sum\"):\n"
                                     "        i = T.axis.spatial(5, i_0 * 3 + i_1)\n"
                                     "        r = T.axis.reduce(7, k)\n"
                                     "        T.where(i_0 * 3 + i_1 < 5)\n"
                                     "        with T.init():\n"
                                     "            B[i] = 100\n"
                                     "        B[i] = B[i] + A[i, r]");
    QCOMPARE(troubleOf(result), QString());
    for (size_t row = 0; row < 5; ++row)
        QCOMPARE(result.after.at("B")[row], 100 + sumOfRow(result.before.at("A"), row, 7));
}

void TstUnloweredPrograms::matchedBuffersArePartsOfOthers()
{
    const RunResult result =
        runMain("A: T.Buffer((8, 8), \"int32\"), B: T.Buffer((2, 2), \"int32\")",
                "for i, j in T.grid(2, 2):\n"
                "    with T.sblock(\"tile\"):\n"
                "        vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                "        s0, s1 = T.int32(), T.int32()\n"
                "        W = T.match_buffer(A[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4], (4, 4), \"int32\", "
                "strides=(s0, s1), offset_factor=1)\n"
                "        W[1, 2] = W[1, 2] + W.elem_offset\n"
                "        B[vi, vj] = W[3, 0] + s0",
                {{"A", range(64)}});
    QCOMPARE(troubleOf(result), QString());
    for (size_t i = 0; i < 2; ++i)
        for (size_t j = 0; j < 2; ++j) {
            const size_t offset = i * 32 + j * 4;
            QCOMPARE(result.after.at("B")[i * 2 + j], double(offset + 24 + 8));
            QCOMPARE(result.after.at("A")[offset + 10], double(offset + 10 + offset));
        }
}

void TstUnloweredPrograms::matchedBuffersMayHaveFewerDimensions()
{
    const RunResult result = runMain("A: T.Buffer((3, 4), \"int32\"), B: T.Buffer((3,), \"int32\")",
                                     "for i in range(3):\n"
                                     "    with T.sblock(\"row\"):\n"
                                     "        vi = T.axis.spatial(3, i)\n"
                                     "        R = T.match_buffer(A[vi, 0:4], (4,), \"int32\", "
                                     "offset_factor=1)\n"
                                     "        B[vi] = R[0] * 100 + R[3]",
                                     {{"A", range(12)}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("B"), (Numbers{3, 407, 811}));
}

void TstUnloweredPrograms::sharedMemoryOfABlockInALaunchIsSharedByThreads()
{
    const RunResult result = runMain("A: T.Buffer((2, 64), \"int32\"), B: T.Buffer((2, 64), \"int32\")",
                                     "bx = T.launch_thread(\"blockIdx.x\", 2)\n"
                                     "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                     "with T.sblock(\"\"):\n"
                                     "    S = T.sblock_alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
                                     "    with T.sblock(\"fill\"):\n"
                                     "        S[tx] = A[bx, tx]\n"
                                     "    with T.sblock(\"take\"):\n"
                                     "        B[bx, tx] = S[63 - tx]");
    QCOMPARE(troubleOf(result), QString());
    for (size_t block = 0; block < 2; ++block)
        for (size_t thread = 0; thread < 64; ++thread)
            QCOMPARE(result.after.at("B")[block * 64 + thread],
                     result.before.at("A")[block * 64 + 63 - thread]);
}

/// The result of LiftThreadBinding: sequential iterations would read elements that are not written yet.
void TstUnloweredPrograms::sharedMemoryInLoopsOverThreadsIsSharedByThreads()
{
    const RunResult result =
        runMain("A: T.Buffer((2, 64), \"int32\"), B: T.Buffer((2, 64), \"int32\")",
                "for bx in T.thread_binding(2, thread=\"blockIdx.x\"):\n"
                "    for tx in T.thread_binding(16, thread=\"threadIdx.x\"):\n"
                "        for ty in T.thread_binding(4, thread=\"threadIdx.y\"):\n"
                "            with T.sblock(\"\"):\n"
                "                S = T.sblock_alloc_buffer((64,), \"int32\", scope=\"shared.dyn\")\n"
                "                for k in range(2):\n"
                "                    with T.sblock(\"fill\"):\n"
                "                        S[ty * 16 + tx] = A[bx, ty * 16 + tx] + k\n"
                "                    with T.sblock(\"take\"):\n"
                "                        B[bx, ty * 16 + tx] = S[63 - ty * 16 - tx]",
                {});
    QCOMPARE(troubleOf(result), QString());
    for (size_t block = 0; block < 2; ++block)
        for (size_t thread = 0; thread < 64; ++thread)
            QCOMPARE(result.after.at("B")[block * 64 + thread],
                     result.before.at("A")[block * 64 + 63 - thread] + 1);
}

/// As LowerAutoCopy leaves it: the loops around the block run on the host, the launch is inside, and its
/// threads wait for each other before the last statement.
void TstUnloweredPrograms::localMemoryAboveALaunchIsOfEachThread()
{
    const RunResult result = runMain("A: T.Buffer((2, 32), \"int32\"), B: T.Buffer((2, 8), \"int32\")",
                                     "for bx in T.thread_binding(2, thread=\"blockIdx.x\"):\n"
                                     "    with T.sblock(\"copy\"):\n"
                                     "        S = T.sblock_alloc_buffer((8,), \"int32\", scope=\"shared\")\n"
                                     "        L = T.sblock_alloc_buffer((4,), \"int32\", scope=\"local\")\n"
                                     "        for tx in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
                                     "            for k in range(4):\n"
                                     "                L[k] = A[bx, tx * 4 + k]\n"
                                     "            S[tx] = L[0]\n"
                                     "            B[bx, tx] = L[3] * 100 + S[7 - tx]",
                                     {}, {.isLockstep = true});
    QCOMPARE(troubleOf(result), QString());
    const auto given = [&](size_t block, size_t element) {
        return result.before.at("A")[block * 32 + element];
    };
    for (size_t block = 0; block < 2; ++block)
        for (size_t thread = 0; thread < 8; ++thread)
            QCOMPARE(result.after.at("B")[block * 8 + thread],
                     given(block, thread * 4 + 3) * 100 + given(block, (7 - thread) * 4));
}

/// As before CompactBufferAllocation: the second of two launches sees the data of the first one.
void TstUnloweredPrograms::localMemoryWithRoomForAllThreadsIsOne()
{
    const RunResult result = runMain("A: T.Buffer((8,), \"int32\"), B: T.Buffer((8,), \"int32\")",
                                     "with T.sblock(\"copy\"):\n"
                                     "    L = T.sblock_alloc_buffer((8,), \"int32\", scope=\"local\")\n"
                                     "    for tx in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
                                     "        L[tx] = A[tx] + 1\n"
                                     "    for tx in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
                                     "        B[tx] = L[tx]",
                                     {});
    QCOMPARE(troubleOf(result), QString());
    for (size_t element = 0; element < 8; ++element)
        QCOMPARE(result.after.at("B")[element], result.before.at("A")[element] + 1);
}

/// As LowerCrossThreadReduction leaves it.
void TstUnloweredPrograms::loopsOverThreadsAroundBlocksReduceAcrossThem()
{
    const RunResult result =
        runMain("A: T.Buffer((3, 32), \"int32\"), B: T.Buffer((3,), \"int32\")",
                "for i in T.thread_binding(3, thread=\"blockIdx.x\"):\n"
                "    for t in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
                "        with T.sblock(\"\"):\n"
                "            total = T.sblock_alloc_buffer((1,), \"int32\", scope=\"local\")\n"
                "            with T.sblock(\"reduce\"):\n"
                "                T.attr(T.comm_reducer(lambda x, y: x + y, [T.int32(0)]), \"reduce_scope\", "
                "T.reinterpret(\"handle\", T.uint64(0)))\n"
                "                T.tvm_thread_allreduce(T.uint32(1), A[i, t], T.bool(True), total[0], t)\n"
                "            with T.sblock(\"write\"):\n"
                "                T.where(t == 0)\n"
                "                B[i] = total[0]");
    QCOMPARE(troubleOf(result), QString());
    for (size_t row = 0; row < 3; ++row)
        QCOMPARE(result.after.at("B")[row], sumOfRow(result.before.at("A"), row, 32));
}

void TstUnloweredPrograms::lockstepReplacesBarriers()
{
    const RunResult result = runMain("A: T.Buffer((64,), \"int32\"), B: T.Buffer((64,), \"int32\")",
                                     "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                     "S = T.alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
                                     "S[tx] = A[tx]\nB[tx] = S[63 - tx]",
                                     {}, {.isLockstep = true});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("B"), Numbers(result.before.at("A").rbegin(), result.before.at("A").rend()));
}

/// Each round shifts the whole array by one; only some of the threads take part, some of them longer.
void TstUnloweredPrograms::lockstepHoldsInLoopsAndBranches()
{
    const RunResult result = runMain("A: T.Buffer((64,), \"int32\")",
                                     "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                     "S = T.alloc_buffer((65,), \"int32\", scope=\"shared\")\n"
                                     "v = T.alloc_buffer((1,), \"int32\", scope=\"local\")\n"
                                     "S[tx] = A[tx]\n"
                                     "if tx < 48:\n"
                                     "    for i in range(T.Select(tx < 32, 3, 2)):\n"
                                     "        v[0] = S[tx + 1]\n"
                                     "        S[tx] = v[0]\n"
                                     "else:\n"
                                     "    S[tx] = 0\n"
                                     "A[tx] = S[tx]",
                                     {{"A", range(64)}}, {.isLockstep = true});
    QCOMPARE(troubleOf(result), QString());
    Numbers expected = range(64);
    const auto shift = [&](size_t end) {
        const Numbers before = expected;
        for (size_t index = 0; index < end; ++index)
            expected[index] = before[index + 1];
    };
    shift(48);
    shift(48);
    shift(32);
    std::fill(expected.begin() + 48, expected.end(), 0);
    QCOMPARE(result.after.at("A"), expected);
}

void TstUnloweredPrograms::withoutLockstepBarriersAreMissed()
{
    const RunResult result = runMain("A: T.Buffer((64,), \"int32\"), B: T.Buffer((64,), \"int32\")",
                                     "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                     "S = T.alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
                                     "S[tx] = A[tx]\nB[tx] = S[63 - tx]");
    QCOMPARE(troubleOf(result), QString());
    QVERIFY(result.after.at("B") != Numbers(result.before.at("A").rbegin(), result.before.at("A").rend()));
}

void TstUnloweredPrograms::smallTypesHoldWhatTheyCan_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<Numbers>("given"); // as float32
    QTest::addColumn<Numbers>("expected");
    QTest::newRow("int4 wraps") << "int4" << Numbers{7, -8, 9, -9} << Numbers{7, -8, -7, 7};
    QTest::newRow("uint4 wraps") << "uint4" << Numbers{7, 15, 16, 19} << Numbers{7, 15, 0, 3};
    QTest::newRow("int2 wraps") << "int2" << Numbers{1, -2, 2, 3} << Numbers{1, -2, -2, -1};
    QTest::newRow("float4") << "float4_e2m1fn" << Numbers{0.5, -6, 2.4, 100} << Numbers{0.5, -6, 2, 6};
    QTest::newRow("float6 e2m3") << "float6_e2m3fn" << Numbers{0.125, 7.5, -1.9, 9}
                                 << Numbers{0.125, 7.5, -1.875, 7.5};
    QTest::newRow("float6 e3m2") << "float6_e3m2fn" << Numbers{0.0625, 28, 3.3, -99}
                                 << Numbers{0.0625, 28, 3.5, -28};
}

/// Through a buffer of the type and back.
void TstUnloweredPrograms::smallTypesHoldWhatTheyCan()
{
    QFETCH(QString, type);
    QFETCH(Numbers, given);
    QFETCH(Numbers, expected);
    const std::string name = type.toStdString();
    const std::string wide = name.find("int") != name.npos ? "int32" : "float32";
    const RunResult result = runMain("A: T.Buffer((4,), \"" + wide + "\"), B: T.Buffer((4,), \"" + name +
                                         "\"), C: T.Buffer((4,), \"" + wide + "\")",
                                     "for i in range(4):\n    B[i] = T.Cast(\"" + name +
                                         "\", A[i])\n"
                                         "for i in range(4):\n    C[i] = T.Cast(\"" +
                                         wide + "\", B[i])",
                                     {{"A", given}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("B"), expected);
    QCOMPARE(result.after.at("C"), expected);
}

TIR_TEST(TstUnloweredPrograms)
#include "tst_unlowered_programs.moc"
