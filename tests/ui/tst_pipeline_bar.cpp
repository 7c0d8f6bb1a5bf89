/// Choosing what runs: pipelines, their three switches, targets.

#include "passes/framework/config_keys.h"
#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/bars/config_model.h"
#include "ui/bars/config_popup.h"
#include "ui/bars/pass_list_completer.h"
#include "ui/bars/pipeline_bar.h"
#include "ui/bars/pipeline_box.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestPipelineBar : public QObject {
    Q_OBJECT

private slots:
    void switchesMakeThePipeline();
    void pipelineSetsTheSwitches();
    void fullPipelinesHaveSwitchesToo();
    void missingSwitchesSayWhy();
    void listHasGroupsAndDescriptions();
    void unlistedPipelinesAreAdded();
    void ownPassesAreRun();
    void wrongPassesAreNot();
    void passesAreCompleted();
    void targetIsChosen();
    void targetOfTheRunIsShown();
    void targetThatIsNotChosenDoesNotStay_data();
    void targetThatIsNotChosenDoesNotStay();
    void wrongTargetOfAnActionKeepsTheResult();
    void modeIsSwitched();
    void configIsSetAndReset();
    void configFlagsAreChecked();
    void configChangesThePasses();
};

void TestPipelineBar::switchesMakeThePipeline()
{
    Session session;
    PipelineBar bar(session);
    bar.findChild<QToolButton*>(QStringLiteral("mergeSwitch"))->click();
    QCOMPARE(session.setup().pipeline.name, std::string("split@legacy-merge"));
    bar.findChild<QToolButton*>(QStringLiteral("launchSwitch"))->click();
    QCOMPARE(session.setup().pipeline.name, std::string("split@transitional"));
    auto* box = bar.findChild<QComboBox*>(QStringLiteral("pipelineBox"));
    QCOMPARE(box->currentText(), QStringLiteral("split@transitional"));
    bar.findChild<QToolButton*>(QStringLiteral("orderSwitch"))->click();
    QCOMPARE(session.setup().pipeline.name, std::string("split@before"));
}

void TestPipelineBar::pipelineSetsTheSwitches()
{
    Session session;
    PipelineBar bar(session);
    auto* box = bar.findChild<QComboBox*>(QStringLiteral("pipelineBox"));
    box->setCurrentText(QStringLiteral("split@legacy-launch"));
    emit box->activated(box->currentIndex());
    QCOMPARE(session.setup().pipeline.name, std::string("split@legacy-launch"));
    QVERIFY(!bar.findChild<QToolButton*>(QStringLiteral("mergeSwitch"))->isChecked());
    QVERIFY(bar.findChild<QToolButton*>(QStringLiteral("launchSwitch"))->isChecked());
}

void TestPipelineBar::fullPipelinesHaveSwitchesToo()
{
    Session session;
    PipelineBar bar(session);
    usePipeline(session, "s_tir@before");
    QVERIFY(bar.findChild<QToolButton*>(QStringLiteral("orderSwitch"))->isChecked());
    bar.findChild<QToolButton*>(QStringLiteral("orderSwitch"))->click();
    QCOMPARE(session.setup().pipeline.name, std::string("s_tir@transitional"));
    bar.findChild<QToolButton*>(QStringLiteral("launchSwitch"))->click();
    QCOMPARE(session.setup().pipeline.name, std::string("s_tir@legacy-merge"));
    auto* box = bar.findChild<QComboBox*>(QStringLiteral("pipelineBox"));
    QCOMPARE(box->currentText(), QStringLiteral("s_tir@legacy-merge"));
}

