/// `tirc list`: passes, pipelines, samples, and other lists. With --json a list of objects:
///
///     passes     [{name, summary, options, required, established, invalidated}]; an option has name, values,
///                summary; the other three are lists of {name, reason, isConvention, with, without,
///                ifConfig}: the result is correct without a convention, too; with, without and ifConfig
///                limit the statement to passes with or without that argument and to runs with that
///                configuration
///     pipelines  [{name, summary, passes}], passes in constructor form
///     defects    [{code, pass, severity, summary, correction}]: known TVM defects, which the mode as-tvm
///                reproduces, and their corrections in the sound mode
///     config     [{key, type, default, effect}]: the keys of `--config`
///     findings   [{kind, severity, summary}]: what `tirc run --check` and `tirc check` find
///     actions    [{id, menu, text, keys, argument}]: what `tirscope --do` performs
///     samples    [{name, group, path, title, summary, pipeline, isRunnable, fix, fixMode}]; fix is
///                the pipeline under which a program of the museum is correct, "" for other samples

#include "app/cli/command_line.h"
#include "app/cli/output.h"
#include "core/runtime/finding.h"
#include "passes/framework/config_keys.h"
#include "passes/framework/registry.h"
#include "passes/framework/tvm_defects.h"
#include "passes/pipelines.h"
#include "passes/workbench/program/manual.h"
#include "passes/workbench/program/samples.h"
#include "passes/workbench/program/window_actions.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ListArguments {
    std::string what;
    std::string pass;
    bool isJson = false;
};

/// A name and one line about it.
struct Row {
    std::string name;
    std::string summary;
};

std::string table(const std::vector<Row>& rows)
{
    size_t width = 0;
    for (const Row& row : rows)
        width = std::max(width, row.name.size());
    std::string text;
    for (const Row& row : rows)
        text += row.summary.empty()
                    ? row.name + "\n"
                    : row.name + std::string(width + 2 - row.name.size(), ' ') + row.summary + "\n";
    return text;
}

Json clausesJson(const std::vector<ContractClause>& clauses)
{
    Json list = Json::array();
    for (const ContractClause& clause : clauses)
        list.push_back({{"name", toString(clause.property)},
                        {"reason", clause.reason},
                        {"isConvention", clause.isConvention},
                        {"with", clause.with},
                        {"without", clause.without},
                        {"ifConfig", clause.ifConfig}});
    return list;
}

Json passJson(const PassInfo& pass)
{
    Json options = Json::array();
    for (const PassOption& option : pass.options)
        options.push_back({{"name", option.name}, {"values", option.values}, {"summary", option.summary}});
    return {{"name", pass.name},
            {"summary", pass.summary},
            {"options", std::move(options)},
            {"required", clausesJson(pass.required)},
            {"established", clausesJson(pass.established)},
            {"invalidated", clausesJson(pass.invalidated)}};
}

ExitCode listPasses(bool isJson)
{
    std::vector<Row> rows;
    Json json = Json::array();
    for (const PassInfo& pass : allPasses()) {
        rows.push_back({std::string(pass.name), std::string(pass.summary)});
        json.push_back(passJson(pass));
    }
    return writeResult({}, isJson ? printed(json) : table(rows));
}

std::string clausesText(std::string_view verb, const std::vector<ContractClause>& clauses)
{
    std::string text;
    for (const ContractClause& clause : clauses)
        text += "- " + std::string(verb) + " \"" + std::string(toString(clause.property)) +
                "\": " + std::string(clause.reason) + "\n";
    return text;
}

/// The card of a pass with its options and its contract.
std::string passText(const PassInfo& pass)
{
    const ManualPage* card = findManualPage(pass.name);
    std::string text = card ? std::string(card->text) : "# " + std::string(pass.name) + "\n";
    if (!pass.options.empty()) {
        text += "\n**Options.**\n\n";
        for (const PassOption& option : pass.options)
            text += "- `" + std::string(option.name) + "`: " + std::string(option.summary) + "\n";
    }
    const std::string contract = clausesText("requires", pass.required) +
                                 clausesText("establishes", pass.established) +
                                 clausesText("invalidates", pass.invalidated);
    if (!contract.empty())
        text += "\n**Contract.**\n\n" + contract;
    return text;
}

ExitCode listPass(const ListArguments& options)
{
    for (const PassInfo& pass : allPasses())
        if (pass.name == options.pass)
            return writeResult({}, options.isJson ? printed(passJson(pass)) : passText(pass));
    std::fprintf(stderr, "error: unknown pass '%s', see tirc list passes\n", options.pass.c_str());
    return ExitCode::Unusable;
}

Json passesOf(const Pipeline& pipeline, Branch branch)
{
    Json passes = Json::array();
    for (const PassInvocation& pass : pipeline.passes)
        if (pass.branch == branch)
            passes.push_back(toString(pass));
    return passes;
}

