/// The work of launches: which kernel a count belongs to, its time at the peaks of a GPU, and its text.

#include "passes/workbench/execution/count_launches.h"
#include "passes/workbench/execution/gpu_report_json.h"
#include "passes/workbench/execution/gpu_text.h"
#include "passes/workbench/execution/message_json.h"
#include "passes/workbench/execution/work_count_json.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

const DType Half = Float16;

WorkCount workOf(int64_t loaded, std::vector<OperationCount> operations)
{
    WorkCount work{.loadedBytes = loaded};
    for (const OperationCount& each : operations)
        work.addOperations(each.dtype, each.isMatrix, each.count);
    return work;
}

GpuReport reportOf(std::vector<KernelReport> kernels)
{
    GpuReport report;
    report.arch = "sm_90";
    report.peakBytesPerSecond = 1e12;
    report.multiprocessors = 100;
    report.clockHertz = 1e9;
    report.kernels = std::move(kernels);
    return report;
}

} // namespace

class TstWorkCounts : public QObject {
    Q_OBJECT

private slots:
    void countsGoToTheirLaunches();
    void theSlowestTypeIsTheShare_data();
    void theSlowestTypeIsTheShare();
    void unknownPeaksAreNamed_data();
    void unknownPeaksAreNamed();
    void countsReplaceTheText();
    void crossesThePipe();
    void words_data();
    void words();
    void whatCannotBeCountedSaysWhy();
};

void TstWorkCounts::countsGoToTheirLaunches()
{
    GpuReport report =
        reportOf({{.name = "k", .grid = {4, 1, 1}}, {.name = "k", .grid = {8, 1, 1}}, {.name = "m"}});
    addCounts(report, {{.kernel = "k", .grid = {8, 1, 1}, .work = workOf(80, {}), .isDifferent = true},
                       {.kernel = "k", .grid = {4, 1, 1}, .work = workOf(40, {})},
                       {.kernel = "m", .dynamicSharedBytes = 16, .work = workOf(1, {})}});
    QCOMPARE(report.kernels[0].counted->loadedBytes, int64_t(40));
    QVERIFY(!report.kernels[0].isCountDifferent);
    QCOMPARE(report.kernels[1].counted->loadedBytes, int64_t(80));
    QVERIFY(report.kernels[1].isCountDifferent);
    QVERIFY(!report.kernels[2].counted);
}

void TstWorkCounts::theSlowestTypeIsTheShare_data()
{
    QTest::addColumn<int>("half"); // a million operations each
    QTest::addColumn<int>("matrix");
    QTest::addColumn<int>("wide");
    QTest::addColumn<QString>("type");
    QTest::addColumn<double>("share");
    // 100 multiprocessors of sm_90 at 1 GHz: 51.2 Tflop/s of float16, 409.6 by matrices, 12.8 of float64.
    QTest::newRow("none") << 0 << 0 << 0 << "" << -1.0;
    QTest::newRow("half") << 512 << 0 << 0 << "float16" << 0.1;
    QTest::newRow("more of the fast one") << 512 << 1024 << 0 << "float16" << 0.1;
    QTest::newRow("matrices") << 51 << 4096 << 0 << "float16 matrix" << 0.1;
    QTest::newRow("few of the slow one") << 512 << 0 << 256 << "float64" << 0.2;
}

void TstWorkCounts::theSlowestTypeIsTheShare()
{
    QFETCH(int, half);
    QFETCH(int, matrix);
    QFETCH(int, wide);
    QFETCH(QString, type);
    QFETCH(double, share);
    const int64_t million = 1000000;
    GpuReport report = reportOf({{.name = "k", .timesNs = {100000}}});
    report.kernels[0].work = workOf(
        10000000,
        {{Half, false, half * million}, {Half, true, matrix * million}, {Float64, false, wide * million}});
    addShares(report);
    QCOMPARE(report.kernels[0].bandwidthShare, 0.1);
    QCOMPARE(QString::fromStdString(report.kernels[0].arithmeticType), type);
    QCOMPARE(report.kernels[0].arithmeticShare, share);
}

void TstWorkCounts::unknownPeaksAreNamed_data()
{
    QTest::addColumn<QString>("arch");
    QTest::addColumn<double>("bandwidth");
    QTest::addColumn<double>("clock");
    QTest::addColumn<bool>("computes");
    QTest::addColumn<QStringList>("reasons");
    const QString ofMemory =
        "no share of the bandwidth: the driver does not report the memory's clock and width";
    const QString ofClock = "no share of the arithmetic: the driver does not report the clock";
    QTest::newRow("known") << "sm_90" << 1e12 << 1e9 << true << QStringList();
    QTest::newRow("all that occupancy knows") << "sm_103" << 1e12 << 1e9 << true << QStringList();
    QTest::newRow("an architecture that is not documented")
        << "sm_88" << 1e12 << 1e9 << true
        << QStringList{
               "no share of the arithmetic: the peak of sm_88 is not known for float32, float16 matrix"};
    QTest::newRow("no arithmetic") << "sm_88" << 1e12 << 1e9 << false << QStringList();
    QTest::newRow("no bandwidth") << "sm_90" << 0.0 << 1e9 << true << QStringList{ofMemory};
    QTest::newRow("no clock") << "sm_90" << 1e12 << 0.0 << true << QStringList{ofClock};
    QTest::newRow("neither") << "sm_90" << 0.0 << 0.0 << true << QStringList{ofMemory, ofClock};
}

