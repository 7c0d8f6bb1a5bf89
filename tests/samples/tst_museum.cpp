/// The museum behaves as the headers of its programs state: under its pipeline each is broken by the pass, with the
/// error and on the line in the header, and under its fix it computes its formula. Defects without a verdict are found
/// by execution.

#include "passes/pipelines.h"
#include "passes/workbench/check/check.h"
#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/check/step_faults.h"
#include "passes/workbench/execution/run_request.h"
#include "passes/workbench/program/samples.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/step_text.h"
#include "tests/support/expected_results.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <map>

using namespace tir;
using namespace tir::testing;

namespace {

std::vector<Sample> museum()
{
    std::vector<Sample> result;
    const Result<std::vector<Sample>> samples = readSamples(sourcePath("samples").toStdString());
    if (samples)
        std::ranges::copy_if(*samples, std::back_inserter(result),
                             [](const Sample& sample) { return sample.group == "Museum"; });
    return result;
}

/// A program with its run through a pipeline.
struct Opened {
    OpenedProgram program;
    std::shared_ptr<const Recording> recording;
};

Opened open(const Sample& sample, const std::string& pipeline, Mode mode)
{
    Opened opened{openFile(sample.path), nullptr};
    if (!opened.program.isOpen())
        return opened;
    if (const auto recording = record(opened.program, {.pipeline = pipeline, .mode = mode}))
        opened.recording = *recording;
    return opened;
}

/// The number of the last step that runs the pass, which is that of the device module if both sides have it.
size_t stepOf(const Recording& recording, const std::string& pass)
{
    // Of several steps of one pass, the first one that changes something.
    size_t last = 0;
    for (size_t number = 1; number < recording.moduleCount(); ++number) {
        if (recording.pass(number) != pass)
            continue;
        last = number;
        if (recording.verdict(number) != Verdict::Unchanged)
            break;
    }
    return last;
}

bool hasTvmDefect(const Recording& recording, size_t number)
{
    return std::ranges::any_of(recording.diagnostics(number), isTvmDefect);
}

RunReport runStep(const Opened& opened, size_t number)
{
    RunRequest request;
    request.module = modulesOf(*opened.recording)[number];
    request.signature = opened.program.parsed->module;
    request.isLockstep = number < lockstepEnd(*opened.recording);
    request.seed = 7;
    return runInWorker(request);
}

RunStatus expectedStatus(const SampleExpectation& expected, RunStatus found)
{
    if (expected.execution == "crashes or differs") // it accesses memory that may be there
        return found == RunStatus::Done ? RunStatus::Done : RunStatus::Crashed;
    static const std::map<std::string, RunStatus> all = {{"refused", RunStatus::Refused},
                                                         {"fails", RunStatus::Failed},
                                                         {"crashes", RunStatus::Crashed},
                                                         {"differs", RunStatus::Done}};
    return all.at(expected.execution.substr(0, expected.execution.find(':')));
}

void addPrograms()
{
    QTest::addColumn<Sample>("sample");
    for (const Sample& sample : museum())
        QTest::newRow(sample.name.c_str()) << sample;
}

} // namespace

Q_DECLARE_METATYPE(Sample)

class TestMuseum : public QObject {
    Q_OBJECT

private slots:
    void everyProgramHasItsKeys()
    {
        QStringList listed;
        for (const Sample& sample : museum()) {
            listed.append(QString::fromStdString(sample.path));
            QVERIFY2(!sample.expected.badPass.empty() && !sample.topic.empty(), sample.name.c_str());
            QVERIFY2(findPipeline(sample.pipeline) && findPipeline(sample.fix), sample.name.c_str());
            QCOMPARE(sample.expected.error.empty(), sample.expected.errorLine.empty());
        }
        listed.sort();
        QCOMPARE(listed, filesBelow(sourcePath("samples/museum"), {"*.py"}));
    }

    void namesTheBadPass_data() { addPrograms(); }

    void namesTheBadPass()
    {
        QFETCH(Sample, sample);
        const SampleExpectation& expected = sample.expected;
        const Opened opened = open(sample, sample.pipeline, Mode::AsTvm);
        QVERIFY2(opened.recording, opened.program.rendered().c_str());
        const Recording& recording = *opened.recording;
        const CheckReport report = check(recording);
        const size_t bad = stepOf(*opened.recording, expected.badPass);
        QVERIFY(bad > 0);
        QVERIFY2(std::ranges::any_of(opened.recording->steps[bad - 1].notes,
                                     [&](const PassNote& note) {
                                         return note.message.find(expected.note) != std::string::npos;
                                     }) ||
                     expected.note.empty(),
                 expected.note.c_str());
        if (expected.error.empty()) {
            // What the pass does may be ill-formed only after a later one.
            const bool isLater = report.firstBad > bad && !expected.execution.empty();
            QVERIFY2(!report.firstBad || isLater || hasTvmDefect(recording, *report.firstBad),
                     explain(report, recording).c_str());
            return;
        }
        QCOMPARE(report.firstBad.value_or(0), bad);
        const StepText placed = printedText(recording.module(bad), "step.py");
        const Diagnostics diagnostics = placed.placed(recording.diagnostics(bad));
        const auto found = std::ranges::find(diagnostics, Severity::Error, &Diagnostic::severity);
        QVERIFY(found != diagnostics.end());
        QVERIFY2(found->message.find(expected.error) != std::string::npos, found->message.c_str());
        QVERIFY2(found->span, found->message.c_str());
        const SourceText& text = placed.source;
        const std::string line(text.line(text.lineColumn(found->span->begin).line));
        QVERIFY2(line.find(expected.errorLine) != std::string::npos, line.c_str());
    }

