/// `tirc list`: what there is. With --json a list of objects:
///
///     passes     [{name, summary, options, needs, gives, breaks}]; an option has name, values, summary; the
///                other three are lists of {name, reason, form, isConvention}: form is "any", "today" or
///                "legacy"; the result is right without a convention, too
///     pipelines  [{name, summary, passes}], passes in constructor form
///     hazards    [{code, pass, severity, summary, correction}]: defects of TVM that the faithful mode
///                reproduces, and what the sound mode does instead
///     findings   [{kind, severity, summary}]: what `tirc run --check` and `tirc check` find
///     samples    [{name, group, path, title, summary, pipeline, isRunnable, remedy, remedyMode}]; remedy is
///                the pipeline under which an exhibit of the museum is sound, "" for other samples

#include "app/cli/output.h"
#include "core/runtime/checker/finding.h"
#include "passes/framework/hazards.h"
#include "passes/framework/registry.h"
#include "passes/pipelines.h"
#include "passes/workbench/samples.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string what;
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

Json propertiesJson(const std::vector<Property>& properties)
{
    Json list = Json::array();
    constexpr std::string_view Forms[] = {"any", "today", "legacy"};
    for (const Property& property : properties)
        list.push_back({{"name", property.name},
                        {"reason", property.reason},
                        {"form", Forms[size_t(property.form)]},
                        {"isConvention", property.isConvention}});
    return list;
}

ExitCode listPasses(bool isJson)
{
    std::vector<Row> rows;
    Json json = Json::array();
    for (const PassInfo& pass : allPasses()) {
        rows.push_back({std::string(pass.name), std::string(pass.summary)});
        Json options = Json::array();
        for (const PassOption& option : pass.options)
            options.push_back(
                {{"name", option.name}, {"values", option.values}, {"summary", option.summary}});
        json.push_back({{"name", pass.name},
                        {"summary", pass.summary},
                        {"options", std::move(options)},
                        {"needs", propertiesJson(pass.needs)},
                        {"gives", propertiesJson(pass.gives)},
                        {"breaks", propertiesJson(pass.breaks)}});
    }
    return writeResult({}, isJson ? printed(json) : table(rows));
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

ExitCode listHazards(bool isJson)
{
    std::vector<Row> rows;
    Json json = Json::array();
    for (const HazardInfo& hazard : allHazards()) {
        rows.push_back(
            {std::string(hazard.code), std::string(hazard.pass) + ": " + std::string(hazard.summary)});
        json.push_back({{"code", hazard.code},
                        {"pass", hazard.pass},
                        {"severity", hazard.severity == Severity::Warning ? "warning" : "note"},
                        {"summary", hazard.summary},
                        {"correction", hazard.correction}});
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
                        {"severity", info.severity == Severity::Error ? "error" : "note"},
                        {"summary", info.summary}});
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
                        {"isRunnable", sample.isRunnable},
                        {"remedy", sample.remedy},
                        {"remedyMode", sample.remedyMode == Mode::Sound ? "sound" : "as-tvm"}});
    }
    return writeResult({}, isJson ? printed(json) : table(rows));
}

ExitCode run(const Options& options)
{
    if (options.what == "passes")
        return listPasses(options.isJson);
    if (options.what == "pipelines")
        return listPipelines(options.isJson);
    if (options.what == "hazards")
        return listHazards(options.isJson);
    if (options.what == "findings")
        return listFindings(options.isJson);
    return listSamples(options.isJson);
}

} // namespace

void addListCommand(CLI::App& app, ExitCode& answer)
{
    CLI::App& command = *app.add_subcommand("list", "List passes, pipelines, hazards, findings or samples");
    const auto options = std::make_shared<Options>();
    command.add_option("WHAT", options->what, "passes, pipelines, hazards, findings or samples")
        ->required()
        ->check(CLI::IsMember({"passes", "pipelines", "hazards", "findings", "samples"}));
    command.add_flag("--json", options->isJson, "The list as JSON");
    command.callback([options, &answer] { answer = run(*options); });
}

} // namespace tir::cli
