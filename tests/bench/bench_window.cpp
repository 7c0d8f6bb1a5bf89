/// The longest event of the window's thread while it opens a large program and visits every step: the window
/// never blocks, so this is at most 10 ms on an ordinary machine. How soon the steps of a large recording are there: the
/// list within 0.3 s, the first comparison of two texts within 2 s. What the window does until it rests, and the memory
/// that it takes. And how soon the next step is there once the window rests: within 16 ms, in 99 of 100 cases.

#include "tests/bench/dump_folder.h"
#include "tests/bench/goals.h"
#include "tests/bench/memory_use.h"
#include "ui/common/theme.h"
#include "ui/main_window.h"
#include "ui/session/session.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QtTest>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <vector>

using namespace tir;
using namespace tir::ui;

namespace {

/// Processor time of this thread, which other programs do not disturb.
double threadMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) * 1e-6;
}

/// Measures every event.
class MeasuringApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_depth++ > 0) {
            const bool result = QApplication::notify(receiver, event);
            --m_depth;
            return result;
        }
        const double start = threadMs();
        const QString name =
            QStringLiteral("%1 to %2 '%3'")
                .arg(event->type())
                .arg(QLatin1String(receiver->metaObject()->className()), receiver->objectName());
        const bool result = QApplication::notify(receiver, event);
        --m_depth;
        const double cost = threadMs() - start;
        if (cost > longestMs) {
            longestMs = cost;
            longest = name;
        }
        return result;
    }

    double longestMs = 0;
    QString longest;

private:
    int m_depth = 0;
};

/// `launches` kernels with shared memory, four a function.
QString largeProgram(int launches)
{
    QString text = QStringLiteral("@I.ir_module\nclass Module:\n");
    for (int first = 0; first < launches; first += 4) {
        text += QStringLiteral("    @T.prim_func(s_tir=True)\n    def f%1(").arg(first);
        for (int k = 0; k < 4; ++k)
            text += QStringLiteral("X%1: T.Buffer((4096,), \"float32\")%2").arg(k).arg(k < 3 ? ", " : "):\n");
        for (int k = 0; k < 4; ++k)
            text +=
                QStringLiteral("        with T.launch_thread(\"threadIdx.x\", 128) as tx:\n"
                               "            A = T.alloc_buffer((128,), \"float32\", scope=\"shared.dyn\")\n"
                               "            B = T.alloc_buffer((128,), \"float32\", scope=\"shared.dyn\")\n"
                               "            A[tx] = X%1[tx]\n"
                               "            T.tvm_storage_sync(\"shared.dyn\")\n"
                               "            B[tx] = A[127 - tx] * T.float32(0.5)\n"
                               "            T.tvm_storage_sync(\"shared.dyn\")\n"
                               "            X%1[tx] = B[tx] + A[tx]\n")
                    .arg(k);
    }
    return text;
}

/// Waits until `isDone`, processing events.
template <class Condition>
bool waitFor(Condition isDone)
{
    return QTest::qWaitFor(isDone, 120000);
}

struct ShownWindow {
    ShownWindow()
    {
        window.resize(1280, 800);
        window.show();
        waitFor([&] { return window.isVisible(); });
    }

    Session session;
    MainWindow window{session};
};

void openAndVisitEveryStep(benchmark::State& state)
{
    auto& application = *static_cast<MeasuringApplication*>(qApp);
    applyTheme(ThemeKind::Light);
    for (auto _ : state) {
        ShownWindow shown;
        Session& session = shown.session;
        QCoreApplication::processEvents();
        application.longestMs = 0;

        const auto isIdle = [&] { return session.jobs().running().isEmpty(); };
        session.openText(QStringLiteral("large"), largeProgram(int(state.range(0))));
        if (!waitFor([&] { return session.phase() == Phase::Ready; }) || !waitFor(isIdle)) {
            state.SkipWithError("the program did not open");
            return;
        }
        for (size_t number = 0; number < session.stepCount(); ++number) {
            session.goTo(number);
            waitFor([&] { return session.compared() && session.compared()->number == number; });
            waitFor(isIdle);
        }
        session.selectPlace(Place(session.compared()->after->places.size() / 2));
        QCoreApplication::processEvents();
        state.SetIterationTime(application.longestMs / 1e3);
        state.SetLabel(application.longest.toStdString());
    }
}
BENCHMARK(openAndVisitEveryStep)
    ->Arg(100)
    ->Arg(400)
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

/// Time: until the list of steps is there.
void openLargeRecording(benchmark::State& state)
{
    constexpr int FilesOfASize = 5;
    constexpr double ListGoal = 0.3;
    constexpr double ComparisonGoal = 2;
    const testing::DumpFolder dump(FilesOfASize * int(state.range(0)));
    applyTheme(ThemeKind::Light);
    double listSeconds = 0;
    double comparisonSeconds = 0;
    for (auto _ : state) {
        ShownWindow shown;
        Session& session = shown.session;
        QElapsedTimer timer;
        listSeconds = comparisonSeconds = 0;
        const auto note = [&] {
            if (session.hasSteps() && listSeconds == 0)
                listSeconds = double(timer.nsecsElapsed()) * 1e-9;
            if (session.compared() && comparisonSeconds == 0)
                comparisonSeconds = double(timer.nsecsElapsed()) * 1e-9;
        };
        QObject::connect(&session, &Session::phaseChanged, note);
        QObject::connect(&session, &Session::comparedChanged, note);
        timer.start();
        session.openFile(QString::fromStdString(dump.path()));
        if (!waitFor([&] { return comparisonSeconds > 0; })) {
            state.SkipWithError("the recording did not open");
            return;
        }
        state.SetIterationTime(listSeconds);
        session.close();
    }
    state.counters["text MB"] = double(dump.bytes()) / 1e6;
    state.counters["list of goal"] = listSeconds / ListGoal;
    state.counters["comparison ms"] = comparisonSeconds * 1e3;
    state.counters["comparison of goal"] = comparisonSeconds / ComparisonGoal;
}
BENCHMARK(openLargeRecording)
    ->RangeMultiplier(2)
    ->Range(1, 8)
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

