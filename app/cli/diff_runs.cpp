#include "app/cli/diff_runs.h"

#include "app/cli/output.h"
#include "app/cli/selected_step.h"
#include "passes/workbench/check/step_faults.h"
#include "passes/workbench/trace/align_steps.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

const AlignedStep* firstOtherModule(const std::vector<AlignedStep>& steps, const Recording& a,
                                    const Recording& b)
{
    const auto found = std::ranges::find_if(steps, [&](const AlignedStep& step) {
        return step.a && step.b && !step.isEqual && a.hasResult(*step.a) && b.hasResult(*step.b);
    });
    return found == steps.end() ? nullptr : &*found;
}

/// ", no result in B"
std::string lackOf(const AlignedStep& step, const Recording& a, const Recording& b)
{
    const bool lacksA = step.a && !a.hasResult(*step.a);
    const bool lacksB = step.b && !b.hasResult(*step.b);
    return lacksA && lacksB ? ", no result in either"
           : lacksA         ? ", no result in A"
           : lacksB         ? ", no result in B"
                            : "";
}

std::string passOf(const AlignedStep& step, const Recording& a, const Recording& b)
{
    const std::string pass = step.a ? a.pass(*step.a) : b.pass(*step.b);
    return pass.empty() ? "input" : pass;
}

std::string numberText(const std::optional<size_t>& number)
{
    const std::string text = number ? std::to_string(*number) : "-";
    return std::string(text.size() < 4 ? 4 - text.size() : 0, ' ') + text;
}

DiffSide sideOf(const DiffRun& run, size_t number)
{
    return {run.run.recording->module(number), run.name + ", " + stepTitle(*run.run.recording, number)};
}

std::string stepLine(const AlignedStep& step, const Recording& a, const Recording& b)
{
    std::string line = numberText(step.a) + numberText(step.b) + "  ";
    line += step.isEqual ? "=" : step.a && step.b ? "\u2260" : step.a ? "-" : "+";
    line += "  " + passOf(step, a, b);
    if (step.a && step.b && a.pass(*step.a) != b.pass(*step.b))
        line += " | " + b.pass(*step.b);
    return line + lackOf(step, a, b) + "\n";
}

Json numberJson(const std::optional<size_t>& number)
{
    return number ? Json(*number) : Json();
}

} // namespace

PrintedDiff printRunDiff(const DiffRun& before, const DiffRun& after, const DiffForm& form)
{
    const Recording& a = *before.run.recording;
    const Recording& b = *after.run.recording;
    const std::vector<AlignedStep> steps = alignSteps(a, b);
    const AlignedStep* different = firstOtherModule(steps, a, b);
    const bool isEmpty = !firstDifference(steps);
    if (form.json) {
        Json json{{"before", before.name}, {"after", after.name}, {"steps", Json::array()}};
        for (const AlignedStep& step : steps)
            json["steps"].push_back({{"pass", passOf(step, a, b)},
                                     {"before", numberJson(step.a)},
                                     {"after", numberJson(step.b)},
                                     {"isEqual", step.isEqual},
                                     {"hasResultBefore", step.a && a.hasResult(*step.a)},
                                     {"hasResultAfter", step.b && b.hasResult(*step.b)}});
        json["firstDifference"] = isEmpty ? Json() : Json(firstDifference(steps) - steps.data());
        json["diff"] =
            different ? diffToJson(sideOf(before, *different->a), sideOf(after, *different->b)) : Json();
        return {printed(json), isEmpty};
    }
    std::string text = "--- " + before.name + "\n+++ " + after.name + "\n";
    for (const AlignedStep& step : steps)
        text += stepLine(step, a, b);
    if (different)
        text += "\n" + printDiff(sideOf(before, *different->a), sideOf(after, *different->b), form).text;
    return {text, isEmpty};
}

} // namespace tir::cli
