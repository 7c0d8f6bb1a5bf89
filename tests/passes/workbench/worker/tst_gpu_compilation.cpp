/// How kernels are compiled for a GPU, with a stand-in for the CUDA driver: the ways and their order, the cache, edited code,
/// and errors of the compiler.

#include "core/ir/places.h"
#include "core/runtime/cuda/nvcc.h"
#include "core/runtime/cuda/nvrtc.h"
#include "passes/workbench/worker/run_here.h"
#include "tests/passes/workbench/worker/stand_in_test.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

class TstGpuCompilation : public StandInTest {
    Q_OBJECT

private slots:
    void allWaysCompile_data();
    void allWaysCompile();
    void olderDriversTakeAnotherWay();
    void rejectedCodeIsCompiledInAnotherWay_data();
    void rejectedCodeIsCompiledInAnotherWay();
    void rejectionOfTheLastWayIsSaid();
    void youngDevicesTakeOlderPtx_data();
    void youngDevicesTakeOlderPtx();
    void ptxIsForTheDriver_data();
    void ptxIsForTheDriver();
    void secondTimeIsCached();
    void editedCodeRuns();
    void compilerErrorsHavePlaces();
};

void TstGpuCompilation::allWaysCompile_data()
{
    QTest::addColumn<QString>("via");
    for (const char* via : {"", "nvrtc", "nvcc", "nvptx"})
        QTest::newRow(*via ? via : "the first") << via;
}

void TstGpuCompilation::allWaysCompile()
{
    QFETCH(QString, via);
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    const Result<Nvcc> nvcc = Nvcc::find();
    if (via == "nvrtc" && !nvrtc)
        QSKIP(nvrtc.diagnostics().front().message.c_str());
    if (via == "nvcc" && !nvcc)
        QSKIP(nvcc.diagnostics().front().message.c_str());
    RunRequest request = gpuRequest(sampleModule("two_kernels.py"));
    request.via = via.toStdString();
    const RunReport report = runHere(request);
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
void TstGpuCompilation::olderDriversTakeAnotherWay()
{
    qputenv("STAND_IN_CUDA_VERSION", "11080");
    RunRequest request = gpuRequest(sampleModule("two_kernels.py"));
    request.via = "";
    const RunReport report = runHere(request);
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.gpu->via, std::string("nvptx"));
    QCOMPARE(report.gpu->skippedWays.size(), size_t(2));
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    const QString skipped = QString::fromStdString(report.gpu->skippedWays[0]);
    if (nvrtc)
        QVERIFY2(skipped.startsWith(QString::fromStdString("nvrtc: NVRTC " + nvrtc->version() + " in '")) &&
                     skipped.contains("' is newer than the driver, which serves CUDA 11.8"),
                 qPrintable(skipped));
    request.via = "nvrtc";
    if (nvrtc)
        QVERIFY2(words(runHere(request)).contains("is newer than the driver"),
                 qPrintable(words(runHere(request))));
}

void TstGpuCompilation::rejectedCodeIsCompiledInAnotherWay_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("isAnotherTried");
    for (const int code : {200, 209, 218, 221, 222, 223})
        QTest::addRow("%d", code) << code << true;
    QTest::newRow("no memory") << 2 << false;
}

void TstGpuCompilation::rejectedCodeIsCompiledInAnotherWay()
{
    QFETCH(int, code);
    QFETCH(bool, isAnotherTried);
    if (!Nvrtc::open() && !Nvcc::find())
        QSKIP("no CUDA compiler found on this machine");
    qputenv("STAND_IN_CUDA_REJECT", "cubin=" + QByteArray::number(code));
    RunRequest request = gpuRequest(sampleModule("two_kernels.py"));
    request.via = "";
    const RunReport report = runHere(request);
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
    request.via = Nvrtc::open() ? "nvrtc" : "nvcc";
    QVERIFY2(words(runHere(request)).startsWith("refused: loading the kernels into the GPU"),
             qPrintable(words(runHere(request))));
}

void TstGpuCompilation::rejectionOfTheLastWayIsSaid()
{
    qputenv("STAND_IN_CUDA_FAIL", "cuModuleLoadDataEx=222");
    RunRequest request = gpuRequest(sampleModule("two_kernels.py"));
    request.via = "";
    const QString said = words(runHere(request));
    QVERIFY2(said.startsWith("refused: the driver rejects the code of every available compiler\nnvrtc: ") &&
                 said.contains("\nnvcc: ") &&
                 said.contains("\nnvptx: the driver rejects the code of LLVM 19"),
             qPrintable(said));
}

void TstGpuCompilation::youngDevicesTakeOlderPtx_data()
{
    QTest::addColumn<QByteArray>("arch");
    QTest::addColumn<QByteArray>("compiled");
    QTest::newRow("newer than LLVM") << QByteArray("120") << QByteArray("sm_90");
    QTest::newRow("not known by LLVM") << QByteArray("88") << QByteArray("sm_87");
}

