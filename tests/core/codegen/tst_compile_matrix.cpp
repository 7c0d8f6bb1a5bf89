/// Operations over types, vector widths, address spaces, and GPUs: each combination is compiled or rejected before
/// anything runs, by CUDA C in the form that runs have (NVRTC, a part by nvcc) and by PTX (LLVM, ptxas).
///
/// A run draws some: TIR_FUZZ_SEED draws others, TIRSCOPE_COMPILE_MATRIX is the number of operations, or `all`.
///
/// What is the same by construction is not compiled again:
/// - What is rejected for a reason that does not name the GPU.
/// - An operation with more lanes, or in another address space, that does not depend on it.
/// - What is for sm_100, by LLVM: its newest GPU is sm_90, which some kernels prove.
/// - A kernel whose PTX is that for an older GPU: PTX for a GPU is valid for all later ones.
/// - A kernel whose CUDA C is that for an older GPU, if CUDA's headers do not distinguish the two. If they do, NVRTC
///   compiles it to PTX, and without inline assembly, not to machine code once more.

#include "core/codegen/cuda_c/cuda_c.h"
#include "core/codegen/llvm_ir/gpu_artifacts.h"
#include "core/codegen/toolkit/cuda_toolkit.h"
#include "core/codegen/toolkit/ptxas.h"
#include "core/runtime/cuda/nvcc.h"
#include "core/runtime/cuda/nvrtc.h"
#include "core/script/reading/parser.h"
#include "tests/core/codegen/compile_cases.h"
#include "tests/core/codegen/compile_chunk.h"
#include "tests/core/codegen/device_modules.h"
#include "tests/support/fuzz_seed.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QMap>
#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <utility>

using namespace tir;
using namespace tir::testing;

namespace {

constexpr const char* Archs[] = {"sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100"};
/// Drawn for all GPUs.
const size_t DrawnCases = qEnvironmentVariableIntValue("TIRSCOPE_COMPILE_MATRIX") > 0
                              ? size_t(qEnvironmentVariableIntValue("TIRSCOPE_COMPILE_MATRIX"))
                              : 500;
/// Of one module. NVRTC reads CUDA's headers again for each; the time of LLVM grows faster than its modules.
constexpr size_t CasesOfCuda = 4000;
constexpr size_t CasesOfPtx = 250;

bool isAll()
{
    return qEnvironmentVariable("TIRSCOPE_COMPILE_MATRIX") == "all";
}

/// Cases to try, in modules of so many.
std::vector<std::vector<uint32_t>> drawn(size_t moduleCases)
{
    std::vector<uint32_t> numbers(compileCaseCount());
    std::iota(numbers.begin(), numbers.end(), 0);
    std::erase_if(numbers, isLikeAnother);
    if (!isAll()) {
        std::mt19937_64 random(fuzzSeed());
        std::shuffle(numbers.begin(), numbers.end(), random);
        numbers.resize(DrawnCases);
        for (uint32_t number = compileCaseCount() - 30; number < compileCaseCount(); ++number)
            if (std::find(numbers.begin(), numbers.end(), number) == numbers.end())
                numbers.push_back(number); // there are few of tensor cores
    }
    std::vector<std::vector<uint32_t>> modules;
    for (size_t first = 0; first < numbers.size(); first += moduleCases)
        modules.emplace_back(numbers.begin() + ptrdiff_t(first),
                             numbers.begin() + ptrdiff_t(std::min(first + moduleCases, numbers.size())));
    return modules;
}

/// 90 of "sm_90a".
int numberOf(const QString& arch)
{
    return QString(arch).mid(3).remove('a').toInt();
}

/// CUDA 13 compiles for sm_75 and later: what is generated for sm_70 is compiled for that.
std::string compiledArch(const QString& arch)
{
    return arch == "sm_70" ? "sm_75" : arch.toStdString();
}

/// Whether a compiler that lists these GPUs compiles for it.
bool isKnown(const std::vector<std::string>& known, const std::string& arch)
{
    return std::find(known.begin(), known.end(), arch) != known.end() ||
           (arch.ends_with('a') && isKnown(known, arch.substr(0, arch.size() - 1)));
}

/// Those of the matrix that nvcc compiles for.
std::vector<std::string> archsOf(const Nvcc& nvcc)
{
    std::vector<std::string> archs;
    for (const char* arch : Archs)
        if (const Result<NvrtcOutput> output = nvcc.compile("__global__ void k() {}\n", compiledArch(arch));
            output && !output->cubin.empty())
            archs.emplace_back(arch);
    return archs;
}

/// The compute capabilities that conditions in CUDA's headers compare with: 80 of `__CUDA_ARCH__ >= 800`.
std::set<int> thresholdsOfHeaders(const std::string& folder)
{
    static const QRegularExpression Condition(
        QStringLiteral(R"((?:__CUDA_ARCH__\s*\)?\s*[<>=!]+\s*\(?\s*(\d+)0\b|NV_[A-Z_]+_SM_(\d+)))"));
    std::set<int> thresholds;
    const QString path = QString::fromStdString(folder);
    for (const QString& file :
         filesBelow(path, {"cuda_*.h", "cuda_*.hpp", "mma.h", "mma.hpp", "sm_*.h", "sm_*.hpp", "device_*.h",
                           "device_*.hpp", "math_*.h", "math_*.hpp"})) {
        const QString text = QString::fromStdString(readFile(file).value_or(""));
        for (auto all = Condition.globalMatch(text); all.hasNext();) {
            const QRegularExpressionMatch match = all.next();
            thresholds.insert((match.captured(1) + match.captured(2)).toInt());
        }
    }
    return thresholds;
}

/// The name of the kernel that line `number` of the code is in.
QString kernelOfLine(const QStringList& lines, int number)
{
    static const QRegularExpression Definition(QStringLiteral(R"(\b(case_\d+)\()"));
    for (int at = std::min(number, int(lines.size())) - 1; at >= 0; --at)
        if (const auto match = Definition.match(lines[at]); match.hasMatch() && !lines[at].endsWith(';'))
            return match.captured(1);
    return {};
}

/// The log of NVRTC, once for each kernel, with the lines of code.
QString explained(const std::string& log, const std::string& code)
{
    static const QRegularExpression Line(QStringLiteral(R"(\((\d+)\): )"));
    const QStringList lines = QString::fromStdString(code).split('\n');
    QString text;
    std::set<QString> named;
    for (const QString& line : QString::fromStdString(log).split('\n')) {
        const auto match = Line.match(line);
        const int number = match.captured(1).toInt();
        const QString kernel = kernelOfLine(lines, number);
        if (match.hasMatch() && named.insert(kernel).second)
            text += kernel + ": " + line.mid(match.capturedEnd()) + "\n    " +
                    lines.value(number - 1).trimmed() + "\n";
    }
    return text.isEmpty() ? QString::fromStdString(log) : text;
}

/// What was done for one GPU.
struct ArchCount {
    int compiled = 0;
    int rejected = 0;
    int same = 0; ///< of those compiled: not again, by construction
};

} // namespace

