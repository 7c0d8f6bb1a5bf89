/// Memory of a GPU, with stand-ins for the CUDA driver and for nvcc: what is free is reported and is the limit; memory that
/// host code allocates is reused when it was released, and returned to the driver if memory is short.

#include "core/runtime/cuda/cuda_context.h"
#include "core/runtime/cuda/nvcc.h"
#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/execution/gpu_text.h"
#include "passes/workbench/execution/whole_module.h"
#include "passes/workbench/worker/run_here.h"
#include "tests/passes/workbench/worker/stand_in_test.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

class TstGpuMemory : public StandInTest {
    Q_OBJECT

private slots:
    void workspacesOfALoopAreOne();
    void workspacesAtTheSameTimeAreTwo();
    void loweredHostCodeFreesWorkspaces();
    void shortMemoryGoesBackToTheDriver();
    void givenBackIsForLaunchesBefore();
    void usedAgainInOrder();
    void workspacesAreOnTheGpu();
    void freeMemoryIsReported();
    void freeMemoryIsTheLimit();
    void outOfMemoryIsSaid_data();
    void outOfMemoryIsSaid();
};

namespace {

/// Mirrors A, and adds one, `count` times through a workspace; `extent` is its size.
OwnedModule loopOf(const char* extent)
{
    const QString text = QString(R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((512,), "float32")):
    for i in range(100):
        W = T.alloc_buffer((%1,), "float32")
        with T.launch_thread("threadIdx.x", 512) as tx:
            W[tx] = A[tx]
        with T.launch_thread("threadIdx.x", 512) as tx:
            A[tx] = W[511 - tx] + T.float32(1)
)")
                             .arg(extent);
    return moduleOfText(text.toStdString().c_str());
}

} // namespace

void TstGpuMemory::workspacesOfALoopAreOne()
{
    QCOMPARE(words(runHere(gpuRequest(loopOf("512")))), QString("done: "));
    QCOMPARE(log().count("cuLaunchKernelEx"), 200);
    QCOMPARE(log().count("cuMemAlloc_v2 2048\n"), 2); // and the argument
    QCOMPARE(log().count("cuMemFree_v2"), 2);
}

void TstGpuMemory::workspacesAtTheSameTimeAreTwo()
{
    const OwnedModule module = moduleOfText(R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((512,), "float32")):
    for i in range(100):
        V = T.alloc_buffer((512,), "float32")
        W = T.alloc_buffer((512,), "float32")
        with T.launch_thread("threadIdx.x", 512) as tx:
            V[tx] = A[tx]
            W[tx] = A[tx]
        with T.launch_thread("threadIdx.x", 512) as tx:
            A[tx] = V[511 - tx] + W[tx]
)");
    QCOMPARE(words(runHere(gpuRequest(module))), QString("done: "));
    QCOMPARE(log().count("cuMemAlloc_v2 2048\n"), 3);
}

void TstGpuMemory::loweredHostCodeFreesWorkspaces()
{
    const OwnedModule module = loopOf("512");
    const auto recording =
        runPasses(module, findPipeline("build")->passes, "build", {.mode = Mode::Sound, .config = {}});
    size_t host = recording->moduleCount() - 1;
    while (host > 0 && recording->branch(host) != Branch::Host)
        --host;
    QVERIFY(host > 0);
    RunRequest request = gpuRequest(wholeModule(*recording, host));
    request.signature = module;
    QCOMPARE(words(runHere(request)), QString("done: "));
    QCOMPARE(log().count("cuLaunchKernelEx"), 200);
    QCOMPARE(log().count("cuMemAlloc_v2 2048\n"), 2);
}

/// The workspaces grow: none fits into the previous one, and only one of the large ones fits at all.
void TstGpuMemory::shortMemoryGoesBackToTheDriver()
{
    const OwnedModule module = loopOf("512 + i * i * 64");
    qputenv("STAND_IN_CUDA_MEMORY", "3000000");
    RunRequest request = gpuRequest(module);
    request.repeat = 3;
    const RunReport report = runHere(request);
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.gpu->kernels.size(), size_t(2));
    QVERIFY(log().count("cuMemFree_v2") > 10); // before the end of the run
    // A kernel whose memory is gone cannot be launched again.
    QCOMPARE(report.gpu->kernels[0].notTimed, std::string("memory that it works on has been freed"));
    QVERIFY(report.gpu->kernels[0].timesNs.empty());
}

/// The driver may use the address of memory that it has back for other memory at once.
void TstGpuMemory::givenBackIsForLaunchesBefore()
{
    qputenv("STAND_IN_CUDA_MEMORY", "3000000");
    const Result<CudaDriver> driver = CudaDriver::open();
    QVERIFY(driver);
    const Result<std::unique_ptr<CudaContext>> opened = CudaContext::open(*driver, 0);
    QVERIFY(opened);
    CudaContext& context = **opened;
    const Result<void*> first = context.allocate(1000000);
    QVERIFY(first);
    const auto* inside = static_cast<const std::byte*>(*first) + 999999;
    const size_t before = context.giveBacks();
    QVERIFY(context.release(*first));
    QVERIFY(!context.isGivenBack(*first, before)); // a launch can still use it
    QVERIFY(context.allocate(2500000));
    for (const void* address : {static_cast<const void*>(*first), static_cast<const void*>(inside)}) {
        QVERIFY(context.isGivenBack(address, before));
        QVERIFY(!context.isGivenBack(address, context.giveBacks()));
    }
    QVERIFY(!context.isGivenBack(inside + 1, before));
}

