#include "passes/workbench/trace/step_groups.h"

#include "passes/framework/contracts.h"
#include "passes/framework/registry.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace tir {
namespace {

/// With which pass the split tail begins depends on its order and on which passes a run has.
bool beginsTail(const Step& step)
{
    return std::ranges::any_of(
        std::array{ModuleProperty::Merged, ModuleProperty::Regions, ModuleProperty::Split},
        [&](ModuleProperty property) { return establishes(step.pass.name, property); });
}

struct ChapterText {
    std::string_view name;
    std::string_view title;
};

/// By Chapter.
constexpr ChapterText Chapters[] = {{"blocks", "blocks"},
                                    {"buffers", "buffers"},
                                    {"loops", "loops"},
                                    {"clean-up", "clean-up"},
                                    {"gpu", "GPU correctness"}};

bool opens(const Step& step, Chapter chapter)
{
    const PassInfo* pass = findPass(step.pass.name);
    return pass && pass->opens == chapter;
}

bool isNumber(std::string_view text, size_t& number)
{
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failure == std::errc() && end == text.data() + text.size();
}

Diagnostic noSpan(const Recording& recording, std::string_view text)
{
    Diagnostic diagnostic =
        error("no-span", "'" + std::string(text) +
                             "' names no steps; expected a step number, A..B with 1 <= A <= B <= " +
                             std::to_string(recording.steps.size()) + ", a pass that runs once, or a group");
    for (const StepGroup& group : stepGroups(recording))
        diagnostic.notes.push_back({.message = "'" + std::string(group.name) + "' is the group " +
                                               std::string(group.title) + ", steps " +
                                               std::to_string(group.span.first) + " to " +
                                               std::to_string(group.span.last),
                                    .place = NoPlace,
                                    .span = {}});
    return diagnostic;
}

} // namespace

StepSpan onOneWay(const Recording& recording, StepSpan span)
{
    size_t first = span.last;
    while (recording.previous(first) >= span.first && recording.previous(first) > 0)
        first = recording.previous(first);
    return {first, span.last};
}

std::vector<StepGroup> stepGroups(const Recording& recording)
{
    const std::vector<Step>& steps = recording.steps;
    const auto startOf = [&](Branch branch) {
        const auto found =
            std::ranges::find(steps, branch, [](const Step& step) { return step.pass.branch; });
        return size_t(found - steps.begin());
    };
    const size_t host = std::min(startOf(Branch::Host), startOf(Branch::Device));
    const auto common = steps.begin() + std::ptrdiff_t(host);
    const size_t tail = size_t(std::find_if(steps.begin(), common, beginsTail) - steps.begin());
    std::vector<StepGroup> groups;
    const auto add = [&](std::string_view name, std::string_view title, size_t begin, size_t end) {
        if (begin + 1 < end)
            groups.push_back({name, title, {begin + 1, end}});
    };
    const auto first = [&](Chapter chapter, size_t from) {
        size_t at = from;
        while (at < tail && !opens(steps[at], chapter))
            ++at;
        return at;
    };
    if (first(Chapter::Buffers, 0) == tail)
        add("front", "front of the pipeline", 0, tail);
    else
        for (size_t chapter = 0, begin = 0; chapter < std::size(Chapters); ++chapter) {
            const bool isLast = chapter + 1 == std::size(Chapters);
            const size_t end = isLast ? tail : first(Chapter(chapter + 1), begin);
            add(Chapters[chapter].name, Chapters[chapter].title, begin, end);
            begin = end;
        }
    add("tail", "split tail", tail, host);
    for (size_t begin = host; begin < steps.size();) {
        const Branch branch = steps[begin].pass.branch;
        size_t end = begin;
        while (end < steps.size() && steps[end].pass.branch == branch)
            ++end;
        add(branch == Branch::Host ? "host" : "device", toString(branch), begin, end);
        begin = end;
    }
    // Without a tail everything is front.
    return groups.size() == 1 && groups.front().name == "front" ? std::vector<StepGroup>() : groups;
}

Result<StepSpan> readSpan(const Recording& recording, std::string_view text)
{
    for (const StepGroup& group : stepGroups(recording))
        if (group.name == text)
            return group.span;
    const auto runsIt = [&](const Step& step) { return step.pass.name == text; };
    if (std::ranges::count_if(recording.steps, runsIt) == 1) {
        const auto step = std::ranges::find_if(recording.steps, runsIt);
        const size_t number = size_t(step - recording.steps.begin()) + 1;
        return StepSpan{number, number};
    }
    StepSpan span;
    const size_t dots = text.find("..");
    const std::string_view last = dots == std::string_view::npos ? text : text.substr(dots + 2);
    if (!isNumber(text.substr(0, dots), span.first) || !isNumber(last, span.last) || span.first == 0 ||
        span.first > span.last || span.last > recording.steps.size())
        return noSpan(recording, text);
    return onOneWay(recording, span);
}

} // namespace tir
