/// Runs on a GPU, with a stand-in for the CUDA driver: arguments, results, and rejections with their messages.

#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/execution/gpu_text.h"
#include "passes/workbench/execution/whole_module.h"
#include "passes/workbench/worker/run_gpu.h"
#include "tests/passes/workbench/worker/stand_in_test.h"
#include "tests/support/fuzz_seed.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <cstring>
#include <map>
#include <random>

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

/// The number of the last call that the result of a run needs. Those after it are for times, and release everything.
int resultCall(const QStringList& calls)
{
    int last = 0;
    for (int index = 0; index < calls.size(); ++index)
        if (calls[index].startsWith("cuMemcpyDtoH_v2"))
            last = index + 1;
    return last;
}

/// Whether a run can do without the answer.
bool isOptional(const QString& call)
{
    static const QStringList Calls = {"cuDriverGetVersion",      "cuDeviceGetAttribute 13",
                                      "cuDeviceGetAttribute 36", "cuDeviceGetAttribute 37",
                                      "cuDeviceGetAttribute 38", "cuMemGetInfo_v2"};
    return Calls.contains(call);
}

/// The numbers of calls, counted from 1: of those that are alike, one before the result and one after it.
std::vector<int> drawnCalls(const QStringList& calls)
{
    std::map<std::pair<QString, bool>, std::vector<int>> alike;
    for (int number = 1; number <= calls.size(); ++number)
        alike[{calls[number - 1], number <= resultCall(calls)}].push_back(number);
    std::mt19937_64 random(fuzzSeed());
    std::vector<int> drawn;
    for (const auto& [call, numbers] : alike)
        drawn.push_back(numbers[random() % numbers.size()]);
    return drawn;
}

} // namespace

