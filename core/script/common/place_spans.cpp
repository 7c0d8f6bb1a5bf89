#include "core/script/common/place_spans.h"

#include "core/ir/children.h"

#include <algorithm>
#include <iterator>

namespace tir::script {

/// Lists the places of a tree in their order. A statement that is settled is one entry.
class PlaceSpans::Lister {
public:
    Lister(std::vector<Entry>& entries, const PointerMap<Node, Settled>& settled)
        : m_entries(entries),
          m_settled(settled)
    {}

    void add(const Node& node, Role role)
    {
        const size_t entry = m_entries.size();
        m_entries.push_back({&node, 0, m_next, role});
        const Settled* settled = node.isStmt() ? m_settled.find(&node) : nullptr;
        if (settled) {
            m_next += Place(settled->size());
        } else {
            ++m_next;
            if (!isLeafExpr(node.kind))
                forEachChild(node, role, [this](const Node& child, Role inner) { add(child, inner); });
        }
        m_entries[entry].end = uint32_t(m_entries.size());
    }

    Place count() const { return m_next; }

private:
    std::vector<Entry>& m_entries;
    const PointerMap<Node, Settled>& m_settled;
    Place m_next = 0;
};

void PlaceSpans::forget()
{
    m_recorded.clear();
    m_limit = LargeCount;
    m_settled.clear();
    m_settledSpans.reset();
}

void PlaceSpans::add(const Node& function)
{
    list(function, Role::Part);
    group();
    const size_t first = m_found.size();
    m_found.resize(first + m_placeCount);
    visit(0, {0, UINT32_MAX}, std::span(m_found).subspan(first));
    forget();
}

void PlaceSpans::settle(std::span<const Stmt* const> statements)
{
    if (!m_settledSpans)
        m_settledSpans = std::make_unique<Arena>();
    group();
    std::vector<Span> settled;
    for (const Stmt* statement : statements)
        settle(*statement, settled);
    std::erase_if(m_recorded, [&](const std::pair<const Node*, Span>& recorded) {
        const Span span = recorded.second;
        const auto after = std::ranges::upper_bound(settled, span.begin, {}, &Span::begin);
        return after != settled.begin() && span.end <= std::prev(after)->end;
    });
    m_limit = std::max(LargeCount, 2 * m_recorded.size()); // what stays need not be looked at each time
}

/// The members of a sequence become members of the enclosing one.
void PlaceSpans::settle(const Stmt& statement, std::vector<Span>& settled)
{
    if (const auto* sequence = as<SeqStmt>(&statement)) {
        for (const Stmt* member : sequence->seq)
            settle(*member, settled);
        return;
    }
    if (!m_groupOf.contains(&statement))
        return;
    list(statement, Role::Stmt);
    const std::span<Span> found = m_settledSpans->makeArray<Span>(m_placeCount);
    visit(0, {0, UINT32_MAX}, found);
    m_settled.insert(&statement, found);
    settled.push_back(found.front());
}

std::vector<Span> PlaceSpans::take(Span module)
{
    m_found[0] = module;
    return std::move(m_found);
}

/// The places of the tree, counted from 0.
void PlaceSpans::list(const Node& root, Role role)
{
    m_entries.clear();
    Lister lister(m_entries, m_settled);
    lister.add(root, role);
    m_placeCount = lister.count();
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

void PlaceSpans::visit(uint32_t number, Span around, std::span<Span> found)
{
    const Entry& entry = m_entries[number];
    if (const Settled* settled = entry.node->isStmt() ? m_settled.find(entry.node) : nullptr) {
        std::ranges::copy(*settled, found.begin() + entry.place);
        return;
    }
    const Span own = find(entry.node, around);
    found[entry.place] = own;
    const uint32_t end = entry.end;
    if (end == number + 1)
        return;
    const Span inside = own.isEmpty() ? around : own;
    // In the order of the text, so that equal names go to the right places: a target is before the
    // value, a loop variable before the bounds.
    const bool storesFirst = entry.node->kind == NodeKind::BufferStore;
    const uint32_t value = storesFirst && number + 1 < end ? m_entries[number + 1].end : UINT32_MAX;
    const auto isDefinition = [&](uint32_t child) {
        return m_entries[child].role == Role::VarDef && m_entries[child].node->kind == NodeKind::Var;
    };
    for (uint32_t child = number + 1; child < end; child = m_entries[child].end)
        if (isDefinition(child))
            visit(child, inside, found);
    for (uint32_t child = number + 1; child < end; child = m_entries[child].end)
        if (!isDefinition(child) && child != value)
            visit(child, inside, found);
    if (value < end)
        visit(value, inside, found);
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
