/// Choosing what runs: pipelines, their three switches, targets.

#include "tests/ui/ui_support.h"
#include "ui/pipeline_bar.h"

#include <QComboBox>
#include <QToolButton>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestPipelineBar : public QObject {
    Q_OBJECT

private slots:
    void switchesOfEveryCombination();
    void switchesMakeThePipeline();
    void pipelineSetsTheSwitches();
    void otherPipelinesHaveNoSwitches();
    void targetIsChosen();
    void modeIsSwitched();
};

void TestPipelineBar::switchesOfEveryCombination()
{
    QSet<QString> names;
    for (const TailOrder order : {TailOrder::Today, TailOrder::Before})
        for (const LegacyMode merge : {LegacyMode::No, LegacyMode::Yes})
            for (const LegacyMode launch : {LegacyMode::No, LegacyMode::Yes}) {
                const Pipeline pipeline = splitPipeline(order, merge, launch);
                names.insert(QString::fromStdString(pipeline.name));
                QCOMPARE(switchesOf(pipeline), (SplitSwitches{order, merge, launch}));
            }
    QCOMPARE(names.size(), 8);
    QVERIFY(!switchesOf({}));
}

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

void TestPipelineBar::otherPipelinesHaveNoSwitches()
{
    Session session;
    PipelineBar bar(session);
    usePipeline(session, "s_tir");
    QVERIFY(!bar.findChild<QToolButton*>(QStringLiteral("mergeSwitch"))->isEnabled());
    usePipeline(session, "split");
    QVERIFY(bar.findChild<QToolButton*>(QStringLiteral("mergeSwitch"))->isEnabled());
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

QTEST_MAIN(TestPipelineBar)
#include "tst_pipeline_bar.moc"
