/// Lookup of places by node in constant time, for callers that look up many nodes of one module.

#pragma once

#include "core/ir/places.h"
#include "core/support/pointer_map.h"

namespace tir {

/// Precondition: the table outlives the index.
class PlaceIndex {
public:
    explicit PlaceIndex(const PlaceTable& places);

    /// As PlaceTable::firstPlaceOf.
    Place firstPlaceOf(const Node* node) const;
    /// As PlaceTable::firstPlaceMadeFrom. The first call builds the index of origins.
    Place firstPlaceMadeFrom(const Node* node);
    /// The first place of the node, or else the first place of a node that was derived from it.
    Place placeOf(const Node* node);

private:
    using Map = PointerMap<Node, Place>;

    const PlaceTable& m_places;
    Map m_own;
    Map m_madeFrom;
};

} // namespace tir
