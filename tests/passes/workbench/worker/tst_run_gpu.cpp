/// Runs on a GPU, with a stand-in for the CUDA driver: calls of the driver, results, and rejections with their
/// messages.

#include "core/runtime/cuda/kernel_timing.h"
#include "core/runtime/cuda/nvcc.h"
#include "core/runtime/cuda/nvrtc.h"
#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/execution/gpu_text.h"
#include "passes/workbench/execution/whole_module.h"
#include "passes/workbench/program/open.h"
#include "passes/workbench/program/samples.h"
#include "passes/workbench/worker/run_gpu.h"
#include "passes/workbench/worker/run_here.h"
#include "tests/support/stand_in_cuda.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cstring>
#include <dlfcn.h>

using namespace tir;
using namespace tir::testing;

namespace {

template <class Function>
Function exported(const char* name)
{
    static void* library = dlopen(TIRSCOPE_TEST_CUDA, RTLD_NOW | RTLD_LOCAL);
    return library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
}

OwnedModule moduleOf(const char* text)
{
    const OpenedProgram program = openText("test.py", text);
    if (!program.isOpen())
        qFatal("%s", program.rendered().c_str());
    return program.parsed->module;
}

RunRequest request(const OwnedModule& module, const char* device = "cuda")
{
    RunRequest request;
    request.module = module;
    request.seed = 3;
    request.device = device;
    request.via = "nvptx"; // needs nothing that is not linked
    request.repeat = 0;
    return request;
}

OwnedModule sampleModule(const char* name)
{
    const OpenedProgram program = openFile(samplesFolder() + "/" + name);
    return program.parsed->module;
}

QString words(const RunReport& report)
{
    return QString::fromStdString(std::string(toString(report.status)) + ": " + report.message);
}

/// Time advances with every reading.
class TestClock : public HostClock {
public:
    int64_t stepNs = 1000;
    mutable int64_t ns = 0;

    int64_t nowNs() const override { return ns += stepNs; }
    void pause() override { ns += 1000000000; }
};

/// Whether LowerDeviceKernelLaunch has run before or at the step.
bool isLaunchLowered(const Recording& recording, size_t step)
{
    for (; step > 0; step = recording.previous(step))
        if (recording.steps[step - 1].pass.name == "LowerDeviceKernelLaunch")
            return true;
    return false;
}

/// A module after the split: one kernel on A, launched with the given attribute.
OwnedModule launching(const char* tags, const char* values, const char* statements = "A[tx] = T.float32(1)")
{
    const std::string text =
        std::string("@I.ir_module\n"
                    "class Module:\n"
                    "    @T.prim_func(s_tir=True)\n"
                    "    def k(A: T.handle(\"float32\")):\n"
                    "        T.func_attr({\"calling_conv\": 2, \"global_symbol\": \"k\", "
                    "\"target\": T.target({\"kind\": \"cuda\", \"arch\": \"sm_90\"}), "
                    "\"tirx.kernel_launch_params\": [") +
        tags +
        "], \"tirx.noalias\": True})\n"
        "        A_1 = T.decl_buffer((64,), data=A)\n"
        "        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "        " +
        [&] {
            std::string body = statements;
            for (size_t at = body.find("A["); at != body.npos; at = body.find("A[", at + 4))
                body.replace(at, 2, "A_1[");
            return body;
        }() +
        "\n"
        "    @T.prim_func(s_tir=True)\n"
        "    def main(A: T.Buffer((64,), \"float32\")):\n"
        "        T.func_attr({\"global_symbol\": \"main\", \"target\": T.target({\"kind\": \"cuda\", "
        "\"arch\": \"sm_90\", \"host\": {\"kind\": \"c\"}})})\n"
        "        T.call_packed(\"k\", A.data" +
        values + ")\n";
    return moduleOf(text.c_str());
}

} // namespace

