#include "passes/workbench/trace/event_steps.h"

#include "passes/workbench/trace/branch_finder.h"

#include <algorithm>
#include <map>
#include <span>

namespace tir {
namespace {

constexpr std::string_view OutsidePass = "(outside the recorded passes)";
constexpr std::string_view LostRecord = "(a lost record)";

/// Converts events to steps.
class Replay {
public:
    Replay(const PassEvents& events, bool isRunning) : m_events(events)
    {
        for (const PassEvent& event : events.events) {
            replay(event);
            m_isAfterLoss = event.isLost;
        }
        // A writer that locks its file is not running when the lock is gone.
        if (!m_open.empty() && !isRunning)
            end(std::string("the recording ends inside this pass: the compiler crashed") +
                (events.isLocked ? " or was ended" : ", was ended, or is still running"));
    }

    EventSteps steps() && { return {m_input, std::move(m_steps)}; }

private:
    struct OpenPass {
        size_t pass = 0;
        size_t entry = 0;     ///< the module that it got
        size_t firstStep = 0; ///< index of the first step since
    };

    void replay(const PassEvent& event)
    {
        switch (event.kind) {
        case PassEvent::Kind::Before:
            begin(event);
            return;
        case PassEvent::Kind::Lost:
            addLost(*event.text);
            return;
        case PassEvent::Kind::After:
        case PassEvent::Kind::Ended:
            break;
        }
        const auto isThis = [&](const OpenPass& open) { return open.pass == event.pass; };
        if (std::ranges::none_of(m_open, isThis))
            return;
        while (!isThis(m_open.back()))
            end("the pass ended without a result");
        if (event.kind == PassEvent::Kind::After && event.text)
            finish(*event.text);
        else
            end(m_events.passes[event.pass].error);
    }

    void begin(const PassEvent& event)
    {
        if (event.text && !m_input) {
            m_input = event.text;
            m_current = 0; // not a lost record
        } else if (event.text && startsBranch(shortName(m_events.passes[event.pass].name)) &&
                   m_common.contains(*event.text)) {
            // A branch that gets every function starts with the same text.
            m_current = m_common[*event.text];
        } else if (event.text && *event.text != textOf(m_current)) {
            // TVM returns to an earlier module for the second branch; any other change is work between two events.
            const auto known = m_numbers.find(*event.text);
            if (known != m_numbers.end())
                m_current = known->second;
            else
                addWorkBefore(event);
        }
        m_open.push_back({event.pass, m_current, m_steps.size()});
    }

    void addWorkBefore(const PassEvent& event)
    {
        const bool isOutside = m_open.empty() || m_isAfterLoss;
        EventStep& step = add(isOutside ? NoPass : m_open.back().pass, *event.text);
        const std::string next = shortName(m_events.passes[event.pass].name);
        step.depth = m_open.empty() ? 0 : m_open.size() - 1;
        step.isPartial = true;
        const std::string& known = m_events.passes[event.pass].noteBefore;
        step.notes.push_back(!known.empty() ? known
                             : isOutside
                                 ? next + " got a module that no recorded pass returned: " +
                                       (m_isAfterLoss ? "the record of the pass may be lost"
                                                      : "code between the passes changed or replaced it")
                                 : std::string(FirstPartNote) + next);
    }

    /// A step that cannot be read, in place of whatever the record said. The next one starts from the module before it.
    void addLost(size_t text)
    {
        const size_t current = m_current;
        EventStep& step = add(NoPass, text);
        step.name = LostRecord;
        step.depth = m_open.size();
        m_current = current;
    }

    void finish(size_t text)
    {
        const OpenPass open = m_open.back();
        m_open.pop_back();
        const auto isOwn = [&](const EventStep& step) { return step.pass == open.pass; };
        const auto inside = std::span(m_steps).subspan(open.firstStep);
        const bool hasSteps = std::ranges::any_of(inside, isOwn);
        const size_t inner = inside.size();
        if (!m_input)
            m_input = text;
        if (m_events.hasInputs && text != textOf(m_current) && text == textOf(open.entry))
            m_current = open.entry; // its nested passes were discarded
        if (!hasSteps || text != textOf(m_current)) {
            const std::string last = inner > 0 ? m_steps.back().name : "";
            EventStep& step = add(open.pass, text);
            step.depth = m_open.size();
            step.firstInside = open.firstStep;
            step.endInside = open.firstStep + inner;
            if (hasSteps)
                step.name += " after " + last;
        }
        size_t at = m_steps.size() - 1;
        while (at > open.firstStep && m_steps[at - 1].text == text)
            --at;
        m_steps[at].ended.push_back(shortName(m_events.passes[open.pass].name));
    }

    /// The innermost pass has no result.
    void end(const std::string& reason)
    {
        const OpenPass open = m_open.back();
        m_open.pop_back();
        const std::string name = shortName(m_events.passes[open.pass].name);
        const bool failedInside = m_steps.size() > open.firstStep && m_steps.back().isFailed;
        if (failedInside) {
            m_steps.back().notes.push_back(name + ", which ran this pass, ended with it");
            return;
        }
        if (!m_input)
            return;
        EventStep& step = add(open.pass, textOf(m_current));
        step.depth = m_open.size();
        step.isFailed = true;
        step.notes.push_back(reason.empty() ? "the pass ended without a result" : reason);
    }

    EventStep& add(size_t pass, size_t text)
    {
        const std::string name =
            pass == NoPass ? std::string(OutsidePass) : shortName(m_events.passes[pass].name);
        Branch branch = m_branches.next(name, m_events.texts[text]);
        if (m_events.hasInputs && m_current > 0 && m_steps[m_current - 1].branch != Branch::Common)
            branch = m_steps[m_current - 1].branch;
        const size_t previous = m_events.hasInputs ? m_current : lastOf(branch);
        m_steps.push_back({.pass = pass, .name = name, .text = text, .previous = previous, .branch = branch});
        m_current = m_steps.size();
        m_last[branch] = m_current;
        m_numbers[text] = m_current;
        if (branch == Branch::Common)
            m_common[text] = m_current;
        return m_steps.back();
    }

    size_t lastOf(Branch branch)
    {
        const auto last = m_last.find(branch);
        return last == m_last.end() ? m_last[Branch::Common] : last->second;
    }

    size_t textOf(size_t number) const
    {
        return number == 0 ? m_input.value_or(0) : m_steps[number - 1].text;
    }

    const PassEvents& m_events;
    std::optional<size_t> m_input;
    std::vector<EventStep> m_steps;
    std::vector<OpenPass> m_open;       ///< the innermost last
    size_t m_current = 0;               ///< the module of the last event
    bool m_isAfterLoss = false;         ///< the last event was lost, or the result of its pass
    std::map<size_t, size_t> m_numbers; ///< the last module with a text
    std::map<size_t, size_t> m_common;  ///< the same, of the common part
    std::map<Branch, size_t> m_last;    ///< the last module of a branch
    BranchFinder m_branches;
};

} // namespace

EventSteps stepsOf(const PassEvents& events, bool isRunning)
{
    return Replay(events, isRunning).steps();
}

} // namespace tir
