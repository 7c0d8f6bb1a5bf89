#include "core/script/place_spans.h"

#include "core/ir/places.h"
#include "core/support/pointer_map.h"

#include <algorithm>

namespace tir::script {
namespace {

using NodeSpan = std::pair<const Node*, Span>;

/// What was recorded, by node: the stretches of one node stand together, in the order of the text and once
/// each.
class SpansByNode {
public:
    struct Group {
        uint32_t begin = 0;
        uint32_t end = 0;
    };

    explicit SpansByNode(const std::vector<NodeSpan>& recorded)
    {
        std::vector<uint32_t> groupOf;
        groupOf.reserve(recorded.size());
        for (const auto& [node, span] : recorded) {
            const auto [number, isNew] = m_groupOf.insert(node, uint32_t(m_groups.size()));
            if (isNew)
                m_groups.emplace_back();
            groupOf.push_back(number);
            ++m_groups[number].end; // for now the number of its members
        }
        uint32_t next = 0;
        for (Group& group : m_groups) {
            const uint32_t size = group.end;
            group = {next, next};
            next += size;
        }
        m_spans.resize(recorded.size());
        for (size_t i = 0; i < recorded.size(); ++i)
            m_spans[m_groups[groupOf[i]].end++] = recorded[i].second;
        for (Group& group : m_groups)
            if (group.end - group.begin > 1)
                sort(group);
    }

    /// Null for a node that was not recorded.
    const Group* groupOf(const Node* node) const
    {
        const uint32_t* number = m_groupOf.find(node);
        return number ? &m_groups[*number] : nullptr;
    }
    const std::vector<Span>& spans() const { return m_spans; }

private:
    void sort(Group& group)
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

    PointerMap<Node, uint32_t> m_groupOf;
    std::vector<Group> m_groups;
    std::vector<Span> m_spans;
};

class SpanFinder {
public:
    SpanFinder(const Module& module, const std::vector<NodeSpan>& recorded)
        : m_table(module),
          m_recorded(recorded),
          m_isUsed(m_recorded.spans().size())
    {}

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
        const Place end = m_table[place].end;
        if (end == place + 1)
            return;
        const Span inside = found.isEmpty() ? around : found;
        // In the order of the text, so that equal names go to the right places: a target stands before the
        // value, a loop variable before the bounds.
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
        const SpansByNode::Group* group = m_recorded.groupOf(node);
        if (!group)
            return {};
        const std::vector<Span>& spans = m_recorded.spans();
        const auto from =
            std::lower_bound(spans.begin() + group->begin, spans.begin() + group->end, around.begin,
                             [](Span span, uint32_t begin) { return span.begin < begin; });
        Span fallback;
        for (size_t i = size_t(from - spans.begin()); i < group->end && spans[i].begin <= around.end; ++i) {
            if (spans[i].end > around.end)
                continue;
            if (!m_isUsed[i]) {
                m_isUsed[i] = true;
                return spans[i];
            }
            if (fallback.isEmpty())
                fallback = spans[i];
        }
        return fallback;
    }

    PlaceTable m_table;
    SpansByNode m_recorded;
    std::vector<bool> m_isUsed;
    std::vector<Span> m_spans;
};

} // namespace

std::vector<Span> placeSpans(const Module& module, std::vector<NodeSpan> recorded)
{
    return SpanFinder(module, recorded).run();
}

} // namespace tir::script
