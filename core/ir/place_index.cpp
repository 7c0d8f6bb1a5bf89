#include "core/ir/place_index.h"

namespace tir {
namespace {

Place find(const PointerMap<Node, Place>& map, const Node* node)
{
    const Place* place = node ? map.find(node) : nullptr;
    return place ? *place : NoPlace;
}

} // namespace

PlaceIndex::PlaceIndex(const PlaceTable& places) : m_places(places)
{
    for (Place place = 0; place < places.size(); ++place)
        m_own.insert(places[place].node, place);
}

Place PlaceIndex::firstPlaceOf(const Node* node) const
{
    return find(m_own, node);
}

Place PlaceIndex::firstPlaceMadeFrom(const Node* node)
{
    if (m_madeFrom.size() == 0)
        for (Place place = 0; place < m_places.size(); ++place) {
            const Node* made = m_places[place].node;
            // If a node is in the map, so are its origins.
            while (made && m_madeFrom.insert(made, place).second)
                made = made->origin;
        }
    return find(m_madeFrom, node);
}

Place PlaceIndex::placeOf(const Node* node)
{
    const Place own = firstPlaceOf(node);
    return own == NoPlace ? firstPlaceMadeFrom(node) : own;
}

} // namespace tir
