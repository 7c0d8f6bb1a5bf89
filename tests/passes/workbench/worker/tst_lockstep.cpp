/// Threads in lockstep need no barriers, as before ThreadSync; without lockstep they do. Accesses that no barrier can
/// order are a race in either case.

#include "core/script/reading/parser.h"
#include "passes/workbench/worker/run_here.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <cstring>

using namespace tir;

namespace {

RunReport run(const QString& statements, bool isLockstep)
{
    const QString text = QStringLiteral(R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "int32"), Y: T.Buffer((64,), "int32")):
    with T.launch_thread("threadIdx.x", 64) as tx:
        tile = T.alloc_buffer((64,), "int32", scope="shared")
%1)")
                             .arg(statements);
    const Result<ParsedModule> parsed = parseModule(SourceText("lockstep.py", text.toStdString()));
    if (!parsed)
        qFatal("%s", parsed.diagnostics().front().message.c_str());
    RunRequest request;
    request.module = parsed->module;
    request.seed = 3;
    request.isChecked = true;
    request.isLockstep = isLockstep;
    return runHere(request);
}

QStringList errorsOf(const std::vector<Finding>& findings)
{
    QStringList kinds;
    for (const Finding& finding : findings)
        if (severityOf(finding.kind) == Severity::Error)
            kinds.append(QString::fromStdString(std::string(toString(finding.kind))));
    kinds.removeDuplicates();
    return kinds;
}

/// A line for each, inside of the launch.
QString lines(const QStringList& statements)
{
    QString text;
    for (const QString& statement : statements)
        text += "        " + statement + "\n";
    return text;
}

int32_t numberAt(const SharedBytes& bytes, size_t index)
{
    int32_t number = 0;
    std::memcpy(&number, &bytes[index * sizeof number], sizeof number);
    return number;
}

} // namespace

class TestLockstep : public QObject {
    Q_OBJECT
private slots:
    void barriers_data()
    {
        QTest::addColumn<QStringList>("statements");
        QTest::addColumn<bool>("isMissing"); // a barrier
        QTest::newRow("missing") << QStringList{"tile[tx] = X[tx]", "Y[tx] = tile[63 - tx]"} << true;
        QTest::newRow("there") << QStringList{"tile[tx] = X[tx]", "T.tvm_storage_sync(\"shared\")",
                                              "Y[tx] = tile[63 - tx]"}
                               << false;
        QTest::newRow("not needed") << QStringList{"tile[63 - tx] = X[63 - tx]", "Y[63 - tx] = tile[63 - tx]"}
                                    << false;
        QTest::newRow("missing in a loop")
            << QStringList{"for i in range(2):", "    tile[tx] = X[tx] + i", "    Y[tx] = tile[63 - tx] - i"}
            << true;
        QTest::newRow("missing after a condition")
            << QStringList{"if tx < 32:", "    tile[tx] = X[tx]", "if tx >= 32:", "    tile[tx] = X[tx]",
                           "Y[tx] = tile[63 - tx]"}
            << true;
        QTest::newRow("missing for one element")
            << QStringList{"if tx == 63:", "    tile[0] = X[63]", "Y[63 - tx] = tile[0] - X[63] + X[63 - tx]"}
            << true;
        QTest::newRow("missing for bytes of another element")
            << QStringList{"bytes = T.decl_buffer((256,), \"int8\", data=tile.data, scope=\"shared\")",
                           "tile[tx] = X[tx]", "Y[63 - tx] = tile[tx] - X[tx] + X[63 - tx]",
                           "bytes[tx] = T.int8(0)"}
            << true;
        QTest::newRow("missing for one element of two threads")
            << QStringList{"if tx % 2 == 1:", "    tile[tx // 2] = X[tx]",
                           "Y[63 - tx] = tile[tx // 2] - X[tx // 2 * 2 + 1] + X[63 - tx]"}
            << true;
    }

    void barriers()
    {
        QFETCH(QStringList, statements);
        QFETCH(bool, isMissing);
        const RunReport lockstep = run(lines(statements), true);
        QVERIFY2(lockstep.status == RunStatus::Done, lockstep.message.c_str());
        QCOMPARE(errorsOf(lockstep.findings), QStringList());
        const bool isTurned = !statements.join('\n').contains("Y[63 - tx]");
        const RunTensor& x = lockstep.tensors[0];
        const RunTensor& y = lockstep.tensors[1];
        for (size_t i = 0; i < 64; ++i)
            QCOMPARE(numberAt(y.after, i), numberAt(x.before, isTurned ? 63 - i : i));
        const QStringList errors = errorsOf(run(lines(statements), false).findings);
        QCOMPARE(errors.contains("missing-barrier"), isMissing);
        QCOMPARE(errors.isEmpty(), !isMissing);
    }

    void globalMemory_data()
    {
        QTest::addColumn<QStringList>("statements");
        QTest::addColumn<bool>("isMissing"); // a barrier
        QTest::newRow("read from another thread")
            << QStringList{"Y[tx] = X[tx]", "X[tx] = Y[63 - tx]"} << true;
        QTest::newRow("written after another thread has read it")
            << QStringList{"tile[tx] = X[63 - tx]", "X[tx] = 7"} << true;
        QTest::newRow("its own") << QStringList{"Y[tx] = X[tx]", "X[tx] = Y[tx]"} << false;
        QTest::newRow("after a barrier")
            << QStringList{"Y[tx] = X[tx]", "T.tvm_storage_sync(\"shared\")", "X[tx] = Y[63 - tx]"} << false;
    }

    /// ThreadSync will not insert barriers for it: lockstep only hides what is missing.
    void globalMemory()
    {
        QFETCH(QStringList, statements);
        QFETCH(bool, isMissing);
        const QStringList expected = isMissing ? QStringList("missing-barrier") : QStringList();
        const RunReport lockstep = run(lines(statements), true);
        QVERIFY2(lockstep.status == RunStatus::Done, lockstep.message.c_str());
        QCOMPARE(errorsOf(lockstep.findings), QStringList());
        QCOMPARE(errorsOf(lockstep.hiddenFindings), expected);
        const RunReport free = run(lines(statements), false);
        QCOMPARE(errorsOf(free.findings), expected);
        QCOMPARE(errorsOf(free.hiddenFindings), QStringList());
    }

    void races_data()
    {
        QTest::addColumn<QStringList>("statements");
        QTest::addColumn<bool>("isRace");
        QTest::newRow("own elements") << QStringList{"tile[tx] = tx"} << false;
        QTest::newRow("one element, different values") << QStringList{"tile[0] = tx"} << true;
        QTest::newRow("one element, one value") << QStringList{"tile[0] = 7"} << false;
        QTest::newRow("two threads an element") << QStringList{"tile[tx // 2] = tx"} << true;
        QTest::newRow("one element of global memory") << QStringList{"Y[0] = tx"} << true;
        QTest::newRow("one thread") << QStringList{"if tx == 5:", "    tile[0] = tx"} << false;
        QTest::newRow("two threads") << QStringList{"if tx < 2:", "    tile[0] = tx"} << true;
    }

    void races()
    {
        QFETCH(QStringList, statements);
        QFETCH(bool, isRace);
        for (const bool isLockstep : {true, false}) {
            const RunReport report = run(lines(statements), isLockstep);
            QVERIFY2(report.status == RunStatus::Done, report.message.c_str());
            QCOMPARE(errorsOf(report.findings), isRace ? QStringList{"race"} : QStringList());
        }
    }
};

TIR_TEST(TestLockstep)
#include "tst_lockstep.moc"
