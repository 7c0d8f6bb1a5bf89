/// Every sample has the result of the formula in its header, with and without LLVM's optimizations, and every step of
/// the pipelines has the same, without findings of memory checks.

#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "passes/workbench/execution/whole_module.h"
#include "tests/passes/workbench/worker/sample_runs.h"
#include "tests/support/expected_results.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

Q_DECLARE_METATYPE(Sample)

class TstRunSamples : public QObject {
    Q_OBJECT

private slots:
    void computesItsFormula_data();
    void computesItsFormula();
    void optimizationsKeepResults_data();
    void optimizationsKeepResults();
    void everyStepGivesTheSame_data();
    void everyStepGivesTheSame();
    void brokenStepsAreRefused_data();
    void brokenStepsAreRefused();
};

void TstRunSamples::computesItsFormula_data()
{
    QTest::addColumn<Sample>("sample");
    const std::vector<Sample> samples = executableSamples("Programs");
    QVERIFY(samples.size() >= 7);
    for (const Sample& sample : samples)
        QTest::newRow(sample.name.c_str()) << sample;
}

void TstRunSamples::computesItsFormula()
{
    QFETCH(Sample, sample);
    const OpenedProgram program = openFile(sample.path);
    QVERIFY2(program.isOpen(), program.rendered().c_str());
    const RunReport report = runModule(program.parsed->module, {});
    QVERIFY2(report.status == RunStatus::Done, report.message.c_str());
    const QString difference = differenceFrom(sample.computes, report);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TstRunSamples::optimizationsKeepResults_data()
{
    computesItsFormula_data();
}

void TstRunSamples::optimizationsKeepResults()
{
    QFETCH(Sample, sample);
    const OpenedProgram program = openFile(sample.path);
    QVERIFY2(program.isOpen(), program.rendered().c_str());
    RunRequest request;
    request.module = program.parsed->module;
    for (const bool isChecked : {false, true}) {
        request.isChecked = isChecked;
        request.isOptimized = true;
        const RunReport optimized = runHere(request);
        QVERIFY2(optimized.status == RunStatus::Done, optimized.message.c_str());
        request.isOptimized = false;
        const RunReport report = runHere(request);
        QVERIFY2(report.status == RunStatus::Done, report.message.c_str());
        QVERIFY(report.findings == optimized.findings);
        QCOMPARE(report.tensors.size(), optimized.tensors.size());
        for (size_t index = 0; index < report.tensors.size(); ++index)
            QVERIFY2(report.tensors[index].after == optimized.tensors[index].after,
                     report.tensors[index].name.c_str());
    }
}

void TstRunSamples::everyStepGivesTheSame_data()
{
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QString>("pipeline");
    QTest::addColumn<bool>("isSoundMode");
    // The full pipelines as far as their passes are built.
    const std::vector<std::string> pipelines = {
        "split",  "split@before", "split@legacy-merge", "build", "s_tir", "s_tir@before",
        "adreno", "tirx",         "default_tirx",       "trn"};
    for (const Sample& program : executableSamples("Programs"))
        for (const std::string& pipeline : pipelines) {
            const std::string name = program.name + ".py";
            // brokenStepsAreRefused covers the errors of these combinations.
            const bool isOldMerge = pipeline == "split@legacy-merge";
            const bool isSplit = pipeline.starts_with("split") || pipeline == "build";
            const bool isScheduled = pipeline.starts_with("s_tir") || pipeline.starts_with("adreno");
            const bool isBroken =
                (name == "shared_outside_launch.py" && (isSplit || isScheduled) && !isOldMerge) ||
                (name == "two_kernels.py" && isOldMerge);
            if (isBroken)
                continue;
            const std::string row = name + ", " + pipeline;
            const QString sample = QString::fromStdString(name);
            QTest::newRow(row.c_str()) << sample << QString::fromStdString(pipeline) << false;
            if (isSplit)
                QTest::newRow((row + ", sound").c_str())
                    << sample << QString::fromStdString(pipeline) << true;
        }
}

void TstRunSamples::everyStepGivesTheSame()
{
    QFETCH(QString, sample);
    QFETCH(QString, pipeline);
    QFETCH(bool, isSoundMode);
    const OpenedProgram program = openSample(sample);
    QVERIFY(program.isOpen());
    const OwnedModule& input = program.parsed->module;
    const Pipeline* found = findPipeline(pipeline.toStdString());
    QVERIFY(found);
    const auto recording = runPasses(input, found->passes, found->name,
                                     {.mode = isSoundMode ? Mode::Sound : Mode::AsTvm, .config = {}});
    const RunReport reference = runModule(input, input);
    QVERIFY(reference.status == RunStatus::Done);
    QVERIFY(!hasError(runModule(input, input, true).findings));
    int changes = 0;
    for (size_t number = 1; number < recording->moduleCount(); ++number) {
        const Step& step = recording->steps[number - 1];
        if (step.after == step.before)
            continue;
        ++changes;
        const RunReport report = runModule(wholeModule(*recording, number), input, true);
        QVERIFY2(report.status == RunStatus::Done, (toString(step.pass) + ": " + report.message).c_str());
        for (const Finding& finding : report.findings)
            if (severityOf(finding.kind) == Severity::Error)
                QFAIL((toString(step.pass) + ": " + toDiagnostic(finding).message).c_str());
        QCOMPARE(report.tensors.size(), reference.tensors.size());
        for (size_t index = 0; index < report.tensors.size(); ++index)
            QVERIFY2(report.tensors[index].after == reference.tensors[index].after,
                     (toString(step.pass) + ": " + report.tensors[index].name + " differs").c_str());
    }
    QVERIFY(changes > 0);
    // After a branch: the joined result of both sides.
    const RunReport result = runModule({recording->arena, recording->result}, input, true);
    QVERIFY2(result.status == RunStatus::Done, result.message.c_str());
    for (size_t index = 0; index < result.tensors.size(); ++index)
        QVERIFY(result.tensors[index].after == reference.tensors[index].after);
}

void TstRunSamples::brokenStepsAreRefused_data()
{
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QString>("pipeline");
    QTest::addColumn<QString>("pass"); // after which it can no longer run
    QTest::addColumn<QString>("expected");
    QTest::newRow("merged per function") << "two_kernels.py"
                                         << "split@legacy-merge"
                                         << "MergeSharedMemoryAllocations(mode=\"legacy\")"
                                         << "no definition of its data 'buf_dyn_shmem' is in scope";
    QTest::newRow("shared memory of the host") << "shared_outside_launch.py"
                                               << "split"
                                               << "SplitHostDevice"
                                               << "from its host, which has none";
    QTest::newRow("out of scope") << "out_of_scope.py"
                                  << "split"
                                  << "BindTarget"
                                  << "variable 'tx' is used where no definition of it is in scope";
}

void TstRunSamples::brokenStepsAreRefused()
{
    QFETCH(QString, sample);
    QFETCH(QString, pipeline);
    QFETCH(QString, pass);
    QFETCH(QString, expected);
    const OpenedProgram program = openSample(sample);
    QVERIFY(program.isOpen());
    const Pipeline* found = findPipeline(pipeline.toStdString());
    const auto recording = runPasses(program.parsed->module, found->passes, found->name);
    for (const Step& step : recording->steps) {
        if (toString(step.pass) != pass.toStdString())
            continue;
        const RunReport report = runModule({recording->arena, step.after}, program.parsed->module);
        QVERIFY(report.status == RunStatus::Refused);
        QVERIFY2(QString::fromStdString(report.message).contains(expected), report.message.c_str());
        return;
    }
    QFAIL("no such step");
}

TIR_TEST(TstRunSamples)
#include "tst_run_samples.moc"
