/// A program that is opened runs through the pipeline that fits it, unless the user chose one that does too; where
/// the chosen one does not fit, a bar offers the one that does.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/bars/pipeline_hint_bar.h"
#include "ui/files/welcome.h"

#include <QLabel>
#include <QPushButton>
#include <QtTest>

#include <algorithm>
#include <memory>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestFittingPipelineOfWindow : public QObject {
    Q_OBJECT

private slots:
    void init();
    void programsGetThePipelineThatFits();
    void aChosenPipelineStaysWhileItFits();
    void aPipelineThatIsGivenStays();
    void thePipelineOfASampleIsForTheSample();
    void theBarSwitches();
    void theBarLeadsToTheDefect();
    void opensWithoutProgramsOfTheUser();

private:
    void open(const QString& sample, OpenWith with = OpenWith::FittingPipeline);
    QString pipeline() const { return QString::fromStdString(m_session->setup().pipeline.name); }

    std::unique_ptr<Session> m_session;
    std::unique_ptr<PipelineHintBar> m_bar;
};

void TestFittingPipelineOfWindow::init()
{
    m_bar.reset();
    m_session = std::make_unique<Session>();
    m_bar = std::make_unique<PipelineHintBar>(*m_session);
}

void TestFittingPipelineOfWindow::open(const QString& sample, OpenWith with)
{
    m_session->openFile(samplePath(sample), with);
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
}

void TestFittingPipelineOfWindow::programsGetThePipelineThatFits()
{
    open("scheduled/saxpy");
    QCOMPARE(pipeline(), QStringLiteral("s_tir"));
    QVERIFY(m_bar->isHidden());
    open("reverse");
    QCOMPARE(pipeline(), QStringLiteral("split"));
    open("scheduled/scan");
    QCOMPARE(pipeline(), QStringLiteral("s_tir"));
}

void TestFittingPipelineOfWindow::aChosenPipelineStaysWhileItFits()
{
    open("reverse");
    usePipeline(*m_session, "build");
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    open("elementwise");
    QCOMPARE(pipeline(), QStringLiteral("build"));
    open("scheduled/saxpy");
    QCOMPARE(pipeline(), QStringLiteral("s_tir"));
    open("elementwise");
    QCOMPARE(pipeline(), QStringLiteral("split"));
}

void TestFittingPipelineOfWindow::aPipelineThatIsGivenStays()
{
    usePipeline(*m_session, "split");
    open("scheduled/saxpy", OpenWith::Setup);
    QCOMPARE(pipeline(), QStringLiteral("split"));
}

void TestFittingPipelineOfWindow::thePipelineOfASampleIsForTheSample()
{
    const QList<WelcomeSample> samples = welcomeSamples();
    const auto sample = std::ranges::find(samples, samplePath(QStringLiteral("two_kernels")),
                                          [](const WelcomeSample& each) { return each.path; });
    QVERIFY(sample != samples.end());
    openSample(*m_session, *sample);
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    QCOMPARE(pipeline(), QStringLiteral("split@legacy-merge"));
    m_session->close();
    open("elementwise");
    QCOMPARE(pipeline(), QStringLiteral("split"));
    // Neither do the buttons for the defect of one.
    open("museum/same_half_of_a_double_buffer");
    m_bar->findChild<QPushButton*>("pipelineHintButton")->click();
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    QCOMPARE(pipeline(), QStringLiteral("s_tir"));
    open("elementwise");
    QCOMPARE(pipeline(), QStringLiteral("split"));
    // What the user chose before is still chosen.
    usePipeline(*m_session, "build");
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    openSample(*m_session, *sample);
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    QCOMPARE(pipeline(), QStringLiteral("split@legacy-merge"));
    open("elementwise");
    QCOMPARE(pipeline(), QStringLiteral("build"));
}

void TestFittingPipelineOfWindow::theBarSwitches()
{
    open("scheduled/saxpy", OpenWith::Setup);
    QCOMPARE(pipeline(), QStringLiteral("split"));
    QVERIFY(!m_bar->isHidden());
    const auto* text = m_bar->findChild<QLabel*>("pipelineHintText");
    QVERIFY2(text->text().endsWith("the pipeline 's_tir' does"), qPrintable(text->text()));
    auto* button = m_bar->findChild<QPushButton*>("pipelineHintButton");
    QCOMPARE(button->text(), QStringLiteral("Use s_tir"));
    button->click();
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    QCOMPARE(pipeline(), QStringLiteral("s_tir"));
    QVERIFY(m_bar->isHidden());
}

void TestFittingPipelineOfWindow::theBarLeadsToTheDefect()
{
    open("museum/same_half_of_a_double_buffer"); // as a file, not as a sample
    QCOMPARE(pipeline(), QStringLiteral("split"));
    QVERIFY(!m_bar->isHidden());
    const auto* text = m_bar->findChild<QLabel*>("pipelineHintText");
    QCOMPARE(text->text(), QStringLiteral("This program shows a defect in the pipeline s_tir"));
    m_bar->findChild<QPushButton*>("pipelineHintButton")->click();
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    QCOMPARE(pipeline(), QStringLiteral("s_tir"));
    QVERIFY(m_bar->isHidden());
    open("elementwise");
    QVERIFY(m_bar->isHidden());
}

void TestFittingPipelineOfWindow::opensWithoutProgramsOfTheUser()
{
    open("elementwise");
    RunSetup setup = m_session->setup();
    setup.pipeline = {.name = "tvm:s_tir", .summary = {}, .passes = {}};
    m_session->setSetup(std::move(setup));
    QTRY_COMPARE(m_session->phase(), Phase::Broken);
    open("elementwise");
    QCOMPARE(pipeline(), QStringLiteral("split"));
}

TIR_TEST(TestFittingPipelineOfWindow)
#include "tst_fitting_pipeline_of_window.moc"
