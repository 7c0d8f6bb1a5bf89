#include "passes/workbench/reproduce/case_folder.h"

#include "core/runtime/npy.h"
#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "core/support/child_spawn.h"
#include "core/support/output_file.h"
#include "passes/workbench/check/request_file.h"
#include "passes/workbench/program/text_file.h"
#include "passes/workbench/trace/pass_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace tir {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int Version = 1;

/// The program that runs a case in plain TVM, as CMake embedded it (embed_texts.cmake).
struct EmbeddedText {
    const char* stem;
    const char* text;
};
constexpr EmbeddedText ReproduceProgram[] = {
#include <reproduce_program.inc>
};

Json callJson(const PassInvocation& pass)
{
    Json json;
    json["name"] = pass.tvmName.empty() ? pass.name : pass.tvmName;
    addArguments(json, pass);
    return json;
}

std::string passLine(const Case& written)
{
    std::string line;
    for (const PassInvocation& pass : written.passes)
        line += (line.empty() ? "" : ",") + toString(pass);
    return line;
}

std::string expectation(const Case& written)
{
    if (written.fault.kind == "failed")
        return "the passes end without an error";
    return written.isExecuted ? "the program computes the same after the passes"
                              : "the module after the passes is well-formed";
}

/// Keys that only programs read are left out where none runs: plain TVM does not accept them.
TvmConfig tvmConfigOf(const Case& written)
{
    return std::ranges::any_of(written.passes, startsProgram) ? written.external.config : TvmConfig();
}

/// "reduced from 51 to 6 statements".
std::string sizeText(const ReducedModule& reduced)
{
    const std::string statements = std::to_string(reduced.statements) + " statements";
    if (!reduced.whyNotTried.empty())
        return statements + ", not reduced: " + reduced.whyNotTried;
    const std::string text = "reduced from " + std::to_string(reduced.statementsBefore) + " to " + statements;
    if (reduced.isFinished)
        return text;
    return text + (reduced.isCancelled ? "; the reduction was interrupted"
                                       : "; there was no time to reduce it further");
}

Json toJson(const Case& written, const ReducedModule& reduced)
{
    Json calls = Json::array();
    for (const PassInvocation& pass : written.passes)
        calls.push_back(callJson(pass));
    Json functions = Json::array();
    for (const ModuleEntry& entry : written.module.module->functions)
        functions.push_back(entry.var->name);
    return {{"tirscope", "case"},
            {"version", Version},
            {"functions", std::move(functions)},
            {"passes", passLine(written)},
            {"calls", std::move(calls)},
            {"target", written.target},
            {"mode", written.mode == Mode::Sound ? "sound" : "as-tvm"},
            {"config", tir::toJson(written.config)},
            {"tvmConfig", tir::toJson(tvmConfigOf(written))},
            // JSON has no infinity.
            {"externalTimeLimitSeconds", std::min(written.external.timeLimitSeconds, LongestSeconds)},
            {"lockstepEnd", written.lockstepEnd},
            {"offsetsEnd", written.offsetsEnd},
            {"isExecuted", written.isExecuted},
            {"expected", expectation(written)},
            {"fault",
             {{"kind", written.fault.kind}, {"code", written.fault.code}, {"reason", written.fault.reason}}},
            {"reduced",
             {{"before", reduced.statementsBefore},
              {"after", reduced.statements},
              {"isFinished", reduced.isFinished}}}};
}

std::string readme(const Case& written, const ReducedModule& reduced)
{
    const bool isOneOfOurs = std::ranges::any_of(written.passes, [](const PassInvocation& pass) {
        return !pass.named.empty() && pass.tvmName.empty();
    });
    std::string text = "# " + toString(written.passes.back()) + ": " + written.fault.reason + "\n\n";
    text +=
        "- before the passes: `before.py` (`before.json` as `tvm.ir.save_json`), " + sizeText(reduced) + "\n";
    text += "- passes: `" + passLine(written) + "`\n";
    text += "- target: `" + written.target + "`\n";
    Json config = tir::toJson(written.config);
    config.update(tir::toJson(tvmConfigOf(written)));
    for (const auto& [key, value] : config.items())
        text += "- configuration: `" + key + "=" + value.dump() + "`\n";
    text += "- expected: " + expectation(written) + "\n";
    text += "- found: " + written.fault.reason + " (" + written.fault.kind + ")\n";
    text += "\n`tirc check FOLDER` shows it in Tirscope, `python reproduce.py` in TVM.\n";
    if (isOneOfOurs)
        text +=
            "\nTVM may not know the arguments with names: `mode=\"legacy\"` is the pass of an older TVM.\n";
    return text;
}

/// Writes the files of a folder, all of them or none.
class Writer {
public:
    explicit Writer(std::string folder) : m_folder(std::move(folder)) {}

    void write(const std::string& name, const std::string& content)
    {
        if (!m_error)
            keep(m_files.add((fs::path(m_folder) / name).string(), {content}));
    }

    void writeModule(const std::string& name, const Module& module)
    {
        write(name + ".json", toTvmJson(module) + "\n");
        write(name + ".py", printScript(module) + "\n");
    }

