#include "app/cli/check_against.h"

#include "app/cli/diff_output.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/support/text_format.h"
#include "passes/framework/config_keys.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/check.h"
#include "passes/workbench/check/step_faults.h"
#include "passes/workbench/trace/tvm_pipeline.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Of all pipelines and lists of passes, the one that `text` is.
PipelineOptions asPipeline(const std::string& text, PipelineOptions options)
{
    options.pipeline.clear();
    options.passes.clear();
    const bool isName = findPipeline(text) || isTvmPipeline(text) || !parseInvocations(text) ||
                        (text.find_first_of("(,") == std::string::npos && !isKnownPass(text));
    (isName ? options.pipeline : options.passes) = text;
    return options;
}

/// That of the recording, which the options override. Passes of ours take only keys that they read.
std::vector<std::string> configFor(const Recording& recording, const PipelineOptions& options,
                                   const PipelineOptions& chosen)
{
    std::vector<std::string> settings;
    for (const auto& [key, value] : givenConfig(recording))
        settings.push_back(key + "=" + configValueText(value));
    for (const auto& [key, value] : startsPrograms(chosen) ? recording.tvmConfig : TvmConfig())
        settings.push_back(key + "=" + value);
    const bool isForBoth = !startsPrograms(options) || startsPrograms(chosen);
    for (const std::string& setting : options.config)
        if (isForBoth || findConfigKey(setting.substr(0, setting.find('='))))
            settings.push_back(setting);
    return settings;
}

std::string inQuotes(const Against& against)
{
    return against.name == AgainstOurs ? against.name : "'" + against.name + "'";
}

std::string titleOf(const DifferentStep& step, const Recording& recording)
{
    return stepTitle(recording, step.step.first);
}

DiffSide otherSide(const Against& against, const DifferentStep& step)
{
    std::string heading = "ours";
    if (step.otherStep)
        heading = against.name + ", step " + std::to_string(*step.otherStep);
    return {*step.other.module, heading};
}

bool hasDiff(const DifferentStep& step)
{
    return step.module.module && step.other.module;
}

} // namespace

std::optional<Against> compareAgainst(const RecordedRun& run, const std::string& against,
                                      const PipelineOptions& options)
{
    const Recording& recording = *run.recording;
    if (against == AgainstOurs) {
        CompareWithOurs with{.config = recording.config};
        for (const std::string& setting : options.config)
            if (const Result<bool> added = addConfig(with.config, setting); !added) {
                report(added.diagnostics());
                return std::nullopt;
            }
        Arena arena;
        if (!options.target.empty())
            if (const auto target = targetOf(arena, RecordRequest{.target = options.target}))
                with.target = *target;
        const InterruptGuard guard;
        with.cancelled = &guard.interrupted();
        return Against{against, compareWithOurs(recording, with)};
    }
    PipelineOptions chosen = asPipeline(against, options);
    chosen.config = configFor(recording, options, chosen);
    if (const Target* target = boundTarget(recording); target && chosen.target.empty())
        chosen.target = toString(*target);
    OpenedProgram input = run.program;
    input.parsed->module = recording.input;
    const std::optional<RecordedRun> other = runPipeline(std::move(input), chosen);
    if (!other)
        return std::nullopt;
    return Against{against, compareRecordings(recording, *other->recording)};
}

std::string explain(const Against& against, const Recording& recording)
{
    const PassComparison& found = against.found;
    std::string notCompared;
    if (!found.skipped.empty())
        notCompared +=
            "; " + counted(int64_t(found.skipped.size()), "pass was", "passes were") + " not compared";
    if (found.unpairedCount > 0 && found.different.empty())
        notCompared +=
            "; " + counted(int64_t(found.unpairedCount), "pass", "passes") + " ran on one side only";
    if (found.different.empty())
        return "no difference from " + inQuotes(against) + ": " +
               counted(int64_t(found.comparedCount), "pass produces the same module",
                       "passes produce the same modules") +
               notCompared;
    const DifferentStep& first = found.different.front();
    std::string text =
        "different from " + inQuotes(against) + ": " + titleOf(first, recording) + ", " + first.reason;
    if (found.different.size() > 1)
        text += "; later, " +
                counted(int64_t(found.different.size()) - 1, "more pass does", "more passes do") +
                " something else";
    return text + notCompared;
}

void reportDifference(const Against& against, const Recording& recording)
{
    for (const PassComparison::Skipped& skipped : against.found.skipped)
        std::fprintf(stderr, "note: %s, was not compared: %s\n", stepTitle(recording, skipped.step).c_str(),
                     skipped.reason.c_str());
    if (!against.isDifferent() || !hasDiff(against.found.different.front()))
        return;
    const DifferentStep& first = against.found.different.front();
    const PrintedDiff diff =
        printDiff(otherSide(against, first), {*first.module.module, titleOf(first, recording)}, {});
    std::fprintf(stderr, "%s", diff.text.c_str());
}

nlohmann::ordered_json toJson(const Against& against, const Recording& recording)
{
    Json json = {{"name", against.name},
                 {"isEqual", !against.isDifferent()},
                 {"compared", against.found.comparedCount},
                 {"different", Json::array()},
                 {"skipped", Json::array()}};
    for (const DifferentStep& step : against.found.different)
        json["different"].push_back(
            {{"step", step.step.first},
             {"pass", recording.pass(step.step.first)},
             {"otherStep", step.otherStep ? Json(*step.otherStep) : Json()},
             {"reason", step.reason},
             {"diff", hasDiff(step) ? diffToJson(otherSide(against, step),
                                                 {*step.module.module, titleOf(step, recording)})
                                    : Json()}});
    for (const PassComparison::Skipped& skipped : against.found.skipped)
        json["skipped"].push_back(
            {{"step", skipped.step}, {"pass", recording.pass(skipped.step)}, {"reason", skipped.reason}});
    return json;
}

} // namespace tir::cli
