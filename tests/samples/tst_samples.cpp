/// Every sample opens and goes through the pipelines as described in samples/README.md.

#include "passes/pipelines.h"
#include "passes/workbench/check/check.h"
#include "passes/workbench/program/samples.h"
#include "passes/workbench/trace/consequences.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/recorded_run.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

OpenedProgram openSample(const std::string& name)
{
    return openFile(sourcePath(QString::fromStdString("samples/" + name + ".py")).toStdString());
}

/// The run of a sample; one without a recording if it does not open.
RecordedRun run(const std::string& name, const std::string& pipeline, PassConfig config = {})
{
    OpenedProgram program = openSample(name);
    if (!program.isOpen()) {
        qWarning("%s", program.rendered().c_str());
        return {};
    }
    const auto recording = record(program, {.pipeline = pipeline, .config = std::move(config)});
    return {.program = std::move(program), .recording = recording ? *recording : nullptr};
}

/// The number of the step of a pass; the number of modules if there is none.
size_t stepOf(const Recording& recording, const std::string& pass)
{
    size_t number = 0;
    while (number < recording.moduleCount() && !recording.pass(number).starts_with(pass))
        ++number;
    return number;
}

/// Pass and verdict of the steps that a check calls bad.
QStringList badSteps(const Recording& recording)
{
    const CheckReport report = check(recording);
    QStringList bad;
    if (report.firstBad)
        bad.append(QString::fromStdString(recording.pass(*report.firstBad)));
    for (const size_t number : report.laterBad)
        bad.append(QString::fromStdString(recording.pass(number)));
    return bad;
}

/// The lines that the errors of a step are in.
QStringList errorLines(const RecordedRun& run, size_t number)
{
    const StepText placed = run.text(number);
    const SourceText& text = placed.source;
    QStringList lines;
    for (const Diagnostic& diagnostic : run.diagnostics(number, placed)) {
        if (diagnostic.severity != Severity::Error)
            continue;
        const int line = diagnostic.span ? text.lineColumn(diagnostic.span->begin).line : 0;
        lines.append(QString::fromUtf8(text.line(line).data(), qsizetype(text.line(line).size())).trimmed());
    }
    return lines;
}

bool mentions(const Step& step, const std::string& words)
{
    return std::any_of(step.diagnostics.begin(), step.diagnostics.end(), [&](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::Error && diagnostic.message.find(words) != std::string::npos;
    });
}

/// Without the museum and the scheduled programs, which have separate tests.
QStringList programs()
{
    QStringList paths = filesBelow(sourcePath("samples"), {"*.py"});
    paths.removeIf(
        [](const QString& path) { return path.contains("/museum/") || path.contains("/scheduled/"); });
    return paths;
}

void addSampleRows()
{
    QTest::addColumn<QString>("name");
    for (const QString& path : programs())
        QTest::newRow(qPrintable(QFileInfo(path).baseName())) << QFileInfo(path).baseName();
}

} // namespace

class TestSamples : public QObject {
    Q_OBJECT
private slots:
    void everySampleHasAHeader()
    {
        const Result<std::vector<Sample>> samples = readSamples(sourcePath("samples").toStdString());
        QVERIFY2(samples.hasValue(), samples ? "" : samples.diagnostics().front().message.c_str());
        QStringList listed;
        for (const Sample& sample : *samples) {
            listed.append(QString::fromStdString(sample.path));
            QVERIFY2(findPipeline(sample.pipeline), sample.name.c_str());
            QVERIFY2(!sample.isExecutable() || !sample.computes.empty(), sample.name.c_str());
        }
        listed.sort();
        QCOMPARE(listed, filesBelow(sourcePath("samples"), {"*.py"}));
    }

    void opensAndVerifies_data() { addSampleRows(); }

