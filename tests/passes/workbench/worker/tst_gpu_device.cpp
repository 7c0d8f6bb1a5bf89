/// On a GPU that is really there: every sample, at every step of its pipeline's common part, by each way of
/// compiling, gives what the CPU gives. TIRSCOPE_GPU_TABLE names a file that gets a line for each kernel of the last step:
/// tests/run.sh -L gpu prints it.

#include "core/runtime/cuda/cuda_compile.h"
#include "core/runtime/cuda/cuda_driver.h"
#include "passes/framework/pass_manager.h"
#include "passes/framework/registry.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/execution/gpu_text.h"
#include "passes/workbench/program/open.h"
#include "passes/workbench/program/samples.h"
#include "passes/workbench/worker/run_here.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QFileInfo>
#include <QtTest>

using namespace tir;

class TstGpuDevice : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void samplesAgreeWithTheCpu_data();
    void samplesAgreeWithTheCpu();

private:
    /// Appends the kernels of a run that agrees with the CPU, or why there is none.
    static void tabulate(const QString& program, const QString& way, const RunReport& report);
};

namespace {

QString percentText(double share)
{
    return share < 0 ? QString("-") : QString::number(share * 100, 'f', 1) + " %";
}

void addLine(const QStringList& cells)
{
    QFile table(qEnvironmentVariable("TIRSCOPE_GPU_TABLE"));
    if (table.fileName().isEmpty() || !table.open(QIODevice::Append | QIODevice::Text))
        return;
    static constexpr int Widths[] = {24, 8, 24, 12, 12, 11, 11, 10, 10};
    QString line;
    for (int at = 0; at < cells.size(); ++at)
        line += cells[at].leftJustified(at < int(std::size(Widths)) ? Widths[at] : 0) + " ";
    table.write(line.trimmed().toUtf8() + "\n");
}

/// Passes of the pipeline as far as host and device are one module.
std::vector<PassInvocation> commonPasses(const std::string& pipeline)
{
    std::vector<PassInvocation> passes = findPipeline(pipeline)->passes;
    std::erase_if(passes, [](const PassInvocation& pass) {
        return pass.branch != Branch::Common || !findPass(pass.name);
    });
    return passes;
}

} // namespace

void TstGpuDevice::tabulate(const QString& program, const QString& way, const RunReport& report)
{
    if (!report.gpu || report.gpu->kernels.empty())
        return addLine({program, way, QString::fromStdString(report.message)});
    for (const KernelReport& kernel : report.gpu->kernels)
        addLine(
            {program, way, QString::fromStdString(kernel.name),
             QString::number(double(kernel.medianNs()) / 1e3, 'f', 1) + " us",
             QString::number(double(kernel.quartilesNs().second - kernel.quartilesNs().first) / 1e3, 'f', 1) +
                 " us",
             percentText(kernel.bandwidthShare), percentText(kernel.arithmeticShare),
             QString::number(kernel.resources.registers),
             kernel.occupancy ? percentText(kernel.occupancy->share()) : QString("-")});
}

void TstGpuDevice::initTestCase()
{
    const Result<CudaDriver> driver = CudaDriver::open();
    if (!driver)
        QSKIP(driver.diagnostics().front().message.c_str());
    addLine({"program", "way", "kernel", "median", "spread", "bandwidth", "arithmetic", "registers",
             "occupancy"});
}

void TstGpuDevice::samplesAgreeWithTheCpu_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("via");
    QTest::addColumn<QString>("pipeline");
    const Result<std::vector<Sample>> samples = readSamples();
    QVERIFY(samples);
    for (const Sample& sample : *samples)
        for (const KernelWay way : AllKernelWays)
            if (sample.isExecutable() && (sample.group == "Programs" || sample.group == "Scheduled")) {
                const std::string via(toString(way));
                QTest::newRow((sample.name + " by " + via).c_str())
                    << QString::fromStdString(sample.path) << QString::fromStdString(via)
                    << QString(sample.group == "Scheduled"              ? "s_tir"
                               : sample.name == "shared_outside_launch" ? "split@legacy-merge"
                                                                        : "split");
            }
}

void TstGpuDevice::samplesAgreeWithTheCpu()
{
    QFETCH(QString, path);
    QFETCH(QString, via);
    QFETCH(QString, pipeline);
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
    const auto recording = runPasses(asked.module, commonPasses(pipeline.toStdString()),
                                     pipeline.toStdString(), {.mode = Mode::Sound, .config = {}});
    // Programs that are scheduled have kernels at the end only.
    const size_t first = pipeline == "s_tir" ? recording->moduleCount() - 1 : 0;
    for (size_t step = first; step < recording->moduleCount(); ++step) {
        const bool isLast = step + 1 == recording->moduleCount();
        if (step > first && !isLast && &recording->module(step) == &recording->module(step - 1))
            continue;
        asked.repeat = isLast ? 10 : 0;
        asked.module = {recording->arena, &recording->module(step)};
        const RunReport onGpu = runHere(asked);
        if (isLast)
            tabulate(QFileInfo(path).baseName(), via, onGpu);
        if (onGpu.status == RunStatus::Refused && onGpu.diagnostics.front().code == "no-compiler")
            QSKIP(onGpu.message.c_str());
        QVERIFY2(onGpu.status == RunStatus::Done,
                 qPrintable(QString("step %1: %2").arg(step).arg(QString::fromStdString(onGpu.message))));
        QCOMPARE(QString::fromStdString(explain(compareRuns(onGpu, onCpu))), QString());
        if (isLast)
            qInfo("%s", toText(*onGpu.gpu).c_str());
    }
}

TIR_TEST(TstGpuDevice)
#include "tst_gpu_device.moc"
