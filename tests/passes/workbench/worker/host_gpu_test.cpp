#include "tests/passes/workbench/worker/host_gpu_test.h"

#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/execution/entry_part.h"
#include "passes/workbench/execution/whole_module.h"
#include "passes/workbench/program/open.h"
#include "tests/fuzz/kernel_generator.h"
#include "tests/passes/workbench/worker/corpus_programs.h"
#include "tests/passes/workbench/worker/operation_programs.h"
#include "tests/passes/workbench/worker/sample_runs.h"
#include "tests/passes/workbench/worker/scheduled_programs.h"
#include "tests/passes/workbench/worker/stand_in_test.h"
#include "tests/support/test_files.h"

#include <QtTest>

#include <random>
#include <set>

namespace tir::testing {
namespace {

/// One program in `share` of a folder is drawn. The other pipelines of `traces` and `split` show defects.
struct CorpusPart {
    const char* folder;
    const char* ending;
    uint share;
};
constexpr CorpusPart CorpusParts[] = {
    {"scheduled", "", 8}, {"split", ".new", 1}, {"traces", ".s_tir", 2}, {"tvm_dumps", "", 1}};
/// The programs of `split` are random: all others race, or read memory that was never written. splitProgramsAgree() has
/// more of them.
constexpr const char* SoundSplitPrograms[] = {"split/11_091.new", "split/11_116.new"};

constexpr uint32_t DrawnScheduledPrograms = 60; ///< enough for every form
/// For the split tail. In most of them, the checks find nothing; only those have a result to compare.
constexpr uint32_t DrawnSplitPrograms = 40;
constexpr int LeastSplitPrograms = 27;

/// Of a program of the corpus. A worker that takes more is ended, so that one program cannot take all memory, or
/// hang.
constexpr uint64_t MemoryLimitBytes = uint64_t(1) << 30;
constexpr double TimeLimitSeconds = 300;

RunReport runInProcess(const RunRequest& request)
{
    return runHere(request);
}

RunReport runApart(const RunRequest& request)
{
    RunRequest limited = request;
    limited.memoryLimitBytes = MemoryLimitBytes;
    limited.timeLimitSeconds = TimeLimitSeconds;
    return runInWorker(limited);
}

/// Why the stand-in could not execute the kernels; empty if it could.
QString complaintOf(const RunReport& report)
{
    const QString heard = QString::fromStdString(report.standardError);
    const qsizetype at = heard.indexOf("stand-in: ");
    return at < 0 ? QString::fromUtf8(standIn<StandInComplaint>("standInComplaint")())
                  : heard.mid(at).section('\n', 0, 0).section(": ", 2);
}

} // namespace
} // namespace tir::testing

Q_DECLARE_METATYPE(tir::Sample)

namespace tir::testing {

HostGpuTest::HostGpuTest(HostWay way) : m_way(std::move(way)) {}

void HostGpuTest::initTestCase()
{
    qputenv("TIRSCOPE_CUDA_DRIVER", TIRSCOPE_TEST_CUDA);
    qputenv("XDG_CACHE_HOME", m_cache.path().toUtf8());
    prepare();
}

void HostGpuTest::cleanup()
{
    QCOMPARE(standIn<StandInLeaks>("standInLeaks")(), 0);
}

QString HostGpuTest::difference(const Program& program, Run run) const
{
    RunRequest request;
    request.inputs = program.inputs;
    request.entry = program.entry;
    request.isLockstep = program.isLockstep;
    request.module = program.input;
    request.signature = program.input;
    request.seed = 7;
    const RunReport onCpu = run(request);
    if (onCpu.status != RunStatus::Done)
        return "on the CPU: " + words(onCpu);
    request.module = program.module;
    request.device = "cuda";
    request.via = m_way.via;
    request.repeat = 0;
    request.isCompared = true;
    request.isLockstep = false;
    const RunReport onGpu = run(request);
    if (onGpu.status == RunStatus::Failed && !complaintOf(onGpu).isEmpty())
        return "not executed: " + complaintOf(onGpu);
    if (onGpu.status != RunStatus::Done)
        return words(onGpu);
    if (!onGpu.gpu->compiler.starts_with(m_way.compiler))
        return QString::fromStdString("compiled by " + onGpu.gpu->compiler);
    const CompareOptions tolerance =
        program.isSumReordered ? toleranceOfSums(*program.input.module, onCpu) : CompareOptions{};
    return QString::fromStdString(explain(compareRuns(onGpu, onCpu, tolerance)));
}

QString HostGpuTest::differenceHere(const Program& program) const
{
    return difference(program, &runInProcess);
}

void HostGpuTest::samplesAgree_data()
{
    QTest::addColumn<Sample>("sample");
    const Result<std::vector<Sample>> samples = readSamples(sourcePath("samples").toStdString());
    QVERIFY(samples);
    for (const Sample& sample : *samples)
        if (sample.isExecutable())
            QTest::newRow((sample.group + ": " + sample.name).c_str()) << sample;
}

void HostGpuTest::samplesAgree()
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
    // Barriers are still to come in what has not been through ThreadSync.
    const bool isLockstep = std::ranges::any_of(
        recording->steps, [](const Step& step) { return step.pass.name == "ThreadSync"; });
    const QString found = differenceHere({.module = {recording->arena, recording->result},
                                          .input = input,
                                          .isLockstep = isLockstep,
                                          .inputs = testSizes(sample.name)});
    const auto refusal = m_way.refusedSamples.find(QString::fromStdString(sample.name));
    const bool isRefused = refusal != m_way.refusedSamples.end();
    QVERIFY2(isRefused ? found.contains(refusal->second) : found.isEmpty(), qPrintable(found));
}

