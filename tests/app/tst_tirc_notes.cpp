/// Notes of `tirc run` about how a step ran.

#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QJsonObject>
#include <QtTest>

using namespace tir::testing;

class TestTircNotes : public QObject {
    Q_OBJECT
private slots:
    void stepsBeforeTheBarriersRunInLockstep()
    {
        const auto run = [](const QString& step) {
            return tirc({"run", sample("matmul"), "--pipeline", "s_tir", "--step", step, "--json"});
        };
        const char* const note =
            "note: the threads of a block ran in lockstep: this step is before ThreadSync";
        const TircResult before = run("BindTarget");
        QCOMPARE(before.exitCode, 0);
        QVERIFY2(before.errors.contains(note), before.errors.constData());
        QVERIFY(before.json().object()["lockstep"].toBool());
        const TircResult after = run("SplitHostDevice");
        QCOMPARE(after.exitCode, 0);
        QVERIFY2(!after.errors.contains(note), after.errors.constData());
        QVERIFY(!after.json().object()["lockstep"].toBool());
    }

    void oneSideRunsWithTheOther()
    {
        const TircResult result =
            tirc({"run", sample("two_kernels"), "--pipeline", "s_tir", "--step", "LowerTVMBuiltin"});
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.errors.contains("note: this step is only the host or the device module; the other "
                                        "module was executed as it is after step "),
                 result.errors.constData());
    }
};

TIR_TEST(TestTircNotes)
#include "tst_tirc_notes.moc"
