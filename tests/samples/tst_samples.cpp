/// Every sample opens and goes through the pipelines as samples/README.md says.

#include "passes/pipelines.h"
#include "passes/workbench/check/check.h"
#include "passes/workbench/program/samples.h"
#include "passes/workbench/trace/record.h"
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

/// The run of a sample, as data.
Trace run(const std::string& name, const std::string& pipeline, PassConfig config = {})
{
    const OpenedProgram program = openSample(name);
    if (!program.isOpen()) {
        qWarning("%s", program.rendered().c_str());
        return {};
    }
    const auto recording = record(program, {.pipeline = pipeline, .config = std::move(config)});
    return recording ? makeTrace(**recording, program) : Trace();
}

/// Index of the step of a pass; the size of the trace when it has none.
size_t stepOf(const Trace& trace, const std::string& pass)
{
    size_t number = 0;
    while (number < trace.steps.size() && !trace.steps[number].pass.starts_with(pass))
        ++number;
    return number;
}

/// Pass and verdict of the steps that a check calls bad.
QStringList badSteps(const Trace& trace)
{
    const CheckReport report = check(trace);
    QStringList bad;
    if (report.firstBad)
        bad.append(QString::fromStdString(trace.steps[*report.firstBad].pass));
    for (const size_t number : report.laterBad)
        bad.append(QString::fromStdString(trace.steps[number].pass));
    return bad;
}

/// The lines that the errors of a step stand in.
QStringList errorLines(const Trace& trace, size_t number)
{
    const SourceText text = trace.text(number);
    QStringList lines;
    for (const Diagnostic& diagnostic : trace.steps[number].diagnostics) {
        if (diagnostic.severity != Severity::Error)
            continue;
        const int line = diagnostic.span ? text.lineColumn(diagnostic.span->begin).line : 0;
        lines.append(QString::fromUtf8(text.line(line).data(), qsizetype(text.line(line).size())).trimmed());
    }
    return lines;
}

bool mentions(const TraceStep& step, const std::string& words)
{
    return std::any_of(step.diagnostics.begin(), step.diagnostics.end(), [&](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::Error && diagnostic.message.find(words) != std::string::npos;
    });
}

