/// The run panel: what a report looks like as rows and as one line; a run of a sample where the worker is.

#include "tests/ui/ui_support.h"
#include "ui/run/run_view.h"

#include <QLabel>
#include <QTableView>
#include <QToolButton>

#include <cstring>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

std::vector<std::byte> bytesOf(std::initializer_list<float> values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.begin(), bytes.size());
    return bytes;
}

RunReport doneReport(std::initializer_list<float> result)
{
    RunReport report;
    report.status = RunStatus::Done;
    report.device = "cpu";
    report.compileNs = 12'000'000;
    report.runNs = 80'000;
    RunTensor input;
    input.name = "A";
    input.dtype = "float32";
    input.shape = {2};
    input.before = input.after = bytesOf({1, 2});
    RunTensor output = input;
    output.name = "B";
    output.after = bytesOf(result);
    report.tensors = {input, output};
    return report;
}

} // namespace

class TestRun : public QObject {
    Q_OBJECT

private slots:
    void emptyModel();
    void rowsOfAReport();
    void comparisonWithTheInput();
    void failureSaysWhy();
    void emptySessionCannotRun();
    void runsASample();
    void otherRecordingForgetsTheResult();
    void checksEveryStep();
    void checkAccusesTheBadStep();
};

void TestRun::emptyModel()
{
    RunModel model;
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    model.clear();
}

void TestRun::rowsOfAReport()
{
    RunModel model;
    const QAbstractItemModelTester tester(&model);
    const RunResult result{.number = 1, .report = doneReport({3, 5}), .reference = {}};
    model.setResult(result);
    const QStringList rows = rowsOf(model).split(QLatin1Char('\n'));
    QCOMPARE(rows.size(), 2);
    QVERIFY2(rows[1].startsWith(QStringLiteral("B | float32 | 2 |  | 3 | 5 | 4 | ")), qPrintable(rows[1]));
    QVERIFY(!model.index(0, 0).data(RunModel::IsChangedRole).toBool());
    QVERIFY(model.index(1, 0).data(RunModel::IsChangedRole).toBool());
    QCOMPARE(statusText(result), QStringLiteral("done on the CPU · compiled in 12.0 ms · ran in 80.0 µs"));
}

void TestRun::comparisonWithTheInput()
{
    RunModel model;
    RunResult result{.number = 1, .report = doneReport({3, 5}), .reference = doneReport({3, 5})};
    model.setResult(result);
    QVERIFY(model.hasReference());
    QCOMPARE(model.index(1, RunModel::Reference).data().toString(), QStringLiteral("equal"));
    QVERIFY(statusText(result).endsWith(QStringLiteral("equal to the input's result")));
    result.reference = doneReport({3, 4});
    model.setResult(result);
    QCOMPARE(model.index(0, RunModel::Reference).data().toString(), QStringLiteral("equal"));
    QCOMPARE(model.index(1, RunModel::Reference).data().toString(), QStringLiteral("differs"));
    QVERIFY(model.index(1, 0).data(RunModel::IsMismatchRole).toBool());
    QVERIFY(statusText(result).endsWith(QStringLiteral("1 tensor differs from the input's result")));
}

void TestRun::failureSaysWhy()
{
    RunResult result;
    result.report.status = RunStatus::TimedOut;
    result.report.message = "after 30 s";
    QCOMPARE(statusText(result), QStringLiteral("timed out: after 30 s"));
}

void TestRun::emptySessionCannotRun()
{
    Session session;
    RunView view(session);
    QVERIFY(!view.findChild<QToolButton*>(QStringLiteral("runButton"))->isEnabled());
    view.run();
    QVERIFY(session.jobs().running().isEmpty());
}

void TestRun::runsASample()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "LowerDeviceKernelLaunch"));
    view.findChild<QToolButton*>(QStringLiteral("runButton"))->click();
    auto* status = view.findChild<QLabel*>(QStringLiteral("runStatus"));
    QTRY_VERIFY_WITH_TIMEOUT(!status->text().isEmpty(), 60000);
    QVERIFY2(status->text().contains(QStringLiteral("done on the CPU")), qPrintable(status->text()));
    QVERIFY2(status->text().endsWith(QStringLiteral("equal to the input's result")),
             qPrintable(status->text()));
    QCOMPARE(view.findChild<QTableView*>(QStringLiteral("runTable"))->model()->rowCount(), 3);
}

void TestRun::otherRecordingForgetsTheResult()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    session.requestRun();
    auto* table = view.findChild<QTableView*>(QStringLiteral("runTable"));
    QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 0, 60000);
    session.rerun();
    QCOMPARE(table->model()->rowCount(), 0);
}

void TestRun::checksEveryStep()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    view.findChild<QToolButton*>(QStringLiteral("checkStepsButton"))->click();
    auto* status = view.findChild<QLabel*>(QStringLiteral("runStatus"));
    QTRY_VERIFY_WITH_TIMEOUT(!status->text().isEmpty(), 60000);
    QVERIFY2(status->text().startsWith(QStringLiteral("sound: ")), qPrintable(status->text()));
    auto* table = view.findChild<QTableView*>(QStringLiteral("runTable"));
    QCOMPARE(table->model()->rowCount(), int(session.recording()->moduleCount()));
    const QStringList rows = rowsOf(*table->model()).split(QLatin1Char('\n'));
    QCOMPARE(rows[0], QStringLiteral("0 | Input | the reference"));
    QVERIFY2(rows[1].startsWith(QStringLiteral("1 | BindTarget")), qPrintable(rows[1]));
    emit table->activated(table->model()->index(3, 0));
    QCOMPARE(session.step(), size_t(3));
}

void TestRun::checkAccusesTheBadStep()
{
    StepRunsModel model;
    const QAbstractItemModelTester tester(&model);
    StepsChecked checked;
    checked.trace.texts = {""};
    checked.trace.steps.resize(3);
    checked.trace.steps[1].pass = "A";
    checked.trace.steps[2].pass = "B";
    StepRun broken;
    broken.step = 1;
    broken.status = RunStatus::Crashed;
    broken.message = "ended by SIGSEGV";
    checked.runs.runs = {StepRun{}, broken};
    checked.report = check(checked.trace, checked.runs);
    model.setChecked(checked);
    QCOMPARE(rowsOf(model), QStringLiteral("0 | Input | the reference\n"
                                           "1 | A | crashed | ended by SIGSEGV\n"
                                           "2 | B | as before"));
    QCOMPARE(statusText(checked), QStringLiteral("step 1, A, breaks the run: ended by SIGSEGV"));
    QVERIFY(model.index(1, 0).data(Qt::ForegroundRole).isValid());
    QVERIFY(!model.index(2, 0).data(Qt::ForegroundRole).isValid());
}

QTEST_MAIN(TestRun)
#include "tst_run_view.moc"
