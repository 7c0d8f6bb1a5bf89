/// The steps before and after the current one are compared in advance: going there takes no job.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

bool isShown(const Session& session)
{
    return session.compared() && session.compared()->number == session.step() &&
           session.compared()->first == session.firstStep();
}

} // namespace

class TestPreparedSteps : public QObject {
    Q_OBJECT
private slots:
    void neighborsAppearAtOnce()
    {
        Session session;
        TIR_OPEN_SAMPLE(session, "reverse");
        session.goTo(3);
        QTRY_VERIFY(isShown(session) && session.jobs().running().isEmpty());
        const ComparedStepPointer shown = session.compared();
        session.navigation().goToNext();
        QCOMPARE(session.step(), size_t(4));
        QVERIFY(isShown(session));
        session.navigation().goToPrevious();
        QVERIFY(isShown(session));
        QVERIFY(session.compared() == shown);
        QTRY_VERIFY(session.jobs().running().isEmpty());
        session.navigation().goToPrevious();
        QCOMPARE(session.step(), size_t(2));
        QVERIFY(isShown(session));
    }

    void stepsThatAreShownAsOneAppearAtOnce()
    {
        Session session;
        TIR_OPEN_SAMPLE(session, "reverse");
        session.goTo(1);
        session.navigation().setCollapsed({{2, 4}});
        session.goTo(0);
        session.navigation().goToNext();
        QTRY_VERIFY(isShown(session) && session.jobs().running().isEmpty());
        session.navigation().goToNext();
        QCOMPARE(session.firstStep(), size_t(2));
        QCOMPARE(session.step(), size_t(4));
        QVERIFY(isShown(session));
    }

    /// Both neighbors of a step within a group that is shown as one are the group.
    void bothNeighborsMayBeTheSame()
    {
        Session session;
        TIR_OPEN_SAMPLE(session, "reverse");
        session.navigation().setCollapsed({{2, 4}});
        session.goTo(3);
        QTRY_VERIFY(isShown(session) && session.jobs().running().isEmpty());
        session.navigation().goToNext();
        QCOMPARE(session.firstStep(), size_t(2));
        QVERIFY(isShown(session));
    }

    void anotherWayOfComparingPreparesAnew()
    {
        Session session;
        TIR_OPEN_SAMPLE(session, "reverse");
        session.goTo(3);
        QTRY_VERIFY(isShown(session) && session.jobs().running().isEmpty());
        session.setDiffMode(DiffMode::Lines);
        session.navigation().goToNext();
        QTRY_VERIFY(isShown(session) && session.compared()->mode == DiffMode::Lines);
        QTRY_VERIFY(session.jobs().running().isEmpty());
        session.navigation().goToNext();
        QVERIFY(isShown(session));
        QVERIFY(session.compared()->mode == DiffMode::Lines);
    }

    void anotherRunPreparesAnew()
    {
        Session session;
        TIR_OPEN_SAMPLE(session, "reverse");
        session.goTo(3);
        QTRY_VERIFY(isShown(session) && session.jobs().running().isEmpty());
        session.rerun();
        QTRY_VERIFY(session.phase() == Phase::Ready && isShown(session));
        session.navigation().goToNext();
        QTRY_VERIFY(isShown(session));
        QVERIFY(session.compared()->recording == session.recording());
    }
};

TIR_TEST(TestPreparedSteps)
#include "tst_prepared_steps.moc"
