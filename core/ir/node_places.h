/// The places of nodes that are known beforehand, in one pass over all places: faster than PlaceIndex, which is for
/// nodes that come one by one.

#pragma once

#include "core/ir/places.h"
#include "core/support/pointer_map.h"

#include <span>

namespace tir {

class NodePlaces {
public:
    /// `nodes` may contain null pointers, and a node several times.
    NodePlaces(const PlaceTable& places, std::span<const Node* const> nodes);

    /// The first place of the node, or else the first place of a node that was derived from it; NoPlace if there is no
    /// such node, and for null. Precondition: the node is one of `nodes`.
    Place placeOf(const Node* node) const;

private:
    void findOwn(const PlaceTable& places);
    void findMadeFrom(const PlaceTable& places);

    PointerMap<Node, Place> m_found; ///< NoPlace for nodes without a place
    size_t m_missing = 0;
};

} // namespace tir
