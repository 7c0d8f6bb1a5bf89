/// Virtual threads: loops of one thread, which take turns where a barrier is among their statements.

#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using tir::testing::Checked;
using tir::testing::Numbers;
using tir::testing::RunHow;
using tir::testing::runMain;
using tir::testing::RunResult;
using tir::testing::troubleOf;

namespace {

/// `body` for every virtual thread vt of two and thread tx of 16.
std::string inVirtualThreads(const std::string& body)
{
    std::string text =
        "tx = T.launch_thread(\"threadIdx.x\", 16)\n"
        "S = T.alloc_buffer((32,), \"int32\", scope=\"shared\")\n"
        "with T.attr(T.iter_var(vt, None, \"ThreadIndex\", \"vthread\"), \"virtual_thread\", 2):\n";
    size_t start = 0;
    while (start < body.size()) {
        const size_t end = std::min(body.find('\n', start), body.size());
        text += "    " + body.substr(start, end - start) + "\n";
        start = end + 1;
    }
    return "vt = T.int32()\n" + text;
}

const std::string Parameters = "A: T.Buffer((32,), \"int32\"), B: T.Buffer((32,), \"int32\")";

} // namespace

class TstVirtualThreads : public QObject {
    Q_OBJECT

private slots:
    void readWhatTheOthersWroteBeforeTheBarrier_data();
    void readWhatTheOthersWroteBeforeTheBarrier();
    void keepWhatTheyDefine();
    void waitInLoopsTogether();
    void nestVirtualThreads();
    void standOutsideOfALaunch();
    void refusals_data();
    void refusals();
};

void TstVirtualThreads::readWhatTheOthersWroteBeforeTheBarrier_data()
{
    QTest::addColumn<bool>("isChecked");
    QTest::addColumn<bool>("isLockstep");
    QTest::newRow("with its barrier") << false << false;
    QTest::newRow("checked") << true << false;
    QTest::newRow("in lockstep") << false << true;
}

void TstVirtualThreads::readWhatTheOthersWroteBeforeTheBarrier()
{
    QFETCH(const bool, isChecked);
    QFETCH(const bool, isLockstep);
    const std::string barrier = isLockstep ? "" : "T.tvm_storage_sync(\"shared\")\n";
    const RunResult result =
        runMain(Parameters,
                inVirtualThreads("S[vt * 16 + tx] = A[vt * 16 + tx]\n" + barrier +
                                 "B[vt * 16 + tx] = S[31 - (vt * 16 + tx)]"),
                {}, RunHow{.checked = isChecked ? Checked::Yes : Checked::No, .isLockstep = isLockstep});
    QCOMPARE(troubleOf(result), QString());
    QVERIFY2(result.findings.empty(), result.findings.empty() ? "" : result.findings[0].c_str());
    for (size_t index = 0; index < 32; ++index)
        QCOMPARE(result.after.at("B")[index], result.before.at("A")[31 - index]);
}

/// Variables, allocations and pointers of a virtual thread live on after the barrier.
void TstVirtualThreads::keepWhatTheyDefine()
{
    const RunResult result =
        runMain(Parameters,
                inVirtualThreads("own: T.let[T.int32] = A[vt * 16 + tx] * 2\n"
                                 "L = T.alloc_buffer((1,), \"int32\", scope=\"local\")\n"
                                 "p: T.let[T.handle(\"int32\")] = T.address_of(B[vt * 16 + tx])\n"
                                 "P = T.decl_buffer((1,), \"int32\", data=p)\n"
                                 "L[0] = own + vt\n"
                                 "S[vt * 16 + tx] = own\n"
                                 "T.tvm_storage_sync(\"shared\")\n"
                                 "P[0] = L[0] * 1000 + S[31 - (vt * 16 + tx)]"),
                {}, Checked::Yes);
    QCOMPARE(troubleOf(result), QString());
    QVERIFY2(result.findings.empty(), result.findings.empty() ? "" : result.findings[0].c_str());
    for (size_t index = 0; index < 32; ++index)
        QCOMPARE(result.after.at("B")[index], (result.before.at("A")[index] * 2 + double(index / 16)) * 1000 +
                                                  result.before.at("A")[31 - index] * 2);
}

