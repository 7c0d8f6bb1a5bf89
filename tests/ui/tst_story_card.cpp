/// The card above the code: the story of a sample, and buttons that go to its defect and correct it.

#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/bars/story_card.h"
#include "ui/diagnostics/diagnostics_view.h"
#include "ui/session/blamed_step.h"

#include <QAction>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

/// A window with a card at the top.
class CardInWindow : public QWidget {
public:
    explicit CardInWindow(Session& session) : card(new StoryCard(session))
    {
        auto* layout = new QVBoxLayout(this);
        layout->addWidget(card);
        layout->addStretch();
        show();
    }

    StoryCard* const card;
};

} // namespace

class TestStoryCard : public QObject {
    Q_OBJECT
private slots:
    void otherProgramsHaveNoCard()
    {
        Session session;
        StoryCard card(session);
        QVERIFY(card.isHidden());
        session.openText(QStringLiteral("own"),
                         QStringLiteral("@T.prim_func\ndef f():\n    T.evaluate(0)\n"));
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(card.isHidden());
        TIR_OPEN_SAMPLE(session, "matmul");
        QVERIFY(!card.isHidden());
        session.close();
        QVERIFY(card.isHidden());
    }

    void emphasisIsSetInItalics()
    {
        Session session;
        StoryCard card(session);
        TIR_OPEN_SAMPLE(session, "two_kernels");
        const QString text = card.findChild<QLabel*>(QStringLiteral("storyText"))->text();
        QVERIFY2(text.contains(QStringLiteral("<i>merged</i>")), qPrintable(text));
    }

    void defectIsExplainedAndCorrected()
    {
        Session session;
        StoryCard card(session);
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "museum/in_place_race");
        const QString text = card.findChild<QLabel*>(QStringLiteral("storyText"))->text();
        for (const char* heading : {"You see", "Bad pass", "Why", "What helps"})
            QVERIFY2(text.contains(QLatin1String(heading)), heading);
        QVERIFY2(text.contains(QStringLiteral("<code>MergeSharedMemoryAllocations</code>")),
                 qPrintable(text));
        QVERIFY2(!text.contains(QLatin1Char('`')), qPrintable(text));
        session.goTo(0);
        auto* goToStep = card.findChild<QPushButton*>(QStringLiteral("storyStepButton"));
        goToStep->click();
        QCOMPARE(session.step(), stepOf(session, "MergeSharedMemoryAllocations"));
        QSignalSpy checks(&session, &Session::checkRequested);
        card.findChild<QPushButton*>(QStringLiteral("storyCheckButton"))->click();
        QCOMPARE(checks.count(), 1);