    /// The inputs of the module as files, for people and for TVM. The result takes its inputs from them where those of
    /// the case are files, which the folder would otherwise lack.
    RunRequest writeInputs(const Case& written)
    {
        RunRequest withOwnFiles = written.run;
        RunRequest request = valuesOnly(written.run);
        request.module = request.signature = written.module;
        const RunReport report = runInWorker(request);
        std::error_code failure;
        fs::create_directories(fs::path(m_folder) / "inputs", failure);
        for (const RunTensor& tensor : report.tensors) {
            const std::optional<DType> dtype = dtypeFromString(tensor.dtype);
            if (!dtype || tensor.isScalar)
                continue;
            const std::string name = "inputs/" + tensor.name + ".npy";
            keep(m_inputs.add((fs::path(m_folder) / name).string(), *dtype, tensor.shape,
                              {tensor.before.data(), tensor.before.size()}));
            const auto given = withOwnFiles.inputs.find(tensor.name);
            if (given != withOwnFiles.inputs.end() && given->second.kind == InputSpec::Kind::File)
                given->second.path = name;
        }
        return withOwnFiles;
    }

    Result<bool> commit()
    {
        if (!m_error)
            keep(m_inputs.commit());
        if (!m_error)
            keep(m_files.commit());
        return m_error ? Result<bool>(*m_error) : Result<bool>(true);
    }

private:
    /// The first error.
    void keep(const Result<bool>& written)
    {
        if (!written && !m_error)
            m_error = written.diagnostics().front();
    }

    std::string m_folder;
    OutputFiles m_files;
    NpyFiles m_inputs;
    std::optional<Diagnostic> m_error;
};

Result<bool> writeFiles(const std::string& folder, const Case& written, const Module* after,
                        const ReducedModule& reduced)
{
    Writer writer(folder);
    writer.writeModule("before", *written.module.module);
    if (after)
        writer.writeModule("after", *after);
    if (written.isExecuted) {
        writer.write(
            "run.json",
            encodeSavedRequest({.request = writer.writeInputs(written), .reference = {}, .compare = {}}));
    }
    writer.write("reproduce.py", ReproduceProgram[0].text);
    writer.write("README.md", readme(written, reduced));
    writer.write(std::string(CaseFileName),
                 toJson(written, reduced).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    return writer.commit();
}

/// Files have the functions sorted by name, as TVM writes them; some passes depend on their order.
OwnedModule inOrder(const OwnedModule& sorted, const Json& names)
{
    std::vector<ModuleEntry> functions;
    for (const Json& name : names)
        if (const ModuleEntry* entry =
                name.is_string() ? sorted.module->find(name.get<std::string>()) : nullptr)
            functions.push_back(*entry);
    if (functions.size() != sorted.module->functions.size())
        return sorted;
    const auto arena = std::make_shared<Arena>();
    arena->keepAlive(sorted.arena);
    return {arena, withFunctions(*arena, *sorted.module, functions)};
}

Diagnostic unreadable(const std::string& why)
{
    return error("bad-case", "not a case that Tirscope wrote: " + why);
}

} // namespace

bool isCaseFolder(const std::string& path)
{
    std::error_code failure;
    return fs::is_regular_file(fs::path(path) / CaseFileName, failure);
}

Result<bool> writeCase(const std::string& folder, const Case& written, const Module* after,
                       const ReducedModule& reduced)
{
    std::error_code failure;
    const bool isNew = fs::create_directories(folder, failure);
    if (failure || !fs::is_empty(folder, failure))
        return error("case-folder", "'" + folder + "' is not a new or empty folder");
    Result<bool> result = writeFiles(folder, written, after, reduced);
    if (!result) { // only folders are left, which are empty
        fs::remove(fs::path(folder) / "inputs", failure);
        if (isNew)
            fs::remove(folder, failure);
    }
    return result;
}

Result<Case> readCase(const std::string& folder)
{
    const auto fileOf = [&](const std::string& name) { return (fs::path(folder) / name).string(); };
    const Result<std::string> text = readBytes(fileOf(std::string(CaseFileName)));
    const Result<std::string> module = readBytes(fileOf("before.json"));
    if (!text || !module)
        return (text ? module : text).diagnostics();
    const Json json = Json::parse(*text, nullptr, false);
    if (!json.is_object() || json.value("tirscope", "") != "case")
        return unreadable("case.json has another format");
    Case result;
    try {
        Result<std::vector<PassInvocation>> passes = parseInvocations(json.at("passes").get<std::string>());
        if (!passes)
            return passes.diagnostics();
        result.passes = *std::move(passes);
        result.target = json.at("target").get<std::string>();
        result.mode = json.at("mode") == "sound" ? Mode::Sound : Mode::AsTvm;
        result.lockstepEnd = json.at("lockstepEnd").get<size_t>();
        result.offsetsEnd = json.value("offsetsEnd", size_t(0)); // cases of earlier versions have none
        result.isExecuted = json.at("isExecuted").get<bool>();
        const Json& fault = json.at("fault");
        result.fault = {fault.at("kind"), fault.at("code"), fault.at("reason")};
        for (const auto& [key, value] : json.at("config").items())
            if (const Result<bool> added = addConfig(result.config, key, value); !added)
                return added.diagnostics();
        if (json.contains("tvmConfig"))
            addTvmConfig(result.external.config, json.at("tvmConfig"));
        if (json.contains("externalTimeLimitSeconds"))
            result.external.timeLimitSeconds = json.at("externalTimeLimitSeconds").get<double>();
    } catch (const Json::exception& problem) {
        return unreadable(problem.what());
    }
    const Result<OwnedModule> read = fromTvmJson(*module);
    if (!read)
        return read.diagnostics();
    result.module = inOrder(*read, json["functions"]);
    if (result.isExecuted) {
        const Result<SavedRequest> saved = readSavedRequest(fileOf("run.json"));
        if (!saved)
            return saved.diagnostics();
        result.run = saved->request;
    }
    return result;
}

} // namespace tir