/// Launches are not waited for: the next workspace has the memory while the last launch of the one before may run.
void TstGpuMemory::usedAgainInOrder()
{
    qputenv("CUDA_HOME", sourcePath("tests/support/host_toolkit").toUtf8());
    if (!qEnvironmentVariableIsSet("CXX"))
        qputenv("CXX", TIRSCOPE_TEST_CXX);
    RunRequest request = gpuRequest(loopOf("512"));
    request.via = "nvcc";
    const RunReport onGpu = runHere(request);
    QCOMPARE(words(onGpu), QString("done: "));
    request.device = "cpu";
    const RunReport onCpu = runHere(request);
    QCOMPARE(words(onCpu), QString("done: "));
    QVERIFY(onCpu.tensors[0].isChanged());
    QCOMPARE(QString::fromStdString(explain(compareRuns(onGpu, onCpu))), QString());
}

void TstGpuMemory::workspacesAreOnTheGpu()
{
    const RunReport report = runHere(gpuRequest(moduleOfText(R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((512,), "float32")):
    W = T.alloc_buffer((512,), "float32")
    with T.launch_thread("threadIdx.x", 512) as tx:
        W[tx] = A[tx]
    with T.launch_thread("threadIdx.x", 512) as tx:
        A[tx] = W[511 - tx]
)")));
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(log().count("cuMemAlloc_v2 2048\n"), 2);
    QCOMPARE(log().count("cuLaunchKernelEx"), 2);
    QCOMPARE(report.gpu->kernels.size(), size_t(2));
}

void TstGpuMemory::freeMemoryIsReported()
{
    qputenv("STAND_IN_CUDA_MEMORY", "1000000");
    const RunReport report = runHere(gpuRequest(sampleModule("matmul.py")));
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.gpu->memory.argumentBytes, int64_t(3 * 16384 + 256));
    QCOMPARE(report.gpu->memory.freeBytes, int64_t(1000000));
    QCOMPARE(report.gpu->memory.totalBytes, int64_t(1000000));
    const std::string text = toText(*report.gpu);
    QVERIFY2(text.find("memory: 48.25 KiB for the arguments, 976.6 KiB of 976.6 KiB free before the run") !=
                 text.npos,
             text.c_str());
    // A driver that does not report it is not an obstacle.
    qputenv("STAND_IN_CUDA_FAIL", "cuMemGetInfo_v2=1");
    const RunReport unknown = runHere(gpuRequest(sampleModule("matmul.py")));
    QCOMPARE(words(unknown), QString("done: "));
    QVERIFY(toText(*unknown.gpu).find("memory: ") == text.npos);
}

void TstGpuMemory::freeMemoryIsTheLimit()
{
    RunRequest request = gpuRequest(sampleModule("matmul.py"));
    request.memoryLimitBytes = 1; // of the CPU
    QCOMPARE(words(runHere(request)), QString("done: "));
    qputenv("STAND_IN_CUDA_MEMORY", "40000");
    QCOMPARE(
        words(runHere(request)),
        QString("refused: the arguments take 48.25 KiB, but only 39.06 KiB of the GPU's 39.06 KiB are free"));
}

void TstGpuMemory::outOfMemoryIsSaid_data()
{
    QTest::addColumn<QByteArray>("device");
    QTest::addColumn<qulonglong>("limit");
    QTest::addColumn<bool>("isChecked");
    QTest::addColumn<QString>("message");
    QTest::newRow("limit") << QByteArray("cpu") << qulonglong(100 << 10) << false
                           << "refused: the memory limit of 100 KiB is not enough";
    QTest::newRow("checked") << QByteArray("cpu") << qulonglong(1 << 30) << true
                             << "refused: the memory limit of 1 GiB is not enough; checks take ten times "
                                "the memory that the program accesses";
    QTest::newRow("no limit") << QByteArray("cpu") << qulonglong(0) << false
                              << "refused: the memory of this machine is not enough";
    QTest::newRow("GPU") << QByteArray("cuda") << qulonglong(1 << 30) << false
                         << "refused: the memory of this machine is not enough; a run on a GPU keeps the "
                            "arguments twice in the memory of the host";
}

void TstGpuMemory::outOfMemoryIsSaid()
{
    QFETCH(QByteArray, device);
    QFETCH(qulonglong, limit);
    QFETCH(bool, isChecked);
    QFETCH(QString, message);
    RunRequest request;
    request.device = device.toStdString();
    request.memoryLimitBytes = limit;
    request.isChecked = isChecked;
    QCOMPARE(words(outOfMemory(request)), message);
}

TIR_TEST(TstGpuMemory)
#include "tst_gpu_memory.moc"
