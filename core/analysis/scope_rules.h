/// Where definitions end: the rules that the verifier and the scope lens share.

#pragma once

#include "core/ir/children.h"

namespace tir {

/// InferFragment wraps a single allocation into an attribute with the result of its analysis.
inline bool isTransparent(const Node& node)
{
    const auto* attr = as<AttrStmt>(&node);
    return attr && (attr->key == "fragment_shape" || attr->key == "fragment_layout");
}

/// Nodes whose own definitions (loop variable, axis, parameters) end with them.
inline bool endsDefinitions(NodeKind kind)
{
    return kind == NodeKind::AttrStmt || kind == NodeKind::CommReducer || kind == NodeKind::For ||
           kind == NodeKind::Let || kind == NodeKind::PrimFunc || kind == NodeKind::Reduce ||
           kind == NodeKind::SBlock;
}

/// Bodies, and the nodes above. `parent` is null for the module only.
inline bool opensScope(const Node& node, Role role, const Node* parent)
{
    if (role == Role::Scope ? isTransparent(*parent) : !endsDefinitions(node.kind))
        return false;
    return !isTransparent(node);
}

} // namespace tir
