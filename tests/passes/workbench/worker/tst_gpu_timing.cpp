/// Times of kernels, with a stand-in for the CUDA driver: batches, cold caches, and the limits of measuring.

#include "core/runtime/arithmetic_peak.h"
#include "core/runtime/occupancy.h"
#include "passes/workbench/execution/gpu_text.h"
#include "passes/workbench/worker/run_gpu.h"
#include "tests/passes/workbench/worker/stand_in_test.h"
#include "tests/passes/workbench/worker/test_clock.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>

using namespace tir;
using namespace tir::testing;

namespace {

/// A busy machine is not slower by this clock: measuring ends because of what it does, never because of the machine.
/// Kernels are launched thousands of times and compute nothing.
RunReport timed(const RunRequest& request)
{
    standIn<SetStandInKernel>("standInSetKernel")([](const StandInLaunch&) {});
    TestClock clock;
    return runOnGpu(request, {}, {}, clock);
}

} // namespace

class TstGpuTiming : public StandInTest {
    Q_OBJECT

private slots:
    void roundsAreTimed();
    void everyGpuHasAShare();
    void submittingIsNotTimed_data();
    void submittingIsNotTimed();
    void submittingMayTakeTooLong();
    void cachesAreFlushed();
    void timingFreesNothing_data();
    void timingFreesNothing();
    void timingHasABudget();
    void timingEndsWithItsBudget();
    void longLaunchesAreNotRepeated();
    void endlessLaunchesAreAbandoned();
};

void TstGpuTiming::roundsAreTimed()
{
    RunRequest request = gpuRequest(sampleModule("two_kernels.py"));
    request.repeat = 5;
    const RunReport report = timed(request);
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.gpu->repeat, 5);
    QCOMPARE(report.gpu->kernels.size(), size_t(2));
    for (const KernelReport& kernel : report.gpu->kernels) {
        QCOMPARE(kernel.timesNs, std::vector<int64_t>(5, 125000));
        QCOMPARE(kernel.medianNs(), int64_t(125000));
        QVERIFY(kernel.work);
        const double bytes = double(kernel.work->loadedBytes + kernel.work->storedBytes);
        QVERIFY(bytes > 0);
        QCOMPARE(kernel.bandwidthShare, bytes / 125e-6 / 1.024e12); // two edges of 1 GHz on 4096 bits
        QCOMPARE(kernel.arithmeticShare, double(kernel.work->operations) / 125e-6 / 2.56e12);
    }
    // The run, 50 ms of warm-up, a first launch of the second kernel that determines the batch size, and the batches;
    // each after a launch that keeps the GPU busy.
    QCOMPARE(log().count("cuLaunchKernelEx"), 2 + 400 + 1 + 2 * 5 * (8 + 1));
    QCOMPARE(report.gpu->kernels[0].batch, int64_t(8)); // a millisecond
    // Inputs go to the GPU once.
    QCOMPARE(log().count("cuMemcpyHtoD_v2"),
             int(std::ranges::count(report.tensors, false, &RunTensor::isScalar)));
}

/// Or says why not.
void TstGpuTiming::everyGpuHasAShare()
{
    qputenv("STAND_IN_CUDA_LAUNCH_NS", "25000000"); // two launches warm the GPU up
    RunRequest request = gpuRequest(sampleModule("two_kernels.py"));
    request.repeat = 1;
    int known = 0;
    for (const std::string& arch : occupancyArchs()) {
        qputenv("STAND_IN_CUDA_ARCH", QByteArray::fromStdString(arch).mid(3));
        const RunReport report = timed(request);
        QCOMPARE(words(report), QString("done: "));
        QCOMPARE(report.gpu->arch, arch);
        const bool isKnown = operationsPerClock(arch, Float32, false) > 0;
        for (const KernelReport& kernel : report.gpu->kernels) {
            QVERIFY2((kernel.arithmeticShare > 0) == isKnown, arch.c_str());
            QVERIFY2(kernel.noShares.empty() == isKnown, arch.c_str());
        }
        known += isKnown;
    }
    QVERIFY(known > 10);
}

