/// Launches on a GPU, with a stand-in for the CUDA driver: extents, shared memory, and attributes.

#include "passes/workbench/worker/run_here.h"
#include "tests/passes/workbench/worker/stand_in_test.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

class TstGpuLaunches : public StandInTest {
    Q_OBJECT

private slots:
    void launchesAreSaid();
    void dynamicLimitIsRaised();
    void launchAttributes_data();
    void launchAttributes();
    void olderDevicesRefuseAttributes_data();
    void olderDevicesRefuseAttributes();
};

void TstGpuLaunches::launchesAreSaid()
{
    const RunReport report = runHere(gpuRequest(sampleModule("matmul.py")));
    QCOMPARE(words(report), QString("done: "));
    QVERIFY2(log().contains("cuLaunchKernelEx main_kernel grid (4,4,1) block (16,16,1) shared 2112\n"),
             qPrintable(log()));
    QCOMPARE(report.gpu->kernels.size(), size_t(1));
    const KernelReport& kernel = report.gpu->kernels[0];
    QCOMPARE(kernel.grid, (std::array<int64_t, 3>{4, 4, 1}));
    QCOMPARE(kernel.block, (std::array<int64_t, 3>{16, 16, 1}));
    QCOMPARE(kernel.dynamicSharedBytes, int64_t(2112)); // soundly nothing is laid over a tile
    QCOMPARE(kernel.launches, int64_t(1));
    QCOMPARE(kernel.resources.registers, 40);
    QCOMPARE(kernel.localBytes, int64_t(16));
    QVERIFY(kernel.occupancy);
    QCOMPARE(kernel.occupancy->blocks, 6); // 40 registers
    QVERIFY(kernel.occupancy->limiters == std::vector{OccupancyLimiter::Registers});
    QVERIFY(!log().contains("cuFuncSetAttribute"));
}

void TstGpuLaunches::dynamicLimitIsRaised()
{
    const char* const tags = R"("threadIdx.x", "tirx.use_dyn_shared_memory")";
    const RunReport raised = runHere(gpuRequest(launching(tags, ", 64, 100000")));
    QCOMPARE(words(raised), QString("done: "));
    QVERIFY2(log().contains("cuFuncSetAttribute 8 100000\n"), qPrintable(log()));
    const RunReport refused = runHere(gpuRequest(launching(tags, ", 64, 232300")));
    QCOMPARE(words(refused),
             QString("failed: LaunchError: k cannot be launched: it requests 232300 bytes of dynamic and 256 "
                     "bytes of static shared memory in a block, but the device has 232448"));
}

void TstGpuLaunches::launchAttributes_data()
{
    QTest::addColumn<QString>("tags");
    QTest::addColumn<QString>("values");
    QTest::addColumn<QString>("launch");
    QTest::newRow("none") << R"("threadIdx.x")"
                          << ", 64"
                          << "k grid (1,1,1) block (64,1,1) shared 0";
    QTest::newRow("cooperative") << R"("blockIdx.x", "threadIdx.x", "tirx.use_cooperative_launch")"
                                 << ", 8, 64"
                                 << "k grid (8,1,1) block (64,1,1) shared 0 attribute 2 1";
    QTest::newRow("programmatic")
        << R"("threadIdx.x", "tirx.use_programtic_dependent_launch", "tirx.use_dyn_shared_memory")"
        << ", 64, 128"
        << "k grid (1,1,1) block (64,1,1) shared 128 attribute 6 1";
    QTest::newRow("cluster") << R"("blockIdx.x", "clusterCtaIdx.x", "threadIdx.x")"
                             << ", 8, 2, 64"
                             << "k grid (8,1,1) block (64,1,1) shared 0 attribute 4 (2,1,1)";
    QTest::newRow("preferred cluster")
        << R"("blockIdx.x", "clusterCtaIdx.x", "preferredClusterCtaIdx.x", "threadIdx.x")"
        << ", 8, 2, 4, 64"
        << "k grid (8,1,1) block (64,1,1) shared 0 attribute 4 (2,1,1) attribute 11 (4,1,1)";
    QTest::newRow("the last of two wins") << R"("threadIdx.x", "threadIdx.x")"
                                          << ", 32, 64"
                                          << "k grid (1,1,1) block (64,1,1) shared 0";
    QTest::newRow("none is one") << R"("blockIdx.y", "threadIdx.x")"
                                 << ", 0, 64"
                                 << "k grid (1,1,1) block (64,1,1) shared 0";
}

void TstGpuLaunches::launchAttributes()
{
    QFETCH(QString, tags);
    QFETCH(QString, values);
    QFETCH(QString, launch);
    if (launch.contains("attribute 11"))
        qputenv("STAND_IN_CUDA_ARCH", "100"); // no older GPU has it
    const RunReport report = runHere(gpuRequest(launching(qPrintable(tags), qPrintable(values))));
    QCOMPARE(words(report), QString("done: "));
    QVERIFY2(log().contains("cuLaunchKernelEx " + launch + "\n"), qPrintable(log()));
}

void TstGpuLaunches::olderDevicesRefuseAttributes_data()
{
    QTest::addColumn<QByteArray>("arch");
    QTest::addColumn<QString>("tags");
    QTest::addColumn<QString>("values");
    QTest::addColumn<QString>("message");
    QTest::newRow("cluster")
        << QByteArray("80") << R"("blockIdx.x", "clusterCtaIdx.x", "threadIdx.x")"
        << ", 8, 2, 64"
        << "it requests clusters of blocks, which GPUs have from sm_90 on, but the device is "
           "sm_80";
    QTest::newRow("preferred cluster")
        << QByteArray("90") << R"("blockIdx.x", "clusterCtaIdx.x", "preferredClusterCtaIdx.x", "threadIdx.x")"
        << ", 8, 2, 4, 64"
        << "it prefers clusters of another size, which GPUs take from sm_100 on, but the device is sm_90";
    QTest::newRow("programmatic")
        << QByteArray("75")
        << R"("threadIdx.x", "tirx.use_programtic_dependent_launch", "tirx.use_dyn_shared_memory")"
        << ", 64, 128"
        << "it starts before the kernel ahead of it has ended, which GPUs do from sm_90 on, but the device "
           "is sm_75";
}

void TstGpuLaunches::olderDevicesRefuseAttributes()
{
    QFETCH(QByteArray, arch);
    QFETCH(QString, tags);
    QFETCH(QString, values);
    QFETCH(QString, message);
    qputenv("STAND_IN_CUDA_ARCH", arch);
    const RunReport report = runHere(gpuRequest(launching(qPrintable(tags), qPrintable(values))));
    QCOMPARE(words(report), "failed: LaunchError: k cannot be launched: " + message);
    QVERIFY(!log().contains("cuLaunchKernelEx"));
}

TIR_TEST(TstGpuLaunches)
#include "tst_gpu_launches.moc"
