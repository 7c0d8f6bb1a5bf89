/// Atomic operations: TIR's, and CUDA's called by their names.

#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using tir::testing::Numbers;
using tir::testing::runMain;
using tir::testing::RunResult;
using tir::testing::troubleOf;

class TstAtomicPrograms : public QObject {
    Q_OBJECT

private slots:
    void addsAtomically();
    void atomicFloatsAddInTheOrderOfBlocks();
    void functionsOfCuda_data();
    void functionsOfCuda();
    void exchangesFloats();
    void barriersOfCuda();
    void refusals_data();
    void refusals();
};

void TstAtomicPrograms::addsAtomically()
{
    const RunResult result =
        runMain("A: T.Buffer((4,), \"int32\"), B: T.Buffer((1024,), \"int32\")",
                "bx = T.launch_thread(\"blockIdx.x\", 16)\ntx = T.launch_thread(\"threadIdx.x\", 64)\n"
                "T.cuda.atomic_add(T.address_of(A[tx % 4]), B[bx * 64 + tx])",
                {{"A", Numbers(4)}});
    QCOMPARE(troubleOf(result), QString());
    Numbers sums(4);
    for (size_t index = 0; index < 1024; ++index)
        sums[index % 4] += result.before.at("B")[index];
    QCOMPARE(result.after.at("A"), sums);
}

void TstAtomicPrograms::atomicFloatsAddInTheOrderOfBlocks()
{
    const RunResult result =
        runMain("A: T.Buffer((1,), \"float32\"), B: T.Buffer((4096,), \"float32\")",
                "bx = T.launch_thread(\"blockIdx.x\", 64)\ntx = T.launch_thread(\"threadIdx.x\", 64)\n"
                "T.cuda.atomic_add(T.address_of(A[0]), B[bx * 64 + tx])",
                {{"A", Numbers(1)}});
    QCOMPARE(troubleOf(result), QString());
    float sum = 0;
    for (const double value : result.before.at("B"))
        sum += float(value);
    QCOMPARE(float(result.after.at("A")[0]), sum);
}

void TstAtomicPrograms::functionsOfCuda_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<double>("before");
    QTest::addColumn<double>("after"); // of an element that 64 threads tx operate on
    QTest::newRow("add") << "\"atomicAdd\", T.address_of(A[0]), tx" << 5.0 << 5.0 + 63 * 64 / 2;
    QTest::newRow("sub") << "\"atomicSub\", T.address_of(A[0]), tx" << 5.0 << 5.0 - 63 * 64 / 2;
    QTest::newRow("max") << "\"atomicMax\", T.address_of(A[0]), tx" << 5.0 << 63.0;
    QTest::newRow("min") << "\"atomicMin\", T.address_of(A[0]), 3 - tx" << 5.0 << -60.0;
    QTest::newRow("and") << "\"atomicAnd\", T.address_of(A[0]), tx + 64" << 127.0 << 64.0;
    QTest::newRow("or") << "\"atomicOr\", T.address_of(A[0]), tx" << 64.0 << 127.0;
    QTest::newRow("xor") << "\"atomicXor\", T.address_of(A[0]), tx" << 9.0 << 9.0;
    QTest::newRow("exchange") << "\"atomicExch\", T.address_of(A[0]), tx" << 5.0 << 63.0;
    QTest::newRow("compare and swap") << "\"atomicCAS\", T.address_of(A[0]), tx + 5, tx + 6" << 5.0 << 69.0;
    QTest::newRow("through an access pointer")
        << "\"atomicAdd\", T.tvm_access_ptr(T.type_annotation(\"int32\"), A.data, 0, 1, 3), 1" << 5.0 << 69.0;
}

void TstAtomicPrograms::functionsOfCuda()
{
    QFETCH(const QString, call);
    QFETCH(const double, before);
    QFETCH(const double, after);
    const RunResult result = runMain("A: T.Buffer((2,), \"int32\"), B: T.Buffer((64,), \"int32\")",
                                     "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                     "B[tx] = T.call_extern(\"int32\", " +
                                         call.toStdString() + ")",
                                     {{"A", {before, 77}}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A"), (Numbers{after, 77}));
    QCOMPARE(result.after.at("B")[0], before); // the value before
}

void TstAtomicPrograms::exchangesFloats()
{
    const RunResult result =
        runMain("A: T.Buffer((1,), \"float16\"), B: T.Buffer((4,), \"float16\")",
                "tx = T.launch_thread(\"threadIdx.x\", 4)\n"
                "B[tx] = T.call_extern(\"float16\", \"atomicExch\", T.address_of(A[0]), B[tx])",
                {{"A", {0.5}}, {"B", {1.5, 2.5, 3.5, 4.5}}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("B"), (Numbers{0.5, 1.5, 2.5, 3.5}));
    QCOMPARE(result.after.at("A"), Numbers{4.5});
}

void TstAtomicPrograms::barriersOfCuda()
{
    const RunResult result =
        runMain("A: T.Buffer((64,), \"int32\")", "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                                 "S = T.alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
                                                 "S[tx] = A[tx]\n"
                                                 "T.call_extern(\"void\", \"__syncthreads\")\n"
                                                 "A[tx] = S[63 - tx]");
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A")[0], result.before.at("A")[63]);
}

void TstAtomicPrograms::refusals_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("expected");
    QTest::newRow("maximum of floats")
        << "T.call_extern(\"float32\", \"atomicMax\", T.address_of(A[0]), A[1])"
        << "cannot be executed on float32";
    QTest::newRow("an operand too few") << "T.call_extern(\"float32\", \"atomicAdd\", T.address_of(A[0]))"
                                        << "external function 'atomicAdd' is not known here";
}

void TstAtomicPrograms::refusals()
{
    QFETCH(const QString, call);
    QFETCH(const QString, expected);
    const RunResult result =
        runMain("A: T.Buffer((2,), \"float32\")",
                "tx = T.launch_thread(\"threadIdx.x\", 2)\nA[tx] = " + call.toStdString());
    QVERIFY2(troubleOf(result).contains(expected), qPrintable(troubleOf(result)));
}

TIR_TEST(TstAtomicPrograms)
#include "tst_atomic_programs.moc"