/// Time: until a large recording has been read and the window rests. CPU is that of all threads. `memory of goal`: at most
/// 1, also after every step has been looked at.
void openLargeRecordingToTheEnd(benchmark::State& state)
{
    constexpr int FilesOfASize = 5;
    constexpr double ReadingGoal = 20e6;
    constexpr double MemoryGoal = 12;
    const testing::DumpFolder dump(FilesOfASize * int(state.range(0)));
    const auto bytes = double(dump.bytes());
    double readSeconds = 0;
    double readCpu = 0;
    double allCpu = 0;
    testing::MemoryUse use;
    for (auto _ : state) {
        ShownWindow shown;
        Session& session = shown.session;
        use.begin();
        QElapsedTimer timer;
        timer.start();
        const double before = testing::processSeconds();
        session.openFile(QString::fromStdString(dump.path()));
        waitFor([&] { return session.phase() == Phase::Ready; });
        readSeconds = double(timer.nsecsElapsed()) * 1e-9;
        readCpu = testing::processSeconds() - before;
        waitFor([&] { return session.jobs().running().isEmpty(); });
        state.SetIterationTime(double(timer.nsecsElapsed()) * 1e-9);
        allCpu = testing::processSeconds() - before;
        for (size_t number = 0; number < session.stepCount(); ++number) {
            session.goTo(number);
            waitFor([&] { return session.jobs().running().isEmpty(); });
        }
        session.close();
    }
    state.counters["text MB"] = bytes / 1e6;
    state.counters["read of goal"] = bytes / readSeconds / ReadingGoal;
    state.counters["CPU s to read"] = readCpu;
    state.counters["CPU s to rest"] = allCpu;
    state.counters["peak bytes a byte"] = use.peakBytes() / bytes;
    state.counters["memory of goal"] = use.peakBytes() / bytes / MemoryGoal;
}
BENCHMARK(openLargeRecordingToTheEnd)
    ->RangeMultiplier(2)
    ->Range(1, 8)
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

/// Time: from the key to the painted step, in the 99th percentile. 60 steps, each of 20,000 lines at the largest size.
void goToNextStep(benchmark::State& state)
{
    constexpr int LaunchesOfASize = 93;
    constexpr int Steps = 60;
    constexpr double Goal = 16e-3;
    const testing::DumpFolder dump(Steps, LaunchesOfASize * int(state.range(0)));
    applyTheme(ThemeKind::Light);
    std::vector<double> seconds;
    std::vector<double> cpuMs; // of the window's thread
    size_t lines = 0;
    for (auto _ : state) {
        ShownWindow shown;
        Session& session = shown.session;
        session.openFile(QString::fromStdString(dump.path()));
        const auto isIdle = [&] {
            return session.phase() == Phase::Ready && session.jobs().running().isEmpty();
        };
        waitFor(isIdle);
        session.goTo(0);
        for (size_t number = 1; number < session.stepCount(); ++number) {
            waitFor(isIdle);
            QCoreApplication::processEvents();
            QElapsedTimer timer;
            timer.start();
            const double before = threadMs();
            session.navigation().goToNext();
            // As the window's own loop does; waitFor() sleeps for 10 ms between two looks.
            while (!session.compared() || session.compared()->number != session.step())
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            // What has changed; the next step does not change the tool bar, for example.
            QCoreApplication::sendPostedEvents(&shown.window, QEvent::UpdateRequest);
            seconds.push_back(double(timer.nsecsElapsed()) * 1e-9);
            cpuMs.push_back(threadMs() - before);
            lines += size_t(session.compared()->after->code.lineCount());
            if (session.step() + 1 == session.stepCount())
                break;
        }
        std::ranges::sort(seconds);
        std::ranges::sort(cpuMs);
        state.SetIterationTime(seconds[seconds.size() * 99 / 100]);
        session.close();
    }
    state.counters["lines"] = double(lines) / double(seconds.size());
    state.counters["median ms"] = seconds[seconds.size() / 2] * 1e3;
    state.counters["CPU ms"] = cpuMs[cpuMs.size() * 99 / 100];
    state.counters["median CPU ms"] = cpuMs[cpuMs.size() / 2];
    state.counters["of goal"] = seconds[seconds.size() * 99 / 100] / Goal;
}
BENCHMARK(goToNextStep)
    ->RangeMultiplier(2)
    ->Range(1, 8)
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", qEnvironmentVariable("QT_QPA_PLATFORM", "offscreen").toUtf8());
    MeasuringApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