class TstRunGpu : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void agreesWithTheCpuAtEveryStep();
    void loweredCallsTakeDeviceMemory();
    void argumentsArrive();
    void launchesAreSaid();
    void dynamicLimitIsRaised();
    void launchAttributes_data();
    void launchAttributes();
    void olderDevicesRefuseAttributes_data();
    void olderDevicesRefuseAttributes();
    void everyCallMayFail();
    void workspacesLieOnTheGpu();
    void freeMemoryIsReported();
    void freeMemoryIsTheLimit();
    void outOfMemoryIsSaid_data();
    void outOfMemoryIsSaid();
    void roundsAreTimed();
    void cachesAreFlushed();
    void timingHasABudget();
    void timingEndsWithItsBudget();
    void longLaunchesAreNotRepeated();
    void endlessLaunchesAreAbandoned();
    void choosesTheDevice();
    void allWaysCompile_data();
    void allWaysCompile();
    void olderDriversTakeAnotherWay();
    void rejectedCodeIsCompiledInAnotherWay_data();
    void rejectedCodeIsCompiledInAnotherWay();
    void rejectionOfTheLastWayIsSaid();
    void youngDevicesTakeOlderPtx();
    void secondTimeIsCached();
    void editedCodeRuns();
    void compilerErrorsHavePlaces();
    void refusals_data();
    void refusals();
    void hostReadsOfTheGpuAreRefused();
    void driverErrorsAreSaid_data();
    void driverErrorsAreSaid();

private:
    QString log() const
    {
        QFile file(m_folder->filePath("log"));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstRunGpu::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("TIRSCOPE_CUDA_DRIVER", TIRSCOPE_TEST_CUDA);
    qputenv("XDG_CACHE_HOME", m_folder->filePath("cache").toUtf8());
    qputenv("STAND_IN_CUDA_LOG", m_folder->filePath("log").toUtf8());
    qunsetenv("STAND_IN_CUDA_ARCH");
    qunsetenv("STAND_IN_CUDA_VERSION");
    qunsetenv("STAND_IN_CUDA_FAIL");
    qunsetenv("STAND_IN_CUDA_BUSY");
    qunsetenv("STAND_IN_CUDA_LAUNCH_NS");
    qunsetenv("STAND_IN_CUDA_MEMORY");
    qunsetenv("STAND_IN_CUDA_REJECT");
    qunsetenv("STAND_IN_CUDA_DEVICES");
    qunsetenv("STAND_IN_CUDA_KERNEL");
    exported<SetStandInKernel>("standInSetKernel")(nullptr);
}

/// Whatever a run came to, everything was given back.
void TstRunGpu::cleanup()
{
    QCOMPARE(exported<StandInLeaks>("standInLeaks")(), 0);
}

