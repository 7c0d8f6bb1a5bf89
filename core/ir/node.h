/// Every IR node: its kind, and the node it was made from.
///
/// Nodes are immutable once the function that created them has returned, live in an Arena, and are referenced
/// by plain pointers. An equal pointer means an equal, unchanged subtree.

#pragma once

#include "core/ir/dtype.h"
#include "core/support/arena.h"
#include "core/support/check.h"

#include <cstdint>
#include <string_view>

namespace tir {

enum class NodeKind : uint8_t {
#define TIR_EXPR(Name) Name,
#define TIR_STMT(Name) Name,
#define TIR_OTHER(Name) Name,
#include "core/ir/node_list.def"
};

/// The class name: "BufferStore".
std::string_view toString(NodeKind kind);

struct Node {
    /// The node of the previous module that a pass derived this one from; null for a new node. Following origins
    /// repeatedly leads to the node of the user's program.
    const Node* origin = nullptr;
    NodeKind kind; ///< last, so that it is next to the type of an expression

    bool isExpr() const;
    bool isStmt() const;

protected:
    explicit Node(NodeKind nodeKind) : kind(nodeKind) {}
};

/// Has a value of type `dtype` (void for calls without a result).
struct Expr : Node {
    DType dtype;

protected:
    Expr(NodeKind nodeKind, DType type) : Node(nodeKind), dtype(type) {}
};

/// Is executed. Definitions are flat (see core/ir/stmt.h).
struct Stmt : Node {
protected:
    using Node::Node;
};

/// The node as a `T`, or null when it is of another kind (or null itself).
template <class T>
const T* as(const Node* node)
{
    return node && node->kind == T::Kind ? static_cast<const T*>(node) : nullptr;
}

/// Precondition: the node is a `T`.
template <class T>
const T& to(const Node& node)
{
    TIR_CHECK(node.kind == T::Kind) << "expected another node than " << toString(node.kind);
    return static_cast<const T&>(node);
}

inline bool Node::isExpr() const
{
    return kind <= NodeKind::Var;
}

inline bool Node::isStmt() const
{
    return kind >= NodeKind::AllocBuffer && kind <= NodeKind::While;
}

} // namespace tir