/// Without the museum and the scheduled programs, which have tests of their own.
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
    void indexListsEverySample()
    {
        const Result<std::vector<Sample>> samples = readSamples(sourcePath("samples").toStdString());
        QVERIFY(samples.hasValue());
        QStringList listed;
        for (const Sample& sample : *samples) {
            listed.append(QString::fromStdString(sample.path));
            QVERIFY2(!sample.title.empty() && !sample.summary.empty(), sample.name.c_str());
            QVERIFY2(findPipeline(sample.pipeline), sample.name.c_str());
            QVERIFY2(!sample.group.empty(), sample.name.c_str());
        }
        listed.sort();
        QCOMPARE(listed, filesBelow(sourcePath("samples"), {"*.py"}));
        const std::string readme = readFile(sourcePath("samples/README.md")).value();
        for (const Sample& sample : *samples)
            if (sample.group != "Museum")
                QVERIFY2(readme.find("**" + sample.name + ".py**") != std::string::npos, sample.name.c_str());
    }

    void opensAndVerifies_data() { addSampleRows(); }

    void opensAndVerifies()
    {
        QFETCH(QString, name);
        const OpenedProgram program = openSample(name.toStdString());
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        QVERIFY2(program.diagnostics.empty(), program.rendered().c_str());
        const Trace trace = run(name.toStdString(), "split");
        QCOMPARE(trace.steps[0].verdict == Verdict::IllFormed, name == "out_of_scope");
    }

    void goesThroughSplit_data() { addSampleRows(); }

    void goesThroughSplit()
    {
        QFETCH(QString, name);
        const Trace trace = run(name.toStdString(), "split");
        const size_t launch = stepOf(trace, "LowerDeviceKernelLaunch");
        QVERIFY(launch < trace.steps.size());
        if (name == "out_of_scope") {
            for (size_t number = 0; number <= launch; ++number)
                QVERIFY2(trace.steps[number].verdict == Verdict::IllFormed, trace.steps[number].pass.c_str());
            return;
        }
        const CheckReport report = check(trace);
        if (name == "shared_outside_launch")
            return; // see memoryOfTheHostCannotBePassed
        QVERIFY2(!report.firstBad, explain(report, trace).c_str());
        QVERIFY(trace.steps[stepOf(trace, "SplitHostDevice")].verdict == (Verdict::Changed));
        QVERIFY(trace.steps[launch].verdict == (Verdict::Changed));
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
        const Trace trace = run(name.toStdString(), "split", settings);
        const size_t merge = stepOf(trace, "MergeSharedMemoryAllocations");
        QVERIFY(trace.steps[merge].verdict ==
                (allocations.isEmpty() ? Verdict::Unchanged : Verdict::Changed));
        QStringList found;
        for (const QString& line : QString::fromStdString(trace.texts[trace.steps[merge].text]).split('\n'))
            if (line.contains("shmem = T.alloc"))
                found.append(line.trimmed());
        QCOMPARE(found, allocations);
    }

    void legacyMergeBreaksTwoKernels()
    {
        const Trace trace = run("two_kernels", "split@legacy-merge");
        const size_t merge = stepOf(trace, "MergeSharedMemoryAllocations");
        QCOMPARE(badSteps(trace).value(0), QStringLiteral("MergeSharedMemoryAllocations(mode=\"legacy\")"));
        const TraceStep& step = trace.steps[merge];
        QVERIFY(mentions(step, "buf_dyn_shmem"));

        // Every use in the second launch, and none in the first.
        const QStringList lines = errorLines(trace, merge);
        for (const char* use : {"total[", "spread["})
            QVERIFY2(!lines.filter(QString::fromUtf8(use)).isEmpty(), qPrintable(lines.join('\n')));
        for (const char* use : {"values[", "squares[", "folded["})
            QVERIFY2(lines.filter(QString::fromUtf8(use)).isEmpty(), qPrintable(lines.join('\n')));

        // Where it is allocated.
        bool pointsAtAllocation = false;
        const std::string& text = trace.texts[step.text];
        for (const Diagnostic& diagnostic : step.diagnostics)
            for (const DiagnosticNote& note : diagnostic.notes)
                pointsAtAllocation |= note.span && text.substr(note.span->begin, 13) == "buf_dyn_shmem";
        QVERIFY(pointsAtAllocation);

        // What the split makes of it.
        QCOMPARE(step.consequences.size(), size_t(1));
        QCOMPARE(step.consequences[0].step, stepOf(trace, "SplitHostDevice"));
        QVERIFY2(step.consequences[0].message.starts_with("main_kernel_1 takes 'buf_dyn_shmem'"),
                 step.consequences[0].message.c_str());
    }

    void memoryOfTheHostCannotBePassed()
    {
        const Trace trace = run("shared_outside_launch", "split");
        const size_t split = stepOf(trace, "SplitHostDevice");
        QCOMPARE(check(trace).firstBad, std::optional(split));
        for (const char* name : {"low_ptr", "high_ptr"})
            QVERIFY2(mentions(trace.steps[split], name), name);
        QVERIFY(trace.steps[stepOf(trace, "LowerDeviceKernelLaunch")].verdict == Verdict::Failed);
    }

    void legacyMergeMovesItIntoTheLaunch()
    {
        const Trace trace = run("shared_outside_launch", "split@legacy-merge");
        QVERIFY2(!check(trace).firstBad, explain(check(trace), trace).c_str());
        const TraceStep& last = trace.steps[stepOf(trace, "LowerDeviceKernelLaunch")];
        QVERIFY(trace.texts[last.text].find("T.call_packed(\"main_kernel\", X.data, Y.data, 64, 512)") !=
                std::string::npos);
    }

    void legacyLaunchNeverLaunches()
    {
        const Trace trace = run("two_kernels", "split@legacy-launch");
        const size_t launch = stepOf(trace, "LowerDeviceKernelLaunch");
        QCOMPARE(badSteps(trace).value(0), QStringLiteral("LowerDeviceKernelLaunch(mode=\"legacy\")"));
        QVERIFY(trace.steps[launch].verdict == (Verdict::IllFormed));
        QCOMPARE(trace.steps[launch].text, trace.steps[launch - 1].text);
        QVERIFY(mentions(trace.steps[launch], "main_kernel"));
        QVERIFY(mentions(trace.steps[launch], "main_kernel_1"));
    }

    void legacyLaunchAccusesTheHostsCopyOfTheHelper()
    {
        const Trace trace = run("shared_helper", "split@legacy-launch");
        const size_t launch = stepOf(trace, "LowerDeviceKernelLaunch");
        QCOMPARE(check(trace).firstBad, std::optional(launch));
        QVERIFY(mentions(trace.steps[launch], "ceil_div_host"));
        const QStringList lines = errorLines(trace, launch);
        QVERIFY2(!lines.filter("Module.ceil_div_host(100, 32)").isEmpty(), qPrintable(lines.join('\n')));
    }
};

TIR_TEST(TestSamples)
#include "tst_samples.moc"
