#include "passes/workbench/trace/line_history.h"

#include <algorithm>

namespace tir {
namespace {

/// A final line end ends the last line; it does not start another.
int lineCount(std::string_view text)
{
    return int(std::ranges::count(text, '\n')) + (text.ends_with('\n') ? 0 : 1);
}

} // namespace

// ---- comparing printed modules

std::unique_ptr<StepText> PrintedComparison::print(const Module& module) const
{
    return std::make_unique<StepText>(printedText(module, {}, m_options));
}

StructuralRows PrintedComparison::rows(const Module& before, const Module& after,
                                       const std::function<void(const StructuralDiff&)>& seen)
{
    const std::unique_ptr<StepText> left = &before == m_last ? std::move(m_lastText) : print(before);
    m_lastText = print(after);
    m_last = &after;
    const StructuralDiff diff(left->places, m_lastText->places);
    if (seen)
        seen(diff);
    return structuralRows(diff, {left->source.text(), left->spans},
                          {m_lastText->source.text(), m_lastText->spans});
}

// ---- lines

std::string_view toString(LineFate fate)
{
    switch (fate) {
    case LineFate::Written:
        return "written";
    case LineFate::Changed:
        return "changed";
    case LineFate::Moved:
        return "moved";
    case LineFate::Removed:
        return "removed";
    }
    return {};
}

LineHistory::LineHistory(const Module& input, const PrintOptions& options)
{
    const auto lines = size_t(lineCount(printScript(input, options)));
    m_steps.push_back(
        {.previous = 0, .origins = {}, .writers = std::make_shared<const std::vector<uint32_t>>(lines, 0)});
}

void LineHistory::addUnchangedStep(size_t previous)
{
    m_next.emplace(previous, m_steps.size());
    m_steps.push_back({.previous = previous, .origins = {}, .writers = m_steps[previous].writers});
}

void LineHistory::addStep(size_t previous, const StructuralRows& rows)
{
    const auto number = uint32_t(m_steps.size());
    const std::vector<uint32_t>& before = *m_steps[previous].writers;
    std::vector<Origin> origins;
    auto writers = std::make_shared<std::vector<uint32_t>>();
    for (const StructuralRow& row : rows.rows) {
        if (row.after < 0)
            continue;
        Origin origin{.line = row.before, .fate = LineFate::Written, .isKept = row.change == RowChange::Same};
        if (row.change == RowChange::Changed)
            origin.fate = LineFate::Changed;
        if (row.change == RowChange::MovedHere)
            origin = {.line = row.otherEnd, .fate = LineFate::Moved, .isKept = false};
        const bool hasOldWriter = origin.isKept || origin.fate == LineFate::Moved;
        writers->push_back(hasOldWriter ? before[size_t(origin.line)] : number);
        origins.push_back(origin);
    }
    m_next.emplace(previous, number);
    m_steps.push_back({.previous = previous, .origins = std::move(origins), .writers = std::move(writers)});
}

LineHistory::Origin LineHistory::originOf(const Step& step, int line) const
{
    return step.origins.empty() ? Origin{.line = line, .fate = LineFate::Written, .isKept = true}
                                : step.origins[size_t(line)];
}

std::vector<LineEvent> LineHistory::eventsUpTo(size_t number, int line) const
{
    std::vector<LineEvent> events;
    while (number > 0 && line >= 0) {
        const Origin origin = originOf(m_steps[number], line);
        if (!origin.isKept)
            events.push_back({number, origin.fate, line});
        line = origin.line;
        number = m_steps[number].previous;
    }
    if (line >= 0)
        events.push_back({0, LineFate::Written, line});
    std::ranges::reverse(events);
    return events;
}

void LineHistory::addLaterEvents(size_t number, int line, std::vector<LineEvent>& events) const
{
    const auto [first, last] = m_next.equal_range(number);
    for (auto next = first; next != last; ++next) {
        const Step& step = m_steps[next->second];
        if (step.origins.empty()) {
            addLaterEvents(next->second, line, events);
            continue;
        }
        const auto after = std::ranges::find(step.origins, line, &Origin::line);
        if (after == step.origins.end()) {
            events.push_back({next->second, LineFate::Removed, line});
            continue;
        }
        const int lineAfter = int(after - step.origins.begin());
        if (!after->isKept)
            events.push_back({next->second, after->fate, lineAfter});
        addLaterEvents(next->second, lineAfter, events);
    }
}

std::vector<LineEvent> LineHistory::events(size_t number, int line) const
{
    if (number >= m_steps.size() || line < 0 || size_t(line) >= m_steps[number].writers->size())
        return {};
    std::vector<LineEvent> events = eventsUpTo(number, line);
    addLaterEvents(number, line, events);
    return events;
}

LineHistory lineHistory(const Recording& recording, const PrintOptions& options)
{
    LineHistory history(recording.module(0), options);
    PrintedComparison comparison(options);
    for (size_t number = 1; number < recording.moduleCount(); ++number) {
        const size_t previous = recording.previous(number);
        if (recording.isSameModule(previous, number))
            history.addUnchangedStep(previous);
        else
            history.addStep(previous, comparison.rows(recording.module(previous), recording.module(number)));
    }
    return history;
}

} // namespace tir