void TestPipelineBar::missingSwitchesSayWhy()
{
    Session session;
    PipelineBar bar(session);
    auto* merge = bar.findChild<QToolButton*>(QStringLiteral("mergeSwitch"));
    usePipeline(session, "tirx@before");
    QVERIFY(!merge->isEnabled() && !merge->isChecked());
    QVERIFY2(merge->toolTip().contains("tirx does not merge"), qPrintable(merge->toolTip()));
    bar.findChild<QToolButton*>(QStringLiteral("launchSwitch"))->click();
    QCOMPARE(session.setup().pipeline.name, std::string("tirx@old-order"));
    usePipeline(session, "split@late-merge");
    QVERIFY(!bar.findChild<QToolButton*>(QStringLiteral("orderSwitch"))->isEnabled());
    QVERIFY2(merge->toolTip().contains("split@late-merge is not a variant"), qPrintable(merge->toolTip()));
    usePipeline(session, "split");
    QVERIFY(merge->isEnabled());
}

namespace {

/// The entries of the list: headings without a description, pipelines as "name: description".
QStringList entriesOf(const PipelineBox& box)
{
    QStringList entries;
    for (int row = 0; row < box.count(); ++row)
        entries.append(box.itemData(row, PipelineBox::HeadingRole).toBool()
                           ? box.itemText(row)
                           : QStringLiteral("%1: %2").arg(
                                 box.itemText(row), box.itemData(row, PipelineBox::SummaryRole).toString()));
    return entries;
}

} // namespace

void TestPipelineBar::listHasGroupsAndDescriptions()
{
    const PipelineBox box;
    const QStringList entries = entriesOf(box);
    const auto isInOrder = [&](std::initializer_list<const char*> expected) {
        qsizetype last = -1;
        for (const char* entry : expected) {
            const qsizetype at = entries.indexOf(QString::fromLatin1(entry));
            if (at <= last)
                return false;
            last = at;
        }
        return true;
    };
    QVERIFY2(isInOrder({"Pipelines", "split: host and device split of lowered programs", "As in older TVM",
                        "split@legacy-merge: one merged allocation per function", "Wrong on purpose",
                        "split@late-merge: the merge comes after the launch lowering", "Your own",
                        "custom passes: a list to edit, starting from the passes of the pipeline"}),
             qPrintable(entries.join(QLatin1Char('\n'))));
    for (const Pipeline& pipeline : allPipelines())
        QVERIFY2(box.findText(QString::fromStdString(pipeline.name)) > 0, pipeline.name.c_str());
    for (int row = 0; row < box.count(); ++row) {
        const bool isHeading = box.itemData(row, PipelineBox::HeadingRole).toBool();
        QCOMPARE(box.model()->flags(box.model()->index(row, 0)).testFlag(Qt::ItemIsEnabled), !isHeading);
        QVERIFY2(isHeading || !box.itemData(row, PipelineBox::SummaryRole).toString().isEmpty(),
                 qPrintable(box.itemText(row)));
    }
}

void TestPipelineBar::unlistedPipelinesAreAdded()
{
    PipelineBox box;
    const int count = box.count();
    QCOMPARE(box.findText(QStringLiteral("tirx@old-order")), -1);
    for (int i = 0; i < 2; ++i) {
        box.setCurrent(*findPipeline("tirx@old-order"));
        QCOMPARE(box.currentText(), QStringLiteral("tirx@old-order"));
        QCOMPARE(box.currentData(PipelineBox::SummaryRole).toString(),
                 QStringLiteral("TIRx kernels; passes in the order of older TVM"));
        QVERIFY2(box.toolTip().startsWith("tirx@old-order\nTIRx kernels"), qPrintable(box.toolTip()));
        QCOMPARE(box.count(), count + 1);
    }
    box.setCurrent({.name = {}, .summary = {}, .passes = {}});
    QCOMPARE(box.currentText(), QStringLiteral("custom passes"));
}

/// Chooses the entry after the pipelines.
void chooseOwn(PipelineBar& bar)
{
    auto* box = bar.findChild<QComboBox*>(QStringLiteral("pipelineBox"));
    box->setCurrentIndex(box->count() - 1);
    emit box->activated(box->currentIndex());
}