void TstGpuCompilation::youngDevicesTakeOlderPtx()
{
    QFETCH(QByteArray, arch);
    QFETCH(QByteArray, compiled);
    qputenv("STAND_IN_CUDA_ARCH", arch);
    const RunReport report = runHere(gpuRequest(sampleModule("two_kernels.py")));
    QCOMPARE(words(report), QString("done: "));
    QCOMPARE(report.gpu->arch, "sm_" + arch.toStdString());
    QVERIFY2(report.gpu->compiler.ends_with(" for " + compiled.toStdString()), report.gpu->compiler.c_str());
    QCOMPARE(report.gpu->kernels[0].occupancy->warpLimit, 48);
}

void TstGpuCompilation::ptxIsForTheDriver_data()
{
    QTest::addColumn<QByteArray>("arch");
    QTest::addColumn<QByteArray>("driver");
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<bool>("runs");
    const auto row = [](const char* arch, const char* driver, const char* dtype, bool runs) {
        QTest::addRow("%s of %s on %s", dtype, arch, driver)
            << QByteArray(arch) << QByteArray(driver) << QString(dtype) << runs;
    };
    for (const char* arch : {"70", "80", "86", "89", "90", "100"})
        row(arch, "11080", "float32", true);
    row("90", "11080", "float8_e4m3fn", true);
    for (const char* dtype : {"float8_e4m3fn", "float8_e5m2"}) {
        row("89", "11080", dtype, false);
        row("89", "12000", dtype, false);
        row("89", "12010", dtype, true);
    }
}

/// Drivers from CUDA 11.8 on are supported; only sm_89 needs a later one, to convert 8-bit floats.
void TstGpuCompilation::ptxIsForTheDriver()
{
    QFETCH(QByteArray, arch);
    QFETCH(QByteArray, driver);
    QFETCH(QString, dtype);
    QFETCH(bool, runs);
    qputenv("STAND_IN_CUDA_ARCH", arch);
    qputenv("STAND_IN_CUDA_VERSION", driver);
    const QString text = QString(R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "%1")):
    tx = T.launch_thread("threadIdx.x", 32)
    B[tx] = T.Cast("%1", A[tx])
)")
                             .arg(dtype);
    const RunReport report = runHere(gpuRequest(moduleOfText(text.toStdString().c_str())));
    const QString served = driver == "11080" ? "11.8" : "12.0";
    const QString known = driver == "11080" ? "7.8" : "8.0";
    QCOMPARE(words(report), runs ? QString("done: ")
                                 : QString("refused: the kernels need PTX 8.1, but the driver, which serves "
                                           "CUDA %1, knows PTX up to %2")
                                       .arg(served, known));
    QCOMPARE(log().contains("cuModuleLoadDataEx"), runs);
}

void TstGpuCompilation::secondTimeIsCached()
{
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    if (!nvrtc)
        QSKIP(nvrtc.diagnostics().front().message.c_str());
    RunRequest request = gpuRequest(sampleModule("static_shared.py"));
    request.via = "nvrtc";
    const RunReport first = runHere(request);
    const RunReport second = runHere(request);
    QCOMPARE(words(second), QString("done: "));
    QVERIFY(!first.gpu->isCached);
    QVERIFY(second.gpu->isCached);
    QCOMPARE(second.gpu->compilerLog, first.gpu->compilerLog);
    QCOMPARE(second.gpu->kernels[0].resources.spillStoreBytes, int64_t(0)); // the assembler's value, cached
}

void TstGpuCompilation::editedCodeRuns()
{
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    if (!nvrtc)
        QSKIP(nvrtc.diagnostics().front().message.c_str());
    RunRequest request = gpuRequest(launching("\"threadIdx.x\"", ", 64"));
    request.via = "nvrtc";
    request.cudaSource = "extern \"C\" __global__ void k(float* A) { A[threadIdx.x] = 7; }\n";
    const RunReport report = runHere(request);
    QCOMPARE(words(report), QString("done: "));
    QVERIFY(report.gpu->isEdited);

    request.cudaSource = "extern \"C\" __global__ void k(float* A) { A[threadIdx.x] = nonsense; }\n";
    const RunReport refused = runHere(request);
    QVERIFY(refused.status == RunStatus::Refused);
    QVERIFY2(words(refused).contains("identifier \"nonsense\" is undefined"), qPrintable(words(refused)));
}

void TstGpuCompilation::compilerErrorsHavePlaces()
{
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    if (!nvrtc)
        QSKIP(nvrtc.diagnostics().front().message.c_str());
    RunRequest request = gpuRequest(moduleOfText(R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    tx = T.launch_thread("threadIdx.x", 64)
    A[tx] = T.float32(1.0)
    A[tx] = T.call_extern("float32", "mystery", A[tx])
)"));
    request.via = "nvrtc";
    const RunReport report = runHere(request);
    QVERIFY(report.status == RunStatus::Refused);
    QCOMPARE(report.diagnostics.size(), size_t(2));
    QVERIFY(report.diagnostics[0].message.find("refuses the code") != std::string::npos);
    QVERIFY2(report.diagnostics[1].message.find("mystery") != std::string::npos, qPrintable(words(report)));
    const PlaceTable places(*request.module.module);
    QVERIFY(report.diagnostics[1].place < places.size());
    const auto* store = as<BufferStore>(places[report.diagnostics[1].place].node);
    QVERIFY(store && store->value->kind == NodeKind::Call);
}

TIR_TEST(TstGpuCompilation)
#include "tst_gpu_compilation.moc"
