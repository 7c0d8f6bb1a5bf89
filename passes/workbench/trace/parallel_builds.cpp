#include "passes/workbench/trace/parallel_builds.h"

#include <algorithm>
#include <map>
#include <set>

namespace tir {
namespace {

/// One list of passes, again and again: builds that ran one after the other. `count`: how many.
bool isRepetition(const std::vector<PrintedPass>& passes, size_t count)
{
    const size_t length = passes.size() / count;
    for (size_t index = length; index < passes.size(); ++index)
        if (passes[index].name != passes[index - length].name)
            return false;
    return passes.size() % count == 0;
}

/// Modules a, b, a, b.
bool alternates(const std::vector<PrintedPass>& passes)
{
    for (size_t index = 3; index < passes.size(); ++index)
        if (passes[index].text == passes[index - 2].text &&
            passes[index - 1].text == passes[index - 3].text && passes[index].text != passes[index - 1].text)
            return true;
    return false;
}

bool runsPasses(std::string_view name)
{
    return name == "sequential" || name == "_pipeline";
}

} // namespace

bool areInterleaved(const std::vector<PrintedPass>& passes)
{
    if (passes.size() < 2)
        return false;
    std::map<std::string_view, size_t> counts;
    for (const PrintedPass& pass : passes)
        ++counts[pass.name];
    const size_t builds = counts[passes.front().name];
    if (builds < 2 || isRepetition(passes, builds))
        return false;
    const bool isTwiceAtOnce =
        passes[0].name == passes[1].name && passes[0].text != passes[1].text &&
        std::ranges::all_of(counts, [&](const auto& entry) { return entry.second % builds == 0; });
    return isTwiceAtOnce || alternates(passes);
}

bool areEntangled(const std::vector<PrintedPass>& passes)
{
    std::vector<const PrintedPass*> running;
    std::set<std::string_view> dropped; // they ended with a pass around them, as far as the log tells
    for (const PrintedPass& pass : passes) {
        const auto isThis = [&](const PrintedPass* other) { return other->name == pass.name; };
        if (pass.isBefore) {
            const bool isInItself = !running.empty() && isThis(running.back()) && !runsPasses(pass.name);
            if (isInItself && running.back()->text != pass.text)
                return true;
            running.push_back(&pass);
            continue;
        }
        if (std::ranges::none_of(running, isThis)) {
            if (dropped.contains(pass.name))
                return true;
            continue;
        }
        for (; !isThis(running.back()); running.pop_back())
            dropped.insert(running.back()->name);
        running.pop_back();
    }
    return false;
}

} // namespace tir