ExitCode listPipelines(bool isJson)
{
    std::vector<Row> rows;
    Json json = Json::array();
    for (const Pipeline& pipeline : allPipelines()) {
        rows.push_back({pipeline.name, pipeline.summary});
        json.push_back({{"name", pipeline.name},
                        {"summary", pipeline.summary},
                        {"passes", passesOf(pipeline, Branch::Common)},
                        {"hostPasses", passesOf(pipeline, Branch::Host)},
                        {"devicePasses", passesOf(pipeline, Branch::Device)}});
    }
    return writeResult({}, isJson ? printed(json) : table(rows));
}

ExitCode listTvmDefects(bool isJson)
{
    std::vector<Row> rows;
    Json json = Json::array();
    for (const TvmDefect& defect : allTvmDefects()) {
        rows.push_back(
            {std::string(defect.code), std::string(defect.pass) + ": " + std::string(defect.summary)});
        json.push_back({{"code", defect.code},
                        {"pass", defect.pass},
                        {"severity", toString(defect.severity)},
                        {"summary", defect.summary},
                        {"correction", defect.correction}});
    }
    return writeResult({}, isJson ? printed(json) : table(rows));
}

ExitCode listFindings(bool isJson)
{
    std::vector<Row> rows;
    Json json = Json::array();
    for (const FindingKindInfo& info : allFindingKinds()) {
        rows.push_back({std::string(toString(info.kind)), std::string(info.summary)});
        json.push_back({{"kind", toString(info.kind)},
                        {"severity", toString(info.severity)},
                        {"summary", info.summary}});
    }
    return writeResult({}, isJson ? printed(json) : table(rows));
}

ExitCode listActions(bool isJson)
{
    std::vector<Row> rows;
    Json json = Json::array();
    for (const WindowAction& action : windowActions()) {
        if (action.isLine())
            continue;
        const std::string argument = action.argument.empty() ? "" : "=" + std::string(action.argument);
        const std::string keys = action.keys.empty() ? "" : " (" + std::string(action.keys) + ")";
        rows.push_back({std::string(action.id) + argument, std::string(action.text) + keys});
        json.push_back({{"id", action.id},
                        {"menu", toString(action.menu)},
                        {"text", action.text},
                        {"keys", action.keys},
                        {"argument", action.argument}});
    }
    return writeResult({}, isJson ? printed(json) : table(rows));
}

ExitCode listConfig(bool isJson)
{
    std::vector<Row> rows;
    Json json = Json::array();
    for (const ConfigKey& key : allConfigKeys()) {
        const std::string type(toString(key.type));
        const std::string value(key.defaultValue.empty() ? "not set" : key.defaultValue);
        rows.push_back({std::string(key.key), type + ", " + value + ": " + std::string(key.effect)});
        json.push_back(
            {{"key", key.key}, {"type", type}, {"default", key.defaultValue}, {"effect", key.effect}});
    }
    return writeResult({}, isJson ? printed(json) : table(rows));
}

ExitCode listSamples(bool isJson)
{
    const Result<std::vector<Sample>> samples = readSamples();
    report(samples.diagnostics());
    if (!samples)
        return ExitCode::Unusable;
    std::vector<Row> rows;
    Json json = Json::array();
    std::string group;
    for (const Sample& sample : *samples) {
        if (sample.group != group) {
            rows.push_back({(rows.empty() ? "" : "\n") + sample.group + ":", ""});
            group = sample.group;
        }
        rows.push_back({sample.path, sample.summary});
        json.push_back({{"name", sample.name},
                        {"group", sample.group},
                        {"path", sample.path},
                        {"title", sample.title},
                        {"summary", sample.summary},
                        {"pipeline", sample.pipeline},
                        {"isRunnable", sample.isExecutable()},
                        {"fix", sample.fix},
                        {"fixMode", sample.fixMode == Mode::Sound ? "sound" : "as-tvm"}});
    }
    return writeResult({}, isJson ? printed(json) : table(rows));
}

ExitCode run(const ListArguments& options)
{
    if (!options.pass.empty())
        return listPass(options);
    if (options.what == "passes")
        return listPasses(options.isJson);
    if (options.what == "pipelines")
        return listPipelines(options.isJson);
    if (options.what == "defects")
        return listTvmDefects(options.isJson);
    if (options.what == "config")
        return listConfig(options.isJson);
    if (options.what == "findings")
        return listFindings(options.isJson);
    if (options.what == "actions")
        return listActions(options.isJson);
    return listSamples(options.isJson);
}

ExitCode refused(const std::string& message)
{
    report({error("usage", message)});
    return ExitCode::Unusable;
}

} // namespace

void addListCommand(CommandLine& line)
{
    Command command = line.add(
        "list", "List passes, pipelines, configuration keys, known TVM defects, findings, samples, or "
                "actions of the window");
    const auto options = std::make_shared<ListArguments>();
    command.option("WHAT", options->what, "passes, pipelines, config, defects, findings, samples, or actions")
        .required()
        .oneOf({"passes", "pipelines", "config", "defects", "findings", "samples", "actions"});
    command.option("NAME", options->pass, "Name of a pass, to print its card, options, and contract");
    command.flag("--json", options->isJson, "The list as JSON");
    command.run([options] {
        if (!options->pass.empty() && options->what != "passes")
            return refused("NAME: only passes have one");
        return run(*options);
    });
}

} // namespace tir::cli