class TstRunGpu : public StandInTest {
    Q_OBJECT

private slots:
    void agreesWithTheCpuAtEveryStep();
    void loweredCallsTakeDeviceMemory();
    void argumentsArrive();
    void choosesTheDevice();
    void everyCallMayFail_data();
    void everyCallMayFail();
    void optionalCallsMayFail_data();
    void optionalCallsMayFail();
    void hostReadsOfTheGpuAreRefused();
    void refusals_data();
    void refusals();
    void driverErrorsAreSaid_data();
    void driverErrorsAreSaid();

private:
    /// Without trailing blanks.
    QStringList callsOf(const RunRequest& request, RunReport& report);
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

QStringList TstRunGpu::callsOf(const RunRequest& request, RunReport& report)
{
    clearLog();
    standIn<StandInCountCalls>("standInCountCalls")(0);
    report = runHere(request);
    QStringList calls = log().split('\n', Qt::SkipEmptyParts);
    for (QString& call : calls)
        call = call.trimmed();
    return calls;
}

void TstRunGpu::everyCallMayFail_data()
{
    QTest::addColumn<RunRequest>("request");
    QTest::addColumn<QByteArray>("kernel");
    QTest::addColumn<QStringList>("reached"); // among others
    QTest::newRow("warm caches") << gpuRequest(sampleModule("elementwise.py")) << QByteArray("elementwise")
                                 << QStringList{"cuMemAlloc_v2 2097152"};
    RunRequest request = gpuRequest(moduleOfText(R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
    for i in range(2):
        W = T.alloc_buffer((64,), "float32")
        with T.launch_thread("threadIdx.x", 32) as tx:
            S = T.alloc_buffer((16384,), scope="shared.dyn")
            S[tx * 500] = A[tx]
            T.tvm_storage_sync("shared.dyn")
            W[tx] = S[(31 - tx) * 500]
        with T.launch_thread("threadIdx.x", 32) as tx_1:
            B[tx_1] = W[tx_1] + T.float32(1)
)"));
    request.hasColdCaches = true;
    QTest::newRow("workspaces, large shared memory, cold caches")
        << request << QByteArray()
        << QStringList{"cuMemAlloc_v2 256", "cuFuncSetAttribute 8 65536", "cuMemAlloc_v2 2097152"};
}

/// Calls fail, one in each run: the run reports it, or does not need the result; nothing leaks, and the next run is not
/// affected.
void TstRunGpu::everyCallMayFail()
{
    QFETCH(RunRequest, request);
    QFETCH(QByteArray, kernel);
    QFETCH(QStringList, reached);
    qputenv("STAND_IN_CUDA_KERNEL", kernel);
    qputenv("STAND_IN_CUDA_LAUNCH_NS", "25000000"); // two launches warm the GPU up
    const auto countCalls = standIn<StandInCountCalls>("standInCountCalls");
    const auto leaks = standIn<StandInLeaks>("standInLeaks");
    request.repeat = 1;
    RunReport reference;
    const QStringList calls = callsOf(request, reference);
    QCOMPARE(words(reference), QString("done: "));
    QVERIFY(calls.size() > 40);
    for (const QString& call : reached)
        QVERIFY2(calls.contains(call), qPrintable(call));
    qInfo("seed %llu", static_cast<unsigned long long>(fuzzSeed()));
    for (const int failing : drawnCalls(calls)) {
        const QByteArray name = "call " + QByteArray::number(failing) + ", " + calls[failing - 1].toUtf8();
        countCalls(failing);
        const RunReport report = runHere(request);
        QVERIFY2(countCalls(0) >= failing, name);
        QCOMPARE(leaks(), 0);
        const bool isNeeded = failing <= resultCall(calls) && !isOptional(calls[failing - 1]);
        QVERIFY2((report.status == RunStatus::Done) != isNeeded, name + ": " + words(report).toUtf8());
        if (isNeeded)
            QVERIFY2(words(report).contains("CUDA_ERROR_CHOSEN"), name + ": " + words(report).toUtf8());
        else
            QCOMPARE(QString::fromStdString(explain(compareRuns(report, reference))), QString());
        QCOMPARE(words(runHere(request)), QString("done: "));
    }
}

void TstRunGpu::optionalCallsMayFail_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("present"); // in the report or among the calls
    QTest::addColumn<QString>("absent");  // from the report
    const QString ofMemory =
        "no share of the bandwidth: the driver does not report the memory's clock and width";
    QTest::newRow("clock") << "cuDeviceGetAttribute 13"
                           << "no share of the arithmetic: the driver does not report the clock"
                           << "of the arithmetic on";
    QTest::newRow("clock of the memory")
        << "cuDeviceGetAttribute 36" << ofMemory << "of the memory's bandwidth";
    QTest::newRow("width of the memory")
        << "cuDeviceGetAttribute 37" << ofMemory << "of the memory's bandwidth";
    QTest::newRow("size of L2") << "cuDeviceGetAttribute 38"
                                << "cuMemAlloc_v2 268435456"
                                << "not timed";
    QTest::newRow("version") << "cuDriverGetVersion"
                             << "(sm_90), kernels by LLVM"
                             << "driver for CUDA";
    QTest::newRow("free memory") << "cuMemGetInfo_v2"
                                 << "main_kernel: grid ("
                                 << "memory: ";
}

/// The GPU can be used without what it does not report.
void TstRunGpu::optionalCallsMayFail()
{
    QFETCH(QString, call);
    QFETCH(QString, present);
    QFETCH(QString, absent);
    qputenv("STAND_IN_CUDA_KERNEL", "elementwise");
    qputenv("STAND_IN_CUDA_LAUNCH_NS", "25000000");
    RunRequest request = gpuRequest(sampleModule("elementwise.py"));
    request.repeat = 1;
    RunReport report;
    const QStringList calls = callsOf(request, report);
    const QString known = QString::fromStdString(toText(*report.gpu));
    QVERIFY2(absent == "not timed" || known.contains(absent), qPrintable(known));
    const qsizetype index = calls.indexOf(call);
    QVERIFY(index >= 0);
    clearLog();
    standIn<StandInCountCalls>("standInCountCalls")(int(index) + 1);
    report = runHere(request);
    QCOMPARE(words(report), QString("done: "));
    const QString text = QString::fromStdString(toText(*report.gpu));
    QVERIFY2((text + log()).contains(present), qPrintable(text));
    QVERIFY2(!text.contains(absent), qPrintable(text));
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
