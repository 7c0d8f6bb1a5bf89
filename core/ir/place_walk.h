/// The walk in place order for inner loops: the visitor is known at compile time, so nothing is virtual.
/// core/ir/places.h has the same walk as a class to derive from.

#pragma once

#include "core/ir/children.h"

namespace tir {

/// Calls `visitor.enter(node, role, place, parent)` before the children of a node and
/// `visitor.leave(node, role, place, parent)` after them. Places count from `first`; the parent of the root
/// is null. Returns one past the last place.
template <class Visitor>
Place walkPlaces(const Node& root, Role role, Place first, Visitor& visitor)
{
    struct Walk {
        Visitor& visitor;
        Place next;

        /// Leaves are half of all places: they are handled without a call.
        [[gnu::always_inline]] void child(const Node& node, Role nodeRole, const Node* parent)
        {
            if (!isLeafExpr(node.kind)) {
                step(node, nodeRole, parent);
                return;
            }
            const Place place = next++;
            visitor.enter(node, nodeRole, place, parent);
            visitor.leave(node, nodeRole, place, parent);
        }

        void step(const Node& node, Role nodeRole, const Node* parent)
        {
            const Place place = next++;
            visitor.enter(node, nodeRole, place, parent);
            forEachChild(node, nodeRole,
                         [&](const Node& inner, Role innerRole) { child(inner, innerRole, &node); });
            visitor.leave(node, nodeRole, place, parent);
        }
    };
    Walk walk{visitor, first};
    walk.child(root, role, nullptr);
    return walk.next;
}

} // namespace tir