    void theExecutionShowsIt_data() { addPrograms(); }

    void theExecutionShowsIt()
    {
        QFETCH(Sample, sample);
        const SampleExpectation& expected = sample.expected;
        const Opened opened = open(sample, sample.pipeline, Mode::AsTvm);
        QVERIFY(opened.recording);
        const size_t bad = stepOf(*opened.recording, expected.badPass);

        // Before the bad pass, the program computes its formula.
        const RunReport before = runStep(opened, bad - 1);
        if (!sample.isExecutable()) {
            QCOMPARE(int(before.status), int(RunStatus::Refused));
            QCOMPARE(before.message, sample.cannotExecute);
            return;
        }
        QVERIFY2(before.status == RunStatus::Done, before.message.c_str());
        const QString early = differenceFrom(sample.computes, before);
        QVERIFY2(early.isEmpty(), qPrintable(early));

        if (expected.execution.empty())
            return;
        const RunReport after = runStep(opened, bad);
        QCOMPARE(int(after.status), int(expectedStatus(expected, after.status)));
        if (after.status == RunStatus::Done)
            QVERIFY(!differenceFrom(sample.computes, after).isEmpty());
        if (const size_t colon = expected.execution.find(": "); colon != std::string::npos)
            QVERIFY2(after.message.find(expected.execution.substr(colon + 2)) != std::string::npos,
                     after.message.c_str());
    }

    void theCheckNamesTheBadPass_data() { addPrograms(); }

    void theCheckNamesTheBadPass()
    {
        QFETCH(Sample, sample);
        if (!sample.isExecutable())
            return; // namesTheBadPass checks all that can be checked without an execution
        const SampleExpectation& expected = sample.expected;
        const Opened opened = open(sample, sample.pipeline, Mode::AsTvm);
        QVERIFY(opened.recording);
        const Recording& recording = *opened.recording;
        ExecuteOptions options;
        options.request.seed = 7;
        options.request.isChecked = true;
        options.lockstepEnd = lockstepEnd(*opened.recording);
        const StepRuns runs = executeSteps(modulesOf(*opened.recording), options);
        QVERIFY2(runs.notCompared.empty(), runs.notCompared.c_str());
        const CheckReport report = check(recording, runs);
        const size_t bad = stepOf(*opened.recording, expected.badPass);
        const bool isShown = !expected.execution.empty() || !expected.error.empty() ||
                             !expected.finding.empty() || hasTvmDefect(recording, bad);
        QVERIFY2(report.firstBad == (isShown ? std::optional(bad) : std::nullopt),
                 explain(report, recording, runs).c_str());

        const StepRun* run = runs.find(bad);
        if (expected.finding.empty()) {
            QVERIFY2(!run || run->introduced.empty(), explain(report, recording, runs).c_str());
            return;
        }
        QVERIFY(run && !run->introduced.empty());
        const Finding& finding = run->introduced.front();
        QCOMPARE(std::string(toString(finding.kind)) + " " + finding.element, expected.finding);
        const StepText text = printedText(opened.recording->module(bad), "step.py");
        const auto lineOf = [&](const FindingAccess& access) {
            const auto span = text.spanOf(access.place);
            return span ? std::string(text.source.line(text.source.lineColumn(span->begin).line)) : "";
        };
        QVERIFY2(lineOf(finding.access).find(expected.findingLine) != std::string::npos,
                 lineOf(finding.access).c_str());
        QCOMPARE(finding.other.has_value(), !expected.conflictingLine.empty());
        if (finding.other)
            QVERIFY2(lineOf(*finding.other).find(expected.conflictingLine) != std::string::npos,
                     lineOf(*finding.other).c_str());
    }

    void theFixIsSound_data() { addPrograms(); }

    void theFixIsSound()
    {
        QFETCH(Sample, sample);
        const Opened opened = open(sample, sample.fix, sample.fixMode);
        QVERIFY2(opened.recording, opened.program.rendered().c_str());
        const Recording& recording = *opened.recording;
        if (!sample.isExecutable()) {
            QVERIFY2(!check(recording).firstBad, explain(check(recording), recording).c_str());
            return;
        }
        ExecuteOptions options;
        options.request.seed = 7;
        options.request.isChecked = true;
        options.lockstepEnd = lockstepEnd(*opened.recording);
        const StepRuns runs = executeSteps(modulesOf(*opened.recording), options);
        QVERIFY2(runs.notCompared.empty(), runs.notCompared.c_str());
        const CheckReport checked = check(recording, runs);
        // The statement that accesses a buffer without elements never runs, and no pointer is null.
        const bool isPartial = sample.name == "empty_buffer" || sample.name == "raw_pointer_on_both_sides";
        const bool isUnreached =
            isPartial && checked.unchecked.size() == 1 && checked.unchecked[0].gap == Gap::NotReached;
        QVERIFY2(checked.answer == (isUnreached ? Answer::NotFullyChecked : Answer::Sound),
                 explain(checked, recording, runs).c_str());
        QVERIFY(runs.runs.size() > 1);
        for (const StepRun& run : runs.runs) {
            const std::string pass = recording.pass(run.step);
            QVERIFY2(run.status == RunStatus::Done, (pass + ": " + run.message).c_str());
            for (const Finding& finding : run.findings)
                if (severityOf(finding.kind) == Severity::Error)
                    QFAIL((pass + ": " + toDiagnostic(finding).message).c_str());
        }
        const RunReport report = runStep(opened, opened.recording->steps.size());
        QVERIFY2(report.status == RunStatus::Done, report.message.c_str());
        const QString wrong = differenceFrom(sample.computes, report);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
};

TIR_TEST(TestMuseum)
#include "tst_museum.moc"
