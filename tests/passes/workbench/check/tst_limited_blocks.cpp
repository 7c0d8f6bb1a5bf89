/// Launches that take too long with all of their blocks: some of them run, and the answer says so.

#include "passes/workbench/check/check.h"
#include "passes/workbench/check/time_budget.h"
#include "tests/passes/workbench/check/run_of_texts.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>

using namespace tir;
using namespace tir::testing;

namespace {

/// Every block stores `stored` in one of eight elements, so often.
std::string launching(int64_t blocks, const std::string& stored, int64_t times = 1)
{
    return "@T.prim_func(s_tir=True)\n"
           "def main(A: T.Buffer((8,), \"int32\"), B: T.Buffer((8,), \"int32\")):\n"
           "    i = T.launch_thread(\"blockIdx.x\", " +
           std::to_string(blocks) +
           ")\n"
           "    for k in range(" +
           std::to_string(times) +
           "):\n"
           "        B[i % 8] = " +
           stored;
}

/// More than any machine executes in the time of the tests.
constexpr int64_t Countless = 2147483647;
constexpr int64_t Many = 65536;
constexpr int64_t Often = 1000000;

ExecuteOptions inSeconds(double seconds)
{
    ExecuteOptions options = watched();
    options.request.timeLimitSeconds = seconds;
    return options;
}

} // namespace

class TestLimitedBlocks : public QObject {
    Q_OBJECT
private slots:
    void someBlocksOfEveryModuleRun()
    {
        const auto trace = runOf({launching(Countless, "A[i % 8]"), launching(Countless, "A[i % 8] + 0")});
        const StepRuns runs = executeSteps(modulesOf(*trace), inSeconds(1));
        const CheckReport report = check(*trace, runs);
        QVERIFY2(report.answer == Answer::NotFullyChecked, explain(report, *trace, runs).c_str());
        QCOMPARE(report.unchecked.size(), size_t(2));
        for (const UncheckedStep& step : report.unchecked) {
            QVERIFY(step.gap == Gap::BlocksLeftOut);
            QVERIFY2(step.reason.starts_with("only "), step.reason.c_str());
            QVERIFY2(step.reason.ends_with(" of 2147483647 blocks of the grid (2147483647, 1, 1) ran: all of "
                                           "them took longer than 1 s at the input"),
                     step.reason.c_str());
        }
    }

    /// The results of the same blocks are compared, those of the last one among them.
    void wrongBlocksAreFound_data()
    {
        QTest::addColumn<std::string>("stored");
        QTest::addColumn<std::string>("fault");
        QTest::newRow("another result")
            << std::string("A[i % 8] + 1") << std::string(" changes the result: ");
        QTest::newRow("the last block") << std::string("A[i % 8] + T.if_then_else(i == 2147483646, 1, 0)")
                                        << std::string(" fails a memory check: race: ");
        // Blocks that write one element read different ones, too: it depends on how many run which fault is first.
        QTest::newRow("a memory check") << std::string("A[i % 9]") << std::string(" fails a memory check: ");
    }

    void wrongBlocksAreFound()
    {
        QFETCH(std::string, stored);
        QFETCH(std::string, fault);
        const auto trace = runOf({launching(Countless, "A[i % 8]"), launching(Countless, stored)});
        const StepRuns runs = executeSteps(modulesOf(*trace), inSeconds(1));
        const std::string said = explain(check(*trace, runs), *trace, runs);
        QVERIFY2(said.starts_with("not sound: step 1, Pass1," + fault), said.c_str());
    }

    /// The modules before it were compared with all blocks; those after it are not, or what this one did wrong in the
    /// other blocks would seem to be their fault.
    void stepsFromASlowOneOnAreLimited()
    {
        const auto trace = runOf({launching(Many, "A[i % 8]"), launching(Many, "A[i % 8] + 0"),
                                  launching(Many, "A[i % 8]", Often), launching(Many, "0 + A[i % 8]")});
        const StepRuns runs = executeSteps(modulesOf(*trace), inSeconds(5));
        const CheckReport report = check(*trace, runs);
        QVERIFY2(report.answer == Answer::NotFullyChecked, explain(report, *trace, runs).c_str());
        QVERIFY(!report.findUnchecked(0));
        QVERIFY(!report.findUnchecked(1));
        for (const size_t step : {2, 3}) {
            const UncheckedStep* unchecked = report.findUnchecked(step);
            QVERIFY(unchecked && unchecked->gap == Gap::BlocksLeftOut);
            QVERIFY2(unchecked->reason.ends_with("all of them took longer than 5 s at step 2"),
                     unchecked->reason.c_str());
        }
    }

