/// On a real GPU: samples, museum, single operations, and kernels of TVM, compiled in each way, have the results of the
/// CPU. TIRSCOPE_GPU_TABLE names a file that gets the table: tests/run.sh -L gpu prints it.

#include "core/runtime/cuda/cuda_driver.h"
#include "tests/device/device_table.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QtTest>

#include <algorithm>
#include <thread>

using namespace tir;
using namespace tir::testing;

class TstGpuDevice : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void agreesWithTheCpu_data();
    void agreesWithTheCpu();
    void coversTheFeatures_data();
    void coversTheFeatures();
    void coversTheTraces();

private:
    std::vector<DeviceProgramGroup> m_groups;
    std::vector<DeviceRow> m_rows;
    std::string m_arch;
};

namespace {

/// Each run on the GPU has a separate process and context.
constexpr unsigned MostThreads = 12;

/// The first architecture with the feature.
int firstArchOf(const QString& feature)
{
    return feature == "clusters"                                                ? 90
           : feature == "fp8"                                                   ? 89
           : feature == "cp.async" || feature == "mma" || feature == "bfloat16" ? 80
                                                                                : 70;
}

} // namespace

void TstGpuDevice::initTestCase()
{
    const Result<CudaDriver> driver = CudaDriver::open();
    if (!driver)
        QSKIP(driver.diagnostics().front().message.c_str());
    const Result<CudaDeviceFacts> facts = driver->facts(0);
    QVERIFY2(facts, facts ? "" : facts.diagnostics().front().message.c_str());
    m_arch = facts->arch;
    m_groups = samplePrograms();
    std::ranges::move(operationPrograms(), std::back_inserter(m_groups));
    m_groups.push_back(clusterPrograms());
    QString remark;
    if (corpusFolder())
        std::ranges::move(corpusPrograms(), std::back_inserter(m_groups));
    else
        remark = QString("\nprograms recorded from TVM are not covered: %1\n").arg(noCorpusReason());
    m_rows = runOnDevice(m_groups, {std::begin(AllKernelWays), std::end(AllKernelWays)},
                         std::clamp(std::thread::hardware_concurrency(), 1U, MostThreads));
    HostClock clock; // for the limit of measuring; times are the GPU's own
    timeOnDevice(m_rows, TimedSizes::Measured, clock);
    QFile file(qEnvironmentVariable("TIRSCOPE_GPU_TABLE"));
    if (!file.fileName().isEmpty() && file.open(QIODevice::Append | QIODevice::Text))
        file.write((deviceTable(m_rows) + remark).toUtf8());
}

void TstGpuDevice::agreesWithTheCpu_data()
{
    QTest::addColumn<size_t>("number");
    for (size_t number = 0; number < m_rows.size(); ++number)
        QTest::addRow("%s by %s", qPrintable(m_rows[number].program->name),
                      std::string(toString(m_rows[number].way)).c_str())
            << number;
}

void TstGpuDevice::agreesWithTheCpu()
{
    QFETCH(size_t, number);
    const DeviceRow& row = m_rows[number];
    const auto agrees = [&](const DeviceRow& other) {
        return other.program == row.program && other.verdict == DeviceVerdict::Agrees;
    };
    switch (row.verdict) {
    case DeviceVerdict::Agrees:
        QVERIFY(row.program->refusal.isEmpty());
        break;
    case DeviceVerdict::Differs:
    case DeviceVerdict::Failed:
        QFAIL(qPrintable(toText(row.verdict) + ": " + row.why));
    case DeviceVerdict::Refused:
        // Each rejection has a reason; if one way does not compile the program, another one does, unless the GPU lacks
        // a feature.
        QVERIFY(!row.why.isEmpty());
        QVERIFY2(row.program->refusal.isEmpty() || row.why.contains(row.program->refusal),
                 qPrintable(row.why));
        QVERIFY2(!row.program->refusal.isEmpty() || row.program->isFromCorpus ||
                     std::ranges::any_of(m_rows, agrees) || row.why.contains("sm_"),
                 qPrintable(row.why));
        break;
    case DeviceVerdict::NoCompiler:
        QSKIP(qPrintable(row.why));
    case DeviceVerdict::NotCompared:
        QVERIFY2(row.program->isFromCorpus, qPrintable(row.why));
        break;
    }
}

void TstGpuDevice::coversTheFeatures_data()
{
    QTest::addColumn<QString>("feature");
    for (const QString& feature : allFeatures())
        QTest::newRow(qPrintable(feature)) << feature;
}

void TstGpuDevice::coversTheFeatures()
{
    QFETCH(QString, feature);
    const int arch = QString::fromStdString(m_arch).mid(3, 3).remove('a').toInt();
    QVERIFY(arch < firstArchOf(feature) || featuresOf(m_rows).contains(feature));
}

/// Programs recorded from TVM.
void TstGpuDevice::coversTheTraces()
{
    TIR_SKIP_WITHOUT_CORPUS();
    QVERIFY(std::ranges::any_of(m_rows, [](const DeviceRow& row) {
        return row.program->isFromCorpus && row.verdict == DeviceVerdict::Agrees;
    }));
}

TIR_TEST(TstGpuDevice)
#include "tst_gpu_device.moc"