    void opensAndVerifies()
    {
        QFETCH(QString, name);
        const OpenedProgram program = openSample(name.toStdString());
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        QVERIFY2(program.diagnostics.empty(), program.rendered().c_str());
        const RecordedRun recorded = run(name.toStdString(), "split");
        QVERIFY(recorded.recording);
        const Recording& recording = *recorded.recording;
        QCOMPARE(recording.verdict(0) == Verdict::IllFormed, name == "out_of_scope");
    }

    void goesThroughSplit_data() { addSampleRows(); }

    void goesThroughSplit()
    {
        QFETCH(QString, name);
        const RecordedRun recorded = run(name.toStdString(), "split");
        QVERIFY(recorded.recording);
        const Recording& recording = *recorded.recording;
        const size_t launch = stepOf(recording, "LowerDeviceKernelLaunch");
        QVERIFY(launch < recording.moduleCount());
        if (name == "out_of_scope") {
            for (size_t number = 0; number <= launch; ++number)
                QVERIFY2(recording.verdict(number) == Verdict::IllFormed, recording.pass(number).c_str());
            return;
        }
        const CheckReport report = check(recording);
        if (name == "shared_outside_launch")
            return; // see memoryOfTheHostCannotBePassed
        QVERIFY2(!report.firstBad, explain(report, recording).c_str());
        QVERIFY(recording.verdict(stepOf(recording, "SplitHostDevice")) == (Verdict::Changed));
        QVERIFY(recording.verdict(launch) == (Verdict::Changed));
    }

