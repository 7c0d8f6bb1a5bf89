/// Generated CUDA C is executed without a GPU: a stand-in for nvcc compiles it for this processor, with emulated
/// threads, barriers and warps, and a stand-in for the driver launches it. Results are those of our own CPU execution,
/// which shares no line with the generator of CUDA C.

#include "core/runtime/cuda/nvcc.h"
#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/framework/registry.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/execution/whole_module.h"
#include "tests/passes/workbench/worker/corpus_programs.h"
#include "tests/passes/workbench/worker/operation_programs.h"
#include "tests/passes/workbench/worker/sample_runs.h"
#include "tests/passes/workbench/worker/scheduled_programs.h"
#include "tests/support/stand_in_cuda.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QtTest>

#include <dlfcn.h>

#include <map>
#include <set>

using namespace tir;
using namespace tir::testing;

namespace {

/// Of tests/support/host_toolkit.
constexpr const char* StandInCompiler = "nvcc 12.99";

/// Of a folder of the corpus.
struct CorpusPart {
    const char* folder;
    uint share; ///< one program in so many is drawn
};
constexpr CorpusPart CorpusParts[] = {{"scheduled", 6}, {"split", 6}};
constexpr int LeastCorpusPrograms = 8; ///< that agree, of those drawn; few of `split` are sound

constexpr uint32_t DrawnPrograms = 60; ///< enough for every form

QString words(const RunReport& report)
{
    return QString::fromStdString(std::string(toString(report.status)) + ": " + report.message);
}

/// Samples without a kernel that a GPU could run, and why.
QString refusalOf(const std::string& sample)
{
    static const std::map<std::string, const char*> Refusals = {
        {"region_on_the_host", "the program has no kernel"},
        {"size_of_the_host", "is allocated with a size that is not constant"},
    };
    const auto found = Refusals.find(sample);
    return found == Refusals.end() ? QString() : QString(found->second);
}

} // namespace

Q_DECLARE_METATYPE(Sample)

class TstCudaOnHost : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void samplesAgree_data();
    void samplesAgree();
    void loweredHostCodeAgrees_data();
    void loweredHostCodeAgrees();
    void corpusProgramsAgree_data();
    void corpusProgramsAgree();
    void scheduledProgramsAgree_data();
    void scheduledProgramsAgree();
    void operationsAgree_data();
    void operationsAgree();
    void cleanup();
    void cleanupTestCase();

private:
    /// Empty if the CUDA C of the module computes what `input` computes on the CPU.
    QString difference(const OwnedModule& module, const OwnedModule& input, const std::string& entry = {},
                       bool isLockstep = false, const std::map<std::string, InputSpec>& sizes = {}) const;

    OwnedModule m_operations;
    OwnedModule m_splitOperations;
    QTemporaryDir m_cache;
    int m_drawnCorpusPrograms = 0;
    int m_visitedCorpusPrograms = 0;
    std::map<QString, int> m_corpusPrograms; ///< that agree, by folder
    std::map<QString, int> m_corpusRefusals; ///< by reason
};

void TstCudaOnHost::initTestCase()
{
    qputenv("TIRSCOPE_CUDA_DRIVER", TIRSCOPE_TEST_CUDA);
    qputenv("CUDA_HOME", sourcePath("tests/support/host_toolkit").toUtf8());
    qputenv("XDG_CACHE_HOME", m_cache.path().toUtf8());
    if (!qEnvironmentVariableIsSet("CXX"))
        qputenv("CXX", TIRSCOPE_TEST_CXX);
    const Result<Nvcc> nvcc = Nvcc::find();
    QVERIFY(nvcc);
    QCOMPARE("nvcc " + nvcc->version(), std::string(StandInCompiler));
    const Result<NvrtcOutput> made = nvcc->compile("extern \"C\" __global__ void k(int n);\n"
                                                   "extern \"C\" __global__ void k(int n) {}\n",
                                                   "sm_90");
    QVERIFY(made);
    if (made->cubin.empty() && made->log.find("not found") != std::string::npos)
        QSKIP("no C++ compiler found on this machine");
    QVERIFY2(!made->cubin.empty(), made->log.c_str());
}

