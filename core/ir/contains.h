/// Whether a subtree contains a node with a property.

#pragma once

#include "core/ir/children.h"

namespace tir {

/// True when `test(const Node&)` holds for `root` or for anything below it; stops at the first.
template <class Test>
bool contains(const Node& root, const Test& test, Role role = Role::Value)
{
    bool found = test(root);
    if (!found)
        forEachChild(root, role, [&](const Node& child, Role childRole) {
            // Leaves are half of all nodes: they are handled without a call.
            if (!found)
                found = isLeafExpr(child.kind) ? test(child) : contains(child, test, childRole);
        });
    return found;
}

inline bool containsKind(const Node& root, NodeKind kind, Role role = Role::Value)
{
    return contains(
        root, [kind](const Node& node) { return node.kind == kind; }, role);
}

inline bool mentions(const Expr* expr, const Var* var)
{
    return contains(*expr, [var](const Node& node) { return &node == var; });
}

} // namespace tir