class TstCompileMatrix : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cudaC();
    void ptx();
    void nvccAgrees();
    void cleanup();

private:
    void compileCuda(CompileChunk& chunk, const Nvrtc& nvrtc, const QString& arch);
    void compilePtx(CompileChunk& chunk, const QString& arch);
    std::vector<std::string> generatedPtx(const std::vector<ChunkCase*>& cases, const std::string& arch);
    QMap<QString, QString> kernelsFor(CompileChunk& chunk, const std::string& arch);
    void complain(const CompileChunk& chunk, QString complaint);

    std::map<QString, ArchCount> m_counts;
    int m_noPrograms = 0; ///< do not read, or have types that do not fit
    std::set<int> m_thresholds;
    QStringList m_complaints;
};

void TstCompileMatrix::init()
{
    m_counts.clear();
    m_noPrograms = 0;
    m_complaints.clear();
}

void TstCompileMatrix::cleanup()
{
    for (const auto& [arch, count] : m_counts)
        qInfo("TIR_FUZZ_SEED=%llu: %s: %d compiled (%d of them as for an older GPU), %d rejected; %d are not "
              "programs",
              (unsigned long long)fuzzSeed(), qPrintable(arch), count.compiled, count.same, count.rejected,
              m_noPrograms);
    QVERIFY2(m_complaints.isEmpty(), qPrintable("\n" + m_complaints.join('\n').left(6000)));
    for (const auto& [arch, count] : m_counts)
        QVERIFY2(count.compiled > count.rejected / 2, qPrintable(arch));
}

/// With the operations of the kernels that it names.
void TstCompileMatrix::complain(const CompileChunk& chunk, QString complaint)
{
    static const QRegularExpression Name(QStringLiteral(R"(case_\d+)"));
    if (complaint.isEmpty())
        return;
    std::set<QString> mentioned;
    for (auto match = Name.globalMatch(complaint); match.hasNext();)
        mentioned.insert(match.next().captured());
    for (const QString& name : mentioned)
        complaint += "\n" + name + ": " + chunk.operationOf(name.toStdString());
    m_complaints.append(complaint);
}

