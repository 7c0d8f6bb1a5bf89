/// Back and forward: steps, groups of steps, and selections; in other runs of the program, too.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/session/visit_history.h"

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestVisitHistory : public QObject {
    Q_OBJECT
private slots:
    void backAndForward()
    {
        Session session;
        VisitHistory history(session);
        QVERIFY(!history.canGoBack());
        TIR_OPEN_SAMPLE(session, "reverse");
        const size_t start = session.step();
        QVERIFY(!history.canGoBack());
        TIR_GO_TO(session, size_t(3));
        session.selectPlace(2);
        const Selection selected = session.selection();
        QVERIFY(!selected.isEmpty());
        session.goToSpan({4, 6});
        QTRY_VERIFY(session.compared()->number == 6);
        history.goBack();
        QCOMPARE(session.step(), size_t(3));
        QVERIFY(session.selection() == selected);
        history.goBack(); // the step before anything was selected in it
        QCOMPARE(session.step(), size_t(3));
        QVERIFY(session.selection().isEmpty());
        history.goBack();
        QCOMPARE(session.step(), start);
        QVERIFY(!history.canGoBack());
        while (history.canGoForward())
            history.goForward();
        QCOMPARE(session.firstStep(), size_t(4));
        QCOMPARE(session.step(), size_t(6));
    }

    void goingElsewhereDropsWhatWasAhead()
    {
        Session session;
        VisitHistory history(session);
        TIR_OPEN_SAMPLE(session, "reverse");
        session.goTo(2);
        session.goTo(3);
        history.goBack();
        QVERIFY(history.canGoForward());
        session.goTo(5);
        QVERIFY(!history.canGoForward());
        history.goBack();
        QCOMPARE(session.step(), size_t(2));
    }

    void anotherRunKeepsVisits()
    {
        Session session;
        VisitHistory history(session);
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        const size_t start = session.step();
        TIR_GO_TO(session, 0);
        TIR_GO_TO(session, 2);
        selectText(session, "X[tx]");
        const QString selected = selectedText(session);
        QCOMPARE(selected, QStringLiteral("X[tx]"));
        const Place place = session.selection().place;
        TIR_GO_TO(session, 6);
        session.rerun();
        QVERIFY(!history.canGoBack()); // there are no steps
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QCOMPARE(session.step(), size_t(6));
        QVERIFY(history.canGoBack());
        QVERIFY(!history.canGoForward());
        history.goBack();
        QCOMPARE(session.step(), size_t(2));
        QVERIFY(session.selection().identity);
        QTRY_COMPARE(selectedText(session), selected);
        QCOMPARE(session.selection().place, place); // not another one with this text
        history.goBack();                           // the step before anything was selected in it
        QCOMPARE(session.step(), size_t(2));
        history.goBack();
        QCOMPARE(session.step(), size_t(0));
        history.goBack();
        QCOMPARE(session.step(), start);
        QVERIFY(!history.canGoBack());
        while (history.canGoForward())
            history.goForward();
        QCOMPARE(session.step(), size_t(6));
    }

    /// The session selects the place again in the other run: that is no visit of its own.
    void selectionThatStaysIsOneVisit()
    {
        Session session;
        VisitHistory history(session);
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        const size_t start = session.step();
        TIR_GO_TO(session, 2);
        selectText(session, "X[tx]");
        session.rerun();
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QTRY_COMPARE(selectedText(session), QStringLiteral("X[tx]"));
        QVERIFY(!history.canGoForward());
        history.goBack();
        QCOMPARE(session.step(), size_t(2));
        QVERIFY(session.selection().isEmpty());
        history.goBack();
        QCOMPARE(session.step(), start);
    }

    void stepsThatARunDoesNotHaveAreSkipped()
    {
        Session session;
        VisitHistory history(session);
        usePipeline(session, "build");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        const auto goTo = [&](const char* pass) {
            const size_t number = stepOf(session, pass);
            QVERIFY2(number > 0, pass);
            TIR_GO_TO(session, number);
        };
        goTo("AnnotateEntryFunc");
        goTo("MergeSharedMemoryAllocations");
        goTo("LowerIntrin"); // which 'split' does not run
        goTo("SplitHostDevice");
        usePipeline(session, "split");
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QCOMPARE(session.step(), stepOf(session, "SplitHostDevice"));
        history.goBack();
        QCOMPARE(session.step(), stepOf(session, "MergeSharedMemoryAllocations"));
        history.goBack();
        QCOMPARE(session.step(), stepOf(session, "AnnotateEntryFunc"));
        history.goForward();
        history.goForward();
        QCOMPARE(session.step(), stepOf(session, "SplitHostDevice"));
        QVERIFY(!history.canGoForward());
        // They are there again with their run.
        usePipeline(session, "build");
        QTRY_COMPARE(session.phase(), Phase::Ready);
        history.goBack();
        QCOMPARE(session.step(), stepOf(session, "LowerIntrin"));
    }

    void anotherProgramForgets()
    {
        Session session;
        VisitHistory history(session);
        TIR_OPEN_SAMPLE(session, "reverse");
        TIR_GO_TO(session, 2);
        QVERIFY(history.canGoBack());
        session.reload();
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(history.canGoBack());
        session.openFile(samplePath(QStringLiteral("matmul")));
        QTRY_COMPARE(session.name(), QStringLiteral("matmul.py"));
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(!history.canGoBack());
        session.close();
        QVERIFY(!history.canGoBack());
    }

private:
    static QString selectedText(const Session& session)
    {
        const ComparedStepPointer compared = session.compared();
        const Selection& selection = session.selection();
        if (!compared || compared->number != session.step() || selection.number != session.step() ||
            selection.place == NoPlace)
            return {};
        const Span span = compared->after->spanOf(selection.place);
        return QString::fromStdString(compared->after->code.text.substr(span.begin, span.end - span.begin));
    }

    /// The second place that is printed like that.
    static void selectText(Session& session, const std::string& text)
    {
        const ModuleText& shown = *session.compared()->after;
        std::vector<Place> found;
        for (Place place = 0; place < shown.placeSpans.size(); ++place) {
            const Span span = shown.placeSpans[place];
            if (shown.code.text.substr(span.begin, span.end - span.begin) == text)
                found.push_back(place);
        }
        QVERIFY2(found.size() >= 2, text.c_str());
        session.selectPlace(found[1]);
    }
};

TIR_TEST(TestVisitHistory)
#include "tst_visit_history.moc"
