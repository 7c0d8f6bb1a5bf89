/// Operations over types, vector widths, kinds of memory and GPUs: each combination is compiled or rejected before
/// anything runs, by CUDA C (NVRTC, a part by nvcc) and by PTX (LLVM, ptxas).
///
/// A run draws some: TIR_FUZZ_SEED draws others, TIRSCOPE_COMPILE_MATRIX is how many, or `all`.

#include "core/codegen/cuda_c/cuda_c.h"
#include "core/codegen/llvm_ir/gpu_artifacts.h"
#include "core/codegen/toolkit/cuda_toolkit.h"
#include "core/codegen/toolkit/ptxas.h"
#include "core/runtime/cuda/nvcc.h"
#include "core/runtime/cuda/nvrtc.h"
#include "core/script/reading/parser.h"
#include "tests/core/codegen/compile_cases.h"
#include "tests/core/codegen/device_modules.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QtTest>

#include <numeric>
#include <random>
#include <set>

using namespace tir;
using namespace tir::testing;

namespace {

constexpr const char* Archs[] = {"sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100"};
/// Drawn for a GPU and a generator.
const size_t DrawnCases = qEnvironmentVariableIntValue("TIRSCOPE_COMPILE_MATRIX") > 0
                              ? size_t(qEnvironmentVariableIntValue("TIRSCOPE_COMPILE_MATRIX"))
                              : 250;
/// Of one module.
constexpr size_t CasesOfAModule = 500;

uint64_t seed()
{
    const QByteArray given = qgetenv("TIR_FUZZ_SEED");
    if (given == "random")
        return std::random_device()();
    return given.isEmpty() ? 20261123 : given.toULongLong();
}

bool isAll()
{
    return qEnvironmentVariable("TIRSCOPE_COMPILE_MATRIX") == "all";
}

/// Cases to try, in modules.
std::vector<std::vector<uint32_t>> drawn(const std::string& arch)
{
    std::vector<uint32_t> numbers(compileCaseCount());
    std::iota(numbers.begin(), numbers.end(), 0);
    std::mt19937_64 random(seed() ^ std::hash<std::string>()(arch));
    std::shuffle(numbers.begin(), numbers.end(), random);
    if (!isAll()) {
        numbers.resize(DrawnCases);
        for (uint32_t number = compileCaseCount() - 30; number < compileCaseCount(); ++number)
            if (std::find(numbers.begin(), numbers.end(), number) == numbers.end())
                numbers.push_back(number); // there are few of tensor cores
    }
    std::vector<std::vector<uint32_t>> modules;
    for (size_t first = 0; first < numbers.size(); first += CasesOfAModule)
        modules.emplace_back(numbers.begin() + ptrdiff_t(first),
                             numbers.begin() + ptrdiff_t(std::min(first + CasesOfAModule, numbers.size())));
    return modules;
}

struct Kernel {
    CompileCase content;
    std::string name;
};

using Refusals = std::function<Diagnostics(const Module&)>;

/// A compiler of generated code: its errors in kernels that the generator did not reject.
using Compile = std::function<QString(const Module&)>;

/// The name of the kernel that line `number` of the code is in.
QString kernelOfLine(const QString& code, int number)
{
    static const QRegularExpression Definition(QStringLiteral(R"(\b(case_\d+)\()"));
    const QStringList lines = code.split('\n');
    for (int at = std::min(number, int(lines.size())) - 1; at >= 0; --at)
        if (const auto match = Definition.match(lines[at]); match.hasMatch() && !lines[at].endsWith(';'))
            return match.captured(1);
    return {};
}

} // namespace

class TstCompileMatrix : public QObject {
    Q_OBJECT
private slots:
    void cudaC_data() { addArchs(); }
    void cudaC();
    void ptx_data() { addArchs(); }
    void ptx();
    void nvccAgrees();

private:
    static void addArchs()
    {
        QTest::addColumn<QString>("arch");
        for (const char* arch : Archs)
            QTest::newRow(arch) << arch;
    }
    void compileAll(const std::vector<uint32_t>& numbers, const Refusals& refusals, const Compile& compile);

    int m_compiled = 0;
    int m_rejected = 0;
    int m_noPrograms = 0; ///< do not read, or have types that do not fit
    QStringList m_complaints;
};

void TstCompileMatrix::compileAll(const std::vector<uint32_t>& numbers, const Refusals& refusals,
                                  const Compile& compile)
{
    std::vector<std::string> accepted;
    QMap<QString, QString> names;
    for (const uint32_t number : numbers) {
        const std::string name = "case_" + std::to_string(number);
        const CompileCase content = compileCase(number, name);
        names[QString::fromStdString(name)] = QString::fromStdString(content.name);
        const auto parsed = parseModule(SourceText("case.py", moduleOf({content.text})));
        if (!parsed || !checkTypes(*parsed->module.module).empty()) {
            ++m_noPrograms;
            continue;
        }
        try {
            const Diagnostics refused = refusals(*parsed->module.module);
            if (refused.empty())
                accepted.push_back(content.text);
            else
                ++m_rejected;
            for (const Diagnostic& diagnostic : refused)
                if (diagnostic.message.empty() || diagnostic.code == "llvm-failed")
                    m_complaints.append(QString::fromStdString(content.name + ": " + diagnostic.message));
        } catch (const InternalError& failure) {
            m_complaints.append(QString::fromStdString(content.name + ": " + failure.what()));
        }
    }
    m_compiled += int(accepted.size());
    if (accepted.empty())
        return;
    const auto parsed = parseModule(SourceText("cases.py", moduleOf(accepted)));
    QVERIFY2(parsed, qPrintable(inWords(parsed.diagnostics())));
    QString complaint = compile(*parsed->module.module);
    static const QRegularExpression Name(QStringLiteral(R"(case_\d+)"));
    std::set<QString> mentioned;
    for (auto match = Name.globalMatch(complaint); match.hasNext();)
        mentioned.insert(match.next().captured());
    for (const QString& name : mentioned)
        complaint += "\n" + name + ": " + names[name];
    if (!complaint.isEmpty())
        m_complaints.append(complaint);
}

