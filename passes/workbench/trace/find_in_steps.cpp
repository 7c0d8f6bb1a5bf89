#include "passes/workbench/trace/find_in_steps.h"

#include "core/diff/line_diff.h"

#include <algorithm>
#include <unordered_set>

namespace tir {
namespace {

/// Independent of the locale: names of programs are ASCII, other bytes match as they are.
char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? char(letter - 'A' + 'a') : letter;
}

bool contains(std::string_view line, std::string_view text)
{
    return !std::ranges::search(line, text, {}, lower, lower).empty();
}

std::string_view unindented(std::string_view line)
{
    const size_t begin = std::min(line.find_first_not_of(' '), line.size());
    return line.substr(begin);
}

} // namespace

std::string_view SearchableSteps::textOf(size_t step)
{
    const Module* module = m_recording->moduleAt(step);
    if (m_read)
        if (const auto read = m_read->find(module); read != m_read->end())
            return read->second->source.text();
    const auto [found, isNew] = m_printed.try_emplace(module);
    if (isNew)
        found->second = printScript(m_recording->module(step), m_options);
    return found->second;
}

std::vector<FoundLine> SearchableSteps::find(std::string_view text, size_t limit,
                                             const std::function<bool()>& isCancelled)
{
    const std::lock_guard guard(m_mutex);
    std::vector<FoundLine> lines;
    std::map<const Module*, std::unordered_set<std::string_view>>
        found; // of modules that were looked through
    for (size_t step = 0; step < m_recording->moduleCount() && !text.empty(); ++step) {
        const auto [own, isNew] = found.try_emplace(m_recording->moduleAt(step));
        if (!isNew)
            continue;
        const std::unordered_set<std::string_view>* before =
            step == 0 ? nullptr : &found[m_recording->moduleAt(m_recording->previous(step))];
        int number = 0;
        for (const std::string_view line : splitLines(textOf(step))) {
            if (isCancelled && isCancelled())
                return lines;
            if (contains(line, text)) {
                own->second.insert(unindented(line));
                if (!before || !before->contains(unindented(line)))
                    lines.push_back({step, number, std::string(unindented(line))});
                if (lines.size() >= limit)
                    return lines;
            }
            ++number;
        }
    }
    return lines;
}

} // namespace tir
