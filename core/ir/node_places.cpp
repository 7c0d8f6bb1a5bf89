#include "core/ir/node_places.h"

namespace tir {

NodePlaces::NodePlaces(const PlaceTable& places, std::span<const Node* const> nodes)
{
    for (const Node* node : nodes)
        if (node)
            m_found.insert(node, NoPlace);
    m_missing = m_found.size();
    findOwn(places);
    findMadeFrom(places);
}

Place NodePlaces::placeOf(const Node* node) const
{
    const Place* place = node ? m_found.find(node) : nullptr;
    return place ? *place : NoPlace;
}

void NodePlaces::findOwn(const PlaceTable& places)
{
    for (Place place = 0; place < places.size() && m_missing > 0; ++place) {
        Place* const found = m_found.find(places[place].node);
        if (found && *found == NoPlace) {
            *found = place;
            --m_missing;
        }
    }
}

void NodePlaces::findMadeFrom(const PlaceTable& places)
{
    PointerSet<Node> followed; // if a node is in it, so are its origins
    for (Place place = 0; place < places.size() && m_missing > 0; ++place)
        for (const Node* made = places[place].node->origin; made && followed.insert(made);
             made = made->origin) {
            Place* const found = m_found.find(made);
            if (found && *found == NoPlace) {
                *found = place;
                --m_missing;
            }
        }
}

} // namespace tir