void TstCompileMatrix::cudaC()
{
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    if (!nvrtc)
        QSKIP(nvrtc.diagnostics().front().message.c_str());
    m_thresholds = thresholdsOfHeaders(nvrtc->includeFolder());
    QVERIFY(m_thresholds.contains(80) && m_thresholds.contains(90));
    const std::vector<std::string> known = nvrtc->archs();
    for (const std::vector<uint32_t>& numbers : drawn(CasesOfCuda)) {
        CompileChunk chunk(numbers);
        m_noPrograms += chunk.noPrograms();
        for (const char* arch : Archs)
            if (isKnown(known, compiledArch(arch)))
                compileCuda(chunk, *nvrtc, arch);
    }
    QVERIFY(m_counts.size() >= 6);
    QCOMPARE(m_counts.contains("sm_70"), isKnown(known, "sm_75"));
}

void TstCompileMatrix::compileCuda(CompileChunk& chunk, const Nvrtc& nvrtc, const QString& arch)
{
    const CodegenOptions options{.arch = arch.toStdString(), .isSound = true};
    ArchCount& count = m_counts[arch];
    std::vector<const ChunkCase*> whole; // to machine code
    std::vector<const ChunkCase*> front; // to PTX
    for (ChunkCase& one : chunk.cases()) {
        if (one.isRejected) {
            ++count.rejected;
            continue;
        }
        const Result<Artifact> code = generateCudaC(*one.module.module, options);
        if (!code) {
            for (const Diagnostic& refusal : code.diagnostics())
                if (refusal.message.empty())
                    m_complaints.append(one.operation + " is rejected without a reason");
            ++count.rejected;
            one.isRejected = isOfAllGpus(code.diagnostics());
            one.text.clear();
            continue;
        }
        ++count.compiled;
        const int number = numberOf(arch);
        const bool isSame = code->content == one.text;
        const auto threshold = m_thresholds.upper_bound(one.arch);
        const bool areHeadersSame = threshold == m_thresholds.end() || *threshold > number;
        one.text = code->content;
        one.arch = number;
        if (isSame && areHeadersSame)
            ++count.same;
        else if (isSame && one.text.find("asm") == one.text.npos)
            front.push_back(&one);
        else
            whole.push_back(&one);
    }
    for (const auto& [cases, target] :
         {std::pair(whole, compiledArch(arch)), {front, "compute" + compiledArch(arch).substr(2)}}) {
        if (cases.empty())
            continue;
        const OwnedModule module = moduleWith(cases);
        const Result<Artifact> code = generateCudaC(*module.module, options);
        if (!code) {
            complain(chunk, inWords(code.diagnostics()));
            continue;
        }
        const Result<NvrtcOutput> output = nvrtc.compile(code->content, target);
        complain(chunk, output ? explained(output->log, code->content) : inWords(output.diagnostics()));
    }
}

void TstCompileMatrix::ptx()
{
    if (!findCudaTool("ptxas") || !findLibdevice())
        QSKIP("no ptxas or no libdevice found on this machine");
    bool isFirst = true;
    for (const std::vector<uint32_t>& numbers : drawn(CasesOfPtx)) {
        CompileChunk chunk(numbers);
        m_noPrograms += chunk.noPrograms();
        for (const char* arch : Archs)
            if (arch != std::string_view("sm_100"))
                compilePtx(chunk, arch);
        if (std::exchange(isFirst, false))
            QCOMPARE(kernelsFor(chunk, "sm_100"), kernelsFor(chunk, "sm_90"));
    }
}

