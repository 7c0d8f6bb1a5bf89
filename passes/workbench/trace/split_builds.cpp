#include "passes/workbench/trace/split_builds.h"

#include <algorithm>
#include <set>

namespace tir {
namespace {

class BuildFinder {
public:
    explicit BuildFinder(const PassEvents& events) : m_events(events) { findOuterPasses(); }

    std::vector<BuildEvents> find()
    {
        std::vector<BuildEvents> builds;
        for (const size_t outer : m_outer) {
            if (builds.empty() || beginsBuild(outer, builds.back().begin)) {
                if (!builds.empty())
                    builds.back().end = outer;
                builds.push_back({outer, m_events.events.size()});
                begin(outer);
            }
            follow(outer);
        }
        return builds;
    }

private:
    /// Where a pass begins that no other one runs.
    void findOuterPasses()
    {
        std::vector<size_t> running;
        for (size_t index = 0; index < m_events.events.size(); ++index) {
            const PassEvent& event = m_events.events[index];
            if (event.kind == PassEvent::Kind::Before) {
                if (running.empty())
                    m_outer.push_back(index);
                running.push_back(event.pass);
            } else if (const auto found = std::ranges::find(running, event.pass); found != running.end()) {
                running.erase(found, running.end());
            }
        }
    }

    const std::string& nameAt(size_t index) const
    {
        return m_events.passes[m_events.events[index].pass].name;
    }

    void begin(size_t index)
    {
        m_input = m_events.events[index].text;
        m_current = m_input;
        m_firstName = nameAt(index);
        m_known.clear();
    }

    /// The modules up to the next outer pass.
    void follow(size_t outer)
    {
        const auto next = std::ranges::upper_bound(m_outer, outer);
        const size_t end = next == m_outer.end() ? m_events.events.size() : *next;
        for (size_t index = outer; index < end; ++index)
            if (const std::optional<size_t> text = m_events.events[index].text) {
                m_known.insert(*text);
                m_current = text;
            }
    }

    bool beginsBuild(size_t outer, size_t first) const
    {
        const bool isAnnounced = std::ranges::any_of(m_events.builds, [&](const BuildStart& build) {
            return build.event > first && build.event <= outer;
        });
        if (isAnnounced)
            return true;
        if (!m_events.hasInputs)
            return repeatsFirstPasses(outer, first);
        const std::optional<size_t> text = m_events.events[outer].text;
        if (!text || text == m_current || shortName(nameAt(outer)) == "Filter")
            return false;
        return text == m_input || (!m_known.contains(*text) && nameAt(outer) == m_firstName);
    }

    bool repeatsFirstPasses(size_t outer, size_t first) const
    {
        constexpr ptrdiff_t Count = 3;
        const auto before = std::ranges::find(m_outer, first);
        const auto now = std::ranges::find(m_outer, outer);
        if (now - before < Count || m_outer.end() - now < Count)
            return false;
        const auto isSameName = [this](size_t a, size_t b) { return nameAt(a) == nameAt(b); };
        const bool isAlike =
            std::equal(before, before + Count, before + 1, isSameName); // one pass, again and again
        return !isAlike && std::equal(before, before + Count, now, isSameName);
    }

    const PassEvents& m_events;
    std::vector<size_t> m_outer;
    // Of the current build:
    std::optional<size_t> m_input;
    std::optional<size_t> m_current;
    std::string m_firstName;
    std::set<size_t> m_known; ///< texts
};

} // namespace

std::vector<BuildEvents> findBuilds(const PassEvents& events)
{
    return BuildFinder(events).find();
}

PassEvents selectBuild(PassEvents events, const BuildEvents& build)
{
    PassEvents selected{.name = std::move(events.name)};
    selected.hasInputs = events.hasInputs;
    selected.remarks = std::move(events.remarks);
    for (BuildStart& start : events.builds)
        if (start.event >= build.begin && start.event < build.end)
            std::ranges::move(start.remarks, std::back_inserter(selected.remarks));
    std::vector<std::optional<size_t>> texts(events.texts.size());
    std::vector<std::optional<size_t>> passes(events.passes.size());
    const auto moved = [](std::vector<std::optional<size_t>>& numbers, size_t old, auto& from, auto& to) {
        if (!numbers[old]) {
            numbers[old] = to.size();
            to.push_back(std::move(from[old]));
        }
        return *numbers[old];
    };
    for (size_t index = build.begin; index < build.end; ++index) {
        PassEvent event = events.events[index];
        event.pass = moved(passes, event.pass, events.passes, selected.passes);
        if (event.text)
            event.text = moved(texts, *event.text, events.texts, selected.texts);
        selected.events.push_back(event);
    }
    // Code is generated after the last pass.
    for (GeneratedSource& source : events.sources)
        if (source.event > build.begin && source.event <= build.end)
            selected.sources.push_back(std::move(source));
    return selected;
}

} // namespace tir