void TstCudaOnHost::cleanup()
{
    static void* library = dlopen(TIRSCOPE_TEST_CUDA, RTLD_NOW | RTLD_LOCAL);
    QCOMPARE(reinterpret_cast<StandInLeaks>(dlsym(library, "standInLeaks"))(), 0);
}

QString TstCudaOnHost::difference(const OwnedModule& module, const OwnedModule& input,
                                  const std::string& entry, bool isLockstep,
                                  const std::map<std::string, InputSpec>& sizes) const
{
    RunRequest request;
    request.inputs = sizes;
    request.entry = entry;
    request.isLockstep = isLockstep;
    request.module = input;
    request.signature = input;
    request.seed = 7;
    const RunReport onCpu = runHere(request);
    if (onCpu.status != RunStatus::Done)
        return "on the CPU: " + words(onCpu);
    request.module = module;
    request.device = "cuda";
    request.via = "nvcc";
    request.repeat = 0;
    request.isLockstep = false;
    const RunReport onGpu = runHere(request);
    if (onGpu.status != RunStatus::Done)
        return words(onGpu);
    if (onGpu.gpu->compiler != StandInCompiler)
        return QString::fromStdString("compiled by " + onGpu.gpu->compiler);
    return QString::fromStdString(explain(compareRuns(onGpu, onCpu)));
}

void TstCudaOnHost::samplesAgree_data()
{
    QTest::addColumn<Sample>("sample");
    const Result<std::vector<Sample>> samples = readSamples(sourcePath("samples").toStdString());
    QVERIFY(samples);
    for (const Sample& sample : *samples)
        if (sample.isExecutable())
            QTest::newRow((sample.group + ": " + sample.name).c_str()) << sample;
}

void TstCudaOnHost::samplesAgree()
{
    QFETCH(Sample, sample);
    const OpenedProgram program = openFile(sample.path);
    QVERIFY2(program.isOpen(), program.rendered().c_str());
    const OwnedModule& input = program.parsed->module;
    // One of the programs shows where `split` fails.
    const std::string pipeline = !sample.fix.empty()                      ? sample.fix
                                 : sample.group == "Scheduled"            ? sample.pipeline
                                 : sample.name == "shared_outside_launch" ? "split@legacy-merge"
                                                                          : "split";
    const auto recording =
        runPasses(input, commonPasses(pipeline), pipeline, {.mode = Mode::Sound, .config = {}});
    // Modules before ThreadSync have no barriers yet.
    const bool isLockstep = std::ranges::any_of(
        recording->steps, [](const Step& step) { return step.pass.name == "ThreadSync"; });
    const QString found =
        difference({recording->arena, recording->result}, input, {}, isLockstep, testSizes(sample.name));
    const QString refusal = refusalOf(sample.name);
    QVERIFY2(refusal.isEmpty() ? found.isEmpty() : found.contains(refusal), qPrintable(found));
}

void TstCudaOnHost::loweredHostCodeAgrees_data()
{
    QTest::addColumn<QString>("sample");
    for (const char* sample : {"matmul.py", "two_kernels.py", "scheduled/softmax.py",
                               "scheduled/symbolic_shape.py", "scheduled/two_stages.py"})
        QTest::newRow(sample) << QString(sample);
}

/// The last step: launches pass their arguments on a stack.
void TstCudaOnHost::loweredHostCodeAgrees()
{
    QFETCH(QString, sample);
    const OpenedProgram program = openFile(sourcePath("samples/" + sample).toStdString());
    QVERIFY2(program.isOpen(), program.rendered().c_str());
    const OwnedModule& input = program.parsed->module;
    const auto recording =
        runPasses(input, findPipeline("s_tir")->passes, "s_tir", {.mode = Mode::Sound, .config = {}});
    const size_t last = recording->moduleCount() - 1;
    size_t host = last;
    while (host > 0 && recording->branch(host) != Branch::Host)
        --host;
    QVERIFY(host > 0);
    QCOMPARE(difference(wholeModule(*recording, host), input, {}, true), QString());
    QCOMPARE(difference(wholeModule(*recording, last), input, {}, true), QString());
}

