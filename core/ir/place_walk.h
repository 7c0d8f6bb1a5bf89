/// The walk in place order for inner loops: the visitor is known at compile time, so nothing is virtual.
/// core/ir/places.h has the same walk as a class to derive from.

#pragma once

#include "core/ir/children.h"

namespace tir {

/// Calls `visitor.enter(node, role, place, parent)` before the children of a node and
/// `visitor.leave(node, role, place, parent)` behind them. Places count from `first`; the parent of the root
/// is null. Returns one past the last place.
template <class Visitor>
Place walkPlaces(const Node& root, Role role, Place first, Visitor& visitor)
{
    struct Walk {
        Visitor& visitor;
        Place next;

        void step(const Node& node, Role nodeRole, const Node* parent)
        {
            const Place place = next++;
            visitor.enter(node, nodeRole, place, parent);
            if (!isLeafExpr(node.kind))
                forEachChild(node, nodeRole,
                             [&](const Node& child, Role childRole) { step(child, childRole, &node); });
            visitor.leave(node, nodeRole, place, parent);
        }
    };
    Walk walk{visitor, first};
    walk.step(root, role, nullptr);
    return walk.next;
}

} // namespace tir
