/// Background work: results arrive on the thread of the owner, superseded ones never.

#include "core/support/check.h"
#include "tests/support/patience.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/bars/status_line.h"
#include "ui/call_graph/call_graph_view.h"
#include "ui/session/job.h"
#include "ui/session/session.h"

#include <QLabel>
#include <QSignalSpy>
#include <QtTest>

#include <algorithm>
#include <deque>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

int failing(JobControl&)
{
    TIR_CHECK(false) << "nothing holds";
    return 0;
}

} // namespace

class TestJob : public QObject {
    Q_OBJECT

private slots:
    void resultArrivesOnOwnersThread();
    void supersededResultIsDropped();
    void cancelledWorkIsNotifiedAndDropped();
    void internalErrorIsReported();
    void theListReportsWhatNobodyHandles();
    void theStatusLineShowsIt();
    void aViewDoesNotWaitForever();
    void jobMayDieBeforeItsWork();
    void progressIsShown();
    void callsArriveWhileItWorks();
    void moreJobsThanThreads();
};

void TestJob::resultArrivesOnOwnersThread()
{
    JobList list;
    Job job(list, QStringLiteral("adding"));
    int sum = 0;
    QThread* thread = nullptr;
    job.start([](JobControl&) { return 1 + 2; },
              [&](int result) {
                  sum = result;
                  thread = QThread::currentThread();
              });
    QVERIFY(job.isRunning());
    QCOMPARE(list.running().size(), 1);
    QTRY_COMPARE(sum, 3);
    QCOMPARE(thread, QThread::currentThread());
    QVERIFY(!job.isRunning());
    QVERIFY(list.running().isEmpty());
}

void TestJob::supersededResultIsDropped()
{
    JobList list;
    Job job(list, QStringLiteral("slow"));
    QSemaphore gate;
    QList<int> results;
    const auto accept = [&](int result) { results.append(result); };
    job.start(
        [&gate](JobControl&) {
            gate.acquire();
            return 1;
        },
        accept);
    job.start([](JobControl&) { return 2; }, accept);
    gate.release();
    QTRY_COMPARE(results, QList<int>{2});
    // The first one has ended by now, or will: nothing of it may follow.
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QCOMPARE(results, QList<int>{2});
}

void TestJob::cancelledWorkIsNotifiedAndDropped()
{
    JobList list;
    Job job(list, QStringLiteral("endless"));
    QSemaphore ended;
    QSignalSpy cancelled(&job, &Job::cancelled);
    bool hasResult = false;
    QSemaphore started;
    job.start(
        [&](JobControl& control) {
            started.release();
            while (!control.isCancelled())
                QThread::yieldCurrentThread();
            ended.release();
            return 0;
        },
        [&](int) { hasResult = true; });
    QTRY_COMPARE(started.available(), 1);
    job.cancel();
    QCOMPARE(cancelled.count(), 1);
    QVERIFY(ended.tryAcquire(1, 5000));
    QCoreApplication::processEvents();
    QVERIFY(!hasResult);
}

void TestJob::internalErrorIsReported()
{
    JobList list;
    Job job(list, QStringLiteral("broken"));
    QSignalSpy failed(&job, &Job::failed);
    job.start(
        [](JobControl&) -> int {
            TIR_CHECK(false) << "nothing holds";
            return 0;
        },
        [](int) { QFAIL("there is no result"); });
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("nothing holds")));
    QVERIFY(!job.isRunning());
}

void TestJob::theListReportsWhatNobodyHandles()
{
    JobList list;
    QSignalSpy reported(&list, &JobList::failed);
    Job unheard(list, QStringLiteral("unheard"));
    Job heard(list, QStringLiteral("heard"));
    QSignalSpy failed(&heard, &Job::failed);
    for (Job* job : {&unheard, &heard})
        job->start(failing, [](int) { QFAIL("there is no result"); });
    QTRY_VERIFY(failed.count() == 1 && reported.count() == 1);
    QCOMPARE(reported.front().at(0).toString(), QStringLiteral("unheard"));
    QVERIFY(reported.front().at(1).toString().contains(QStringLiteral("nothing holds")));
    QVERIFY(list.running().isEmpty());
}

