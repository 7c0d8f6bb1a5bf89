/// Runs on a GPU, with a stand-in for the CUDA driver: arguments, results, and rejections with their messages.

#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/execution/whole_module.h"
#include "passes/workbench/worker/run_gpu.h"
#include "tests/passes/workbench/worker/stand_in_test.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <cstring>

using namespace tir;
using namespace tir::testing;

namespace {

/// Whether LowerDeviceKernelLaunch has run before or at the step.
bool isLaunchLowered(const Recording& recording, size_t step)
{
    for (; step > 0; step = recording.previous(step))
        if (recording.steps[step - 1].pass.name == "LowerDeviceKernelLaunch")
            return true;
    return false;
}

} // namespace

class TstRunGpu : public StandInTest {
    Q_OBJECT

private slots:
    void agreesWithTheCpuAtEveryStep();
    void loweredCallsTakeDeviceMemory();
    void argumentsArrive();
    void choosesTheDevice();
    void everyCallMayFail();
    void hostReadsOfTheGpuAreRefused();
    void refusals_data();
    void refusals();
    void driverErrorsAreSaid_data();
    void driverErrorsAreSaid();
};

void TstRunGpu::agreesWithTheCpuAtEveryStep()
{
    qputenv("STAND_IN_CUDA_KERNEL", "elementwise");
    const OwnedModule module = sampleModule("elementwise.py");
    const RunReport onCpu = runHere(gpuRequest(module, "cpu"));
    QCOMPARE(words(onCpu), QString("done: "));
    const auto recording = runPasses(module, findPipeline("split")->passes, "split");
    for (size_t step = 0; step < recording->moduleCount(); ++step) {
        RunRequest request = gpuRequest(wholeModule(*recording, step));
        request.signature = module;
        const RunReport onGpu = runHere(request);
        QVERIFY2(onGpu.status == RunStatus::Done,
                 qPrintable(QString("step %1: %2").arg(step).arg(words(onGpu))));
        QCOMPARE(QString::fromStdString(explain(compareRuns(onGpu, onCpu))), QString());
        QVERIFY(onGpu.tensors[2].isChanged());
        QCOMPARE(onGpu.device, std::string("cuda:0"));
        QVERIFY(onGpu.gpu);
        QCOMPARE(onGpu.gpu->passes.empty(), isLaunchLowered(*recording, step));
    }
}

void TstRunGpu::loweredCallsTakeDeviceMemory()
{
    const OwnedModule module = moduleOfText(R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((512,), "float32"), n: T.int32):
    W = T.alloc_buffer((512,), "float32")
    with T.launch_thread("threadIdx.x", 512) as tx:
        W[tx] = A[tx] + T.Cast("float32", n)
    with T.launch_thread("threadIdx.x", 512) as tx:
        A[tx] = W[511 - tx]
)");
    const auto recording = runPasses(module, findPipeline("s_tir")->passes, "s_tir");
    for (size_t step = 0; step < recording->moduleCount(); ++step) {
        clearLog();
        RunRequest request = gpuRequest(wholeModule(*recording, step));
        request.signature = module;
        QCOMPARE(words(runHere(request)), QString("done: "));
        QVERIFY2(log().count("cuMemAlloc_v2 2048\n") == 2, qPrintable(QString::number(step)));
        QCOMPARE(log().count("cuLaunchKernelEx"), 2);
    }
}

void TstRunGpu::argumentsArrive()
{
    static std::vector<std::string> seen;
    seen.clear();
    standIn<SetStandInKernel>("standInSetKernel")([](const StandInLaunch& launch) {
        float alpha;
        int blocks;
        int count;
        cuda::DevicePointer first;
        std::memcpy(&first, launch.arguments[0], sizeof first);
        std::memcpy(&alpha, launch.arguments[3], sizeof alpha);
        std::memcpy(&blocks, launch.arguments[4], sizeof blocks);
        std::memcpy(&count, launch.arguments[5], sizeof count);
        float value;
        std::memcpy(&value, standIn<StandInMemory>("standInMemory")(first), sizeof value);
        seen = {launch.kernel, std::to_string(blocks), std::to_string(count), std::to_string(alpha),
                std::to_string(value)};
    });
    RunRequest request = gpuRequest(sampleModule("elementwise.py"));
    request.inputs["n"] = InputSpec::constant(300);
    const RunReport report = runHere(request);
    QCOMPARE(words(report), QString("done: "));
    float alpha;
    float value;
    std::memcpy(&alpha, report.tensors[3].before.data(), sizeof alpha);
    std::memcpy(&value, report.tensors[0].before.data(), sizeof value);
    QCOMPARE(seen, (std::vector<std::string>{"main_kernel", "3", "300", std::to_string(alpha),
                                             std::to_string(value)}));
}

