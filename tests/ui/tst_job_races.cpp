/// Only under ThreadSanitizer: real races between a job and its owner are reported. Neither the locks that jobs pass
/// through nor the suppressions for Qt, which is not instrumented, hide them.

#include "tests/support/patience.h"
#include "tests/support/test_main.h"
#include "ui/session/job.h"

#include <QtTest>

#include <atomic>
#include <memory>

using namespace tir::ui;

namespace {

std::atomic<int> reports = 0;

} // namespace

// Called by ThreadSanitizer.
extern "C" {

void __tsan_on_report(void*)
{
    ++reports;
}

/// A race is not a failure here, and the same address of the stack may be raced for in every test.
const char* __tsan_default_options()
{
    return "exitcode=0:suppress_equal_addresses=0";
}

} // extern "C"

class TestJobRaces : public QObject {
    Q_OBJECT

private slots:
    void nothingIsReportedWithoutRace();
    void worksThatShare();
    void ownerWritesWhatItLent();
    void workWritesWhatItPosted();
};

void TestJobRaces::nothingIsReportedWithoutRace()
{
    const int before = reports;
    JobList list;
    Job job(list, QStringLiteral("adding"));
    int sum = 0;
    job.start([&sum](JobControl&) { return sum + 3; }, [&sum](int result) { sum = result; });
    QTRY_VERIFY(list.running().isEmpty());
    QCOMPARE(sum, 3);
    QCOMPARE(reports - before, 0);
}

/// Two threads add to one number, by turns: accesses at the very same moment may miss each other.
void TestJobRaces::worksThatShare()
{
    const int before = reports;
    JobList list;
    Job one(list, QStringLiteral("one"));
    Job other(list, QStringLiteral("other"));
    std::atomic<int> started = 0;
    std::atomic<int> turn = 0;
    const auto shared = std::make_unique<int>(0);
    const auto add = [&](JobControl&) {
        // Relaxed: they run side by side, without any order between them.
        const int mine = started.fetch_add(1, std::memory_order_relaxed);
        while (started.load(std::memory_order_relaxed) < 2 || turn.load(std::memory_order_relaxed) != mine)
            QThread::yieldCurrentThread();
        ++*shared;
        turn.fetch_add(1, std::memory_order_relaxed);
        return 0;
    };
    one.start(add, [](int) {});
    other.start(add, [](int) {});
    QTRY_VERIFY(list.running().isEmpty());
    QVERIFY(reports > before);
}

/// The owner writes, after the start, to data that the work reads.
void TestJobRaces::ownerWritesWhatItLent()
{
    const int before = reports;
    JobList list;
    Job job(list, QStringLiteral("reading"));
    std::atomic<bool> isStarted = false;
    std::atomic<bool> isWritten = false;
    // Apart from them: of every eight bytes only the last few accesses are remembered.
    const auto lent = std::make_unique<int>(1);
    job.start(
        [&](JobControl&) {
            isStarted.store(true, std::memory_order_relaxed);
            while (!isWritten.load(std::memory_order_relaxed))
                QThread::yieldCurrentThread();
            return *lent;
        },
        [](int) {});
    QTRY_VERIFY(isStarted.load(std::memory_order_relaxed));
    *lent = 2;
    isWritten.store(true, std::memory_order_relaxed);
    QTRY_VERIFY(list.running().isEmpty());
    QVERIFY(reports > before);
}

/// The work continues to write to data that it has posted to the owner.
void TestJobRaces::workWritesWhatItPosted()
{
    const int before = reports;
    JobList list;
    Job job(list, QStringLiteral("counting"));
    std::atomic<bool> isSeen = false;
    const auto count = std::make_shared<int>(0);
    int seen = 0;
    connect(&list, &JobList::changed, this, [&] {
        if (job.done() == 0 || isSeen.load(std::memory_order_relaxed))
            return;
        seen = *count;
        isSeen.store(true, std::memory_order_relaxed);
    });
    job.start(
        [&](JobControl& control) {
            *count = 1;
            control.report(1, 2, QStringLiteral("half"));
            while (!isSeen.load(std::memory_order_relaxed))
                QThread::yieldCurrentThread();
            *count = 2;
            return 0;
        },
        [](int) {});
    QTRY_VERIFY(list.running().isEmpty());
    QCOMPARE(seen, 1);
    QVERIFY(reports > before);
}

TIR_TEST(TestJobRaces)
#include "tst_job_races.moc"