void TestPipelineBar::ownPassesAreRun()
{
    Session session;
    PipelineBar bar(session);
    TIR_OPEN_SAMPLE(session, "two_kernels");
    auto* field = bar.findChild<QLineEdit*>(QStringLiteral("ownPassesField"));
    QVERIFY(field->isHidden());
    chooseOwn(bar);
    QVERIFY(!field->isHidden());
    QVERIFY(bar.findChild<QToolButton*>(QStringLiteral("orderSwitch"))->isHidden());
    QVERIFY(field->text().startsWith("BindTarget, AnnotateEntryFunc, MergeSharedMemoryAllocations, "));
    field->setText("BindTarget,MergeSharedMemoryAllocations(mode=\"legacy\"),SplitHostDevice");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_COMPARE(session.recording()->steps.size(), size_t(3));
    // It runs despite contract violations, and marks the step.
    QVERIFY(!session.recording()->steps[2].breaches.empty());
    QCOMPARE(field->text(), "BindTarget, MergeSharedMemoryAllocations(mode=\"legacy\"), SplitHostDevice");
    usePipeline(session, "split");
    QVERIFY(field->isHidden());
}

void TestPipelineBar::wrongPassesAreNot()
{
    Session session;
    PipelineBar bar(session);
    chooseOwn(bar);
    auto* field = bar.findChild<QLineEdit*>(QStringLiteral("ownPassesField"));
    const size_t passCount = session.setup().pipeline.passes.size();
    for (const auto& [text, error] :
         {std::pair("BindTarget, NoSuchPass", "there is no pass 'NoSuchPass'"),
          std::pair("BindTarget(", "expected"), std::pair("", "a list of passes")}) {
        field->setText(text);
        QVERIFY(field->property("isWrong").toBool());
        QVERIFY2(field->toolTip().contains(error), qPrintable(field->toolTip()));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(session.setup().pipeline.passes.size(), passCount);
    }
    field->setText("BindTarget");
    QVERIFY(!field->property("isWrong").toBool());
}

void TestPipelineBar::passesAreCompleted()
{
    PassListCompleter completer;
    const auto completed = [&](const QString& text) {
        completer.setCompletionPrefix(text);
        return completer.currentCompletion();
    };
    QCOMPARE(completed("bind"), "BindTarget");
    QCOMPARE(completed("BindTarget, splitho"), "BindTarget, SplitHostDevice");
    QCOMPARE(completed("Filter(\"a,b\"),Verify"), "Filter(\"a,b\"),VerifyMemory");
}

void TestPipelineBar::targetIsChosen()
{
    Session session;
    PipelineBar bar(session);
    auto* box = bar.findChild<QComboBox*>(QStringLiteral("targetBox"));
    box->setEditText(QStringLiteral("rocm"));
    emit box->activated(box->currentIndex());
    QCOMPARE(session.setup().target, std::string("rocm"));
    // A wrong one changes nothing, so that the result stays.
    box->setEditText(QStringLiteral("abacus"));
    QTest::keyClick(box->lineEdit(), Qt::Key_Return);
    QCOMPARE(session.setup().target, std::string("rocm"));
    box->setEditText(QStringLiteral("cuda -arch=sm_80"));
    QTest::keyClick(box->lineEdit(), Qt::Key_Return);
    QCOMPARE(session.setup().target, std::string("cuda -arch=sm_80"));
    // The name of an architecture is enough.
    for (const char* text : {"sm_75", "cuda (sm_75)"}) {
        box->setEditText(QLatin1String(text));
        QTest::keyClick(box->lineEdit(), Qt::Key_Return);
        QCOMPARE(session.setup().target, std::string("cuda -arch=sm_75"));
        QCOMPARE(box->currentText(), QStringLiteral("cuda (sm_75)"));
    }
    box->setCurrentIndex(0);
    emit box->activated(0);
    QCOMPARE(session.setup().target, std::string());
}

