/// The bugs that motivated this program, on its samples: the first red step, its errors, and that today's pipeline has
/// none of them.

#include "core/analysis/shared_memory_liveness.h"
#include "core/ir/places.h"
#include "passes/workbench/trace/consequences.h"
#include "passes/workbench/trace/record.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

std::shared_ptr<const Recording> run(const QString& sample, const char* pipeline)
{
    const OpenedProgram program = openFile(testing::sourcePath("samples/" + sample).toStdString());
    return record(program, {.pipeline = pipeline}).value();
}

/// The number of the first step with an error; 0 if there is none.
size_t firstRedStep(const Recording& recording)
{
    for (size_t number = 1; number < recording.moduleCount(); ++number)
        if (hasError(recording.diagnostics(number)))
            return number;
    return 0;
}

Diagnostics errors(const Diagnostics& all)
{
    Diagnostics result;
    for (const Diagnostic& diagnostic : all)
        if (diagnostic.severity == Severity::Error)
            result.push_back(diagnostic);
    return result;
}

} // namespace

class TestKnownBugs : public QObject {
    Q_OBJECT
private slots:
    void mergedMemoryLeavesItsLaunch()
    {
        const auto recording = run("two_kernels.py", "split@legacy-merge");
        const size_t red = firstRedStep(*recording);
        QCOMPARE(recording->steps.at(red - 1).pass.name, std::string("MergeSharedMemoryAllocations"));
        QVERIFY(recording->steps[red - 1].verdict == Verdict::IllFormed);

        // total and spread of the second launch: each is written once and read once.
        const Diagnostics found = errors(recording->diagnostics(red));
        QCOMPARE(found.size(), size_t(4));
        const PlaceTable places(recording->module(red));
        for (const Diagnostic& diagnostic : found) {
            QCOMPARE(diagnostic.code, std::string("out-of-scope"));
            QVERIFY(diagnostic.message.find("'buf_dyn_shmem'") != std::string::npos);
            QVERIFY(places[diagnostic.place].node->kind == NodeKind::Buffer);
            QCOMPARE(diagnostic.notes.size(), size_t(1));
            QVERIFY(places[diagnostic.notes[0].place].node->kind == NodeKind::AllocBuffer);
        }

        // The split later makes parameters of undefined variables.
        bool isParameter = false;
        for (const Consequence& consequence : consequencesOf(*recording, red))
            isParameter |= recording->steps[consequence.step - 1].pass.name == "SplitHostDevice";
        QVERIFY(isParameter);

        const std::vector<LaunchLiveness> launches = sharedMemoryLiveness(recording->module(red));
        QCOMPARE(launches.size(), size_t(2));
        QVERIFY(launches[0].isMerged && launches[0].takenBytes > 0);
        QCOMPARE(launches[1].takenBytes, int64_t(0));
        for (const SharedBuffer& buffer : launches[1].buffers)
            QVERIFY(buffer.isOutOfScope);
    }

    void kernelsAreNeverLaunched()
    {
        const auto recording = run("two_kernels.py", "split@legacy-launch");
        const size_t red = firstRedStep(*recording);
        const Step& step = recording->steps.at(red - 1);
        QCOMPARE(step.pass.name, std::string("LowerDeviceKernelLaunch"));
        QCOMPARE(step.after, step.before); // it changes nothing, and is red all the same
        QVERIFY(step.verdict == Verdict::IllFormed);
        QStringList codes;
        for (const Diagnostic& diagnostic : errors(step.diagnostics))
            codes << QString::fromStdString(diagnostic.code);
        codes.sort();
        QCOMPARE(codes.join(' '), "kernel-called-directly kernel-called-directly kernel-without-convention "
                                  "kernel-without-convention");
    }

    void theHostsCopyOfAHelperIsLaunched()
    {
        const auto recording = run("shared_helper.py", "split@legacy-launch");
        const Step& step = recording->steps.back();
        QCOMPARE(step.pass.name, std::string("LowerDeviceKernelLaunch"));
        QVERIFY(step.verdict == Verdict::Failed);
        const Diagnostics found = errors(step.diagnostics);
        QCOMPARE(found.size(), size_t(1));
        QVERIFY2(found[0].message.find("'main' launches 'ceil_div_host'") != std::string::npos,
                 found[0].message.c_str());
        const PlaceTable places(*step.before);
        const auto* call = as<Call>(places[found[0].place].node);
        QVERIFY(call && call->function);
        QCOMPARE(std::string(call->function->name), std::string("ceil_div_host"));
    }

    void todaysPipelineIsClean_data()
    {
        QTest::addColumn<QString>("sample");
        for (const char* sample : {"elementwise.py", "matmul.py", "reverse.py", "shared_helper.py",
                                   "static_shared.py", "two_kernels.py"})
            QTest::newRow(sample) << sample;
    }

    void todaysPipelineIsClean()
    {
        QFETCH(QString, sample);
        const auto recording = run(sample, "split");
        QVERIFY(!hasError(recording->inputDiagnostics));
        for (const Step& step : recording->steps)
            QVERIFY2(!hasError(step.diagnostics),
                     hasError(step.diagnostics) ? errors(step.diagnostics)[0].message.c_str() : "");
    }

    void everyKernelHasItsOwnMemory()
    {
        const auto recording = run("two_kernels.py", "split");
        const std::vector<LaunchLiveness> launches =
            sharedMemoryLiveness(recording->module(recording->moduleCount() - 1));
        QCOMPARE(launches.size(), size_t(2));
        QCOMPARE(launches[0].label, std::string("main_kernel"));
        QCOMPARE(launches[1].label, std::string("main_kernel_1"));
        // Three buffers of 512 bytes, the third over a dead one; two of 256.
        QCOMPARE(launches[0].takenBytes, int64_t(1024));
        QCOMPARE(launches[1].takenBytes, int64_t(512));
        QCOMPARE(launches[0].buffers.size(), size_t(3));
        for (const LaunchLiveness& launch : launches)
            for (const SharedBuffer& buffer : launch.buffers)
                QVERIFY(buffer.isMerged && !buffer.isOutOfScope);
    }
};

TIR_TEST(TestKnownBugs)
#include "tst_known_bugs.moc"
