/// Steps of two runs beside each other.

#include "passes/workbench/trace/align_steps.h"
#include "passes/workbench/trace/record.h"
#include "tests/support/recordings.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

using namespace tir;
using namespace tir::testing;

namespace {

std::shared_ptr<const Recording> run(const std::string& pipeline, Mode mode = Mode::AsTvm)
{
    const OpenedProgram program = openFile(sourcePath("samples/two_kernels.py").toStdString());
    const auto recording = record(program, {.pipeline = pipeline, .mode = mode});
    return recording ? *recording : nullptr;
}

} // namespace

class TestAlignSteps : public QObject {
    Q_OBJECT
private slots:
    void aRunIsEqualToItself()
    {
        const auto a = run("split");
        QVERIFY(a);
        const std::vector<AlignedStep> steps = alignSteps(*a, *a);
        QCOMPARE(steps.size(), a->moduleCount());
        for (size_t number = 0; number < steps.size(); ++number) {
            QCOMPARE(steps[number].a, std::optional(number));
            QCOMPARE(steps[number].b, std::optional(number));
        }
        QVERIFY(!firstDifference(steps));
    }

    void twoRunsOfAProgramHaveEqualModules()
    {
        const std::vector<AlignedStep> steps = alignSteps(*run("split"), *run("split"));
        QVERIFY(!firstDifference(steps));
    }

    void theOldMergeIsTheFirstDifference()
    {
        const auto a = run("split");
        const auto b = run("split@legacy-merge");
        QVERIFY(a && b);
        const std::vector<AlignedStep> steps = alignSteps(*a, *b);
        const AlignedStep* first = firstDifference(steps);
        QVERIFY(first && first->a && first->b);
        QCOMPARE(a->steps[*first->a - 1].pass.name, std::string("MergeSharedMemoryAllocations"));
        QCOMPARE(b->steps[*first->b - 1].pass.name, std::string("MergeSharedMemoryAllocations"));
        QCOMPARE(counterpartOf(steps, &AlignedStep::a, *first->a), first->b);
    }

    void passesOfOneRunOnlyStandAlone()
    {
        const auto a = handMadeRecording({handMadeStep("Simplify", Verdict::Unchanged),
                                          handMadeStep("ThreadSync", Verdict::Unchanged),
                                          handMadeStep("SplitHostDevice", Verdict::Unchanged)});
        const auto b = handMadeRecording({handMadeStep("ThreadSync", Verdict::Unchanged),
                                          handMadeStep("VectorizeLoop", Verdict::Unchanged),
                                          handMadeStep("SplitHostDevice", Verdict::Unchanged)});
        const std::vector<AlignedStep> steps = alignSteps(*a, *b);
        QStringList found;
        for (const AlignedStep& step : steps)
            found.append(
                QStringLiteral("%1/%2").arg(step.a ? int(*step.a) : -1).arg(step.b ? int(*step.b) : -1));
        QCOMPARE(found.join(' '), QStringLiteral("0/0 1/-1 2/1 -1/2 3/3"));
        QVERIFY(!counterpartOf(steps, &AlignedStep::a, 1));
        QCOMPARE(counterpartOf(steps, &AlignedStep::a, 3), std::optional<size_t>(3));
        QCOMPARE(counterpartOf(steps, &AlignedStep::b, 1), std::optional<size_t>(2));
        QCOMPARE(firstDifference(steps)->a, std::optional<size_t>(1));
    }
};

TIR_TEST(TestAlignSteps)
#include "tst_align_steps.moc"