    /// The user has chosen how many.
    void chosenBlocksAreKept()
    {
        const auto trace = runOf({launching(Countless, "A[i % 8]"), launching(Countless, "A[i % 8] + 0")});
        ExecuteOptions options = inSeconds(30);
        options.request.blockLimit = 3;
        const StepRuns runs = executeSteps(modulesOf(*trace), options);
        QVERIFY(runs.whyLimited.empty());
        QCOMPARE(runs.runs.size(), size_t(2));
        QCOMPARE(runs.runs[1].partialGrids, (PartialGrids{{{Countless, 1, 1}, 3}}));
    }

    /// Fewer blocks do not help.
    void endlessBlocksAreOutOfTime()
    {
        const std::string endless =
            launching(8, "A[i % 8]") + "\n    while B[i] == A[i]:\n        B[i] = A[i]";
        const auto trace = runOf({endless, endless + "\n    T.evaluate(0)"});
        const StepRuns runs = executeSteps(modulesOf(*trace), inSeconds(0.5));
        QVERIFY(runs.whyLimited.empty());
        const CheckReport report = check(*trace, runs);
        QVERIFY(report.answer == Answer::NotFullyChecked);
        QVERIFY(report.findUnchecked(0) && report.findUnchecked(0)->gap == Gap::OutOfTime);
        QVERIFY(report.findUnchecked(1) && report.findUnchecked(1)->gap == Gap::NotCompared);
    }

    void asManyBlocksAsTimeAllows_data()
    {
        QTest::addColumn<PartialGrids>("grids");
        QTest::addColumn<double>("seconds"); // that are allowed, as four blocks of every axis take one
        QTest::addColumn<int64_t>("limit");
        const PartialGrids line{{{1024, 1, 1}, 4}};
        const PartialGrids square{{{64, 64, 1}, 16}};
        QTest::newRow("no more") << line << 1.0 << int64_t(4);
        QTest::newRow("not even those") << line << 0.1 << int64_t(4);
        QTest::newRow("eight times as many") << line << 8.0 << int64_t(32);
        QTest::newRow("less than 16 times as many") << line << 15.0 << int64_t(32);
        QTest::newRow("two axes") << square << 16.0 << int64_t(16);
        QTest::newRow("not all") << square << 1000000.0 << int64_t(32);
        QTest::newRow("two grids") << PartialGrids{{{1024, 1, 1}, 4}, {{8, 1, 1}, 4}} << 3.0 << int64_t(16);
        QTest::newRow("none") << PartialGrids() << 1.0 << int64_t(4);
    }

    void asManyBlocksAsTimeAllows()
    {
        QFETCH(PartialGrids, grids);
        QFETCH(double, seconds);
        QFETCH(int64_t, limit);
        RunReport few;
        few.partialGrids = grids;
        few.runNs = 1000000000;
        QCOMPARE(affordableBlocks(few, 4, seconds), limit);
    }

    void runsTakePartsOfTheRest()
    {
        const TimeBudget unlimited(std::nullopt, 30, 0.5);
        QVERIFY(!unlimited.isOver());
        QCOMPARE(unlimited.runSeconds(), 30.0);
        const TimeBudget longer(1e9, 30, 0.5);
        QCOMPARE(longer.runSeconds(), 30.0);
        const TimeBudget shorter(20, 30, 0.5);
        QVERIFY(shorter.runSeconds() <= 10);
        const TimeBudget over(0, 30);
        QVERIFY(over.isOver());
        QVERIFY(over.runSeconds() > 0);
    }
};

TIR_TEST(TestLimitedBlocks)
#include "tst_limited_blocks.moc"
