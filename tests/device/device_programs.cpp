#include "tests/device/device_programs.h"

#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/workbench/program/open.h"
#include "tests/passes/workbench/worker/corpus_programs.h"
#include "tests/passes/workbench/worker/operation_programs.h"
#include "tests/passes/workbench/worker/sample_runs.h"
#include "tests/support/test_files.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace tir::testing {

const QString LargeSharedMemory = QStringLiteral("more than 48 KiB");

namespace {

OwnedModule withKernels(const OwnedModule& input, const std::string& pipeline)
{
    const auto recording =
        runPasses(input, commonPasses(pipeline), pipeline, {.mode = Mode::Sound, .config = {}});
    return {recording->arena, recording->result};
}

constexpr int64_t MeasuredMatrixExtent = 8192;
constexpr int64_t MeasuredRows = 32768;

/// Large enough that neither L2 nor the start of a launch counts.
std::map<std::string, InputSpec> measuredSizes(const std::string& sample)
{
    const InputSpec extent = InputSpec::constant(MeasuredMatrixExtent);
    if (sample == "pipelined_mma")
        return {{"M", extent}, {"N", extent}, {"K", extent}};
    if (sample == "wide_copy" || sample == "row_sums" || sample == "row_softmax")
        return {{"n", InputSpec::constant(MeasuredRows)}};
    return {};
}

QString refusalOf(const std::string& sample)
{
    return sample == "region_on_the_host" ? "the program has no kernel"
           : sample == "size_of_the_host" ? "constant" // all messages say that the size is not
                                          : "";
}

struct Feature {
    QString name;
    QRegularExpression pattern; ///< in the text of a program
};

const std::vector<Feature>& features()
{
    static const std::vector<Feature> All = {
        {"half", QRegularExpression(R"(\bfloat16)")},
        {"bfloat16", QRegularExpression("bfloat16")},
        {"fp8", QRegularExpression("float8")},
        {"mma", QRegularExpression(R"(\bptx\.mma)")},
        {"wmma", QRegularExpression("tvm_mma_sync")},
        {"cp.async", QRegularExpression("cp_async")},
        {"shuffles", QRegularExpression("tvm_warp_shuffle")},
        {"votes", QRegularExpression("ballot_sync|syncthreads_(or|and)|any_sync")},
        {"atomics", QRegularExpression("atomic_")},
        {"clusters", QRegularExpression("clusterCtaIdx")},
    };
    return All;
}

/// The text of the entry with its suffix, or of one function among many.
QString textOf(const DeviceProgram& program)
{
    const std::string whole = printScript(*program.input.module) + printScript(*program.module.module);
    if (program.entry.empty())
        return QString::fromStdString(whole);
    QString text;
    const QString function = QString::fromStdString(program.entry);
    for (const QString& part : QString::fromStdString(whole).split("    @T.prim_func"))
        if (part.contains("def " + function + "(") || part.contains("def " + function + "_kernel("))
            text += part;
    return text;
}

DeviceProgramGroup groupOf(const std::vector<Operation>& operations)
{
    const OwnedModule input = moduleOf(operations);
    const OwnedModule module = withKernels(input, "split");
    DeviceProgramGroup group;
    for (const Operation& operation : operations)
        group.push_back({.name = operation.name,
                         .input = input,
                         .module = module,
                         .entry = operation.function,
                         .isTimed = false});
    return group;
}

} // namespace