void TstVirtualThreads::waitInLoopsTogether()
{
    const RunResult result = runMain(Parameters,
                                     inVirtualThreads("for i in range(3):\n"
                                                      "    S[vt * 16 + tx] = A[vt * 16 + tx] + i\n"
                                                      "    T.tvm_storage_sync(\"shared\")\n"
                                                      "    if i == 2:\n"
                                                      "        B[vt * 16 + tx] = S[31 - (vt * 16 + tx)]\n"
                                                      "    T.tvm_storage_sync(\"shared\")"),
                                     {}, Checked::Yes);
    QCOMPARE(troubleOf(result), QString());
    QVERIFY2(result.findings.empty(), result.findings.empty() ? "" : result.findings[0].c_str());
    for (size_t index = 0; index < 32; ++index)
        QCOMPARE(result.after.at("B")[index], result.before.at("A")[31 - index] + 2);
}

void TstVirtualThreads::nestVirtualThreads()
{
    const RunResult result = runMain(
        "A: T.Buffer((64,), \"int32\"), B: T.Buffer((64,), \"int32\")",
        "u = T.int32()\nv = T.int32()\n"
        "S = T.alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
        "with T.attr(T.iter_var(u, None, \"ThreadIndex\", \"vthread.x\"), \"virtual_thread\", 2):\n"
        "    tx = T.launch_thread(\"threadIdx.x\", 16)\n"
        "    with T.attr(T.iter_var(v, None, \"ThreadIndex\", \"vthread.y\"), \"virtual_thread\", 2):\n"
        "        S[u * 32 + v * 16 + tx] = A[u * 32 + v * 16 + tx]\n"
        "        T.tvm_storage_sync(\"shared\")\n"
        "        B[u * 32 + v * 16 + tx] = S[63 - (u * 32 + v * 16 + tx)]\n");
    QCOMPARE(troubleOf(result), QString());
    for (size_t index = 0; index < 64; ++index)
        QCOMPARE(result.after.at("B")[index], result.before.at("A")[63 - index]);
}

/// As bindings that are unified leave it: one launch, not one for every virtual thread.
void TstVirtualThreads::standOutsideOfALaunch()
{
    const RunResult result =
        runMain(Parameters,
                "vt = T.int32()\n"
                "with T.attr(T.iter_var(vt, None, \"ThreadIndex\", \"vthread\"), \"virtual_thread\", 2):\n"
                "    bx = T.launch_thread(\"blockIdx.x\", 1)\n"
                "    tx = T.launch_thread(\"threadIdx.x\", 16)\n"
                "    S = T.alloc_buffer((1,), \"int32\", scope=\"shared\")\n"
                "    B[vt * 16 + tx] = A[vt * 16 + tx] + 1\n");
    QCOMPARE(troubleOf(result), QString());
    for (size_t index = 0; index < 32; ++index)
        QCOMPARE(result.after.at("B")[index], result.before.at("A")[index] + 1);
}

void TstVirtualThreads::refusals_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a loop of their own length")
        << "for i in range(vt + 1):\n    T.tvm_storage_sync(\"shared\")"
        << "'vt' differs between virtual threads, but the barrier inside is for all of them";
    QTest::newRow("a condition of their own")
        << "own: T.let[T.int32] = vt * 2\nif own == 0:\n    T.tvm_storage_sync(\"shared\")"
        << "'own' differs between virtual threads";
}

void TstVirtualThreads::refusals()
{
    QFETCH(const QString, body);
    QFETCH(const QString, expected);
    const RunResult result = runMain(Parameters, inVirtualThreads(body.toStdString()));
    QVERIFY2(troubleOf(result).contains(expected), qPrintable(troubleOf(result)));
}

TIR_TEST(TstVirtualThreads)
#include "tst_virtual_threads.moc"