void TestJob::theStatusLineShowsIt()
{
    Session session;
    const StatusLine line(session);
    const auto* shown = line.findChild<QLabel*>(QStringLiteral("failureStatus"));
    QVERIFY(!shown->isVisibleTo(&line));
    Job job(session.jobs(), QStringLiteral("Counting"));
    job.start(failing, [](int) { QFAIL("there is no result"); });
    QTRY_VERIFY(shown->isVisibleTo(&line));
    QVERIFY2(shown->text().startsWith(QStringLiteral("Counting failed: ")), qPrintable(shown->text()));
    QVERIFY(shown->toolTip().contains(QStringLiteral("nothing holds")));
    emit session.stepChanged();
    QVERIFY(!shown->isVisibleTo(&line));
}

void TestJob::aViewDoesNotWaitForever()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    CallGraphView view(session);
    QVERIFY(!session.jobs().running().isEmpty());
    Job* job = session.jobs().running().back();
    QCOMPARE(job->title(), CallGraphView::tr("Laying out the call graph"));
    job->start(failing, [](int) { QFAIL("there is no result"); });
    const auto isTold = [&] {
        const auto labels = view.findChildren<QLabel*>();
        return std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text().contains(QStringLiteral("nothing holds"));
        });
    };
    QTRY_VERIFY(isTold());
}

void TestJob::jobMayDieBeforeItsWork()
{
    JobList list;
    QSemaphore gate;
    bool hasResult = false;
    {
        Job job(list, QStringLiteral("short-lived"));
        job.start(
            [&gate](JobControl&) {
                gate.acquire();
                return 1;
            },
            [&](int) { hasResult = true; });
    }
    QVERIFY(list.running().isEmpty());
    gate.release();
    QCoreApplication::processEvents();
    QVERIFY(!hasResult);
}

void TestJob::progressIsShown()
{
    JobList list;
    Job job(list, QStringLiteral("counting"));
    QSemaphore gate;
    job.start(
        [&gate](JobControl& control) {
            control.report(3, 10, QStringLiteral("third"));
            gate.acquire();
            return 0;
        },
        [](int) {});
    QTRY_COMPARE(job.done(), 3);
    QCOMPARE(job.total(), 10);
    QCOMPARE(job.detail(), QStringLiteral("third"));
    gate.release();
    QTRY_VERIFY(!job.isRunning());
}

/// Queued work and queued results own the data that was passed to them.
void TestJob::callsArriveWhileItWorks()
{
    std::optional<JobList> list(std::in_place);
    std::optional<Job> job(std::in_place, *list, QStringLiteral("reading"));
    QSemaphore gate;
    QStringList calls;
    job->start(
        [&](JobControl& control) {
            control.post([&] { calls.append(QStringLiteral("first")); });
            gate.acquire();
            control.post([&] { calls.append(QStringLiteral("second")); });
            return 0;
        },
        [&](int) { calls.append(QStringLiteral("done")); });
    QTRY_COMPARE(calls, QStringList({"first"}));
    QVERIFY(job->isRunning());
    job->cancel();
    gate.release();
    job.reset();
    list.reset(); // waits for the work
    QCoreApplication::processEvents();
    QCOMPARE(calls, QStringList({"first"}));
}

void TestJob::moreJobsThanThreads()
{
    JobList list;
    std::deque<Job> jobs;
    QList<QStringList> results;
    for (int number = 0; number < 100; ++number) {
        Job& job = jobs.emplace_back(list, QStringLiteral("counting"));
        const QStringList given{QString::number(number)};
        job.start(
            [given](JobControl& control) {
                QStringList words = given;
                for (int step = 0; step < 5; ++step) {
                    words.append(QStringLiteral("step %1").arg(step));
                    control.report(step, 5, words.back());
                }
                return words;
            },
            [&results](const QStringList& words) { results.append(words); });
    }
    QTRY_VERIFY(list.running().isEmpty());
    QCOMPARE(results.size(), 100);
    std::sort(results.begin(), results.end(), [](const QStringList& left, const QStringList& right) {
        return left.front().toInt() < right.front().toInt();
    });
    for (int number = 0; number < 100; ++number)
        QCOMPARE(results.at(number),
                 (QStringList{QString::number(number), "step 0", "step 1", "step 2", "step 3", "step 4"}));
    for (const Job& job : jobs)
        QCOMPARE(job.detail(), QStringLiteral("step 4"));
}

TIR_TEST(TestJob)
#include "tst_job.moc"
