/// The step list: rows as text, and the view's step and the session's step as one.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/session/step_findings.h"
#include "ui/steps/steps_delegate.h"
#include "ui/steps/steps_view.h"

#include <QImage>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>

#include <cstdlib>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

/// Whether a pixel has the hue of the color, also where an edge of a letter is blended with what is below it.
bool hasHue(const QPixmap& picture, const QColor& color)
{
    const QImage image = picture.toImage();
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (const QColor pixel = image.pixelColor(x, y);
                pixel.hsvSaturation() > 60 && std::abs(pixel.hsvHue() - color.hsvHue()) < 15)
                return true;
    return false;
}

} // namespace

class TestSteps : public QObject {
    Q_OBJECT

private slots:
    void emptyModel();
    void rowsOfASample();
    void nestedStepsAndPassesOfTvm();
    void listsOfPassesDoNotIndent();
    void recordedStepsAreChanged();
    void branchesHaveTitles();
    void groupIsSeenAsOne();
    void collapsedGroupIsOneStep();
    void selectedStepsAreSeenAsOne();
    void comparisonStartsFromThePredecessor();
    void firstBadStepAndItsConsequences();
    void stepsOutOfPlaceAreMarked();
    void firstWrongStepOfARunIsMarked();
    void shortTimesAreInTheToolTipOnly();
    void firstWarningIsShownAndMarked();
    void executedStepsAreMarked();
    void filterHidesRows();
    void namesGiveWayToMarks();
    void sessionMovesView();
    void viewMovesSession();
    void closeClears();
};

void TestSteps::emptyModel()
{
    StepsModel model;
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    model.setLineCounts({}, {});
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
    model.setRecording(session.recording(), session.stepDiagnostics());
    model.setLineCounts(session.lineCounts(), session.groupLineCounts());
    QStringList rows = rowsOf(model).split(QLatin1Char('\n'));
    QCOMPARE(rows.size(), int(session.stepCount()) + 2);
    QCOMPARE(rows[0], QStringLiteral("0 |  | Input"));
    QVERIFY2(rows[1].startsWith(QStringLiteral(" |  | front of the pipeline | +1 \u22120")),
             qPrintable(rows[1]));
    QVERIFY2(rows[4].startsWith(QStringLiteral(" |  | split tail")), qPrintable(rows[4]));
    const size_t number = stepOf(session, "LowerDeviceKernelLaunch");
    const int launch = model.rowOf(number);
    QVERIFY2(rows[launch].startsWith(QStringLiteral("%1 |  | LowerDeviceKernelLaunch").arg(number)),
             qPrintable(rows[launch]));
    const QModelIndex bind = model.index(model.rowOf(1), StepsModel::Pass);
    QVERIFY(Verdict(bind.data(StepsModel::VerdictRole).toInt()) == Verdict::Changed);
    QVERIFY(bind.data(StepsModel::AddedRole).toInt() > 0);
    const QModelIndex lower = model.index(launch, StepsModel::Pass);
    QVERIFY(Verdict(lower.data(StepsModel::VerdictRole).toInt()) == Verdict::IllFormed);
    QCOMPARE(lower.data(StepsModel::ArgumentsRole).toString(), QStringLiteral("(mode=\"legacy\")"));
    QCOMPARE(lower.data(StepsModel::AddedRole).toInt(), 0);
    QVERIFY(lower.data(StepsModel::ErrorsRole).toInt() > 0);
}

void TestSteps::nestedStepsAndPassesOfTvm()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    const auto recording = std::make_shared<Recording>(*session.recording());
    recording->steps[0].depth = 2;
    recording->steps[0].pass = parseInvocations("tvm(\"s_tir.ThreadSync\", \"shared\")")->front();
    StepsModel model;
    model.setRecording(recording, session.stepDiagnostics());
    const QModelIndex first = model.index(model.rowOf(1), StepsModel::Pass);
    QCOMPARE(first.data(StepsModel::DepthRole).toInt(), 2);
    QCOMPARE(first.data().toString(), QStringLiteral("ThreadSync"));
    QCOMPARE(first.data(StepsModel::ArgumentsRole).toString(), QStringLiteral("(\"shared\") of your TVM"));
    QCOMPARE(model.index(model.rowOf(0), StepsModel::Pass).data(StepsModel::DepthRole).toInt(), 0);
}

