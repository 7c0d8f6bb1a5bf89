/// The step list: rows as text, and the view's step and the session's step as one.

#include "tests/ui/ui_support.h"
#include "ui/steps/steps_view.h"

#include <QTableView>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestSteps : public QObject {
    Q_OBJECT

private slots:
    void emptyModel();
    void rowsOfASample();
    void branchesHaveTitles();
    void comparisonStartsFromThePredecessor();
    void firstBadStepAndItsConsequences();
    void stepsOutOfPlaceAreMarked();
    void sessionMovesView();
    void viewMovesSession();
    void closeClears();
};

void TestSteps::emptyModel()
{
    StepsModel model;
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    model.setLineCounts({});
    QCOMPARE(rowsOf(model), QString());
}

void TestSteps::rowsOfASample()
{
    Session session;
    usePipeline(session, "split@legacy-launch");
    TIR_OPEN_SAMPLE(session, "reverse");
    QTRY_COMPARE(session.lineCounts().size(), session.stepCount());
    StepsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setRecording(session.recording());
    model.setLineCounts(session.lineCounts());
    QStringList rows = rowsOf(model).split(QLatin1Char('\n'));
    QCOMPARE(rows.size(), int(session.stepCount()));
    QCOMPARE(rows[0], QStringLiteral("0 |  | Input"));
    const int launch = int(stepOf(session, "LowerDeviceKernelLaunch"));
    QVERIFY2(rows[launch].startsWith(QStringLiteral("%1 |  | LowerDeviceKernelLaunch |  | ").arg(launch)),
             qPrintable(rows[launch]));
    const QModelIndex bind = model.index(1, StepsModel::Pass);
    QVERIFY(Verdict(bind.data(StepsModel::VerdictRole).toInt()) == Verdict::Changed);
    QVERIFY(bind.data(StepsModel::AddedRole).toInt() > 0);
    const QModelIndex lower = model.index(launch, StepsModel::Pass);
    QVERIFY(Verdict(lower.data(StepsModel::VerdictRole).toInt()) == Verdict::IllFormed);
    QCOMPARE(lower.data(StepsModel::ArgumentsRole).toString(), QStringLiteral("(mode=\"legacy\")"));
    QCOMPARE(lower.data(StepsModel::AddedRole).toInt(), 0);
    QVERIFY(lower.data(StepsModel::ErrorsRole).toInt() > 0);
}

void TestSteps::branchesHaveTitles()
{
    Session session;
    usePipeline(session, "build");
    TIR_OPEN_SAMPLE(session, "reverse");
    StepsModel model;
    model.setRecording(session.recording());
    QStringList titles;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, StepsModel::Pass);
        if (index.data(StepsModel::StartsBranchRole).toBool())
            titles.append(index.data(StepsModel::BranchRole).toString() + QLatin1Char(' ') +
                          index.data().toString());
    }
    QCOMPARE(titles.join(QLatin1String(", ")), QStringLiteral("host module Filter, device module Filter"));
    QCOMPARE(model.index(1, StepsModel::Pass).data(StepsModel::BranchRole).toString(), QString());
}

void TestSteps::comparisonStartsFromThePredecessor()
{
    Session session;
    usePipeline(session, "build");
    TIR_OPEN_SAMPLE(session, "reverse");
    const Recording& recording = *session.recording();
    size_t device = 1;
    while (recording.branch(device) != Branch::Device)
        ++device;
    session.goTo(device);
    QTRY_COMPARE(session.compared() ? session.compared()->number : 0, device);
    // The host function went into the other branch: it is what this step takes out.
    QVERIFY(session.compared()->before->code.text.find("def main(") != std::string::npos);
    QVERIFY(session.compared()->after->code.text.find("def main(") == std::string::npos);
    session.goToPrevious();
    QVERIFY(recording.branch(session.step()) == Branch::Host);
}

void TestSteps::firstBadStepAndItsConsequences()
{
    Session session;
    usePipeline(session, "split@legacy-merge");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    StepsModel model;
    model.setRecording(session.recording());
    const int merge = int(stepOf(session, "MergeSharedMemoryAllocations"));
    QVERIFY(!model.index(merge, 0).data(StepsModel::IsConsequenceRole).toBool());
    QVERIFY(model.index(merge + 1, 0).data(StepsModel::IsConsequenceRole).toBool());
    QVERIFY(!model.index(merge - 1, 0).data(StepsModel::IsConsequenceRole).toBool());
}

void TestSteps::stepsOutOfPlaceAreMarked()
{
    Session session;
    usePipeline(session, "split@legacy-merge");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    StepsModel model;
    model.setRecording(session.recording());
    const int merge = int(stepOf(session, "MergeSharedMemoryAllocations"));
    for (int row = 0; row < model.rowCount(); ++row)
        QCOMPARE(model.index(row, 0).data(StepsModel::IsOutOfPlaceRole).toBool(), row == merge);
    const QString words = model.index(merge, 0).data(Qt::ToolTipRole).toString();
    QVERIFY2(words.contains("a function has one launch with shared memory"), qPrintable(words));
    QVERIFY2(words.contains("it stands so on purpose"), qPrintable(words));
}

void TestSteps::sessionMovesView()
{
    Session session;
    StepsView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    auto* table = view.findChild<QTableView*>(QStringLiteral("stepsTable"));
    QCOMPARE(table->currentIndex().row(), int(session.step()));
    session.goTo(0);
    QCOMPARE(table->currentIndex().row(), 0);
}

void TestSteps::viewMovesSession()
{
    Session session;
    StepsView view(session);
    view.resize(320, 400);
    view.show();
    TIR_OPEN_SAMPLE(session, "reverse");
    auto* table = view.findChild<QTableView*>(QStringLiteral("stepsTable"));
    const QRect row = table->visualRect(table->model()->index(2, StepsModel::Pass));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, row.center());
    QCOMPARE(session.step(), size_t(2));
    QTest::keyClick(table, Qt::Key_Down);
    QCOMPARE(session.step(), size_t(3));
}

void TestSteps::closeClears()
{
    Session session;
    StepsView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    session.close();
    QCOMPARE(view.findChild<QTableView*>(QStringLiteral("stepsTable"))->model()->rowCount(), 0);
}

QTEST_MAIN(TestSteps)
#include "tst_steps_view.moc"
