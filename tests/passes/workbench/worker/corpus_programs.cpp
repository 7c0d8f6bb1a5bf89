#include "tests/passes/workbench/worker/corpus_programs.h"

#include "core/ir/contains.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/execution/run_request.h"
#include "passes/workbench/trace/import_dump.h"
#include "tests/support/file_content.h"
#include "tests/support/test_files.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <set>

namespace tir::testing {
namespace {

constexpr QLatin1String Extension(".json");

/// `s_tir.ThreadSync` and `ThreadSync("shared")` are both ThreadSync.
std::string plainName(const QString& pass)
{
    return pass.section('(', 0, 0).section('.', -1).toStdString();
}

/// Whether the pass first runs before the last ThreadSync of the full pipeline.
bool isBeforeBarriers(const std::string& pass)
{
    const std::vector<PassInvocation>& passes = findPipeline("s_tir")->passes;
    size_t first = passes.size();
    size_t barriers = 0;
    for (size_t number = 0; number < passes.size(); ++number) {
        if (passes[number].name == pass && first == passes.size())
            first = number;
        if (passes[number].name == "ThreadSync")
            barriers = number;
    }
    return first < barriers;
}

/// Host and device modules, which Filter makes, are not whole programs.
std::vector<CorpusStep> stepsOfTrace(const QJsonObject& trace)
{
    const QJsonArray steps = trace["steps"].toArray();
    const QJsonArray texts = trace["texts"].toArray();
    const auto passOf = [&](qsizetype number) { return plainName(steps[number]["pass"].toString()); };
    qsizetype lastBarriers = -1;
    for (qsizetype number = 0; number < steps.size(); ++number)
        if (passOf(number) == "ThreadSync")
            lastBarriers = number;
    std::vector<CorpusStep> result;
    std::set<int> known;
    const auto add = [&](const std::string& pass, int text, bool isLockstep) {
        // The text after the last ThreadSync runs without lockstep, also if it is not a new one.
        const bool isFirstWithBarriers = !isLockstep && !result.empty() && result.back().isLockstep;
        if (known.insert(text).second || isFirstWithBarriers)
            result.push_back({pass, texts[text].toString().toStdString(), isLockstep});
    };
    add("", steps[0]["before"].toInt(), lastBarriers >= 0);
    for (qsizetype number = 0; number < steps.size() && passOf(number) != "Filter"; ++number)
        if (steps[number]["after"].isDouble())
            add(passOf(number), steps[number]["after"].toInt(), number < lastBarriers);
    return result;
}

/// Each text once, as far as it is of the whole program.
std::vector<CorpusStep> stepsOfDump(const std::string& folder)
{
    const Result<RecordedRun> run = runFromDump(folder);
    if (!run)
        return {};
    const Recording& recording = *run->recording;
    const size_t barriers = lockstepEnd(recording);
    std::vector<CorpusStep> result;
    std::set<const Module*> known;
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        if (recording.branch(number) != Branch::Common)
            break;
        if (known.insert(&recording.module(number)).second || (number > 0 && number == barriers))
            result.push_back({plainName(QString::fromStdString(recording.pass(number))),
                              std::string(run->texts[number]->source.text()), number < barriers});
    }
    return result;
}

} // namespace

QStringList corpusProgramNames()
{
    const QDir corpus(*corpusFolder());
    QStringList names;
    for (const QString& path : filesBelow(corpus.path(), {"*" + Extension})) {
        const QString name = corpus.relativeFilePath(path);
        if (name.startsWith("traces/") || name.startsWith("split/") || name.startsWith("scheduled/"))
            names.push_back(name.chopped(Extension.size()));
        else if (name.startsWith("passes/"))
            names.push_back(name.section('/', 0, -2));
    }
    for (const QString& dump :
         QDir(corpus.filePath("tvm_dumps")).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        names.push_back("tvm_dumps/" + dump);
    return names;
}

CorpusProgram readCorpusProgram(const QString& name)
{
    CorpusProgram program{.name = name, .steps = {}, .isWholePipeline = !name.startsWith("passes/")};
    const QString path = *corpusFolder() + "/" + name;
    if (name.startsWith("tvm_dumps/")) {
        program.steps = stepsOfDump(path.toStdString());
        return program;
    }
    if (program.isWholePipeline) {
        program.steps = stepsOfTrace(readJson(path + Extension));
        return program;
    }
    const std::string pass = plainName(readJson(path + "/case.json")["pass"].toString());
    const bool isLockstep = isBeforeBarriers(pass);
    program.steps.push_back(
        {"", readFile(path + "/before.py").value_or(""), isLockstep || pass == "ThreadSync"});
    program.steps.push_back({pass, readFile(path + "/after.py").value_or(""), isLockstep});
    if (program.steps[0].text == program.steps[1].text)
        program.steps.pop_back();
    return program;
}

CorpusShare corpusShare(const QString& name)
{
    // Watching each of millions of products takes seconds a step.
    if (name.startsWith("traces/gpu_matmul"))
        return {3, 6};
    if (name.startsWith("scheduled/"))
        return {4, 1};
    if (name.startsWith("tvm_dumps/"))
        return {1, 6};
    return name.startsWith("traces/")  ? CorpusShare{4, 4}
           : name.startsWith("split/") ? CorpusShare{12, 1}
                                       : CorpusShare{20, 1};
}

uint corpusNumber(const QString& name)
{
    uint number = 2166136261u;
    for (const char letter : name.toUtf8())
        number = (number ^ uint8_t(letter)) * 16777619u;
    return number;
}

std::map<std::string, InputSpec> exactInputs(const Module& module)
{
    std::map<std::string, InputSpec> inputs;
    const Result<std::string> entry = chooseEntry(module);
    if (!entry)
        return inputs;
    for (const BufferBinding& binding : to<PrimFunc>(*module.find(*entry)->function).bufferMap)
        if (binding.buffer->dtype.isAnyFloat())
            inputs.emplace(binding.buffer->name, InputSpec::random(-1, 1, 1));
    return inputs;
}

bool storesUndefined(const Module& module)
{
    const auto isUndefined = [](const Node& node) {
        const auto* call = as<Call>(&node);
        return call && call->isOp(OpId::undef);
    };
    return std::any_of(module.functions.begin(), module.functions.end(), [&](const ModuleEntry& entry) {
        const auto* function = as<PrimFunc>(entry.function);
        return function && contains(*function->body, isUndefined, Role::Scope);
    });
}

} // namespace tir::testing
