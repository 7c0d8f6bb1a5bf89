/// Samples that are meant to be fast: the necessary properties of their machine code can be checked without a GPU.
/// Kernels keep everything in registers, access global memory by 16 bytes, and have the instructions that they are
/// written for.

#include "core/codegen/cuda_c/cuda_c.h"
#include "core/runtime/cuda/cuda_resources.h"
#include "core/runtime/cuda/nvrtc.h"
#include "passes/pipelines.h"
#include "passes/workbench/program/open.h"
#include "passes/workbench/program/samples.h"
#include "passes/workbench/trace/record.h"
#include "tests/core/codegen/device_modules.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

class TstFastSamples : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void codeIsAsFastAsWritten_data();
    void codeIsAsFastAsWritten();
};

namespace {

struct FastSample {
    const char* name;
    int registers; ///< of a thread, at most
    int wide;      ///< accesses of global memory by vectors of 16 bytes
    int copies;    ///< asynchronous copies of 16 bytes
    int fragments; ///< ldmatrix
    int products;  ///< mma
};
/// The product has a step in its loop and three after it; the copies of three steps are before it.
constexpr FastSample FastSamples[] = {
    {"wide_copy", 32, 2, 0, 0, 0},
    {"row_sums", 32, 4, 0, 0, 0},
    {"row_softmax", 32, 8, 0, 0, 0},
    {"pipelined_mma", 255, 0, 4 * 8, 4 * 16, 4 * 64},
};

int countOf(const QString& code, const char* pattern)
{
    int count = 0;
    for (auto match = QRegularExpression(pattern, QRegularExpression::MultilineOption).globalMatch(code);
         match.hasNext(); match.next())
        ++count;
    return count;
}

} // namespace

Q_DECLARE_METATYPE(const FastSample*)

void TstFastSamples::initTestCase()
{
    if (const Result<Nvrtc> nvrtc = Nvrtc::open(); !nvrtc)
        QSKIP(nvrtc.diagnostics().front().message.c_str());
}

void TstFastSamples::codeIsAsFastAsWritten_data()
{
    QTest::addColumn<const FastSample*>("expected");
    QTest::addColumn<QString>("arch");
    for (const FastSample& sample : FastSamples)
        for (const char* arch : {"sm_80", "sm_90"})
            QTest::addRow("%s, %s", sample.name, arch) << &sample << arch;
}

void TstFastSamples::codeIsAsFastAsWritten()
{
    QFETCH(const FastSample*, expected);
    QFETCH(QString, arch);
    const QString file = sourcePath(QString("samples/scheduled/%1.py").arg(expected->name));
    const std::optional<std::string> text = readFile(file);
    QVERIFY(text);
    const std::string path = file.toStdString();
    const Result<Sample> sample = parseSampleHeader(path, *text);
    QVERIFY(sample);
    const OpenedProgram program = openFile(path);
    QVERIFY2(program.isOpen(), program.rendered().c_str());
    const auto recording = record(program, {.pipeline = sample->pipeline});
    QVERIFY(recording);
    const Module& module = (*recording)->module((*recording)->moduleCount() - 1);
    const Result<Artifact> generated = generateCudaC(module, {.arch = arch.toStdString()});
    QVERIFY2(generated, qPrintable(inWords(generated.diagnostics())));

    const QString code = functionsOf(generated->content);
    QCOMPARE(countOf(code, R"(\*\(float4\*\)\([XY]_ptr)"), expected->wide);
    QCOMPARE(countOf(code, R"(\b[XY]_ptr\[(?!\(\(int\)blockIdx\.x\)\]))"), 0);
    QCOMPARE(countOf(code, R"(^\s+ptx_cp_async_legacy_cg_16_)"), expected->copies);
    QCOMPARE(countOf(code, R"(^\s+ptx_ldmatrix_x4)"), expected->fragments);
    QCOMPARE(countOf(code, R"(^\s+ptx_mma_m16n8k16_)"), expected->products);

    Artifact artifact = *generated;
    measureCudaC(artifact, module);
    QCOMPARE(artifact.resources.size(), size_t(1));
    const ResourceReport& resources = artifact.resources.front();
    QVERIFY2(resources.registers <= expected->registers, toString(resources).c_str());
    QCOMPARE(resources.stackBytes, 0);
    QCOMPARE(resources.spillStoreBytes, 0);
    QCOMPARE(resources.spillLoadBytes, 0);
}

TIR_TEST(TstFastSamples)
#include "tst_fast_samples.moc"
