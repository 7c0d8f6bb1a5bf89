/// The function in the code view, for lists that scroll to its rows.

#pragma once

#include "core/ir/places.h"

#include <functional>

namespace tir::ui {

class Session;

/// The places of a function; empty: [0, 0).
struct PlaceRange {
    Place begin = 0;
    Place end = 0;
    bool contains(Place place) const { return begin <= place && place < end; }
    bool isEmpty() const { return begin == end; }
};

/// Of the function in view, in the step in view; empty until the texts are there, and in a module of one function.
PlaceRange placesInView(const Session& session);

/// Whether nodes are in the function in view, or a node there was derived from them.
std::function<bool(const Node*)> nodesInView(const Session& session);

} // namespace tir::ui