void TstCompileMatrix::cudaC()
{
    QFETCH(QString, arch);
    const std::string name = arch.toStdString();
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    if (!nvrtc)
        QSKIP(nvrtc.diagnostics().front().message.c_str());
    std::vector<std::string> known = nvrtc->archs();
    const QString plain = QString(arch).remove('a');
    if (std::find(known.begin(), known.end(), plain.toStdString()) == known.end())
        QSKIP("NVRTC does not know this GPU");
    m_compiled = m_rejected = m_noPrograms = 0;
    m_complaints.clear();
    const CodegenOptions options{.arch = name};
    for (const std::vector<uint32_t>& numbers : drawn(name))
        compileAll(
            numbers, [&](const Module& module) { return generateCudaC(module, options).diagnostics(); },
            [&](const Module& module) {
                const Result<Artifact> code = generateCudaC(module, options);
                if (!code)
                    return inWords(code.diagnostics());
                const Result<NvrtcOutput> output = nvrtc->compile(code->content, name);
                if (!output)
                    return inWords(output.diagnostics());
                const QString text = QString::fromStdString(code->content);
                QString log;
                static const QRegularExpression Line(QStringLiteral(R"(\((\d+)\): )"));
                std::set<QString> named; // once is enough
                for (const QString& line : QString::fromStdString(output->log).split('\n')) {
                    const auto match = Line.match(line);
                    const int number = match.captured(1).toInt();
                    if (match.hasMatch() && named.insert(kernelOfLine(text, number)).second)
                        log += kernelOfLine(text, number) + ": " + line.mid(match.capturedEnd()) + "\n    " +
                               text.split('\n').value(number - 1).trimmed() + "\n";
                }
                return log.isEmpty() ? QString::fromStdString(output->log) : log;
            });
    qInfo("TIR_FUZZ_SEED=%llu: %d compiled, %d rejected, %d are not programs", (unsigned long long)seed(),
          m_compiled, m_rejected, m_noPrograms);
    QVERIFY2(m_complaints.isEmpty(), qPrintable("\n" + m_complaints.join('\n').left(6000)));
    QVERIFY(m_compiled > m_rejected / 2);
}

void TstCompileMatrix::ptx()
{
    QFETCH(QString, arch);
    if (!findCudaTool("ptxas") || !findLibdevice())
        QSKIP("no ptxas or no libdevice found on this machine");
    const CodegenOptions options{.arch = arch.toStdString()};
    m_compiled = m_rejected = m_noPrograms = 0;
    m_complaints.clear();
    for (const std::vector<uint32_t>& numbers : drawn(options.arch))
        compileAll(
            numbers, [&](const Module& module) { return generatePtx(module, options).diagnostics(); },
            [&](const Module& module) {
                const Result<Artifact> code = generatePtx(module, options);
                if (!code)
                    return inWords(code.diagnostics());
                // CUDA 13 assembles PTX for sm_70 for later GPUs only.
                const std::string target = options.arch == "sm_70" ? "sm_75" : options.arch;
                return inWords(assemblePtx(code->content, target).diagnostics());
            });
    qInfo("TIR_FUZZ_SEED=%llu: %d compiled, %d rejected, %d are not programs", (unsigned long long)seed(),
          m_compiled, m_rejected, m_noPrograms);
    QVERIFY2(m_complaints.isEmpty(), qPrintable("\n" + m_complaints.join('\n').left(6000)));
    QVERIFY(m_compiled > m_rejected / 2);
}

void TstCompileMatrix::nvccAgrees()
{
    const Result<Nvcc> nvcc = Nvcc::find();
    if (!nvcc)
        QSKIP(nvcc.diagnostics().front().message.c_str());
    m_compiled = m_rejected = m_noPrograms = 0;
    m_complaints.clear();
    std::vector<uint32_t> numbers = drawn("nvcc").front();
    numbers.resize(60);
    compileAll(
        numbers, [&](const Module& module) { return generateCudaC(module, {}).diagnostics(); },
        [&](const Module& module) {
            const Result<NvrtcOutput> output = nvcc->compile(generateCudaC(module, {})->content, "sm_90");
            return output ? QString::fromStdString(output->log) : inWords(output.diagnostics());
        });
    QVERIFY2(m_complaints.isEmpty(), qPrintable("\n" + m_complaints.join('\n').left(6000)));
    QVERIFY(m_compiled > 0);
}

TIR_TEST(TstCompileMatrix)
#include "tst_compile_matrix.moc"
