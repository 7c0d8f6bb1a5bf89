/// Choosing what runs: pipelines, their three switches, targets.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/pass_list_completer.h"
#include "ui/pipeline_bar.h"

#include <QComboBox>
#include <QLineEdit>
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
    void ownPassesAreRun();
    void wrongPassesAreNot();
    void passesAreCompleted();
    void targetIsChosen();
    void modeIsSwitched();
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
    QVERIFY2(merge->toolTip().contains("split@late-merge is no variant"), qPrintable(merge->toolTip()));
    usePipeline(session, "split");
    QVERIFY(merge->isEnabled());
}

/// Chooses the entry behind the pipelines.
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
    // It runs whatever contracts say, and marks the step.
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
    box->setCurrentIndex(0);
    emit box->activated(0);
    QCOMPARE(session.setup().target, std::string());
}

void TestPipelineBar::modeIsSwitched()
{
    Session session;
    PipelineBar bar(session);
    auto* button = bar.findChild<QToolButton*>(QStringLiteral("modeSwitch"));
    QCOMPARE(button->text(), QStringLiteral("as TVM"));
    button->click();
    QVERIFY(session.setup().mode == Mode::Sound);
    QCOMPARE(button->text(), QStringLiteral("sound"));
    button->click();
    QVERIFY(session.setup().mode == Mode::AsTvm);
}

TIR_TEST(TestPipelineBar)
#include "tst_pipeline_bar.moc"
