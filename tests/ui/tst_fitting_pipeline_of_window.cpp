/// A program that is opened runs through the pipeline that fits it, unless the user chose one that does too; where
/// the chosen one does not fit, a bar offers the one that does.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/bars/pipeline_hint_bar.h"
#include "ui/files/welcome.h"
#include "ui/session/blamed_step.h"

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
    void aFileOfTheMuseumShowsItsDefect_data();
    void aFileOfTheMuseumShowsItsDefect();
    void aChosenPipelineStaysInTheMuseum();
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
    // So is the pipeline of a file of the museum.
    open("museum/same_half_of_a_double_buffer");
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
    // That is shown, since another pipeline was used in between.
    QVERIFY(!m_bar->isHidden());
    QCOMPARE(m_bar->findChild<QLabel*>("pipelineHintText")->text(),
             QStringLiteral("You chose the pipeline 'build' for an earlier program"));
    open("reverse");
    QCOMPARE(pipeline(), QStringLiteral("build"));
    QVERIFY(m_bar->isHidden());
}

void TestFittingPipelineOfWindow::theBarSwitches()
{
    open("scheduled/saxpy", OpenWith::Setup);
    QCOMPARE(pipeline(), QStringLiteral("split"));
    QVERIFY(!m_bar->isHidden());
    const auto* text = m_bar->findChild<QLabel*>("pipelineHintText");
    QVERIFY2(text->text().endsWith("use pipeline 's_tir'"), qPrintable(text->text()));
    auto* button = m_bar->findChild<QPushButton*>("pipelineHintButton");
    QCOMPARE(button->text(), QStringLiteral("Use s_tir"));
    button->click();
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    QCOMPARE(pipeline(), QStringLiteral("s_tir"));
    QVERIFY(m_bar->isHidden());
}

void TestFittingPipelineOfWindow::aFileOfTheMuseumShowsItsDefect_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("expected");
    QTest::newRow("another pipeline") << "museum/merged_two_launches"
                                      << "split@legacy-merge";
    QTest::newRow("the pipeline that fits") << "museum/in_place_race"
                                            << "split";
    QTest::newRow("for blocks") << "museum/barriers_after_the_merge"
                                << "s_tir@late-barriers";
}

/// As when it is opened as a sample, whatever mode and configuration the program before it had.
void TestFittingPipelineOfWindow::aFileOfTheMuseumShowsItsDefect()
{
    QFETCH(QString, file);
    QFETCH(QString, expected);
    open("elementwise");
    RunSetup setup = m_session->setup();
    setup.mode = Mode::Sound;
    setup.config["tirx.merge_static_smem"] = true;
    m_session->setSetup(std::move(setup));
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    open(file);
    QCOMPARE(pipeline(), expected);
    QVERIFY(m_session->setup().mode == Mode::AsTvm);
    QVERIFY(m_session->setup().config.empty());
    QVERIFY(m_bar->isHidden());
    QVERIFY(blamedStep(*m_session->recording(), m_session->story()) > 0);
    open("elementwise");
    QCOMPARE(pipeline(), QStringLiteral("split"));
}

void TestFittingPipelineOfWindow::aChosenPipelineStaysInTheMuseum()
{
    open("elementwise");
    usePipeline(*m_session, "build");
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    open("museum/merged_two_launches");
    QCOMPARE(pipeline(), QStringLiteral("build"));
    open("elementwise", OpenWith::Setup);
    usePipeline(*m_session, "split");
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    open("museum/merged_two_launches", OpenWith::Setup);
    QCOMPARE(pipeline(), QStringLiteral("split"));
}

void TestFittingPipelineOfWindow::theBarLeadsToTheDefect()
{
    open("elementwise");
    usePipeline(*m_session, "build");
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    open("museum/same_half_of_a_double_buffer"); // which 'build' takes
    QCOMPARE(pipeline(), QStringLiteral("build"));
    QVERIFY(!m_bar->isHidden());
    const auto* text = m_bar->findChild<QLabel*>("pipelineHintText");
    QCOMPARE(text->text(), QStringLiteral("This program shows a defect in the pipeline s_tir"));
    m_bar->findChild<QPushButton*>("pipelineHintButton")->click();
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    QCOMPARE(pipeline(), QStringLiteral("s_tir"));
    QVERIFY(m_bar->isHidden());
    open("elementwise"); // with the choice of before
    QCOMPARE(text->text(), QStringLiteral("You chose the pipeline 'build' for an earlier program"));
    m_bar->findChild<QPushButton*>("pipelineHintButton")->click();
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    QCOMPARE(pipeline(), QStringLiteral("split"));
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