        auto* fix = card.findChild<QPushButton*>(QStringLiteral("storyFixButton"));
        QCOMPARE(fix->text(), QStringLiteral("Apply the fix"));
        fix->click();
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(session.setup().mode == Mode::Sound);
        QCOMPARE(fix->text(), QStringLiteral("Show the defect"));
        const auto* summary = card.findChild<QLabel*>(QStringLiteral("storySummary"));
        const auto* body = card.findChild<QLabel*>(QStringLiteral("storyText"));
        QTRY_VERIFY(body->text().contains(QStringLiteral("the fix is applied")));
        QVERIFY(summary->text().startsWith(QStringLiteral("The fix is applied. As TVM: ")));
        fix->click();
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(session.setup().mode == Mode::AsTvm);
        QTRY_VERIFY(!body->text().contains(QStringLiteral("the fix is applied")));
        QVERIFY(!summary->text().contains(QStringLiteral("fix")));
    }

    void theAnswerOfACheckFoldsIt()
    {
        ShownWindow desk;
        QCOMPARE(desk.perform("sample=in_place_race"), QString());
        const auto* body = desk.window.findChild<QLabel*>(QStringLiteral("storyText"));
        QTRY_VERIFY(body->isVisible());
        QCOMPARE(desk.perform("check"), QString());
        QTRY_VERIFY(!body->isVisible());
    }

    void theWayToTheDefectIsThereIfNoDiagnosticShowsIt_data()
    {
        QTest::addColumn<QString>("sample");
        QTest::addColumn<QString>("way");
        QTest::newRow("error") << "museum/merged_two_launches"
                               << "";
        QTest::newRow("warning") << "museum/early_return"
                                 << "";
        QTest::newRow("execution") << "museum/index_of_32_bits"
                                   << "Only an execution finds the defect of this program: check every step";
        QTest::newRow("note of the pass") << "museum/region_on_the_host"
                                          << "Neither the verifier nor an execution finds the defect of this "
                                             "program: read the notes of step 6";
        QTest::newRow("note in Diagnostics")
            << "museum/private_return"
            << "Neither the verifier nor an execution finds the defect of this "
               "program: read the note of step 7 in Diagnostics";
    }

    void theWayToTheDefectIsThereIfNoDiagnosticShowsIt()
    {
        QFETCH(QString, sample);
        QFETCH(QString, way);
        Session session;
        StoryCard card(session);
        DiagnosticsView diagnostics(session);
        session.openFile(samplePath(sample));
        QTRY_COMPARE(session.phase(), Phase::Ready);
        usePipeline(session, session.story()->sample.pipeline.c_str());
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QTRY_VERIFY(session.compared());
        const auto text = [&] { return card.findChild<QLabel*>(QStringLiteral("storyText"))->text(); };
        QCOMPARE(text().contains(QStringLiteral("To find it")), !way.isEmpty());
        QVERIFY2(text().contains(way), qPrintable(text()));
        session.goTo(blamedStep(*session.recording(), session.story()));
        const auto* hint = diagnostics.findChild<QLabel*>(QStringLiteral("placeholderHint"));
        if (!way.isEmpty() && !way.endsWith(QStringLiteral("in Diagnostics")))
            QTRY_COMPARE(hint->text(), way);
        // The fix has no defect to be found.
        card.findChild<QPushButton*>(QStringLiteral("storyFixButton"))->click();
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(!text().contains(QStringLiteral("To find it")));
    }

    void fixIsShownBesideTheDefect()
    {
        Session session;
        StoryCard card(session);
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "museum/in_place_race");
        const size_t bad = stepOf(session, "MergeSharedMemoryAllocations");
        session.goTo(0);
        auto* beside = card.findChild<QPushButton*>(QStringLiteral("storyBesideButton"));
        QVERIFY(!beside->isHidden() && beside->isEnabled());
        const auto defect = session.recording();
        beside->click();
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QCOMPARE(session.pin().run()->recording, defect); // A
        QVERIFY(session.setup().mode == Mode::Sound);     // B
        QCOMPARE(session.step(), bad);
        QTRY_VERIFY(session.compared() && session.compared()->pinned);
        QCOMPARE(session.pin().firstDifferent(), std::optional(bad));
        QVERIFY(beside->isHidden());
        card.findChild<QPushButton*>(QStringLiteral("storyFixButton"))->click(); // the defect again
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(!beside->isHidden());
        TIR_OPEN_SAMPLE(session, "matmul"); // has no defect
        QVERIFY(beside->isHidden());
    }

    void cardFolds()
    {
        Session session;
        StoryCard card(session);
        TIR_OPEN_SAMPLE(session, "matmul");
        card.show();
        auto* text = card.findChild<QLabel*>(QStringLiteral("storyText"));
        QVERIFY(text->isVisible());
        QVERIFY(card.findChild<QPushButton*>(QStringLiteral("storyFixButton"))->isHidden());
        card.findChild<QToolButton*>(QStringLiteral("foldStoryButton"))->click();
        QVERIFY(!text->isVisible());
        QVERIFY(card.findChild<QLabel*>(QStringLiteral("storyTitle"))->isVisible());
    }

    void buttonsAreBesideTheTitleWhereThereIsRoom()
    {
        Session session;
        CardInWindow window(session);
        StoryCard* card = window.card;
        window.resize(1000, 720);
        TIR_OPEN_SAMPLE(session, "museum/in_place_race");
        const auto* text = card->findChild<QScrollArea*>();
        const auto* button = card->findChild<QPushButton*>(QStringLiteral("storyFixButton"));
        const auto top = [&](const QWidget& widget) { return widget.mapTo(card, QPoint()).y(); };
        QTRY_VERIFY(top(*button) < top(*text));
        card->findChild<QToolButton*>(QStringLiteral("foldStoryButton"))->click();
        QVERIFY(button->isVisible()); // folding takes only the text
        card->findChild<QToolButton*>(QStringLiteral("foldStoryButton"))->click();
        window.resize(420, 720);
        QTRY_VERIFY(top(*button) > top(*text));
        window.resize(1000, 720);
        QTRY_VERIFY(top(*button) < top(*text));
    }

    void theWindowLimitsTheHeight()
    {
        Session session;
        CardInWindow window(session);
        StoryCard* card = window.card;
        TIR_OPEN_SAMPLE(session, "two_kernels");
        auto* scroll = card->findChild<QScrollArea*>();
        const int line = QFontMetrics(scroll->widget()->font()).lineSpacing();
        for (const int height : {1080, 1400, 900}) {
            window.resize(400, height);
            QTRY_VERIFY2(scroll->height() <= height / 10 && scroll->height() > height / 10 - 2 * line,
                         qPrintable(QString::number(scroll->height())));
        }
        // A low window needs the height for the code, and has some lines as well once the user unfolds the card.
        window.resize(400, 300);
        QTRY_VERIFY(!scroll->isVisible());
        card->findChild<QToolButton*>(QStringLiteral("foldStoryButton"))->click();
        QTRY_VERIFY(scroll->isVisible());
        QTRY_VERIFY(scroll->height() < 90);
        QVERIFY(scroll->height() >= 4 * line);
    }

    void noLineIsCut_data()
    {
        QTest::addColumn<QString>("sample");
        QTest::newRow("paragraphs") << "two_kernels";
        QTest::newRow("table") << "museum/in_place_race";
        QTest::newRow("table with a long story") << "museum/merged_two_launches";
    }

    /// At the lower edge of the text, no letter goes on.
    void noLineIsCut()
    {
        QFETCH(QString, sample);
        Session session;
        CardInWindow window(session);
        session.openFile(samplePath(sample));
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QTRY_VERIFY(session.jobs().running().isEmpty());
        auto* scroll = window.card->findChild<QScrollArea*>();
        for (const QSize size : {QSize(1280, 720), QSize(1000, 600), QSize(640, 360), QSize(640, 500),
                                 QSize(700, 900), QSize(500, 1080), QSize(420, 1200)}) {
            window.resize(size);
            QTRY_COMPARE(window.size(), size);
            QCoreApplication::processEvents();
            if (!scroll->isVisible())
                window.card->findChild<QToolButton*>(QStringLiteral("foldStoryButton"))->click();
            QCoreApplication::processEvents();
            const QImage text = scroll->widget()->grab().toImage();
            const int edge = qRound(scroll->viewport()->height() * text.devicePixelRatio());
            QVERIFY(edge <= text.height());
            const QRgb paper = text.pixel(text.width() - 1, 0);
            const auto hasInk = [&](int y) {
                for (int x = 0; x < text.width(); ++x)
                    if (text.pixel(x, y) != paper)
                        return true;
                return false;
            };
            const bool isCut = edge < text.height() && hasInk(edge - 1) && hasInk(edge);
            QVERIFY2(!isCut, qPrintable(QStringLiteral("%1 of %2 pixels in a window of %3x%4")
                                            .arg(edge)
                                            .arg(text.height())
                                            .arg(size.width())
                                            .arg(size.height())));
        }
    }

    /// The source begins with the story.
    void cardFoldsWhileTheSourceIsShown()
    {
        ShownWindow shown;
        TIR_OPEN_SAMPLE(shown.session, "two_kernels");
        const auto* text = shown.window.findChild<QLabel*>(QStringLiteral("storyText"));
        QTRY_VERIFY(text->isVisible());
        auto* source = shown.window.findChild<QAction*>(QStringLiteral("edit-source"));
        source->setChecked(true);
        QVERIFY(!text->isVisible());
        TIR_OPEN_SAMPLE(shown.session, "matmul");
        QVERIFY(!text->isVisible());
        source->setChecked(false);
        QVERIFY(text->isVisible());
    }

    void cardFoldsWhileARunIsPinned()
    {
        Session session;
        StoryCard card(session);
        TIR_OPEN_SAMPLE(session, "matmul");
        card.show();
        auto* text = card.findChild<QLabel*>(QStringLiteral("storyText"));
        session.pin().set();
        QVERIFY(!text->isVisible());
        TIR_OPEN_SAMPLE(session, "two_kernels");
        QVERIFY(!text->isVisible());
        // It opens as usual, and further changes of the pinned run leave it open.
        card.findChild<QToolButton*>(QStringLiteral("foldStoryButton"))->click();
        session.pin().setCompared(false);
        QVERIFY(text->isVisible());
        card.findChild<QToolButton*>(QStringLiteral("foldStoryButton"))->click();
        session.pin().clear();
        QVERIFY(text->isVisible());
    }
};

TIR_TEST(TestStoryCard)
#include "tst_story_card.moc"
