#include "core/script/place_spans.h"

#include <algorithm>
#include <unordered_map>

namespace tir::script {
namespace {

using NodeSpan = std::pair<const Node*, Span>;

class SpanFinder {
public:
    SpanFinder(const Module& module, std::vector<NodeSpan> recorded)
        : m_table(module),
          m_recorded(std::move(recorded))
    {
        std::ranges::stable_sort(m_recorded, [](const NodeSpan& a, const NodeSpan& b) {
            if (a.first != b.first)
                return std::less<>()(a.first, b.first);
            return a.second.begin != b.second.begin ? a.second.begin < b.second.begin
                                                    : a.second.end > b.second.end;
        });
        const auto last = std::ranges::unique(m_recorded);
        m_recorded.erase(last.begin(), last.end());
        m_isUsed.resize(m_recorded.size());
        for (size_t i = 0; i < m_recorded.size(); ++i)
            m_first.try_emplace(m_recorded[i].first, i);
    }

    std::vector<Span> run()
    {
        m_spans.resize(m_table.size());
        if (m_table.size() > 0)
            visit(0, {0, UINT32_MAX});
        return std::move(m_spans);
    }

private:
    void visit(Place place, Span around)
    {
        const Span found = find(m_table[place].node, around);
        m_spans[place] = found;
        const Span inside = found.isEmpty() ? around : found;
        // In the order of the text, so that equal names go to the right places: a target stands before the
        // value, a loop variable before the bounds.
        const Place end = m_table[place].end;
        const bool storesFirst = m_table[place].node->kind == NodeKind::BufferStore;
        const Place value = storesFirst && place + 1 < end ? m_table[place + 1].end : NoPlace;
        for (Place child = place + 1; child < end; child = m_table[child].end)
            if (m_table[child].role == Role::VarDef && m_table[child].node->kind == NodeKind::Var)
                visit(child, inside);
        for (Place child = place + 1; child < end; child = m_table[child].end)
            if (!(m_table[child].role == Role::VarDef && m_table[child].node->kind == NodeKind::Var) &&
                child != value)
                visit(child, inside);
        if (value < end)
            visit(value, inside);
    }

    Span find(const Node* node, Span around)
    {
        const auto first = m_first.find(node);
        if (first == m_first.end())
            return {};
        Span fallback;
        const auto inside = [&](Span span) { return span.begin >= around.begin && span.end <= around.end; };
        const auto from = std::lower_bound(m_recorded.begin() + long(first->second), m_recorded.end(),
                                           around.begin, [&](const NodeSpan& entry, uint32_t begin) {
                                               return entry.first == node && entry.second.begin < begin;
                                           });
        for (size_t i = size_t(from - m_recorded.begin());
             i < m_recorded.size() && m_recorded[i].first == node; ++i) {
            if (m_recorded[i].second.begin > around.end)
                break;
            if (!inside(m_recorded[i].second))
                continue;
            if (!m_isUsed[i]) {
                m_isUsed[i] = true;
                return m_recorded[i].second;
            }
            if (fallback.isEmpty())
                fallback = m_recorded[i].second;
        }
        return fallback;
    }

    PlaceTable m_table;
    std::vector<NodeSpan> m_recorded;
    std::vector<bool> m_isUsed;
    std::unordered_map<const Node*, size_t> m_first;
    std::vector<Span> m_spans;
};

} // namespace

std::vector<Span> placeSpans(const Module& module, std::vector<std::pair<const Node*, Span>> recorded)
{
    return SpanFinder(module, std::move(recorded)).run();
}

} // namespace tir::script