void TstRunGpu::agreesWithTheCpuAtEveryStep()
{
    qputenv("STAND_IN_CUDA_KERNEL", "elementwise");
    const OwnedModule module = sampleModule("elementwise.py");
    const RunReport onCpu = runHere(request(module, "cpu"));
    QCOMPARE(words(onCpu), QString("done: "));
    const auto recording = runPasses(module, findPipeline("split")->passes, "split");
    for (size_t step = 0; step < recording->moduleCount(); ++step) {
        RunRequest asked = request(wholeModule(*recording, step));
        asked.signature = module;
        const RunReport onGpu = runHere(asked);
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
    const OwnedModule module = moduleOf(R"(
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
        QFile::remove(m_folder->filePath("log"));
        RunRequest asked = request(wholeModule(*recording, step));
        asked.signature = module;
        QCOMPARE(words(runHere(asked)), QString("done: "));
        QVERIFY2(log().count("cuMemAlloc_v2 2048\n") == 2, qPrintable(QString::number(step)));
        QCOMPARE(log().count("cuLaunchKernelEx"), 2);
    }
}

void TstRunGpu::argumentsArrive()
{
    static std::vector<std::string> seen;
    seen.clear();
    exported<SetStandInKernel>("standInSetKernel")([](const StandInLaunch& launch) {
        float alpha;
        int blocks;
        int count;
        cuda::DevicePointer first;
        std::memcpy(&first, launch.arguments[0], sizeof first);
        std::memcpy(&alpha, launch.arguments[3], sizeof alpha);
        std::memcpy(&blocks, launch.arguments[4], sizeof blocks);
        std::memcpy(&count, launch.arguments[5], sizeof count);
        float value;
        std::memcpy(&value, exported<StandInMemory>("standInMemory")(first), sizeof value);
        seen = {launch.kernel, std::to_string(blocks), std::to_string(count), std::to_string(alpha),
                std::to_string(value)};
    });
    RunRequest asked = request(sampleModule("elementwise.py"));
    asked.inputs["n"] = InputSpec::constant(300);
    const RunReport report = runHere(asked);
    QCOMPARE(words(report), QString("done: "));
    float alpha;
    float value;
    std::memcpy(&alpha, report.tensors[3].before.data(), sizeof alpha);
    std::memcpy(&value, report.tensors[0].before.data(), sizeof value);
    QCOMPARE(seen, (std::vector<std::string>{"main_kernel", "3", "300", std::to_string(alpha),
                                             std::to_string(value)}));
}

void TstRunGpu::launchesAreSaid()
{
    const RunReport report = runHere(request(sampleModule("matmul.py")));
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
    QVERIFY(kernel.occupancy->limiter == OccupancyLimiter::Registers);
    QVERIFY(!log().contains("cuFuncSetAttribute"));
}

void TstRunGpu::dynamicLimitIsRaised()
{
    const char* const tags = R"("threadIdx.x", "tirx.use_dyn_shared_memory")";
    const RunReport raised = runHere(request(launching(tags, ", 64, 100000")));
    QCOMPARE(words(raised), QString("done: "));
    QVERIFY2(log().contains("cuFuncSetAttribute 8 100000\n"), qPrintable(log()));
    const RunReport refused = runHere(request(launching(tags, ", 64, 232300")));
    QCOMPARE(words(refused),
             QString("failed: LaunchError: k cannot be launched: it asks for 232300 bytes of dynamic and 256 "
                     "bytes of static shared memory in a block, but the device has 232448"));
}

void TstRunGpu::launchAttributes_data()
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

void TstRunGpu::launchAttributes()
{
    QFETCH(QString, tags);
    QFETCH(QString, values);
    QFETCH(QString, launch);
    if (launch.contains("attribute 11"))
        qputenv("STAND_IN_CUDA_ARCH", "100"); // no older GPU has it
    const RunReport report = runHere(request(launching(qPrintable(tags), qPrintable(values))));
    QCOMPARE(words(report), QString("done: "));
    QVERIFY2(log().contains("cuLaunchKernelEx " + launch + "\n"), qPrintable(log()));
}

void TstRunGpu::olderDevicesRefuseAttributes_data()
{
    QTest::addColumn<QByteArray>("arch");
    QTest::addColumn<QString>("tags");
    QTest::addColumn<QString>("values");
    QTest::addColumn<QString>("message");
    QTest::newRow("cluster")
        << QByteArray("80") << R"("blockIdx.x", "clusterCtaIdx.x", "threadIdx.x")"
        << ", 8, 2, 64"
        << "it asks for clusters of blocks, which GPUs have from sm_90 on, but the device is "
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

void TstRunGpu::olderDevicesRefuseAttributes()
{
    QFETCH(QByteArray, arch);
    QFETCH(QString, tags);
    QFETCH(QString, values);
    QFETCH(QString, message);
    qputenv("STAND_IN_CUDA_ARCH", arch);
    const RunReport report = runHere(request(launching(qPrintable(tags), qPrintable(values))));
    QCOMPARE(words(report), "failed: LaunchError: k cannot be launched: " + message);
    QVERIFY(!log().contains("cuLaunchKernelEx"));
}

/// One call after the other fails: the run reports it, or does not need the result; nothing leaks, and the next run is
/// not affected.
void TstRunGpu::everyCallMayFail()
{
    qputenv("STAND_IN_CUDA_KERNEL", "elementwise");
    const auto countCalls = exported<StandInCountCalls>("standInCountCalls");
    const auto leaks = exported<StandInLeaks>("standInLeaks");
    RunRequest asked = request(sampleModule("elementwise.py"));
    asked.repeat = 1;
    qputenv("STAND_IN_CUDA_LAUNCH_NS", "25000000"); // two launches warm the GPU up
    countCalls(0);
    const RunReport reference = runHere(asked);
    QCOMPARE(words(reference), QString("done: "));
    const int count = countCalls(0);
    QVERIFY(count > 40);
    int survived = 0;
    for (int failing = 1; failing <= count; ++failing) {
        countCalls(failing);
        const RunReport report = runHere(asked);
        QVERIFY2(countCalls(0) >= failing, qPrintable(QString::number(failing)));
        QCOMPARE(leaks(), 0);
        if (report.status == RunStatus::Done) {
            ++survived;
            QCOMPARE(QString::fromStdString(explain(compareRuns(report, reference))), QString());
        } else {
            QVERIFY2(words(report).contains("CUDA_ERROR_CHOSEN"),
                     qPrintable(QString("call %1: %2").arg(failing).arg(words(report))));
        }
        if (failing % 10 == 0)
            QCOMPARE(words(runHere(asked)), QString("done: "));
    }
    qInfo("%d of %d calls may fail without harm", survived, count);
    QVERIFY(survived > 0 && survived < count / 2);
    QCOMPARE(words(runHere(asked)), QString("done: "));
}

void TstRunGpu::workspacesLieOnTheGpu()
{
    const RunReport report = runHere(request(moduleOf(R"(
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

void TstRunGpu::freeMemoryIsReported()
{
    qputenv("STAND_IN_CUDA_MEMORY", "1000000");
    const RunReport report = runHere(request(sampleModule("matmul.py")));
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.gpu->memory.argumentBytes, int64_t(3 * 16384 + 256));
    QCOMPARE(report.gpu->memory.freeBytes, int64_t(1000000));
    QCOMPARE(report.gpu->memory.totalBytes, int64_t(1000000));
    const std::string text = toText(*report.gpu);
    QVERIFY2(
        text.find("memory: 48.25 KiB for the arguments, 976.6 KiB of 976.6 KiB free before the run") !=
            text.npos,
        text.c_str());
    // A driver that does not report it is not an obstacle.
    qputenv("STAND_IN_CUDA_FAIL", "cuMemGetInfo_v2=1");
    const RunReport unknown = runHere(request(sampleModule("matmul.py")));
    QCOMPARE(words(unknown), QString("done: "));
    QVERIFY(toText(*unknown.gpu).find("memory: ") == text.npos);
}

void TstRunGpu::freeMemoryIsTheLimit()
{
    RunRequest asked = request(sampleModule("matmul.py"));
    asked.memoryLimitBytes = 1; // of the CPU
    QCOMPARE(words(runHere(asked)), QString("done: "));
    qputenv("STAND_IN_CUDA_MEMORY", "40000");
    QCOMPARE(
        words(runHere(asked)),
        QString("refused: the arguments take 48.25 KiB, but only 39.06 KiB of the GPU's 39.06 KiB are free"));
}

void TstRunGpu::outOfMemoryIsSaid_data()
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

void TstRunGpu::outOfMemoryIsSaid()
{
    QFETCH(QByteArray, device);
    QFETCH(qulonglong, limit);
    QFETCH(bool, isChecked);
    QFETCH(QString, message);
    RunRequest asked;
    asked.device = device.toStdString();
    asked.memoryLimitBytes = limit;
    asked.isChecked = isChecked;
    QCOMPARE(words(outOfMemory(asked)), message);
}

void TstRunGpu::roundsAreTimed()
{
    RunRequest asked = request(sampleModule("two_kernels.py"));
    asked.repeat = 5;
    const RunReport report = runHere(asked);
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

void TstRunGpu::cachesAreFlushed()
{
    RunRequest asked = request(sampleModule("two_kernels.py"));
    asked.repeat = 5;
    asked.hasColdCaches = true;
    const RunReport report = runHere(asked);
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.gpu->kernels[1].timesNs, std::vector<int64_t>(5, 125000));
    QVERIFY(report.gpu->kernels[1].hasColdCaches);
    QVERIFY(log().contains("cuMemAlloc_v2 2097152\n")); // twice L2
    // Fresh memory is filled, too.
    QCOMPARE(log().count("cuMemsetD8_v2"), log().count("cuMemAlloc_v2") + 2 * 5 * 8);
    QVERIFY(log().contains("cuMemsetD8_v2 \ncuEventRecord \ncuLaunchKernelEx"));
    QVERIFY(timeInWords(report.gpu->kernels[0]).find(", caches cold)") != std::string::npos);
    asked.hasColdCaches = false;
    QVERIFY(timeInWords(runHere(asked).gpu->kernels[0]).find(", caches warm)") != std::string::npos);
}

/// The result is there: nothing is timed that would take the rest of the time limit.
void TstRunGpu::timingHasABudget()
{
    RunRequest asked = request(sampleModule("two_kernels.py"));
    asked.repeat = 5;
    asked.timeLimitSeconds = 1e-9;
    const RunReport report = runHere(asked);
    QCOMPARE(words(report), QString("done: "));
    QVERIFY(report.gpu->kernels[0].timesNs.empty());
    for (const KernelReport& kernel : report.gpu->kernels)
        QCOMPARE(kernel.notTimed,
                 std::string("the run itself took too long to be repeated within the time limit"));
    QCOMPARE(timeInWords(report.gpu->kernels[0]), "not timed: " + report.gpu->kernels[0].notTimed);
}

void TstRunGpu::timingEndsWithItsBudget()
{
    RunRequest asked = request(sampleModule("two_kernels.py"));
    asked.repeat = 50;
    TestClock clock;
    clock.stepNs = 250000000;
    const RunReport report = runOnGpu(asked, {}, {}, clock);
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

void TstRunGpu::longLaunchesAreNotRepeated()
{
    qputenv("STAND_IN_CUDA_LAUNCH_NS", "20000000000");
    RunRequest asked = request(sampleModule("two_kernels.py"));
    asked.repeat = 50;
    const RunReport report = runHere(asked);
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(log().count("cuLaunchKernelEx"), 2 + 1);
    for (const KernelReport& kernel : report.gpu->kernels)
        QVERIFY(kernel.timesNs.empty());
}

/// Such as a kernel that waits for a flag which its first launch has taken.
void TstRunGpu::endlessLaunchesAreAbandoned()
{
    exported<StandInForget>("standInForget")();
    qputenv("STAND_IN_CUDA_BUSY", "2"); // the run itself ends
    RunRequest asked = request(sampleModule("two_kernels.py"));
    asked.repeat = 5;
    TestClock clock;
    const RunReport report = runOnGpu(asked, {}, {}, clock);
    QCOMPARE(words(report), QString("done: "));
    QVERIFY(!report.tensors.empty());
    QCOMPARE(report.gpu->kernels[0].notTimed,
             std::string("a repeated launch did not end in the time for measuring"));
    QVERIFY(!log().contains("cuDevicePrimaryCtxRelease_v2")); // which would wait
    exported<StandInForget>("standInForget")();
}

void TstRunGpu::choosesTheDevice()
{
    QCOMPARE(cudaOrdinal("cuda"), std::optional(0));
    QCOMPARE(cudaOrdinal("cuda:12"), std::optional(12));
    for (const char* device : {"cpu", "cuda:", "cuda:x", "cuda1", "cuda:-1", "cuda:1 "})
        QVERIFY2(!cudaOrdinal(device), device);
    qputenv("STAND_IN_CUDA_DEVICES", "2");
    const RunReport report = runHere(request(sampleModule("matmul.py"), "cuda:1"));
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.device, std::string("cuda:1"));
    QCOMPARE(report.gpu->deviceName, std::string("Stand-in 1"));
    QCOMPARE(report.gpu->arch, std::string("sm_90"));
    QVERIFY(log().contains("cuDevicePrimaryCtxRetain 1\n"));
}

void TstRunGpu::allWaysCompile_data()
{
    QTest::addColumn<QString>("via");
    for (const char* via : {"", "nvrtc", "nvcc", "nvptx"})
        QTest::newRow(*via ? via : "the first") << via;
}

void TstRunGpu::allWaysCompile()
{
    QFETCH(QString, via);
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    const Result<Nvcc> nvcc = Nvcc::find();
    if (via == "nvrtc" && !nvrtc)
        QSKIP(nvrtc.diagnostics().front().message.c_str());
    if (via == "nvcc" && !nvcc)
        QSKIP(nvcc.diagnostics().front().message.c_str());
    RunRequest asked = request(sampleModule("two_kernels.py"));
    asked.via = via.toStdString();
    const RunReport report = runHere(asked);
    QCOMPARE(words(report), QString("done: "));
    const std::string expected = !via.isEmpty() ? via.toStdString()
                                 : nvrtc        ? "nvrtc"
                                 : nvcc         ? "nvcc"
                                                : "nvptx";
    QCOMPARE(report.gpu->via, expected);
    QCOMPARE(report.gpu->skippedWays.size(), size_t(!via.isEmpty()        ? 0
                                                    : expected == "nvrtc" ? 0
                                                    : expected == "nvcc"  ? 1
                                                                          : 2));
    QVERIFY(log().contains(expected == "nvptx" ? "cuModuleLoadDataEx ptx\n" : "cuModuleLoadDataEx cubin\n"));
}

/// A driver does not load cubins of a newer toolkit: the next way is tried, and the reason is reported.
void TstRunGpu::olderDriversTakeAnotherWay()
{
    qputenv("STAND_IN_CUDA_VERSION", "11080");
    RunRequest asked = request(sampleModule("two_kernels.py"));
    asked.via = "";
    const RunReport report = runHere(asked);
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.gpu->via, std::string("nvptx"));
    QCOMPARE(report.gpu->skippedWays.size(), size_t(2));
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    if (nvrtc)
        QCOMPARE(report.gpu->skippedWays[0],
                 "nvrtc: NVRTC " + nvrtc->version() + " is newer than the driver, which serves CUDA 11.8");
    asked.via = "nvrtc";
    if (nvrtc)
        QVERIFY2(words(runHere(asked)).contains("is newer than the driver"),
                 qPrintable(words(runHere(asked))));
}

void TstRunGpu::rejectedCodeIsCompiledInAnotherWay_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("isAnotherTried");
    for (const int code : {200, 209, 218, 221, 222, 223})
        QTest::addRow("%d", code) << code << true;
    QTest::newRow("no memory") << 2 << false;
}

void TstRunGpu::rejectedCodeIsCompiledInAnotherWay()
{
    QFETCH(int, code);
    QFETCH(bool, isAnotherTried);
    if (!Nvrtc::open() && !Nvcc::find())
        QSKIP("no CUDA compiler found on this machine");
    qputenv("STAND_IN_CUDA_REJECT", "cubin=" + QByteArray::number(code));
    RunRequest asked = request(sampleModule("two_kernels.py"));
    asked.via = "";
    const RunReport report = runHere(asked);
    QCOMPARE(words(report).startsWith("done"), isAnotherTried);
    QVERIFY(isAnotherTried || words(report).contains("loading the kernels into the GPU"));
    if (!isAnotherTried)
        return;
    QCOMPARE(report.gpu->via, std::string("nvptx"));
    QCOMPARE(report.gpu->skippedWays.size(), size_t(2));
    const QString skipped = QString::fromStdString(report.gpu->skippedWays[Nvrtc::open() ? 0 : 1]);
    QVERIFY2(skipped.contains(": the driver rejects the code of ") &&
                 skipped.contains(": loading the kernels into the GPU: ") &&
                 skipped.endsWith(": ptxas error: the stand-in refuses"),
             qPrintable(skipped));
    QVERIFY(log().contains("cuModuleLoadDataEx cubin\n") && log().contains("cuModuleLoadDataEx ptx\n"));

    // A requested way is the only one.
    asked.via = Nvrtc::open() ? "nvrtc" : "nvcc";
    QVERIFY2(words(runHere(asked)).startsWith("refused: loading the kernels into the GPU"),
             qPrintable(words(runHere(asked))));
}

void TstRunGpu::rejectionOfTheLastWayIsSaid()
{
    qputenv("STAND_IN_CUDA_FAIL", "cuModuleLoadDataEx=222");
    RunRequest asked = request(sampleModule("two_kernels.py"));
    asked.via = "";
    const QString said = words(runHere(asked));
    QVERIFY2(said.startsWith(
                 "refused: no way to compile the kernels yields code that the driver loads\nnvrtc: ") &&
                 said.contains("\nnvcc: ") &&
                 said.contains("\nnvptx: the driver rejects the code of LLVM 19"),
             qPrintable(said));
}

void TstRunGpu::youngDevicesTakeOlderPtx()
{
    qputenv("STAND_IN_CUDA_ARCH", "120");
    const RunReport report = runHere(request(sampleModule("two_kernels.py")));
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.gpu->arch, std::string("sm_120"));
    QVERIFY2(report.gpu->compiler.ends_with(" for sm_90"), report.gpu->compiler.c_str());
    QCOMPARE(report.gpu->kernels[0].occupancy->warpLimit, 48);
}

void TstRunGpu::secondTimeIsCached()
{
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    if (!nvrtc)
        QSKIP(nvrtc.diagnostics().front().message.c_str());
    RunRequest asked = request(sampleModule("static_shared.py"));
    asked.via = "nvrtc";
    const RunReport first = runHere(asked);
    const RunReport second = runHere(asked);
    QCOMPARE(words(second), QString("done: "));
    QVERIFY(!first.gpu->isCached);
    QVERIFY(second.gpu->isCached);
    QCOMPARE(second.gpu->compilerLog, first.gpu->compilerLog);
    QCOMPARE(second.gpu->kernels[0].resources.spillStoreBytes, int64_t(0)); // the assembler's value, cached
}

void TstRunGpu::editedCodeRuns()
{
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    if (!nvrtc)
        QSKIP(nvrtc.diagnostics().front().message.c_str());
    RunRequest asked = request(launching("\"threadIdx.x\"", ", 64"));
    asked.via = "nvrtc";
    asked.cudaSource = "extern \"C\" __global__ void k(float* A) { A[threadIdx.x] = 7; }\n";
    const RunReport report = runHere(asked);
    QCOMPARE(words(report), QString("done: "));
    QVERIFY(report.gpu->isEdited);

    asked.cudaSource = "extern \"C\" __global__ void k(float* A) { A[threadIdx.x] = nonsense; }\n";
    const RunReport refused = runHere(asked);
    QVERIFY(refused.status == RunStatus::Refused);
    QVERIFY2(words(refused).contains("identifier \"nonsense\" is undefined"), qPrintable(words(refused)));
}

void TstRunGpu::compilerErrorsHavePlaces()
{
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    if (!nvrtc)
        QSKIP(nvrtc.diagnostics().front().message.c_str());
    RunRequest asked = request(moduleOf(R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    tx = T.launch_thread("threadIdx.x", 64)
    A[tx] = T.float32(1.0)
    A[tx] = T.call_extern("float32", "mystery", A[tx])
)"));
    asked.via = "nvrtc";
    const RunReport report = runHere(asked);
    QVERIFY(report.status == RunStatus::Refused);
    QCOMPARE(report.diagnostics.size(), size_t(2));
    QVERIFY(report.diagnostics[0].message.find("refuses the code") != std::string::npos);
    QVERIFY2(report.diagnostics[1].message.find("mystery") != std::string::npos, qPrintable(words(report)));
    const PlaceTable places(*asked.module.module);
    QVERIFY(report.diagnostics[1].place < places.size());
    const auto* store = as<BufferStore>(places[report.diagnostics[1].place].node);
    QVERIFY(store && store->value->kind == NodeKind::Call);
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
    const RunReport report = runHere(request(sampleModule("matmul.py"), device.constData()));
    QVERIFY2(words(report).contains(message), qPrintable(words(report)));
    QVERIFY(report.status == RunStatus::Refused);
    QVERIFY(report.tensors.empty()); // it ran nowhere
}

void TstRunGpu::hostReadsOfTheGpuAreRefused()
{
    const RunRequest asked = request(moduleOf(R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), n: T.int32):
    with T.launch_thread("threadIdx.x", 64) as tx:
        A[tx] = T.float32(1.0)
    A[0] = T.float32(2.0)
)"));
    const RunReport report = runHere(asked);
    QCOMPARE(words(report), QString("refused: the host writes 'A', which is in the memory of the GPU"));
    const PlaceTable places(*asked.module.module);
    QVERIFY(report.diagnostics[0].place < places.size());
    QVERIFY(as<BufferStore>(places[report.diagnostics[0].place].node));
    QVERIFY(!log().contains("cuLaunchKernelEx"));
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
    const RunReport report = runHere(request(sampleModule("matmul.py")));
    QCOMPARE(words(report), message);
}

TIR_TEST(TstRunGpu)
#include "tst_run_gpu.moc"
