#include "core/ir/places.h"

#include "core/ir/place_walk.h"

namespace tir {

void Walker::walk(const Node& root, Role role, Place first)
{
    m_next = first;
    m_parent = nullptr;
    step(root, role);
}

void Walker::step(const Node& node, Role role)
{
    const Place place = m_next++;
    const Node* parent = m_parent;
    enter(node, role, place);
    m_parent = &node;
    if (!isLeafExpr(node.kind))
        forEachChild(node, role, [this](const Node& child, Role childRole) { step(child, childRole); });
    m_parent = parent;
    leave(node, role, place);
}

namespace {

/// For walkPlaces(), which is the inner loop of everything that shows a step.
struct TableBuilder {
    std::vector<PlaceTable::Entry>& entries;
    Place open = NoPlace; ///< whose child comes next

    void enter(const Node& node, Role role, Place place, const Node*)
    {
        entries.push_back({&node, open, place + 1, role});
        open = place;
    }
    void leave(const Node&, Role, Place place, const Node*)
    {
        entries[place].end = Place(entries.size());
        open = entries[place].parent;
    }
};

} // namespace

PlaceTable::PlaceTable(const Module& module)
{
    TableBuilder builder{m_entries};
    walkPlaces(module, Role::Part, 0, builder);
    for (Place place = 1; place < m_entries.size(); place = m_entries[place].end)
        m_functions.insert(m_entries[place].node, place);
}

Place PlaceTable::placeOfFunction(const Node* function) const
{
    const Place* place = m_functions.find(function);
    return place ? *place : NoPlace;
}

Place PlaceTable::statementAround(Place place) const
{
    while (place != NoPlace && !m_entries[place].node->isStmt())
        place = m_entries[place].parent;
    return place;
}

Place PlaceTable::firstPlaceOf(const Node* node) const
{
    for (Place place = 0; place < m_entries.size(); ++place)
        if (m_entries[place].node == node)
            return place;
    return NoPlace;
}

Place PlaceTable::firstPlaceMadeFrom(const Node* node) const
{
    for (Place place = 0; place < m_entries.size(); ++place)
        for (const Node* made = m_entries[place].node; made; made = made->origin)
            if (made == node)
                return place;
    return NoPlace;
}

PlaceCursor::PlaceCursor(const PlaceTable* table) : m_table(table)
{
    const bool isEmpty = !table || table->size() == 0;
    m_stack.push_back({isEmpty ? NoPlace : 0, isEmpty ? NoPlace : 1});
}

Place PlaceCursor::find(const Node* child, const Level& level) const
{
    const Place end = (*m_table)[level.place].end;
    // Functions may be many, and they are printed in the order of their names.
    if (level.place == 0 && (level.next == end || (*m_table)[level.next].node != child))
        return m_table->placeOfFunction(child);
    const Place found = findFrom(child, level.next, end);
    return found != NoPlace ? found : findFrom(child, level.place + 1, end);
}

Place PlaceCursor::findFrom(const Node* child, Place from, Place end) const
{
    for (Place place = from; place < end; place = (*m_table)[place].end)
        if ((*m_table)[place].node == child)
            return place;
    return NoPlace;
}

Place PlaceCursor::enter(const Node* child)
{
    Level& level = m_stack.back();
    Place found = NoPlace;
    if (level.place != NoPlace) {
        found = find(child, level);
        if (found != NoPlace)
            level.next = (*m_table)[found].end;
    }
    m_stack.push_back({found, found == NoPlace ? NoPlace : found + 1});
    return found;
}

void PlaceCursor::leave()
{
    TIR_CHECK(m_stack.size() > 1) << "left more nodes than were entered";
    m_stack.pop_back();
}

} // namespace tir