void TstWorkCounts::unknownPeaksAreNamed()
{
    QFETCH(QString, arch);
    QFETCH(double, bandwidth);
    QFETCH(double, clock);
    QFETCH(bool, computes);
    QFETCH(QStringList, reasons);
    GpuReport report = reportOf({{.name = "k", .timesNs = {1000}}});
    report.arch = arch.toStdString();
    report.peakBytesPerSecond = bandwidth;
    report.clockHertz = clock;
    report.kernels[0].work = computes ? workOf(8, {{Float32, false, 3}, {Half, true, 2}}) : workOf(8, {});
    addShares(report);
    addShares(report); // as after counting
    QStringList found;
    for (const std::string& why : report.kernels[0].noShares)
        found.append(QString::fromStdString(why));
    QCOMPARE(found, reasons);
    const QString text = QString::fromStdString(toText(report));
    for (const QString& why : reasons)
        QVERIFY2(text.contains("\n  " + why + "\n"), qPrintable(text));
    QCOMPARE(text.contains("of the arithmetic on"), reasons.filter("arithmetic").isEmpty() && computes);
}

void TstWorkCounts::countsReplaceTheText()
{
    GpuReport report = reportOf({{.name = "k", .timesNs = {1000}}});
    report.kernels[0].work = workOf(1000000, {});
    addShares(report);
    QCOMPARE(report.kernels[0].bandwidthShare, 1.0);
    addCounts(report, {{.kernel = "k", .work = workOf(500000, {})}});
    QCOMPARE(report.kernels[0].bandwidthShare, 0.5);
    QVERIFY(report.kernels[0].work);
}

void TstWorkCounts::crossesThePipe()
{
    GpuReport report = reportOf({{.name = "k", .timesNs = {1000}}});
    report.kernels[0].work = workOf(8, {{Float32, false, 3}});
    report.kernels[0].counted = workOf(4, {{Half, true, 2}});
    report.kernels[0].isCountDifferent = true;
    report.clockHertz = 0;
    report.notCounted = "for a reason";
    addShares(report);
    const GpuReport read = gpuReportFromJson(parseMessage(toJson(report).dump()));
    QCOMPARE(toJson(read).dump(), toJson(report).dump());
    QCOMPARE(read.kernels[0].noShares.size(), size_t(1));
    QCOMPARE(toString(*read.kernels[0].counted), toString(*report.kernels[0].counted));
    const std::vector<CountedLaunches> launches = {
        {.kernel = "k", .grid = {2, 3, 4}, .dynamicSharedBytes = 5, .launches = 6, .work = workOf(7, {})}};
    QCOMPARE(toJson(countedLaunchesFromJson(toJson(launches))).dump(), toJson(launches).dump());
}

void TstWorkCounts::words_data()
{
    QTest::addColumn<int>("sharedBytes");
    QTest::addColumn<bool>("computes");
    QTest::addColumn<QString>("expected");
    QTest::newRow("moves") << 0 << false << "2.05 kB read, 0 B written; no arithmetic";
    QTest::newRow("through shared memory")
        << 16 << false << "2.05 kB read, 0 B written; of shared memory 16 B read, 0 B written; no arithmetic";
    QTest::newRow("computes")
        << 0 << true << "2.05 kB read, 0 B written; 4.1 kflop float16 matrix, 64 flop float32, 32 op int32";
}

void TstWorkCounts::words()
{
    QFETCH(int, sharedBytes);
    QFETCH(bool, computes);
    QFETCH(QString, expected);
    WorkCount work = workOf(2048, {});
    work.loadedSharedBytes = sharedBytes;
    if (computes)
        work = workOf(2048, {{Int32, false, 32}, {Float32, false, 64}, {Half, true, 4096}});
    QCOMPARE(QString::fromStdString(toString(work)), expected);
}

void TstWorkCounts::whatCannotBeCountedSaysWhy()
{
    RunReport report;
    report.status = RunStatus::Done;
    report.gpu = reportOf({{.name = "k"}});
    report.gpu->isEdited = true;
    addCounts(report, {}, nullptr);
    QCOMPARE(report.gpu->notCounted, std::string("edited CUDA C ran, which the CPU does not execute"));
    const std::vector<std::string> lines = remarks(*report.gpu);
    QVERIFY(std::ranges::find(lines, "not counted by execution: " + report.gpu->notCounted) != lines.end());
}

TIR_TEST(TstWorkCounts)
#include "tst_work_counts.moc"
