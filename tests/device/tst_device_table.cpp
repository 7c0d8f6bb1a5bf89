/// The table of tests/run.sh -L gpu, with stand-ins for the CUDA driver and for nvcc: agreements, differences, and
/// reasons.

#include "tests/device/device_table.h"
#include "tests/device/spot_check.h"
#include "tests/passes/workbench/worker/test_clock.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace tir;
using namespace tir::testing;

class TstDeviceTable : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void programsAgree();
    void timesAreInTheTable();
    void wrongResultsDiffer();
    void failuresAreSaid();
    void obstaclesAreSaid();
    void spotsAreLookedAt();
    void corpusPrograms();

private:
    QTemporaryDir m_cache;
};

namespace {

const std::vector<KernelWay> OnlyNvcc = {KernelWay::Nvcc};

QStringList wordsOf(const std::vector<DeviceRow>& rows, DeviceVerdict verdict)
{
    QStringList words;
    for (const DeviceRow& row : rows)
        if (row.verdict == verdict)
            words.append(row.program->name + ": " + row.why);
    return words;
}

const DeviceRow& rowNamed(const std::vector<DeviceRow>& rows, const QString& program)
{
    return *std::ranges::find_if(rows, [&](const DeviceRow& row) { return row.program->name == program; });
}

/// The line of the table for the program.
QString lineOf(const QString& table, const QString& program)
{
    for (const QString& line : table.split('\n'))
        if (line.startsWith(program + " "))
            return line.simplified();
    return {};
}

} // namespace

void TstDeviceTable::initTestCase()
{
    qputenv("TIRSCOPE_CUDA_DRIVER", TIRSCOPE_TEST_CUDA);
    qputenv("CUDA_HOME", sourcePath("tests/support/host_toolkit").toUtf8());
    qputenv("XDG_CACHE_HOME", m_cache.path().toUtf8());
    if (!qEnvironmentVariableIsSet("CXX"))
        qputenv("CXX", TIRSCOPE_TEST_CXX);
}

/// All features, in one of the two ways at least.
void TstDeviceTable::programsAgree()
{
    std::vector<DeviceProgramGroup> groups =
        samplePrograms({"scheduled/pipelined_mma", "scheduled/tensor_core_matmul", "scheduled/softmax",
                        "museum/region_on_the_host"});
    size_t operations = 0;
    for (DeviceProgramGroup& group : operationPrograms()) {
        operations += group.size();
        groups.push_back(std::move(group));
    }
    QVERIFY2(operations > 100, qPrintable(QString::number(operations)));
    groups.push_back(clusterPrograms());
    const std::vector<DeviceRow> rows = runOnDevice(groups, {KernelWay::Nvcc, KernelWay::Nvptx}, 2);
    QCOMPARE(rows.size(), 2 * (3 + 1 + operations + 1));
    for (const DeviceRow& row : rows)
        QVERIFY2(row.verdict != DeviceVerdict::Refused || !row.program->refusal.isEmpty() ||
                     row.program->isForFormulas || featuresOf(*row.program).contains("mma"),
                 qPrintable(row.program->name));
    for (const QString& refused : wordsOf(rows, DeviceVerdict::Refused))
        QVERIFY2(refused.contains("the program has no kernel") ||
                     refused.contains("they cannot wait for each other") ||
                     refused.contains("has no counterpart in the PTX that is generated here"),
                 qPrintable(refused));
    for (const DeviceVerdict verdict : {DeviceVerdict::Differs, DeviceVerdict::Failed,
                                        DeviceVerdict::NoCompiler, DeviceVerdict::NotCompared})
        QCOMPARE(wordsOf(rows, verdict).join('\n'), QString());
    const QStringList found = featuresOf(rows);
    for (const QString& feature : allFeatures())
        QVERIFY2(found.contains(feature), qPrintable(feature));

    const QString table = deviceTable(rows);
    for (const char* line : {"\n  mma: nvcc\n", "\n  clusters: nvptx\n", "\n  wmma: nvcc nvptx\n"})
        QVERIFY2(table.contains(line), qPrintable(table));
}

void TstDeviceTable::timesAreInTheTable()
{
    const std::vector<DeviceProgramGroup> groups =
        samplePrograms({"scheduled/wide_copy", "scheduled/two_stages", "scheduled/tensor_core_matmul"});
    std::vector<DeviceRow> rows = runOnDevice(groups, OnlyNvcc, 1);
    qputenv("STAND_IN_CUDA_KERNEL", "none"); // what is measured is launched hundreds of times
    const auto unset = qScopeGuard([] { qunsetenv("STAND_IN_CUDA_KERNEL"); });
    TestClock clock;
    timeOnDevice(rows, TimedSizes::Tested, clock);
    const QString table = deviceTable(rows);
    qInfo("%s", qPrintable(table));
    QVERIFY(table.startsWith("Stand-in 0, sm_90, driver for CUDA 13.0\n"));
    // 4 rows of 16 KiB, read and written in 125 us, of 1024 GB/s.
    const QString copy = lineOf(table, "scheduled/wide_copy");
    QVERIFY2(copy.startsWith("scheduled/wide_copy nvcc agrees 0 main_kernel 125.0 us 0.0 us 0.1 %") ||
                 copy.startsWith("scheduled/wide_copy nvcc agrees 0 main_kernel 125.0 us - 0.1 %"),
             qPrintable(table));
    QVERIFY2(copy.contains(QRegularExpression(R"( 40 \d+\.\d %$)")), qPrintable(copy));
    QVERIFY2(lineOf(table, "scheduled/two_stages").contains(" main_kernel "), qPrintable(table));
    QVERIFY2(table.contains(QRegularExpression(R"(\n {60,}main_kernel_1 +125\.0 us)")), qPrintable(table));
    // 2 * 32 * 32 * 32 operations on matrices, of a peak of 40.96 Tflop/s.
    QCOMPARE(rowNamed(rows, "scheduled/tensor_core_matmul").gpu->kernels[0].arithmeticShare,
             65536 / 125e-6 / 40.96e12);
    // Shares of programs that the CPU executes are those of the counts.
    QVERIFY(rowNamed(rows, "scheduled/two_stages").gpu->kernels[0].counted);
    QVERIFY2(table.contains("  scheduled/wide_copy by nvcc: 0.1 % of the bandwidth, goal 90.0 %, missed\n"),
             qPrintable(table));
}