void HostGpuTest::loweredHostCodeAgrees_data()
{
    QTest::addColumn<QString>("sample");
    for (const char* sample : {"matmul.py", "two_kernels.py", "scheduled/softmax.py",
                               "scheduled/symbolic_shape.py", "scheduled/two_stages.py"})
        QTest::newRow(sample) << QString(sample);
}

/// The last step: launches pass their arguments on a stack.
void HostGpuTest::loweredHostCodeAgrees()
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
    for (const size_t number : {host, last})
        QCOMPARE(
            differenceHere({.module = wholeModule(*recording, number), .input = input, .isLockstep = true}),
            QString());
}

void HostGpuTest::corpusProgramsAgree_data()
{
    QTest::addColumn<QString>("program");
    if (!corpusFolder())
        return void(QTest::newRow("no corpus") << QString());
    const bool isAll = qEnvironmentVariable("TIRSCOPE_CORPUS_STEPS") == "all";
    const auto isDrawn = [this](const QString& name, const CorpusPart& part) {
        if (m_way.largePrograms.contains(name))
            return false;
        return name.startsWith("split/")
                   ? std::ranges::find(SoundSplitPrograms, name) != std::end(SoundSplitPrograms)
                   : corpusNumber(name) % part.share == 0;
    };
    for (const QString& name : corpusProgramNames())
        for (const CorpusPart& part : CorpusParts)
            if (name.section('/', 0, 0) == part.folder && name.endsWith(part.ending) &&
                (isAll || isDrawn(name, part))) {
                QTest::newRow(qPrintable(name)) << name;
                ++m_drawnCorpusPrograms;
            }
}

QString HostGpuTest::corpusDifference(const QString& name) const
{
    const std::vector<CorpusStep> steps = readCorpusProgram(name).steps;
    const Result<ParsedModule> input = parseModule(SourceText("input.py", steps.front().text));
    const Result<ParsedModule> last = parseModule(SourceText("last.py", steps.back().text));
    if (!input || !last)
        return "the program cannot be read";
    RunRequest checked;
    checked.module = last->module;
    checked.signature = input->module;
    checked.inputs = exactInputs(*input->module.module);
    checked.seed = 7;
    checked.isChecked = true;
    if (const std::string found = unsoundness(runApart(checked)); !found.empty())
        return QString::fromStdString("not compared: " + found);
    return difference({.module = last->module,
                       .input = input->module,
                       .isLockstep = steps.front().isLockstep,
                       .inputs = exactInputs(*input->module.module),
                       .isSumReordered = true},
                      &runApart);
}

/// What TVM made of the program, up to the module with host code and kernels, computes what its input does. Each
/// execution is a process of its own with limits.
void HostGpuTest::corpusProgramsAgree()
{
    TIR_SKIP_WITHOUT_CORPUS();
    QFETCH(QString, program);
    ++m_visitedCorpusPrograms;
    const QString found = corpusDifference(program);
    const bool isCompared = found.isEmpty() || found.startsWith('\'');
    if (isCompared)
        QCOMPARE(found, QString());
    if (isCompared)
        m_agreeing[program.section('/', 0, 0)].append(program);
    else
        m_notCompared[found.section('\n', 0, 0)].append(program);
}

