/// The code of generated programs, given to the compilers that are to take it: NVRTC accepts the CUDA C of the kernels, and
/// `cc` the C of the host, or the generator rejects the module with a reason. TIR_FUZZ_SEED chooses other programs.

#include "core/codegen/generators.h"
#include "core/runtime/cuda/nvrtc.h"
#include "passes/workbench/trace/record.h"
#include "tests/fuzz/kernel_generator.h"
#include "tests/fuzz/program_generator.h"
#include "tests/support/fuzz_seed.h"
#include "tests/support/patience.h"
#include "tests/support/test_main.h"

#include <QProcess>
#include <QtTest>

#include <random>

using namespace tir;
using namespace tir::testing;

namespace {

constexpr int Programs = 120;
constexpr const char* Arch = "sm_90";
/// Of them, fewer would show that the generators reject what they took before.
constexpr int LeastCompiled = 45;

/// A generated program after the pipeline `split`.
struct SplitProgram {
    std::string text;
    std::shared_ptr<const Recording> recording;
};

std::vector<SplitProgram> splitPrograms(uint64_t seed)
{
    std::vector<SplitProgram> programs;
    std::mt19937_64 random(seed);
    for (int number = 0; number < Programs; ++number) {
        std::vector<uint8_t> bytes(256 + random() % 768);
        for (uint8_t& byte : bytes)
            byte = uint8_t(random());
        ByteSource source(bytes);
        const std::string text = number % 2 ? generatedKernels(source) : generatedProgram(source);
        // Functions of others have no declaration, and it is for script_programs to notice what cannot be read.
        const OpenedProgram program = openText("fuzz.py", text);
        if (text.find("_extern(") != text.npos || !program.isOpen())
            continue;
        const auto recording = record(program, {.pipeline = "split", .mode = Mode::Sound, .force = true});
        if (recording && (*recording)->passesNotRun.empty() &&
            (*recording)->verdict((*recording)->moduleCount() - 1) != Verdict::IllFormed)
            programs.push_back({text, *recording});
    }
    return programs;
}

/// Compiles the code of every program. `complaintOf` returns the errors of the compiler.
template <class Compiler>
void compileAll(ArtifactKind kind, uint64_t seed, const Compiler& complaintOf)
{
    const Generator generate = textGenerator(kind);
    int compiled = 0;
    std::map<std::string, int> rejections;
    for (const SplitProgram& program : splitPrograms(seed)) {
        const Recording& recording = *program.recording;
        const Module& module = recording.module(recording.moduleCount() - 1);
        const Result<Artifact> code = generate(module, {.arch = Arch});
        if (!code) {
            QVERIFY2(hasError(code.diagnostics()) && !code.diagnostics().front().message.empty(),
                     program.text.c_str());
            ++rejections[code.diagnostics().front().code];
            continue;
        }
        const QString complaint = complaintOf(code->content);
        QVERIFY2(complaint.isEmpty(),
                 qPrintable(complaint + "\n" + QString::fromStdString(program.text + "\n" + code->content)));
        ++compiled;
    }
    qInfo("%d programs compile", compiled);
    for (const auto& [code, count] : rejections)
        qInfo("%d are rejected: %s", count, code.c_str());
    QVERIFY(compiled >= LeastCompiled);
}

} // namespace

class TstGeneratedCode : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void nvrtcAcceptsTheKernels();
    void ccAcceptsTheHost();

private:
    uint64_t m_seed = fuzzSeed(1);
};

void TstGeneratedCode::initTestCase()
{
    qInfo("TIR_FUZZ_SEED=%llu", static_cast<unsigned long long>(m_seed));
}

void TstGeneratedCode::nvrtcAcceptsTheKernels()
{
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    if (!nvrtc)
        QSKIP(nvrtc.diagnostics().front().message.c_str());
    if (nvrtc->includeFolder().empty())
        QSKIP("the headers of the CUDA toolkit are not beside NVRTC");
    compileAll(ArtifactKind::Cuda, m_seed, [&](const std::string& code) {
        const Result<NvrtcOutput> output = nvrtc->compile(code, Arch);
        if (!output)
            return QString::fromStdString(output.diagnostics().front().message);
        return output->cubin.empty() ? QString::fromStdString(output->log) : QString();
    });
}

void TstGeneratedCode::ccAcceptsTheHost()
{
    if (QStandardPaths::findExecutable(QStringLiteral("cc")).isEmpty())
        QSKIP("no C compiler 'cc' found on this machine");
    compileAll(ArtifactKind::C, m_seed, [](const std::string& code) {
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QStringLiteral("cc"), {"-std=gnu11", "-fsyntax-only", "-x", "c", "-"});
        process.write(QByteArray::fromStdString(code));
        process.closeWriteChannel();
        const bool isDone = process.waitForFinished(PatienceInMs);
        return isDone && process.exitCode() == 0 ? QString() : "cc: " + QString::fromUtf8(process.readAll());
    });
}

TIR_TEST(TstGeneratedCode)
#include "tst_generated_code.moc"