void TstRunGpu::choosesTheDevice()
{
    QCOMPARE(cudaOrdinal("cuda"), std::optional(0));
    QCOMPARE(cudaOrdinal("cuda:12"), std::optional(12));
    for (const char* device : {"cpu", "cuda:", "cuda:x", "cuda1", "cuda:-1", "cuda:1 "})
        QVERIFY2(!cudaOrdinal(device), device);
    qputenv("STAND_IN_CUDA_DEVICES", "2");
    const RunReport report = runHere(gpuRequest(sampleModule("matmul.py"), "cuda:1"));
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.device, std::string("cuda:1"));
    QCOMPARE(report.gpu->deviceName, std::string("Stand-in 1"));
    QCOMPARE(report.gpu->arch, std::string("sm_90"));
    QVERIFY(log().contains("cuDevicePrimaryCtxRetain 1\n"));
}

/// One call after the other fails: the run reports it, or does not need the result; nothing leaks, and the next run is
/// not affected.
void TstRunGpu::everyCallMayFail()
{
    qputenv("STAND_IN_CUDA_KERNEL", "elementwise");
    const auto countCalls = standIn<StandInCountCalls>("standInCountCalls");
    const auto leaks = standIn<StandInLeaks>("standInLeaks");
    RunRequest request = gpuRequest(sampleModule("elementwise.py"));
    request.repeat = 1;
    qputenv("STAND_IN_CUDA_LAUNCH_NS", "25000000"); // two launches warm the GPU up
    countCalls(0);
    const RunReport reference = runHere(request);
    QCOMPARE(words(reference), QString("done: "));
    const int count = countCalls(0);
    QVERIFY(count > 40);
    int survived = 0;
    for (int failing = 1; failing <= count; ++failing) {
        countCalls(failing);
        const RunReport report = runHere(request);
        QVERIFY2(countCalls(0) >= failing, qPrintable(QString::number(failing)));
        QCOMPARE(leaks(), 0);
        if (report.status == RunStatus::Done) {
            ++survived;
            QCOMPARE(QString::fromStdString(explain(compareRuns(report, reference))), QString());
        } else {
            QVERIFY2(words(report).contains("CUDA_ERROR_CHOSEN"),
                     qPrintable(QString("call %1: %2").arg(failing).arg(words(report))));
        }
        QCOMPARE(words(runHere(request)), QString("done: "));
    }
    qInfo("%d of %d calls may fail without harm", survived, count);
    QVERIFY(survived > 0 && survived < count / 2);
    QCOMPARE(words(runHere(request)), QString("done: "));
}

void TstRunGpu::hostReadsOfTheGpuAreRefused()
{
    const RunRequest request = gpuRequest(moduleOfText(R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), n: T.int32):
    with T.launch_thread("threadIdx.x", 64) as tx:
        A[tx] = T.float32(1.0)
    A[0] = T.float32(2.0)
)"));
    const RunReport report = runHere(request);
    QCOMPARE(words(report), QString("refused: the host writes 'A', which is in the memory of the GPU"));
    const PlaceTable places(*request.module.module);
    QVERIFY(report.diagnostics[0].place < places.size());
    QVERIFY(as<BufferStore>(places[report.diagnostics[0].place].node));
    QVERIFY(!log().contains("cuLaunchKernelEx"));
}