void TestPipelineBar::targetOfTheRunIsShown()
{
    ShownWindow shown;
    auto* box = shown.window.findChild<QComboBox*>(QStringLiteral("targetBox"));
    const QString standard = box->currentText();
    QCOMPARE(standard, QStringLiteral("cuda (sm_90)"));
    QCOMPARE(shown.perform("sample=two_kernels,target=rocm,step=1"), QString());
    QCOMPARE(box->currentText(), QStringLiteral("rocm"));
    QCOMPARE(shown.perform("target=\"cuda -arch=sm_80\""), QString()); // the list has another text for it
    QCOMPARE(box->currentText(), QStringLiteral("cuda (sm_80)"));
    QCOMPARE(shown.perform("target=\"cuda -arch=sm_86\""), QString()); // the list does not have it
    QCOMPARE(box->currentText(), QStringLiteral("cuda (sm_86)"));
    RunSetup setup = shown.session.setup();
    setup.target.clear();
    shown.session.setSetup(std::move(setup));
    QCOMPARE(box->currentText(), standard);
}

void TestPipelineBar::targetThatIsNotChosenDoesNotStay_data()
{
    QTest::addColumn<QString>("way");
    QTest::newRow("Esc") << QStringLiteral("escape");
    QTest::newRow("another field") << QStringLiteral("leave");
    QTest::newRow("the program is closed") << QStringLiteral("close");
}

void TestPipelineBar::targetThatIsNotChosenDoesNotStay()
{
    QFETCH(QString, way);
    ShownWindow shown;
    QVERIFY(QTest::qWaitForWindowActive(&shown.window));
    QCOMPARE(shown.perform("sample=two_kernels,target=rocm"), QString());
    auto* box = shown.window.findChild<QComboBox*>(QStringLiteral("targetBox"));
    box->setFocus();
    box->lineEdit()->selectAll();
    QTest::keyClicks(box, QStringLiteral("bogus"));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(box->currentText(), QStringLiteral("bogus")); // to correct it
    if (way == QStringLiteral("escape"))
        QTest::keyClick(box, Qt::Key_Escape);
    else if (way == QStringLiteral("leave"))
        shown.window.findChild<QWidget*>(QStringLiteral("stepsTable"))->setFocus();
    else
        shown.session.close();
    QCOMPARE(box->currentText(), QStringLiteral("rocm"));
    QCOMPARE(shown.session.setup().target, std::string("rocm"));
}

/// As in the box.
void TestPipelineBar::wrongTargetOfAnActionKeepsTheResult()
{
    ShownWindow shown;
    QCOMPARE(shown.perform("sample=two_kernels"), QString());
    const auto recording = shown.session.recording();
    const QString failure = shown.perform("target=cudda");
    QVERIFY2(failure.contains("action 'target'") && failure.contains("cudda"), qPrintable(failure));
    QCOMPARE(shown.session.phase(), Phase::Ready);
    QCOMPARE(shown.session.recording(), recording);
    QVERIFY(shown.session.setup().target.empty());
    QCOMPARE(shown.perform("target=cuda"), QString());
    QCOMPARE(shown.session.setup().target, std::string("cuda"));
}

void TestPipelineBar::modeIsSwitched()
{
    Session session;
    PipelineBar bar(session);
    auto* asTvm = bar.findChild<QToolButton*>(QStringLiteral("asTvmSwitch"));
    auto* sound = bar.findChild<QToolButton*>(QStringLiteral("soundSwitch"));
    QVERIFY(asTvm->isChecked() && !sound->isChecked());
    sound->click();
    QVERIFY(session.setup().mode == Mode::Sound);
    QVERIFY(!asTvm->isChecked() && sound->isChecked());
    sound->click(); // one of them is always pressed
    QVERIFY(session.setup().mode == Mode::Sound);
    QVERIFY(sound->isChecked());
    asTvm->click();
    QVERIFY(session.setup().mode == Mode::AsTvm);
}

namespace {

/// The value of a key.
QModelIndex valueIndex(const ConfigModel& model, const QString& key)
{
    for (int row = 0; row < model.rowCount(); ++row)
        if (model.index(row, ConfigModel::Key).data().toString() == key)
            return model.index(row, ConfigModel::Value);
    return {};
}

} // namespace

