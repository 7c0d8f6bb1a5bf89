/// Every scheduled sample computes its formula at every step of its pipeline, with checks that find nothing.

#include "passes/pipelines.h"
#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/execution/whole_module.h"
#include "passes/workbench/trace/record.h"
#include "tests/passes/workbench/worker/sample_runs.h"
#include "tests/support/expected_results.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

Q_DECLARE_METATYPE(Sample)

class TstScheduledSamples : public QObject {
    Q_OBJECT

private slots:
    void everyStepComputesTheFormula_data()
    {
        QTest::addColumn<Sample>("sample");
        QTest::addColumn<QString>("pipeline");
        const std::vector<Sample> samples = executableSamples("Scheduled");
        QVERIFY(samples.size() >= 12);
#ifdef TIR_IS_SANITIZED // five times as slow; the same passes in another order need not be watched again
        const std::vector<std::string> endings{""};
#else
        const std::vector<std::string> endings{"", "@before"};
#endif
        for (const Sample& sample : samples)
            for (const std::string& ending : endings)
                if (const std::string pipeline = sample.pipeline + ending; findPipeline(pipeline))
                    QTest::addRow("%s, %s", sample.name.c_str(), pipeline.c_str())
                        << sample << QString::fromStdString(pipeline);
    }

    void everyStepComputesTheFormula()
    {
        QFETCH(Sample, sample);
        QFETCH(QString, pipeline);
        const OpenedProgram program = openFile(sample.path);
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        const OwnedModule& input = program.parsed->module;
        const auto recording = record(program, {.pipeline = pipeline.toStdString()});
        QVERIFY(recording.hasValue());
        const size_t barriers = lockstepEnd(**recording);
        int executed = 0;
        for (size_t number = 0; number < (*recording)->moduleCount(); ++number) {
            const Step* step = number ? &(*recording)->steps[number - 1] : nullptr;
            if (step && step->after == step->before)
                continue;
            const std::string title = step ? toString(step->pass) : "input";
            RunRequest request;
            request.module = wholeModule(**recording, number);
            request.signature = input;
            request.seed = 11;
            request.inputs = testSizes(sample.name);
            request.isChecked = true;
            request.isLockstep = number < barriers;
            const RunReport report = runHere(request);
            QVERIFY2(report.status == RunStatus::Done, (title + ": " + report.message).c_str());
            for (const Finding& finding : report.findings)
                if (severityOf(finding.kind) == Severity::Error)
                    QFAIL((title + ": " + toDiagnostic(finding).message).c_str());
            const QString difference = differenceFrom(sample.computes, report);
            QVERIFY2(difference.isEmpty(), (title + ": " + difference.toStdString()).c_str());
            ++executed;
        }
        QVERIFY(executed > 10);
    }
};

TIR_TEST(TstScheduledSamples)
#include "tst_scheduled_samples.moc"
