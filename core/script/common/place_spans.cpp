#include "core/script/common/place_spans.h"

#include "core/ir/place_walk.h"

#include <algorithm>

namespace tir::script {

void PlaceSpans::add(const Node& function)
{
    list(function);
    group();
    m_first = Place(m_found.size());
    m_found.resize(m_found.size() + m_entries.size());
    visit(0, {0, UINT32_MAX});
    forget();
}

std::vector<Span> PlaceSpans::take(Span module)
{
    m_found[0] = module;
    return std::move(m_found);
}

/// The places of the function, counted from 0.
void PlaceSpans::list(const Node& function)
{
    struct Lister {
        std::vector<Entry>& entries;

        void enter(const Node& node, Role role, Place, const Node*) { entries.push_back({&node, 0, role}); }
        void leave(const Node&, Role, Place place, const Node*)
        {
            entries[place].end = Place(entries.size());
        }
    };
    m_entries.clear();
    Lister lister{m_entries};
    walkPlaces(function, Role::Part, 0, lister);
}

/// Sorts the recorded spans by node.
void PlaceSpans::group()
{
    m_groupOf.clear();
    m_groups.clear();
    m_groupOfRecorded.clear();
    for (const auto& [node, span] : m_recorded) {
        const auto [number, isNew] = m_groupOf.insert(node, uint32_t(m_groups.size()));
        if (isNew)
            m_groups.emplace_back();
        m_groupOfRecorded.push_back(number);
        ++m_groups[number].end; // counts the members until all are known
    }
    uint32_t next = 0;
    for (Group& group : m_groups) {
        const uint32_t size = group.end;
        group = {next, next};
        next += size;
    }
    m_spans.resize(m_recorded.size());
    for (size_t i = 0; i < m_recorded.size(); ++i)
        m_spans[m_groups[m_groupOfRecorded[i]].end++] = m_recorded[i].second;
    for (Group& group : m_groups)
        if (group.end - group.begin > 1)
            sort(group);
    m_isUsed.assign(m_spans.size(), false);
}

void PlaceSpans::sort(Group& group)
{
    const auto first = m_spans.begin() + group.begin;
    const auto last = m_spans.begin() + group.end;
    const auto comesBefore = [](Span a, Span b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    };
    if (!std::is_sorted(first, last, comesBefore))
        std::sort(first, last, comesBefore);
    group.end = uint32_t(std::unique(first, last) - m_spans.begin());
}

void PlaceSpans::visit(Place place, Span around)
{
    const Entry& entry = m_entries[place];
    const Span found = find(entry.node, around);
    m_found[m_first + place] = found;
    const Place end = entry.end;
    if (end == place + 1)
        return;
    const Span inside = found.isEmpty() ? around : found;
    // In the order of the text, so that equal names go to the right places: a target is before the
    // value, a loop variable before the bounds.
    const bool storesFirst = entry.node->kind == NodeKind::BufferStore;
    const Place value = storesFirst && place + 1 < end ? m_entries[place + 1].end : NoPlace;
    const auto isDefinition = [&](Place child) {
        return m_entries[child].role == Role::VarDef && m_entries[child].node->kind == NodeKind::Var;
    };
    for (Place child = place + 1; child < end; child = m_entries[child].end)
        if (isDefinition(child))
            visit(child, inside);
    for (Place child = place + 1; child < end; child = m_entries[child].end)
        if (!isDefinition(child) && child != value)
            visit(child, inside);
    if (value < end)
        visit(value, inside);
}

Span PlaceSpans::find(const Node* node, Span around)
{
    const uint32_t* number = m_groupOf.find(node);
    if (!number)
        return {};
    const Group group = m_groups[*number];
    const auto from =
        std::lower_bound(m_spans.begin() + group.begin, m_spans.begin() + group.end, around.begin,
                         [](Span span, uint32_t begin) { return span.begin < begin; });
    Span fallback;
    for (size_t i = size_t(from - m_spans.begin()); i < group.end && m_spans[i].begin <= around.end; ++i) {
        if (m_spans[i].end > around.end)
            continue;
        if (!m_isUsed[i]) {
            m_isUsed[i] = true;
            return m_spans[i];
        }
        if (fallback.isEmpty())
            fallback = m_spans[i];
    }
    return fallback;
}

} // namespace tir::script