/// As in a dump of TVM: passes that run a list of passes end after them.
void TestSteps::listsOfPassesDoNotIndent()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    const auto recording = std::make_shared<Recording>(*session.recording());
    const struct {
        const char* pass;
        size_t depth;
        int shown;
    } steps[] = {{"BindTarget", 0, 0},
                 {"InsertHoistIfThenElse", 3, 1},
                 {"HoistIfThenElse", 2, 0},
                 {"sequential", 1, 0},
                 {"_pipeline", 0, 0}};
    const size_t count = std::size(steps);
    QVERIFY(recording->steps.size() >= count);
    recording->steps.resize(count);
    for (size_t i = 0; i < count; ++i) {
        recording->steps[i].pass.name = steps[i].pass;
        recording->steps[i].depth = steps[i].depth;
    }
    StepsModel model;
    model.setRecording(recording, {});
    for (size_t i = 0; i < count; ++i) {
        const QModelIndex index = model.index(model.rowOf(i + 1), StepsModel::Pass);
        QCOMPARE(index.data().toString(), QString::fromLatin1(steps[i].pass));
        QCOMPARE(index.data(StepsModel::DepthRole).toInt(), steps[i].shown);
    }
}

/// The verdict of the input is that of no step: a step that was read and is another module is a change.
void TestSteps::recordedStepsAreChanged()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    const auto recording = std::make_shared<Recording>(*session.recording());
    for (Step& step : recording->steps)
        step.verdict = step.before == step.after ? Verdict::Unchanged : Verdict::Imported;
    StepsModel model;
    model.setRecording(recording, {});
    QSet<int> verdicts;
    for (int row = 1; row < model.rowCount(); ++row)
        verdicts.insert(model.index(row, StepsModel::VerdictIcon).data(StepsModel::VerdictRole).toInt());
    QCOMPARE(verdicts, (QSet<int>{int(Verdict::Unchanged), int(Verdict::Changed)}));
    QCOMPARE(model.index(0, StepsModel::VerdictIcon).data(StepsModel::VerdictRole).toInt(),
             int(Verdict::Imported));
}

void TestSteps::branchesHaveTitles()
{
    Session session;
    usePipeline(session, "build");
    TIR_OPEN_SAMPLE(session, "reverse");
    StepsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setRecording(session.recording(), session.stepDiagnostics());
    QStringList titles;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, StepsModel::Pass);
        if (index.data(StepsModel::IsGroupRole).toBool())
            titles.append(QStringLiteral("%1 %2").arg(index.data().toString()).arg(model.spanOf(row).first));
        else
            QCOMPARE(index.data(StepsModel::IsInGroupRole).toBool(), row > 0);
    }
    QCOMPARE(titles.join(QLatin1String(", ")),
             QStringLiteral("front of the pipeline 1, split tail 3, host module 10, device module 14"));
    // Hidden steps are found at their group.
    const int host = model.rowOfGroup({10, 13});
    const int count = model.rowCount();
    model.setCollapsed(host, true);
    QCOMPARE(model.rowCount(), count - 4);
    QCOMPARE(model.rowOf(12), host);
    QCOMPARE(model.collapsed(), (std::vector<StepSpan>{{10, 13}}));
    QCOMPARE(model.index(model.rowOf(14), StepsModel::Pass).data().toString(), QStringLiteral("Filter"));
    model.setCollapsed(host, false);
    QCOMPARE(model.rowCount(), count);
}

void TestSteps::groupIsSeenAsOne()
{
    Session session;
    usePipeline(session, "build");
    StepsView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    auto* table = view.findChild<QTableView*>(QStringLiteral("stepsTable"));
    const auto* model = static_cast<const StepsModel*>(table->model());
    table->selectRow(model->rowOfGroup({3, 9}));
    QCOMPARE(session.firstStep(), size_t(3));
    QCOMPARE(session.step(), size_t(9));
    QTRY_VERIFY(session.compared() && session.compared()->first == 3);
    QCOMPARE(session.compared()->previous, size_t(2));
    QVERIFY(session.compared()->before->code.text.find("T.launch_thread") != std::string::npos);
    QVERIFY(session.compared()->before->code.text.find("main_kernel") == std::string::npos);
    QVERIFY(session.compared()->after->code.text.find("__tvm_ffi_main") != std::string::npos);
    session.navigation().goToNext();
    QCOMPARE(session.firstStep(), size_t(10));
    QVERIFY(!session.isSpan());
    session.goToSpan({3, 9});
    session.navigation().goToPrevious();
    QCOMPARE(session.step(), size_t(2));
    // The path to the device module does not contain steps of the host module.
    session.goToSpan({9, 15});
    QCOMPARE(session.firstStep(), size_t(9));
    QTRY_VERIFY(session.compared()->number == 15 && session.compared()->previous == 8);
    session.goToSpan({11, 15});
    QCOMPARE(session.firstStep(), size_t(14));
}