/// The kernels do nothing: results stay unchanged.
void TstDeviceTable::wrongResultsDiffer()
{
    qputenv("STAND_IN_CUDA_KERNEL", "none");
    const auto unset = qScopeGuard([] { qunsetenv("STAND_IN_CUDA_KERNEL"); });
    const std::vector<DeviceProgramGroup> groups = samplePrograms({"scheduled/saxpy"});
    std::vector<DeviceRow> rows = runOnDevice(groups, {KernelWay::Nvptx}, 1);
    QCOMPARE(rows.size(), size_t(1));
    QVERIFY(rows[0].verdict == DeviceVerdict::Differs);
    QVERIFY2(rows[0].why.startsWith("'Y' differs in "), qPrintable(rows[0].why));
    QVERIFY(rows[0].worst > 0.1);
    TestClock clock;
    timeOnDevice(rows, TimedSizes::Tested, clock); // measures nothing that is wrong
    const QString table = deviceTable(rows);
    QVERIFY2(lineOf(table, "scheduled/saxpy").startsWith("scheduled/saxpy nvptx differs "),
             qPrintable(table));
    QVERIFY(table.contains("\n  1 by nvptx differs: 'Y' differs in "));
    QVERIFY(table.contains("\n  half: none\n"));
}

void TstDeviceTable::failuresAreSaid()
{
    qputenv("STAND_IN_CUDA_FAIL", "cuCtxSynchronize=719");
    const std::vector<DeviceProgramGroup> groups = samplePrograms({"scheduled/saxpy"});
    const std::vector<DeviceRow> rows = runOnDevice(groups, OnlyNvcc, 1);
    qunsetenv("STAND_IN_CUDA_FAIL");
    QVERIFY(rows[0].verdict == DeviceVerdict::Failed);
    QVERIFY2(rows[0].why.contains("CUDA_ERROR_LAUNCH_FAILED"), qPrintable(rows[0].why));
    QVERIFY(deviceTable(rows).contains("\n  1 by nvcc failed: CudaError: "));
}

void TstDeviceTable::obstaclesAreSaid()
{
    std::vector<DeviceProgramGroup> groups = samplePrograms({"scheduled/saxpy"});
    groups[0][0].entry = "missing";
    const std::vector<DeviceRow> rows = runOnDevice(groups, OnlyNvcc, 1);
    QVERIFY(rows[0].verdict == DeviceVerdict::NotCompared);
    QVERIFY2(rows[0].why.startsWith("on the CPU: "), qPrintable(rows[0].why));
}

void TstDeviceTable::spotsAreLookedAt()
{
    const std::vector<DeviceProgramGroup> groups = samplePrograms({"scheduled/pipelined_mma"});
    const DeviceProgram& program = groups[0][0];
    RunRequest request;
    request.module = program.input;
    request.inputs = {{"M", InputSpec::constant(256)}, {"K", InputSpec::constant(128)}};
    RunReport report = runInWorker(request);
    QVERIFY2(report.status == RunStatus::Done, report.message.c_str());
    QCOMPARE(report.tensors[2].shape, std::vector<int64_t>({256, 1024}));
    QCOMPARE(spotCheck(program, report), QString());
    // The last element is one of the spots.
    report.tensors[2].after = report.tensors[2].before;
    QVERIFY(spotCheck(program, report).startsWith("spot 0 of 'C' is "));
}

void TstDeviceTable::corpusPrograms()
{
    TIR_SKIP_WITHOUT_CORPUS();
    const std::vector<DeviceProgramGroup> all = tir::testing::corpusPrograms();
    QVERIFY(all.size() >= 20);
    std::vector<DeviceProgramGroup> some;
    for (const DeviceProgramGroup& group : all)
        if (group[0].name.contains("rms_norm") || group[0].name.contains("two_kernels"))
            some.push_back(group);
    QVERIFY(some.size() >= 2);
    const std::vector<DeviceRow> rows = runOnDevice(some, OnlyNvcc, 2);
    for (const DeviceRow& row : rows)
        QVERIFY2(row.verdict == DeviceVerdict::Agrees, qPrintable(row.program->name + ": " + row.why));
}

TIR_TEST(TstDeviceTable)
#include "tst_device_table.moc"