/// The PTX of the cases; of several texts if LLVM fails at one case. The cases that are rejected are in none.
std::vector<std::string> TstCompileMatrix::generatedPtx(const std::vector<ChunkCase*>& cases,
                                                        const std::string& arch)
{
    if (cases.empty())
        return {};
    const OwnedModule module = moduleWith({cases.begin(), cases.end()});
    const Result<Artifact> code = generatePtx(*module.module, {.arch = arch});
    if (code)
        return {code->content};
    const Diagnostics& refusals = code.diagnostics();
    if (refusals.front().code == "llvm-failed") {
        if (cases.size() == 1) {
            m_complaints.append(cases[0]->operation + ": " +
                                QString::fromStdString(refusals.front().message));
            return {};
        }
        const auto middle = cases.begin() + ptrdiff_t(cases.size() / 2);
        std::vector<std::string> texts = generatedPtx({cases.begin(), middle}, arch);
        for (std::string& text : generatedPtx({middle, cases.end()}, arch))
            texts.push_back(std::move(text));
        return texts;
    }
    const std::map<std::string, Diagnostics> refused = refusedFunctions(*module.module, refusals);
    for (const Diagnostic& refusal : refusals)
        if (refusal.message.empty() || refused.empty())
            m_complaints.append("no reason, or no place: " + inWords({refusal}));
    if (refused.empty())
        return {};
    std::vector<ChunkCase*> rest;
    for (ChunkCase* one : cases)
        if (const auto found = refused.find(one->name); found == refused.end())
            rest.push_back(one);
        else
            one->isRejected = isOfAllGpus(found->second);
    return generatedPtx(rest, arch);
}

QMap<QString, QString> TstCompileMatrix::kernelsFor(CompileChunk& chunk, const std::string& arch)
{
    std::vector<ChunkCase*> cases;
    for (ChunkCase& one : chunk.cases())
        if (!one.isRejected)
            cases.push_back(&one);
    QMap<QString, QString> kernels;
    for (const std::string& text : generatedPtx(cases, arch))
        for (const auto& [kernel, code] : splitPtx(text).kernels)
            kernels[QString::fromStdString(kernel)] = QString::fromStdString(code);
    return kernels;
}

void TstCompileMatrix::compilePtx(CompileChunk& chunk, const QString& arch)
{
    const std::string name = arch.toStdString();
    std::vector<ChunkCase*> cases;
    for (ChunkCase& one : chunk.cases())
        if (!one.isRejected)
            cases.push_back(&one);
    ArchCount& count = m_counts[arch];
    size_t compiled = 0;
    for (const std::string& text : generatedPtx(cases, name)) {
        const PtxParts parts = splitPtx(text);
        std::string changed = parts.shared;
        size_t same = 0;
        for (const auto& [kernel, code] : parts.kernels) {
            std::string& known = chunk.find(kernel).text;
            const bool isSame = known == code;
            same += isSame;
            changed += isSame ? std::string() : code;
            known = code;
        }
        compiled += parts.kernels.size();
        count.same += int(same);
        if (same < parts.kernels.size())
            complain(chunk, inWords(assemblePtx(changed, compiledArch(arch)).diagnostics()));
    }
    count.compiled += int(compiled);
    count.rejected += int(chunk.cases().size() - compiled);
}

void TstCompileMatrix::nvccAgrees()
{
    const Result<Nvcc> nvcc = Nvcc::find();
    if (!nvcc)
        QSKIP(nvcc.diagnostics().front().message.c_str());
    std::vector<uint32_t> numbers = drawn(CasesOfCuda).front();
    if (isAll()) { // not all of one operation
        std::mt19937_64 random(fuzzSeed());
        std::shuffle(numbers.begin(), numbers.end(), random);
    }
    // Each GPU gets its part of the sample.
    const std::vector<std::string> archs = archsOf(*nvcc);
    QVERIFY(archs.size() >= 6);
    const size_t casesOfArch = std::min<size_t>(30, numbers.size() / archs.size());
    int compiled = 0;
    numbers.resize(casesOfArch * archs.size());
    for (size_t first = 0; first < numbers.size(); first += casesOfArch) {
        const std::string& arch = archs[first / casesOfArch];
        CompileChunk chunk(
            {numbers.begin() + ptrdiff_t(first), numbers.begin() + ptrdiff_t(first + casesOfArch)});
        const CodegenOptions options{.arch = arch, .isSound = true};
        std::vector<const ChunkCase*> accepted;
        for (ChunkCase& one : chunk.cases())
            if (generateCudaC(*one.module.module, options))
                accepted.push_back(&one);
        if (accepted.empty())
            continue;
        const OwnedModule module = moduleWith(accepted);
        const Result<NvrtcOutput> output = nvcc->compile(generateCudaC(*module.module, options)->content,
                                                         compiledArch(QString::fromStdString(arch)));
        complain(chunk, output ? QString::fromStdString(output->log) : inWords(output.diagnostics()));
        compiled += int(accepted.size());
    }
    qInfo("%d compiled by nvcc for %d GPUs", compiled, int(archs.size()));
    QVERIFY(compiled >= int(archs.size()));
}

TIR_TEST(TstCompileMatrix)
#include "tst_compile_matrix.moc"
