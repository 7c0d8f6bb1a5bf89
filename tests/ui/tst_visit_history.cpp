/// Back and forward: steps, groups of steps, and selections, until another run forgets them.

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

    void anotherRunForgets()
    {
        Session session;
        VisitHistory history(session);
        TIR_OPEN_SAMPLE(session, "reverse");
        session.goTo(2);
        QVERIFY(history.canGoBack());
        session.rerun();
        QVERIFY(!history.canGoBack());
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(!history.canGoBack());
    }
};

TIR_TEST(TestVisitHistory)
#include "tst_visit_history.moc"
