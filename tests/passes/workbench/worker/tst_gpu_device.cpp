/// On a GPU that is really there: every sample, at every step of its pipeline's common part, by each way of
/// compiling, gives what the CPU gives.

#include "core/runtime/cuda/cuda_compile.h"
#include "core/runtime/cuda/cuda_driver.h"
#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/execution/gpu_text.h"
#include "passes/workbench/program/open.h"
#include "passes/workbench/program/samples.h"
#include "passes/workbench/worker/run_here.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TstGpuDevice : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void samplesAgreeWithTheCpu_data();
    void samplesAgreeWithTheCpu();
};

void TstGpuDevice::initTestCase()
{
    const Result<CudaDriver> driver = CudaDriver::open();
    if (!driver)
        QSKIP(driver.diagnostics().front().message.c_str());
}

void TstGpuDevice::samplesAgreeWithTheCpu_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("via");
    const Result<std::vector<Sample>> samples = readSamples();
    QVERIFY(samples);
    for (const Sample& sample : *samples)
        for (const KernelWay way : AllKernelWays)
            if (sample.isExecutable() && sample.group == "Programs") {
                const std::string via(toString(way));
                QTest::newRow((sample.name + " by " + via).c_str())
                    << QString::fromStdString(sample.path) << QString::fromStdString(via);
            }
}

void TstGpuDevice::samplesAgreeWithTheCpu()
{
    QFETCH(QString, path);
    QFETCH(QString, via);
    const OpenedProgram program = openFile(path.toStdString());
    QVERIFY(program.isOpen());
    RunRequest asked;
    asked.module = program.parsed->module;
    asked.signature = program.parsed->module;
    asked.seed = 11;
    const RunReport onCpu = runHere(asked);
    QVERIFY2(onCpu.status == RunStatus::Done, onCpu.message.c_str());

    asked.device = "cuda";
    asked.via = via.toStdString();
    const auto recording = runPasses(asked.module, findPipeline("split")->passes, "split");
    for (size_t step = 0; step < recording->moduleCount(); ++step) {
        if (step > 0 && &recording->module(step) == &recording->module(step - 1))
            continue;
        asked.module = {recording->arena, &recording->module(step)};
        const RunReport onGpu = runHere(asked);
        if (onGpu.status == RunStatus::Refused && onGpu.diagnostics.front().code == "no-compiler")
            QSKIP(onGpu.message.c_str());
        QVERIFY2(onGpu.status == RunStatus::Done,
                 qPrintable(QString("step %1: %2").arg(step).arg(QString::fromStdString(onGpu.message))));
        QCOMPARE(QString::fromStdString(explain(compareRuns(onGpu, onCpu))), QString());
        if (step + 1 == recording->moduleCount())
            qInfo("%s", toText(*onGpu.gpu).c_str());
    }
}

TIR_TEST(TstGpuDevice)
#include "tst_gpu_device.moc"