void TstCudaOnHost::corpusProgramsAgree_data()
{
    QTest::addColumn<QString>("program");
    if (!corpusFolder())
        return void(QTest::newRow("no corpus") << QString());
    for (const QString& name : corpusProgramNames())
        for (const CorpusPart& part : CorpusParts)
            if (name.section('/', 0, 0) == part.folder && corpusNumber(name) % part.share == 0) {
                QTest::newRow(qPrintable(name)) << name;
                ++m_drawnCorpusPrograms;
            }
}

/// TVM's form of the program with host code and kernels computes what its input computes.
void TstCudaOnHost::corpusProgramsAgree()
{
    TIR_SKIP_WITHOUT_CORPUS();
    QFETCH(QString, program);
    ++m_visitedCorpusPrograms;
    const std::vector<CorpusStep> steps = readCorpusProgram(program).steps;
    QVERIFY(!steps.empty());
    const Result<ParsedModule> input = parseModule(SourceText("input.py", steps.front().text));
    const Result<ParsedModule> last = parseModule(SourceText("last.py", steps.back().text));
    QVERIFY(input && last);
    const std::string unsound = unsoundness(runModule(last->module, input->module, true));
    QString found = QString::fromStdString("on the CPU: unsound: " + unsound);
    if (unsound.empty())
        found = difference(last->module, input->module, {}, steps.front().isLockstep);
    if (found.startsWith("refused: ") || found.startsWith("on the CPU: "))
        ++m_corpusRefusals[found.section('\n', 0, 0)];
    else
        QCOMPARE(found, QString());
    m_corpusPrograms[program.section('/', 0, 0)] += found.isEmpty();
}

void TstCudaOnHost::cleanupTestCase()
{
    for (const auto& [reason, count] : m_corpusRefusals)
        qInfo("%d programs of the corpus not compared: %s", count, qPrintable(reason));
    const bool isAll = m_drawnCorpusPrograms > 0 && m_visitedCorpusPrograms == m_drawnCorpusPrograms;
    int agreeing = 0;
    for (const CorpusPart& part : CorpusParts) {
        qInfo("%d programs of %s agree", m_corpusPrograms[part.folder], part.folder);
        agreeing += m_corpusPrograms[part.folder];
    }
    QVERIFY(!isAll || agreeing >= LeastCorpusPrograms);
}

void TstCudaOnHost::scheduledProgramsAgree_data()
{
    QTest::addColumn<uint32_t>("number");
    std::set<std::string> forms;
    for (uint32_t number = 0; number < DrawnPrograms; ++number)
        if (const std::string form = scheduledProgram(number).form; forms.insert(form).second)
            QTest::addRow("%u %s", number, form.c_str()) << number;
}

void TstCudaOnHost::scheduledProgramsAgree()
{
    QFETCH(uint32_t, number);
    const Result<ParsedModule> parsed =
        parseModule(SourceText("scheduled.py", scheduledProgram(number).text));
    QVERIFY(parsed);
    const auto recording =
        runPasses(parsed->module, commonPasses("s_tir"), "s_tir", {.mode = Mode::Sound, .config = {}});
    const QString found = difference({recording->arena, recording->result}, parsed->module, {}, true);
    // Some forms have a temporary for the whole grid, which a kernel cannot allocate.
    QVERIFY2(found.isEmpty() || found.startsWith("refused: a kernel cannot allocate global memory"),
             qPrintable(found));
}

void TstCudaOnHost::operationsAgree_data()
{
    QTest::addColumn<QString>("function");
    const std::vector<Operation> operations = allOperations();
    for (const Operation& operation : operations)
        QTest::newRow(qPrintable(operation.name)) << QString::fromStdString(operation.function);
    m_operations = moduleOf(operations);
    const auto recording =
        runPasses(m_operations, commonPasses("split"), "split", {.mode = Mode::Sound, .config = {}});
    m_splitOperations = {recording->arena, recording->result};
}

void TstCudaOnHost::operationsAgree()
{
    QFETCH(QString, function);
    // All are compiled together: the second one is in the cache.
    QCOMPARE(difference(m_splitOperations, m_operations, function.toStdString()), QString());
}

TIR_TEST(TstCudaOnHost)
#include "tst_cuda_on_host.moc"