    void mergeStep_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("config");
        QTest::addColumn<QStringList>("allocations");
        const QString line =
            QStringLiteral("buf_dyn_shmem = T.alloc_buffer((%1,), \"uint8\", scope=\"shared.dyn\")");
        QTest::newRow("two_kernels") << "two_kernels"
                                     << "" << QStringList{line.arg(1024), line.arg(512)};
        QTest::newRow("matmul") << "matmul"
                                << "" << QStringList{line.arg(2048)};
        QTest::newRow("reverse") << "reverse"
                                 << "" << QStringList{};
        QTest::newRow("elementwise") << "elementwise"
                                     << "" << QStringList{};
        QTest::newRow("shared_outside_launch") << "shared_outside_launch"
                                               << "" << QStringList{};
        QTest::newRow("static_shared") << "static_shared"
                                       << "" << QStringList{};
        QTest::newRow("static_shared, merged")
            << "static_shared"
            << "tirx.merge_static_smem=true" << QStringList{"buf_shmem = T.alloc_shared((1024,), \"uint8\")"};
    }

    void mergeStep()
    {
        QFETCH(QString, name);
        QFETCH(QString, config);
        QFETCH(QStringList, allocations);
        PassConfig settings;
        if (!config.isEmpty())
            QVERIFY(addConfig(settings, config.toStdString()).hasValue());
        const RecordedRun recorded = run(name.toStdString(), "split", settings);
        QVERIFY(recorded.recording);
        const Recording& recording = *recorded.recording;
        const size_t merge = stepOf(recording, "MergeSharedMemoryAllocations");
        QVERIFY(recording.verdict(merge) == (allocations.isEmpty() ? Verdict::Unchanged : Verdict::Changed));
        QStringList found;
        for (const QString& line : QString::fromStdString(printScript(recording.module(merge))).split('\n'))
            if (line.contains("shmem = T.alloc"))
                found.append(line.trimmed());
        QCOMPARE(found, allocations);
    }

    void legacyMergeBreaksTwoKernels()
    {
        const RecordedRun recorded = run("two_kernels", "split@legacy-merge");
        QVERIFY(recorded.recording);
        const Recording& recording = *recorded.recording;
        const size_t merge = stepOf(recording, "MergeSharedMemoryAllocations");
        QCOMPARE(badSteps(recording).value(0),
                 QStringLiteral("MergeSharedMemoryAllocations(mode=\"legacy\")"));
        QVERIFY(mentions(recording.steps[merge - 1], "buf_dyn_shmem"));

        // Every use in the second launch, and none in the first.
        const QStringList lines = errorLines(recorded, merge);
        for (const char* use : {"total[", "spread["})
            QVERIFY2(!lines.filter(QString::fromUtf8(use)).isEmpty(), qPrintable(lines.join('\n')));
        for (const char* use : {"values[", "squares[", "folded["})
            QVERIFY2(lines.filter(QString::fromUtf8(use)).isEmpty(), qPrintable(lines.join('\n')));

        // Where it is allocated.
        bool pointsAtAllocation = false;
        const StepText text = recorded.text(merge);
        for (const Diagnostic& diagnostic : recorded.diagnostics(merge, text))
            for (const DiagnosticNote& note : diagnostic.notes)
                pointsAtAllocation |=
                    note.span && text.source.text().substr(note.span->begin, 13) == "buf_dyn_shmem";
        QVERIFY(pointsAtAllocation);

        // The effect in the split.
        const std::vector<Consequence> consequences = consequencesOf(recording, merge);
        QCOMPARE(consequences.size(), size_t(1));
        QCOMPARE(consequences[0].step, stepOf(recording, "SplitHostDevice"));
        QVERIFY2(consequences[0].note.message.starts_with("main_kernel_1 takes 'buf_dyn_shmem'"),
                 consequences[0].note.message.c_str());
    }

    void memoryOfTheHostCannotBePassed()
    {
        const RecordedRun recorded = run("shared_outside_launch", "split");
        QVERIFY(recorded.recording);
        const Recording& recording = *recorded.recording;
        const size_t split = stepOf(recording, "SplitHostDevice");
        QCOMPARE(check(recording).firstBad, std::optional(split));
        for (const char* name : {"low_ptr", "high_ptr"})
            QVERIFY2(mentions(recording.steps[split - 1], name), name);
        QVERIFY(recording.verdict(stepOf(recording, "LowerDeviceKernelLaunch")) == Verdict::Failed);
    }

    void legacyMergeMovesItIntoTheLaunch()
    {
        const RecordedRun recorded = run("shared_outside_launch", "split@legacy-merge");
        QVERIFY(recorded.recording);
        const Recording& recording = *recorded.recording;
        QVERIFY2(!check(recording).firstBad, explain(check(recording), recording).c_str());
        const std::string last = printScript(recording.module(stepOf(recording, "LowerDeviceKernelLaunch")));
        QVERIFY(last.find("T.call_packed(\"main_kernel\", X.data, Y.data, 64, 512)") != std::string::npos);
    }

    void legacyLaunchNeverLaunches()
    {
        const RecordedRun recorded = run("two_kernels", "split@legacy-launch");
        QVERIFY(recorded.recording);
        const Recording& recording = *recorded.recording;
        const size_t launch = stepOf(recording, "LowerDeviceKernelLaunch");
        QCOMPARE(badSteps(recording).value(0), QStringLiteral("LowerDeviceKernelLaunch(mode=\"legacy\")"));
        QVERIFY(recording.verdict(launch) == (Verdict::IllFormed));
        QVERIFY(recording.repeatsModule(launch));
        QVERIFY(mentions(recording.steps[launch - 1], "main_kernel"));
        QVERIFY(mentions(recording.steps[launch - 1], "main_kernel_1"));
    }

    void legacyLaunchAccusesTheHostsCopyOfTheHelper()
    {
        const RecordedRun recorded = run("shared_helper", "split@legacy-launch");
        QVERIFY(recorded.recording);
        const Recording& recording = *recorded.recording;
        const size_t launch = stepOf(recording, "LowerDeviceKernelLaunch");
        QCOMPARE(check(recording).firstBad, std::optional(launch));
        QVERIFY(mentions(recording.steps[launch - 1], "ceil_div_host"));
        const QStringList lines = errorLines(recorded, launch);
        QVERIFY2(!lines.filter("Module.ceil_div_host(100, 32)").isEmpty(), qPrintable(lines.join('\n')));
    }
};

TIR_TEST(TestSamples)
#include "tst_samples.moc"