void TstGpuTiming::submittingIsNotTimed_data()
{
    QTest::addColumn<int>("launchNs");
    QTest::addColumn<int>("submitNs");
    QTest::addColumn<bool>("hasColdCaches");
    QTest::addColumn<int>("memory");
    const int enough = 1 << 30;
    QTest::newRow("a short kernel") << 1000 << 3000 << false << enough;
    QTest::newRow("a short kernel on a slow host") << 1000 << 12000 << false << enough;
    QTest::newRow("a kernel that takes as long") << 3000 << 3000 << false << enough;
    QTest::newRow("a long kernel") << 10000 << 3000 << false << enough;
    QTest::newRow("a long kernel, no memory for flushes") << 10000 << 3000 << false << (1 << 20);
    QTest::newRow("cold caches") << 1000 << 3000 << true << enough;
    QTest::newRow("cold caches on a slow host") << 1000 << 12000 << true << enough;
}

/// The GPU is busy until a whole batch is submitted.
void TstGpuTiming::submittingIsNotTimed()
{
    QFETCH(int, launchNs);
    QFETCH(int, submitNs);
    QFETCH(bool, hasColdCaches);
    QFETCH(int, memory);
    qputenv("STAND_IN_CUDA_MEMORY", QByteArray::number(memory));
    qputenv("STAND_IN_CUDA_LAUNCH_NS", QByteArray::number(launchNs));
    qputenv("STAND_IN_CUDA_SUBMIT_NS", QByteArray::number(submitNs));
    RunRequest request = gpuRequest(sampleModule("two_kernels.py"));
    request.repeat = 5;
    request.hasColdCaches = hasColdCaches;
    const RunReport report = timed(request);
    QCOMPARE(words(report), QString("done: "));
    for (const KernelReport& kernel : report.gpu->kernels) {
        QVERIFY(kernel.batch > 5);
        QCOMPARE(kernel.timesNs, std::vector<int64_t>(5, launchNs));
    }
}

/// If submitting the other work takes as long as the GPU takes for it, there is no end of it.
void TstGpuTiming::submittingMayTakeTooLong()
{
    qputenv("STAND_IN_CUDA_LAUNCH_NS", "1000");
    qputenv("STAND_IN_CUDA_SUBMIT_NS", "3000");
    qputenv("STAND_IN_CUDA_MEMSET_NS", "100");
    RunRequest request = gpuRequest(sampleModule("two_kernels.py"));
    request.repeat = 2;
    const RunReport report = timed(request);
    QCOMPARE(words(report), QString("done: "));
    for (const KernelReport& kernel : report.gpu->kernels)
        QCOMPARE(kernel.timesNs.size(), size_t(2));
    QVERIFY(log().count("cuMemsetD8_v2") < 10000);
}

void TstGpuTiming::cachesAreFlushed()
{
    RunRequest request = gpuRequest(sampleModule("two_kernels.py"));
    request.repeat = 5;
    request.hasColdCaches = true;
    const RunReport report = timed(request);
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.gpu->kernels[1].timesNs, std::vector<int64_t>(5, 125000));
    QVERIFY(report.gpu->kernels[1].hasColdCaches);
    QVERIFY(log().contains("cuMemAlloc_v2 2097152\n")); // twice L2
    // Fresh memory is filled, too, except for that which flushes write.
    QCOMPARE(log().count("cuMemsetD8_v2"), log().count("cuMemAlloc_v2") - 1 + 2 * 5 * 8);
    QVERIFY(log().contains("cuMemsetD8_v2 \ncuEventRecord \ncuLaunchKernelEx"));
    QVERIFY(timeInWords(report.gpu->kernels[0]).find(", caches cold)") != std::string::npos);
    request.hasColdCaches = false;
    QVERIFY(timeInWords(timed(request).gpu->kernels[0]).find(", caches warm)") != std::string::npos);
}

void TstGpuTiming::timingFreesNothing_data()
{
    QTest::addColumn<int>("missingBytes");
    QTest::addColumn<bool>("hasColdCaches");
    QTest::addColumn<bool>("isTimed");
    const int flushed = 2 << 20;
    QTest::newRow("warm caches") << 0 << false << true;
    QTest::newRow("warm caches, a byte is missing") << 1 << false << true;
    QTest::newRow("warm caches, no memory") << flushed << false << true;
    QTest::newRow("cold caches") << 0 << true << true;
    QTest::newRow("cold caches, a byte is missing") << 1 << true << false;
    QTest::newRow("cold caches, no memory") << flushed << true << false;
}