void TstRunGpu::refusals_data()
{
    QTest::addColumn<QByteArray>("driver");
    QTest::addColumn<QByteArray>("devices");
    QTest::addColumn<QByteArray>("failing");
    QTest::addColumn<QByteArray>("device");
    QTest::addColumn<QString>("message");
    const QByteArray standIn = TIRSCOPE_TEST_CUDA;
    QTest::newRow("no driver") << QByteArray("/nowhere/libcuda.so.1") << QByteArray("1") << QByteArray()
                               << QByteArray("cuda")
                               << "refused: no CUDA driver can be used, so nothing can run on a GPU: "
                                  "'/nowhere/libcuda.so.1' cannot be opened";
    QTest::newRow("some other library") << QByteArray("libm.so.6") << QByteArray("1") << QByteArray()
                                        << QByteArray("cuda") << "'libm.so.6' has no cuInit";
    QTest::newRow("no device") << standIn << QByteArray("0") << QByteArray() << QByteArray("cuda")
                               << "refused: there is a CUDA driver, but no GPU that it can use";
    QTest::newRow("no device at the start")
        << standIn << QByteArray("1") << QByteArray("cuInit=100") << QByteArray("cuda")
        << "refused: there is a CUDA driver, but no GPU that it can use";
    QTest::newRow("a driver that does not start")
        << standIn << QByteArray("1") << QByteArray("cuInit=1") << QByteArray("cuda")
        << "it does not start: CUDA_ERROR_INVALID_VALUE: in words";
    QTest::newRow("a number too many")
        << standIn << QByteArray("2") << QByteArray() << QByteArray("cuda:2")
        << "refused: there is no GPU number 2: the driver knows 2, counted from 0";
    QTest::newRow("no such word") << standIn << QByteArray("1") << QByteArray() << QByteArray("opencl")
                                  << "refused: there is no device 'opencl': expected cpu, cuda or cuda:";
}

void TstRunGpu::refusals()
{
    QFETCH(QByteArray, driver);
    QFETCH(QByteArray, devices);
    QFETCH(QByteArray, failing);
    QFETCH(QByteArray, device);
    QFETCH(QString, message);
    qputenv("TIRSCOPE_CUDA_DRIVER", driver);
    qputenv("STAND_IN_CUDA_DEVICES", devices);
    qputenv("STAND_IN_CUDA_FAIL", failing);
    const RunReport report = runHere(gpuRequest(sampleModule("matmul.py"), device.constData()));
    QVERIFY2(words(report).contains(message), qPrintable(words(report)));
    QVERIFY(report.status == RunStatus::Refused);
    QVERIFY(report.tensors.empty()); // it ran nowhere
}

void TstRunGpu::driverErrorsAreSaid_data()
{
    QTest::addColumn<QByteArray>("failing");
    QTest::addColumn<QString>("message");
    QTest::newRow("memory") << QByteArray("cuMemAlloc_v2=2")
                            << "failed: MemoryError: the GPU has no memory for 16 KiB (8 GiB of 8 GiB "
                               "are free): CUDA_ERROR_OUT_OF_MEMORY: in words";
    QTest::newRow("loading")
        << QByteArray("cuModuleLoadDataEx=200")
        << "refused: loading the kernels into the GPU: CUDA_ERROR_INVALID_IMAGE: in words\n"
           "ptxas error: the stand-in refuses";
    QTest::newRow("launch")
        << QByteArray("cuLaunchKernelEx=1")
        << "failed: LaunchError: main_kernel cannot be launched: cuLaunchKernelEx: "
           "CUDA_ERROR_INVALID_VALUE: in words, with grid (4, 4, 1), block (16, 16, 1) and "
           "2112 bytes of dynamic shared memory";
    QTest::newRow("a kernel that writes where it must not")
        << QByteArray("cuCtxSynchronize=700")
        << "failed: CudaError: waiting for the GPU: CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was "
           "encountered, after the launch of main_kernel";
    QTest::newRow("a code without a name")
        << QByteArray("cuCtxSetCurrent=999") << "refused: cuCtxSetCurrent: error 999: in words";
}

void TstRunGpu::driverErrorsAreSaid()
{
    QFETCH(QByteArray, failing);
    QFETCH(QString, message);
    qputenv("STAND_IN_CUDA_FAIL", failing);
    const RunReport report = runHere(gpuRequest(sampleModule("matmul.py")));
    QCOMPARE(words(report), message);
}

TIR_TEST(TstRunGpu)
#include "tst_run_gpu.moc"