void TestPipelineBar::configIsSetAndReset()
{
    Session session;
    PipelineBar bar(session);
    auto* button = bar.findChild<QToolButton*>(QStringLiteral("configButton"));
    QCOMPARE(button->text(), QStringLiteral("config"));
    ConfigModel model(session);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(size_t(model.rowCount()), allConfigKeys().size());

    const QModelIndex steps = valueIndex(model, QStringLiteral("tirx.UnrollLoop.auto_max_step"));
    QCOMPARE(steps.data().toString(), QStringLiteral("0"));
    QVERIFY(model.setData(steps, QStringLiteral("16")));
    QCOMPARE(steps.data().toString(), QStringLiteral("16"));
    QCOMPARE(button->text(), QStringLiteral("config*"));
    QVERIFY(button->toolTip().contains(QStringLiteral("tirx.UnrollLoop.auto_max_step")));

    QSignalSpy refused(&model, &ConfigModel::refused);
    QVERIFY(!model.setData(steps, QStringLiteral("many")));
    QCOMPARE(refused.count(), 1);
    QCOMPARE(steps.data().toString(), QStringLiteral("16"));

    QVERIFY(model.setData(steps, QString()));
    QVERIFY(session.setup().config.empty());
    QVERIFY(model.setData(steps, QStringLiteral("16")));
    QVERIFY(model.setData(steps, QStringLiteral("0"))); // the default
    QVERIFY(session.setup().config.empty());
    QVERIFY(model.setData(steps, QStringLiteral("16")));

    button->click();
    auto* popup = bar.findChild<ConfigPopup*>();
    QVERIFY(popup && popup->isVisible());
    popup->findChild<QPushButton*>(QStringLiteral("resetConfig"))->click();
    QVERIFY(session.setup().config.empty());
    QCOMPARE(button->text(), QStringLiteral("config"));
    popup->hide();
}

void TestPipelineBar::configFlagsAreChecked()
{
    Session session;
    ConfigModel model(session);
    const auto check = [&](const QModelIndex& flag, Qt::CheckState state) {
        return model.setData(flag, state, Qt::CheckStateRole);
    };
    const auto stateOf = [](const QModelIndex& flag) {
        return flag.data(Qt::CheckStateRole).value<Qt::CheckState>();
    };
    const QModelIndex predication = valueIndex(model, QStringLiteral("tirx.enable_buffer_level_predication"));
    QCOMPARE(stateOf(predication), Qt::PartiallyChecked); // depends on the target
    QVERIFY(check(predication, Qt::Unchecked));
    QCOMPARE(session.setup().config.size(), size_t(1));
    QVERIFY(check(predication, Qt::PartiallyChecked));
    QVERIFY(session.setup().config.empty());

    // The pipeline's own value is the one to go back to.
    const QModelIndex merging = valueIndex(model, QStringLiteral("tirx.merge_static_smem"));
    QCOMPARE(stateOf(merging), Qt::Unchecked);
    usePipeline(session, "split@static-merge");
    QCOMPARE(stateOf(merging), Qt::Checked);
    QVERIFY(check(merging, Qt::Unchecked));
    QVERIFY(!isOn(session.setup().config, "tirx.merge_static_smem"));
    QCOMPARE(session.setup().config.size(), size_t(1));
    QVERIFY(check(merging, Qt::Checked));
    QVERIFY(session.setup().config.empty());
}

void TestPipelineBar::configChangesThePasses()
{
    Session session;
    PipelineBar bar(session);
    usePipeline(session, "s_tir");
    TIR_OPEN_SAMPLE(session, "scheduled/saxpy");
    QVERIFY(stepOf(session, "CommonSubexprElim") > 0);
    ConfigModel model(session);
    QVERIFY(model.setData(valueIndex(model, QStringLiteral("tirx.disable_cse_tir")), QStringLiteral("true")));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_COMPARE(stepOf(session, "CommonSubexprElim"), size_t(0));
}

TIR_TEST(TestPipelineBar)
#include "tst_pipeline_bar.moc"