void TestSteps::collapsedGroupIsOneStep()
{
    Session session;
    usePipeline(session, "build");
    StepsView view(session);
    view.resize(300, 500);
    view.show();
    TIR_OPEN_SAMPLE(session, "reverse");
    auto* table = view.findChild<QTableView*>(QStringLiteral("stepsTable"));
    const auto* model = static_cast<const StepsModel*>(table->model());
    session.goTo(6);
    const int row = model->rowOfGroup({3, 9});
    const QRect cell = table->visualRect(model->index(row, StepsModel::Pass));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, QPoint(cell.left() + 8, cell.center().y()));
    // The step that was looked at is hidden: its group is looked at.
    QCOMPARE(session.firstStep(), size_t(3));
    QCOMPARE(session.step(), size_t(9));
    session.navigation().goToPrevious();
    QCOMPARE(session.step(), size_t(2));
    session.navigation().goToNext();
    QCOMPARE(session.firstStep(), size_t(3));
    QVERIFY(table->selectionModel()->isRowSelected(row));
    // A step in a collapsed group is shown on request.
    session.goTo(5);
    QVERIFY(model->collapsed().empty());
    QVERIFY(table->selectionModel()->isRowSelected(model->rowOf(5)));
}

void TestSteps::selectedStepsAreSeenAsOne()
{
    Session session;
    StepsView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    auto* table = view.findChild<QTableView*>(QStringLiteral("stepsTable"));
    const auto* model = static_cast<const StepsModel*>(table->model());
    table->selectRow(model->rowOf(4));
    QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(session.firstStep(), size_t(4));
    QCOMPARE(session.step(), size_t(6));
    QCOMPARE(table->selectionModel()->selectedRows().size(), 3);
    QTRY_VERIFY(session.compared() && session.compared()->first == 4 && session.compared()->number == 6);
    session.goTo(1);
    QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
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
    // The host function is in the other branch: this step extracts the device module.
    QVERIFY(session.compared()->before->code.text.find("def main(") != std::string::npos);
    QVERIFY(session.compared()->after->code.text.find("def main(") == std::string::npos);
    session.navigation().goToPrevious();
    QVERIFY(recording.branch(session.step()) == Branch::Host);
}

void TestSteps::firstBadStepAndItsConsequences()
{
    Session session;
    usePipeline(session, "split@legacy-merge");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    StepsModel model;
    model.setRecording(session.recording(), session.stepDiagnostics());
    const int merge = model.rowOf(stepOf(session, "MergeSharedMemoryAllocations"));
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
    model.setRecording(session.recording(), session.stepDiagnostics());
    const int merge = model.rowOf(stepOf(session, "MergeSharedMemoryAllocations"));
    for (int row = 0; row < model.rowCount(); ++row)
        QCOMPARE(model.index(row, 0).data(StepsModel::IsOutOfPlaceRole).toBool(), row == merge);
    const QString words = model.index(merge, 0).data(Qt::ToolTipRole).toString();
    QVERIFY2(words.contains("a function has one launch with shared memory"), qPrintable(words));
    QVERIFY2(words.contains("intentional: "), qPrintable(words));
}

void TestSteps::firstWrongStepOfARunIsMarked()
{
    Session session;
    StepsView view(session);
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const auto* table = view.findChild<QTableView*>(QStringLiteral("stepsTable"));
    const auto firstWrong = [&] {
        QStringList passes;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            if (table->model()->index(row, 0).data(StepsModel::IsBadRole).toBool())
                passes.append(table->model()->index(row, StepsModel::Pass).data().toString());
        return passes;
    };
    QCOMPARE(firstWrong(), QStringList());
    StepFindings::of(session).setAnswer(
        {.text = {}, .details = {}, .firstWrong = stepOf(session, "MergeSharedMemoryAllocations")});
    QCOMPARE(firstWrong(), QStringList({"split tail", "MergeSharedMemoryAllocations"}));
    StepFindings::of(session).setAnswer({});
    QCOMPARE(firstWrong(), QStringList());
    StepFindings::of(session).setAnswer({.text = {}, .details = {}, .firstWrong = 1});
    TIR_OPEN_SAMPLE(session, "reverse");
    QCOMPARE(firstWrong(), QStringList());
}