/// The launches use a workspace again that the program has released. It does not make room for the memory that flushes
/// write.
void TstGpuTiming::timingFreesNothing()
{
    QFETCH(int, missingBytes);
    QFETCH(bool, hasColdCaches);
    QFETCH(bool, isTimed);
    RunRequest request = gpuRequest(moduleOfText(R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((512,), "float32")):
    for i in range(2):
        W = T.alloc_buffer((512,), "float32")
        with T.launch_thread("threadIdx.x", 512) as tx:
            W[tx] = A[tx]
        with T.launch_thread("threadIdx.x", 512) as tx:
            A[tx] = W[511 - tx] + T.float32(1)
)"));
    request.repeat = 3;
    request.hasColdCaches = hasColdCaches;
    const int bytes = 2048 + 2048 + (2 << 20); // A, W, twice L2
    qputenv("STAND_IN_CUDA_MEMORY", QByteArray::number(bytes - missingBytes));
    qputenv("STAND_IN_CUDA_LAUNCH_NS", "25000000"); // two launches warm the GPU up
    const RunReport report = timed(request);
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.gpu->kernels.size(), size_t(2));
    for (const KernelReport& kernel : report.gpu->kernels) {
        const QString why = QString::fromStdString(kernel.notTimed);
        QCOMPARE(kernel.timesNs, std::vector<int64_t>(isTimed ? 3 : 0, 25000000));
        QVERIFY2(isTimed ? why.isEmpty()
                         : why.startsWith("caches cannot be flushed: the GPU has no memory for 2 MiB ("),
                 qPrintable(why));
    }
    QVERIFY(log().lastIndexOf("cuLaunchKernelEx") < log().indexOf("cuMemFree_v2"));
}

/// The result is there: nothing is timed that would take the rest of the time limit.
void TstGpuTiming::timingHasABudget()
{
    RunRequest request = gpuRequest(sampleModule("two_kernels.py"));
    request.repeat = 5;
    request.timeLimitSeconds = 1e-9;
    const RunReport report = timed(request);
    QCOMPARE(words(report), QString("done: "));
    QVERIFY(report.gpu->kernels[0].timesNs.empty());
    for (const KernelReport& kernel : report.gpu->kernels)
        QCOMPARE(kernel.notTimed,
                 std::string("the run itself took too long to be repeated within the time limit"));
    QCOMPARE(timeInWords(report.gpu->kernels[0]), "not timed: " + report.gpu->kernels[0].notTimed);
}

void TstGpuTiming::timingEndsWithItsBudget()
{
    RunRequest request = gpuRequest(sampleModule("two_kernels.py"));
    request.repeat = 50;
    TestClock clock;
    clock.stepNs = 250000000;
    const RunReport report = runOnGpu(request, {}, {}, clock);
    QCOMPARE(words(report), QString("done: "));
    const size_t batches = report.gpu->kernels[0].timesNs.size();
    QVERIFY2(batches > 5 && batches < 50, qPrintable(QString::number(batches)));
    QVERIFY(report.gpu->kernels[1].timesNs.empty());
    QVERIFY(report.gpu->kernels[0].notTimed.empty());
    QCOMPARE(report.gpu->kernels[1].notTimed,
             std::string("the share of the time limit for timing was used up"));
    QVERIFY(toText(*report.gpu).find("timing ended early") != std::string::npos);
    QVERIFY(clock.ns < int64_t(15e9));
}

void TstGpuTiming::longLaunchesAreNotRepeated()
{
    qputenv("STAND_IN_CUDA_LAUNCH_NS", "20000000000");
    RunRequest request = gpuRequest(sampleModule("two_kernels.py"));
    request.repeat = 50;
    const RunReport report = timed(request);
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(log().count("cuLaunchKernelEx"), 2 + 1);
    for (const KernelReport& kernel : report.gpu->kernels)
        QVERIFY(kernel.timesNs.empty());
}

/// Such as a kernel that waits for a flag which its first launch has taken.
void TstGpuTiming::endlessLaunchesAreAbandoned()
{
    qputenv("STAND_IN_CUDA_BUSY", "2"); // the run itself ends
    RunRequest request = gpuRequest(sampleModule("two_kernels.py"));
    request.repeat = 5;
    const RunReport report = timed(request);
    QCOMPARE(words(report), QString("done: "));
    QVERIFY(!report.tensors.empty());
    QCOMPARE(report.gpu->kernels[0].notTimed,
             std::string("a repeated launch did not end in the time for measuring"));
    QVERIFY(!log().contains("cuDevicePrimaryCtxRelease_v2")); // which would wait
    standIn<StandInForget>("standInForget")();
}

TIR_TEST(TstGpuTiming)
#include "tst_gpu_timing.moc"
