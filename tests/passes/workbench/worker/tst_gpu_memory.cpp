/// Lifetimes of memory that host code allocates on a GPU, with stand-ins for the CUDA driver and for nvcc: released
/// memory is reused, and returned to the driver if memory is short.

#include "core/runtime/cuda/nvcc.h"
#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/execution/whole_module.h"
#include "passes/workbench/program/open.h"
#include "passes/workbench/worker/run_here.h"
#include "tests/support/stand_in_cuda.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <dlfcn.h>

using namespace tir;
using namespace tir::testing;

class TstGpuMemory : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void workspacesOfALoopAreOne();
    void workspacesAtTheSameTimeAreTwo();
    void loweredHostCodeFreesWorkspaces();
    void shortMemoryGoesBackToTheDriver();
    void usedAgainInOrder();

private:
    QString log() const
    {
        QFile file(m_folder->filePath("log"));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
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
    const OpenedProgram program = openText("loop.py", text.toStdString());
    if (!program.isOpen())
        qFatal("%s", program.rendered().c_str());
    return program.parsed->module;
}

RunRequest request(const OwnedModule& module)
{
    RunRequest request;
    request.module = module;
    request.signature = module;
    request.seed = 3;
    request.device = "cuda";
    request.via = "nvptx"; // needs nothing that is not linked
    request.repeat = 0;
    return request;
}

QString words(const RunReport& report)
{
    return QString::fromStdString(std::string(toString(report.status)) + ": " + report.message);
}

} // namespace

void TstGpuMemory::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("TIRSCOPE_CUDA_DRIVER", TIRSCOPE_TEST_CUDA);
    qputenv("XDG_CACHE_HOME", m_folder->filePath("cache").toUtf8());
    qputenv("STAND_IN_CUDA_LOG", m_folder->filePath("log").toUtf8());
    qunsetenv("STAND_IN_CUDA_MEMORY");
}

void TstGpuMemory::cleanup()
{
    static void* library = dlopen(TIRSCOPE_TEST_CUDA, RTLD_NOW | RTLD_LOCAL);
    QCOMPARE(reinterpret_cast<StandInLeaks>(dlsym(library, "standInLeaks"))(), 0);
}

void TstGpuMemory::workspacesOfALoopAreOne()
{
    QCOMPARE(words(runHere(request(loopOf("512")))), QString("done: "));
    QCOMPARE(log().count("cuLaunchKernelEx"), 200);
    QCOMPARE(log().count("cuMemAlloc_v2 2048\n"), 2); // and the argument
    QCOMPARE(log().count("cuMemFree_v2"), 2);
}

void TstGpuMemory::workspacesAtTheSameTimeAreTwo()
{
    const OpenedProgram program = openText("loop.py", R"(
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
    QVERIFY2(program.isOpen(), program.rendered().c_str());
    QCOMPARE(words(runHere(request(program.parsed->module))), QString("done: "));
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
    RunRequest asked = request(wholeModule(*recording, host));
    asked.signature = module;
    QCOMPARE(words(runHere(asked)), QString("done: "));
    QCOMPARE(log().count("cuLaunchKernelEx"), 200);
    QCOMPARE(log().count("cuMemAlloc_v2 2048\n"), 2);
}

/// The workspaces grow: none fits into the previous one, and only one of the large ones fits at all.
void TstGpuMemory::shortMemoryGoesBackToTheDriver()
{
    const OwnedModule module = loopOf("512 + i * i * 64");
    qputenv("STAND_IN_CUDA_MEMORY", "3000000");
    RunRequest asked = request(module);
    asked.repeat = 3;
    const RunReport report = runHere(asked);
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.gpu->kernels.size(), size_t(2));
    QVERIFY(log().count("cuMemFree_v2") > 10); // before the end of the run
    // A kernel whose memory is gone cannot be launched again.
    QCOMPARE(report.gpu->kernels[0].notTimed, std::string("memory that it works on has been freed"));
    QVERIFY(report.gpu->kernels[0].timesNs.empty());
}

/// Launches are not waited for: the next workspace has the memory while the last launch of the one before may run.
void TstGpuMemory::usedAgainInOrder()
{
    qputenv("CUDA_HOME", sourcePath("tests/support/host_toolkit").toUtf8());
    if (!qEnvironmentVariableIsSet("CXX"))
        qputenv("CXX", TIRSCOPE_TEST_CXX);
    RunRequest asked = request(loopOf("512"));
    asked.via = "nvcc";
    const RunReport onGpu = runHere(asked);
    QCOMPARE(words(onGpu), QString("done: "));
    asked.device = "cpu";
    const RunReport onCpu = runHere(asked);
    QCOMPARE(words(onCpu), QString("done: "));
    QVERIFY(onCpu.tensors[0].isChanged());
    QCOMPARE(QString::fromStdString(explain(compareRuns(onGpu, onCpu))), QString());
}

TIR_TEST(TstGpuMemory)
#include "tst_gpu_memory.moc"
