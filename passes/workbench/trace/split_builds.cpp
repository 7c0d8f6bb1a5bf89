#include "passes/workbench/trace/split_builds.h"

#include "passes/workbench/trace/branch_finder.h"

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
        for (size_t at = 0; at < m_outer.size(); ++at) {
            if (builds.empty() || beginsBuild(at)) {
                if (!builds.empty())
                    builds.back().end = m_outer[at];
                // Records that were lost before the first pass belong to it.
                builds.push_back({builds.empty() ? 0 : m_outer[at], m_events.events.size()});
                begin(at);
            }
            follow(at);
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
            } else if (event.kind == PassEvent::Kind::Lost) {
                continue;
            } else if (const auto found = std::ranges::find(running, event.pass); found != running.end()) {
                running.erase(found, running.end());
            }
        }
    }

    const PassEvent& eventAt(size_t outer) const { return m_events.events[m_outer[outer]]; }
    const std::string& nameAt(size_t outer) const { return m_events.passes[eventAt(outer).pass].name; }

    void begin(size_t outer)
    {
        m_first = outer;
        m_input = m_current = eventAt(outer).text;
        m_known.clear();
    }

    /// The modules up to the next outer pass.
    void follow(size_t outer)
    {
        const size_t end = outer + 1 < m_outer.size() ? m_outer[outer + 1] : m_events.events.size();
        for (size_t index = m_outer[outer]; index < end; ++index)
            if (const std::optional<size_t> text = m_events.events[index].text;
                text && m_events.events[index].kind != PassEvent::Kind::Lost) {
                m_known.insert(*text);
                m_current = text;
            }
    }

    bool beginsBuild(size_t outer) const
    {
        const auto announced =
            std::ranges::upper_bound(m_events.builds, m_outer[m_first], {}, &BuildStart::event);
        if (announced != m_events.builds.end() && announced->event <= m_outer[outer])
            return true;
        if (!m_events.hasInputs)
            return repeatsFirstPasses(outer);
        const std::optional<size_t> text = eventAt(outer).text;
        if (!text || text == m_current || startsBranch(shortName(nameAt(outer))))
            return false;
        return text == m_input || (!m_known.contains(*text) && nameAt(outer) == nameAt(m_first));
    }

    bool repeatsFirstPasses(size_t outer) const
    {
        constexpr size_t Count = 3;
        if (outer - m_first < Count || m_outer.size() - outer < Count)
            return false;
        bool isAlike = true; // one pass, again and again
        bool isRepeated = true;
        for (size_t at = 0; at < Count; ++at) {
            isAlike &= nameAt(m_first + at) == nameAt(m_first + at + 1);
            isRepeated &= nameAt(m_first + at) == nameAt(outer + at);
        }
        return isRepeated && !isAlike;
    }

    const PassEvents& m_events;
    std::vector<size_t> m_outer; ///< events
    // Of the current build:
    size_t m_first = 0; ///< of m_outer
    std::optional<size_t> m_input;
    std::optional<size_t> m_current;
    std::set<size_t> m_known; ///< texts
};

/// The configuration of the events of the build, with its remarks.
void applyConfigs(PassEvents& selected, const std::vector<ConfigStart>& configs, const BuildEvents& build)
{
    for (size_t index = 0; index < configs.size(); ++index) {
        const ConfigStart& start = configs[index];
        const bool isReplaced = index + 1 < configs.size() && configs[index + 1].event <= build.begin;
        if (isReplaced || start.event >= build.end)
            continue;
        for (const auto& [key, value] : start.config)
            selected.config[key] = value;
        for (const auto& [key, value] : start.tvmConfig)
            selected.tvmConfig[key] = value;
        for (const std::string& remark : start.remarks)
            if (std::ranges::find(selected.remarks, remark) == selected.remarks.end())
                selected.remarks.push_back(remark);
    }
}

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
    selected.warnings = std::move(events.warnings);
    for (BuildStart& start : events.builds)
        if (start.event >= build.begin && start.event < build.end)
            std::ranges::move(start.remarks, std::back_inserter(selected.remarks));
    applyConfigs(selected, events.configs, build);
    selected.hasAllPasses = events.hasAllPasses;
    selected.isCutOff = events.isCutOff && build.end == events.events.size();
    selected.isLocked = events.isLocked;
    selected.isEnded = events.isEnded;
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
        if (event.kind != PassEvent::Kind::Lost)
            event.pass = moved(passes, event.pass, events.passes, selected.passes);
        if (event.text)
            event.text = moved(texts, *event.text, events.texts, selected.texts);
        selected.events.push_back(event);
    }
    for (auto& [text, json] : events.savedJson)
        if (texts[text])
            selected.savedJson.emplace(*texts[text], std::move(json));
    for (auto& [text, why] : events.unread)
        if (texts[text])
            selected.unread.emplace(*texts[text], std::move(why));
    // Code is generated after the last pass.
    for (GeneratedSource& source : events.sources)
        if (source.event > build.begin && source.event <= build.end)
            selected.sources.push_back(std::move(source));
    return selected;
}

} // namespace tir
