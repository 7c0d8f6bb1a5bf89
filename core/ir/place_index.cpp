#include "core/ir/place_index.h"

namespace tir {
namespace {

Place find(const std::unordered_map<const Node*, Place>& map, const Node* node)
{
    const auto found = map.find(node);
    return found == map.end() ? NoPlace : found->second;
}

} // namespace

PlaceIndex::PlaceIndex(const PlaceTable& places) : m_places(places)
{
    m_own.reserve(places.size());
    for (Place place = 0; place < places.size(); ++place)
        m_own.try_emplace(places[place].node, place);
}

Place PlaceIndex::firstPlaceOf(const Node* node) const
{
    return find(m_own, node);
}

Place PlaceIndex::firstPlaceMadeFrom(const Node* node)
{
    if (m_madeFrom.empty())
        for (Place place = 0; place < m_places.size(); ++place) {
            const Node* made = m_places[place].node;
            // If a node is in the map, so are its origins.
            while (made && m_madeFrom.try_emplace(made, place).second)
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
