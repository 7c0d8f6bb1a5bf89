/// Calls between functions that are compiled for different devices: launches, plain calls, and invalid ones, which are
/// rejected, because their result would be arbitrary.

#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using tir::testing::runProgram;
using tir::testing::RunResult;
using tir::testing::troubleOf;

class TstCallsAcrossDevices : public QObject {
    Q_OBJECT

private slots:
    void calls_data();
    void calls();
};

void TstCallsAcrossDevices::calls_data()
{
    QTest::addColumn<QString>("helperAttrs");
    QTest::addColumn<QString>("mainAttrs");
    QTest::addColumn<QString>("statements");
    QTest::addColumn<QString>("expected"); // empty: it runs
    const QString llvmTarget = "{\"kind\": \"llvm\", \"keys\": [\"cpu\"], \"tag\": \"\"}";
    const QString cudaTarget =
        "{\"kind\": \"cuda\", \"arch\": \"sm_90\", \"keys\": [\"cuda\", \"gpu\"], \"tag\": \"\"";
    const QString llvm = "\"target\": T.target(" + llvmTarget + ")";
    const QString cuda = "\"target\": T.target(" + cudaTarget + "})";
    const QString both = "\"target\": T.target(" + cudaTarget + ", \"host\": " + llvmTarget + "})";
    const QString kernel = "\"calling_conv\": 2, " + cuda;
    const QString onHost = "A[0] = Module.helper(A[0])";
    const QString onDevice = "with T.launch_thread(\"threadIdx.x\", 4) as tx:\n"
                             "        A[tx] = Module.helper(A[tx])";
    const QString refused = "host code calls 'helper', which is compiled for cuda and returns a value";
    const QString noLaunch = "kernel 'helper' is called without a launch";
    QTest::newRow("no targets") << ""
                                << "" << onHost << "";
    QTest::newRow("no targets, in a launch") << ""
                                             << "" << onDevice << "";
    QTest::newRow("one target") << cuda << cuda << onHost << "";
    QTest::newRow("one target, in a launch") << cuda << cuda << onDevice << "";
    QTest::newRow("one target with a host") << both << both << onHost << "";
    QTest::newRow("the host's target from the host's side") << llvm << both << onHost << "";
    QTest::newRow("the device's target from a launch") << cuda << both << onDevice << "";
    QTest::newRow("the device's target from the host's side") << cuda << both << onHost << refused;
    QTest::newRow("the device's target from a host") << cuda << llvm << onHost << refused;
    QTest::newRow("the device's target without one") << cuda << "" << onHost << refused;
    QTest::newRow("the host's target from a launch")
        << llvm << both << onDevice << "code for cuda calls 'helper', which is compiled for llvm";
    QTest::newRow("a kernel") << kernel << llvm << onHost << noLaunch;
    QTest::newRow("a kernel from a launch") << kernel << both << onDevice << noLaunch;
    QTest::newRow("no function") << ""
                                 << ""
                                 << "A[0] = T.call_extern(\"int32\", \"absent\", A[0])"
                                 << "external function 'absent' is not known";
}

void TstCallsAcrossDevices::calls()
{
    QFETCH(QString, helperAttrs);
    QFETCH(QString, mainAttrs);
    QFETCH(QString, statements);
    QFETCH(QString, expected);
    const QString program = "@T.prim_func(private=True, s_tir=True)\n"
                            "def helper(v: T.int32) -> T.int32:\n"
                            "    T.func_attr({" +
                            helperAttrs +
                            "})\n"
                            "    return v * 2 + 1\n\n"
                            "@T.prim_func(s_tir=True)\n"
                            "def main(A: T.Buffer((4,), \"int32\")):\n"
                            "    T.func_attr({" +
                            mainAttrs + "})\n    " + statements + "\n";
    const RunResult result = runProgram(program.toStdString());
    if (expected.isEmpty()) {
        QCOMPARE(troubleOf(result), QString());
        QCOMPARE(result.after.at("A")[0], result.before.at("A")[0] * 2 + 1);
    } else {
        QVERIFY(!result.complaints.empty());
        QVERIFY2(troubleOf(result).contains(expected), qPrintable(troubleOf(result)));
    }
}

TIR_TEST(TstCallsAcrossDevices)
#include "tst_calls_across_devices.moc"