void TestSteps::shortTimesAreInTheToolTipOnly()
{
    auto recording = std::make_shared<Recording>();
    auto arena = std::make_shared<Arena>();
    const auto* module = arena->make<Module>("Module", std::span<const ModuleEntry>(), Dict(), Dict());
    recording->input = {arena, module};
    for (const int64_t durationNs : {20'000, 2'500'000}) {
        Step step;
        step.pass.name = "Simplify";
        step.before = step.after = module;
        step.durationNs = durationNs;
        recording->steps.push_back(std::move(step));
    }
    StepsModel model;
    model.setRecording(recording, introducedDiagnostics(*recording));
    const auto row = [&](size_t number) { return model.index(model.rowOf(number), StepsModel::Duration); };
    QCOMPARE(row(1).data().toString(), QString());
    QVERIFY(row(1).data(Qt::ToolTipRole).toString().contains(QStringLiteral("took 20.0 \u00b5s")));
    QCOMPARE(row(2).data().toString(), QStringLiteral("2.50 ms"));
}

void TestSteps::firstWarningIsShownAndMarked()
{
    Session session;
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "museum/in_place_race");
    const size_t merge = stepOf(session, "MergeSharedMemoryAllocations");
    QCOMPARE(session.step(), merge);
    StepsModel model;
    model.setRecording(session.recording(), session.stepDiagnostics());
    const auto isWarned = [&](int row) {
        return model.index(row, 0).data(StepsModel::IsWarnedRole).toBool();
    };
    QVERIFY(isWarned(model.rowOf(merge)));
    QVERIFY(isWarned(model.rowOfGroup({3, session.stepCount() - 1}))); // the group that has the step
    QVERIFY(!isWarned(model.rowOf(merge - 1)));
    QVERIFY(!isWarned(model.rowOf(merge + 1))); // it inherits the warning
    const QString words = model.index(model.rowOf(merge), 0).data(Qt::ToolTipRole).toString();
    QVERIFY2(words.contains(QStringLiteral("warning: ")), qPrintable(words));
    session.goTo(0);
    session.navigation().goToFirstProblem();
    QCOMPARE(session.step(), merge);
}

void TestSteps::executedStepsAreMarked()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    StepsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setRecording(session.recording(), session.stepDiagnostics());
    StepFindings& findings = StepFindings::of(session);
    findings.set(1, {.findings = {}, .mark = RunMark::Agrees});
    findings.set(4, {.findings = {}, .mark = RunMark::Wrong});
    model.setFindings(findings);
    const auto markOf = [&](int row) {
        return RunMark(model.index(row, 0).data(StepsModel::RunMarkRole).toInt());
    };
    QVERIFY(markOf(model.rowOf(0)) == RunMark::None);
    QVERIFY(markOf(model.rowOf(1)) == RunMark::Agrees);
    QVERIFY(markOf(model.rowOf(4)) == RunMark::Wrong);
    QVERIFY(markOf(model.rowOfGroup({3, session.stepCount() - 1})) == RunMark::Wrong);
    const QString words = model.index(model.rowOf(4), 0).data(Qt::ToolTipRole).toString();
    QVERIFY2(words.contains(QStringLiteral("An execution of this step goes wrong")), qPrintable(words));
}