std::vector<DeviceProgramGroup> samplePrograms(const QStringList& names)
{
    const QDir folder(sourcePath("samples"));
    const Result<std::vector<Sample>> samples = readSamples(folder.path().toStdString());
    std::vector<DeviceProgramGroup> groups;
    for (const Sample& sample : samples ? *samples : std::vector<Sample>()) {
        const QString path = folder.relativeFilePath(QString::fromStdString(sample.path)).chopped(3);
        const auto isIn = [&](const QString& name) { return path.contains(name); };
        if (!sample.isExecutable() || (!names.isEmpty() && std::ranges::none_of(names, isIn)))
            continue;
        const OpenedProgram program = openFile(sample.path);
        if (!program.isOpen())
            qFatal("%s", program.rendered().c_str());
        const OwnedModule& input = program.parsed->module;
        // One of the programs shows where `split` fails.
        const std::string pipeline = !sample.fix.empty()                      ? sample.fix
                                     : sample.group == "Scheduled"            ? sample.pipeline
                                     : sample.name == "shared_outside_launch" ? "split@legacy-merge"
                                                                              : "split";
        groups.push_back({{.name = path,
                           .input = input,
                           .module = withKernels(input, pipeline),
                           .isLockstep = pipeline.starts_with("s_tir"),
                           .sizes = testSizes(sample.name),
                           .formulas = sample.computes,
                           .measuredSizes = measuredSizes(sample.name),
                           .refusal = refusalOf(sample.name)}});
    }
    return groups;
}

std::vector<DeviceProgramGroup> operationPrograms()
{
    constexpr size_t MostOfModule = 32; // each run is sent its module as a whole
    std::vector<Operation> products;
    std::vector<Operation> others;
    std::vector<DeviceProgramGroup> groups;
    for (Operation& operation : allOperations()) {
        const bool isProduct = operation.body.contains("ptx.mma") || operation.body.contains("ptx.ldmatrix");
        (isProduct ? products : others).push_back(std::move(operation));
        if (others.size() == MostOfModule)
            groups.push_back(groupOf(std::exchange(others, {})));
    }
    for (const std::vector<Operation>& rest : {others, products})
        if (!rest.empty())
            groups.push_back(groupOf(rest));
    return groups;
}

/// The CPU executes no clusters.
DeviceProgramGroup clusterPrograms()
{
    const Result<ParsedModule> parsed = parseModule(SourceText("cluster.py", R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        rank = T.launch_thread("clusterCtaIdx.x", 2)
        bx = T.launch_thread("blockIdx.x", 4)
        tx = T.launch_thread("threadIdx.x", 32)
        B[bx * 32 + tx] = A[bx * 32 + tx] + T.Cast("float32", rank)
)"));
    if (!parsed)
        qFatal("%s", parsed.diagnostics().front().message.c_str());
    return {{.name = "ranks in clusters of two blocks",
             .input = parsed->module,
             .module = withKernels(parsed->module, "split"),
             .formulas = {"B[i] = A[i] + i // 32 % 2"},
             .isForFormulas = true,
             .isTimed = false}};
}

std::vector<DeviceProgramGroup> corpusPrograms()
{
    std::vector<DeviceProgramGroup> groups;
    for (const QString& name : corpusProgramNames()) {
        // The other pipelines of the traces show defects.
        if (!name.startsWith("tvm_dumps/") && !(name.startsWith("traces/") && name.endsWith(".s_tir")))
            continue;
        const std::vector<CorpusStep> steps = readCorpusProgram(name).steps;
        const Result<ParsedModule> input = parseModule(SourceText("input.py", steps.front().text));
        const Result<ParsedModule> last = parseModule(SourceText("last.py", steps.back().text));
        if (input && last)
            groups.push_back({{.name = name,
                               .input = input->module,
                               .module = last->module,
                               .isLockstep = steps.front().isLockstep,
                               .sizes = exactInputs(*input->module.module),
                               .isFromCorpus = true}});
    }
    return groups;
}

QStringList allFeatures()
{
    QStringList names;
    for (const Feature& feature : features())
        names.append(feature.name);
    return names << LargeSharedMemory;
}

QStringList featuresOf(const DeviceProgram& program)
{
    const QString text = textOf(program);
    QStringList found;
    for (const Feature& feature : features())
        if (text.contains(feature.pattern))
            found.append(feature.name);
    return found;
}

} // namespace tir::testing