void HostGpuTest::cleanupTestCase()
{
    for (const auto& [reason, programs] : m_notCompared)
        qInfo("%lld programs of the corpus: %s: %s", (long long)programs.size(), qPrintable(reason),
              qPrintable(programs.join(", ")));
    const bool isAll = m_drawnCorpusPrograms > 0 && m_visitedCorpusPrograms == m_drawnCorpusPrograms;
    for (const auto& [folder, least] : m_way.agrees) {
        const qsizetype agreeing = m_agreeing[folder].size();
        qInfo("%lld programs of %s agree", (long long)agreeing, qPrintable(folder));
        QVERIFY2(!isAll || agreeing >= least, qPrintable(folder));
    }
    if (!m_lackedOperations.isEmpty())
        qInfo("%lld operations are refused: %s", (long long)m_lackedOperations.size(),
              qPrintable(m_lackedOperations.join(", ")));
    QVERIFY(m_drawnOperations < int(allOperations().size()) ||
            m_drawnOperations - int(m_lackedOperations.size()) >= m_way.operations);
    for (const auto& [result, count] : m_splitPrograms)
        qInfo("%d generated programs of the split tail: %s", count, qPrintable(result));
    QVERIFY(m_drawnSplitPrograms < int(DrawnSplitPrograms) || m_splitPrograms["agree"] >= LeastSplitPrograms);
}

void HostGpuTest::scheduledProgramsAgree_data()
{
    QTest::addColumn<uint32_t>("number");
    std::set<std::string> forms;
    for (uint32_t number = 0; number < DrawnScheduledPrograms; ++number)
        if (const std::string form = scheduledProgram(number).form; forms.insert(form).second)
            QTest::addRow("%u %s", number, form.c_str()) << number;
}

void HostGpuTest::scheduledProgramsAgree()
{
    QFETCH(uint32_t, number);
    const Result<ParsedModule> parsed =
        parseModule(SourceText("scheduled.py", scheduledProgram(number).text));
    QVERIFY(parsed);
    const auto recording =
        runPasses(parsed->module, commonPasses("s_tir"), "s_tir", {.mode = Mode::Sound, .config = {}});
    const QString found = differenceHere(
        {.module = {recording->arena, recording->result}, .input = parsed->module, .isLockstep = true});
    // Some forms keep a temporary of the whole grid, which has no place in a kernel.
    QVERIFY2(found.isEmpty() || found.contains("a kernel cannot allocate"), qPrintable(found));
}

void HostGpuTest::splitProgramsAgree_data()
{
    QTest::addColumn<uint32_t>("number");
    for (uint32_t number = 0; number < DrawnSplitPrograms; ++number)
        QTest::addRow("%u", number) << number;
}

void HostGpuTest::splitProgramsAgree()
{
    QFETCH(uint32_t, number);
    std::mt19937 random(number);
    std::vector<uint8_t> bytes(300);
    std::ranges::generate(bytes, [&] { return uint8_t(random()); });
    ByteSource source(bytes);
    const std::string text = generatedKernels(source);
    const OpenedProgram program = openText("split.py", text);
    QVERIFY2(program.isOpen(), text.c_str());
    const OwnedModule& input = program.parsed->module;
    const auto recording =
        runPasses(input, commonPasses("split"), "split", {.mode = Mode::Sound, .config = {}});
    const OwnedModule module{recording->arena, recording->result};
    QVERIFY(module.module);
    ++m_drawnSplitPrograms;
    if (const std::string found = unsoundness(runModule(input, input, true)); !found.empty())
        return void(++m_splitPrograms[QString::fromStdString(found)]);
    const QString found = differenceHere({.module = module, .input = input, .entry = "main"});
    const bool isRefused = found.startsWith("refused: ") || found.startsWith("on the CPU: ");
    ++m_splitPrograms[isRefused ? found.section('\n', 0, 0) : "agree"];
    QVERIFY2(isRefused || found.isEmpty(), qPrintable(found + "\n" + QString::fromStdString(text)));
}

void HostGpuTest::operationsAgree_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("function");
    const std::vector<Operation> operations = allOperations();
    for (const Operation& operation : operations)
        QTest::newRow(qPrintable(operation.name))
            << operation.name << QString::fromStdString(operation.function);
    m_operations = moduleOf(operations);
    const auto recording =
        runPasses(m_operations, commonPasses("split"), "split", {.mode = Mode::Sound, .config = {}});
    m_splitOperations = {recording->arena, recording->result};
}

void HostGpuTest::operationsAgree()
{
    QFETCH(QString, name);
    QFETCH(QString, function);
    const std::string entry = function.toStdString();
    const EntryPart part(m_splitOperations, m_way.hasOneModule ? std::string() : entry);
    const QString found = differenceHere({.module = part.module(), .input = m_operations, .entry = entry});
    ++m_drawnOperations;
    if (!m_way.lack.isEmpty() && found.startsWith("refused: ") && found.contains(m_way.lack))
        m_lackedOperations.append(name);
    else
        QCOMPARE(found, QString());
}

} // namespace tir::testing