void TestSteps::filterHidesRows()
{
    Session session;
    usePipeline(session, "build");
    StepsView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    auto* table = view.findChild<QTableView*>(QStringLiteral("stepsTable"));
    const auto* model = static_cast<const StepsModel*>(table->model());
    const auto shown = [&] {
        QStringList passes;
        for (int row = 0; row < model->rowCount(); ++row)
            if (!table->isRowHidden(row))
                passes.append(model->index(row, StepsModel::Pass).data().toString());
        return passes;
    };
    const qsizetype all = shown().size();
    QCOMPARE(all, model->rowCount());
    session.goTo(1);
    auto* filter = view.findChild<QLineEdit*>(QStringLiteral("stepsFilter"));
    filter->setText(QStringLiteral("sharedmem"));
    QCOMPARE(shown(), QStringList({"BindTarget", "split tail", "MergeSharedMemoryAllocations"}));
    session.goTo(5); // the current step is shown
    QVERIFY(shown().contains(toQString(session.recording()->steps[4].pass.name)));
    QVERIFY(!shown().contains(QStringLiteral("BindTarget")));
    filter->clear();
    QCOMPARE(shown().size(), all);
    session.goTo(0);
    view.findChild<QToolButton*>(QStringLiteral("onlyChangedButton"))->click();
    QVERIFY(shown().size() < all);
    QCOMPARE(shown().front(), QStringLiteral("Input"));
    for (int row = 0; row < model->rowCount(); ++row) {
        const StepSpan span = model->spanOf(row);
        if (span.first == span.last && span.first > 0)
            QCOMPARE(table->isRowHidden(row), !model->isNoteworthy(span.first));
    }
}

/// Marks of one kind are below each other: names are shortened where they leave too little room.
void TestSteps::namesGiveWayToMarks()
{
    Session session;
    StepsView view(session);
    view.resize(420, 400);
    view.show();
    TIR_OPEN_SAMPLE(session, "reverse");
    QTRY_COMPARE(session.lineCounts().size(), session.stepCount());
    StepFindings::of(session).set(1, {{}, RunMark::Agrees});
    const auto* table = view.findChild<QTableView*>(QStringLiteral("stepsTable"));
    const QAbstractItemModel& model = *table->model();
    const StepsDelegate::MarkWidths marks = StepsDelegate::markWidths(table->font(), model);
    QVERIFY(marks.run > 0 && marks.removed > 0);
    QCOMPARE(marks.order, 0);
    QVERIFY(!table->isColumnHidden(StepsModel::Changes));
    int widest = 0;
    for (int row = 0; row < model.rowCount(); ++row)
        widest =
            std::max(widest, StepsDelegate::nameWidth(table->font(), model.index(row, StepsModel::Pass)));
    view.resize(widest + table->columnWidth(StepsModel::Number) +
                    table->columnWidth(StepsModel::VerdictIcon) + 20,
                400);
    QTRY_VERIFY(table->columnWidth(StepsModel::Pass) < widest);
    QVERIFY(!table->isColumnHidden(StepsModel::Changes));
    // At the same place in all rows that have it, whatever their names.
    StepFindings::of(session).set(2, {{}, RunMark::Agrees});
    const StepsModel& steps = static_cast<const StepsModel&>(model);
    for (const size_t step : {1, 2}) {
        QRect cell = table->visualRect(model.index(steps.rowOf(step), StepsModel::Pass));
        cell.setLeft(cell.right() - marks.run - 4);
        QVERIFY(hasHue(table->viewport()->grab(cell), theme().success));
    }
    // A list that is too narrow for both has them in the tool tips.
    view.resize(160, 400);
    QTRY_VERIFY(table->isColumnHidden(StepsModel::Changes));
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, StepsModel::Pass);
        const QString changes = index.siblingAtColumn(StepsModel::Changes).data().toString();
        const bool isGroup = index.data(StepsModel::IsGroupRole).toBool();
        QVERIFY(isGroup || changes.isEmpty() || index.data(Qt::ToolTipRole).toString().contains(changes));
    }
    view.resize(420, 400);
    QTRY_VERIFY(!table->isColumnHidden(StepsModel::Changes));
}

void TestSteps::sessionMovesView()
{
    Session session;
    StepsView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    auto* table = view.findChild<QTableView*>(QStringLiteral("stepsTable"));
    QCOMPARE(table->currentIndex().row(), static_cast<StepsModel*>(table->model())->rowOf(session.step()));
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
    const QRect row = table->visualRect(table->model()->index(3, StepsModel::Pass));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, row.center());
    QCOMPARE(session.step(), size_t(2));
    // The row of the split tail is between steps 2 and 3.
    QTest::keyClick(table, Qt::Key_Down);
    QCOMPARE(session.firstStep(), size_t(3));
    QCOMPARE(session.step(), size_t(9));
    QTest::keyClick(table, Qt::Key_Down);
    QVERIFY(!session.isSpan());
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

TIR_TEST(TestSteps)
#include "tst_steps_view.moc"
