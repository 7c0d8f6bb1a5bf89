/// Visitor: a typed traversal whose overrides decide what is visited. The default visits all children.

#pragma once

#include "core/ir/children.h"

namespace tir {

/// Override `visit` for the kinds of interest; call `visitChildren` to go on inside.
class Visitor {
public:
    virtual ~Visitor() = default;

    void visit(const Node* node, Role role = Role::Value);

protected:
#define TIR_EXPR(Name)                   \
    virtual void visit(const Name& node) \
    {                                    \
        visitChildren(node);             \
    }
#define TIR_STMT(Name) TIR_EXPR(Name)
#define TIR_OTHER(Name) TIR_EXPR(Name)
#include "core/ir/node_list.def"

    /// Called for each child by visitChildren; the default dispatches to the typed `visit`.
    virtual void visitChild(const Node& child, Role role)
    {
        visit(&child, role);
    }
    void visitChildren(const Node& node);
    /// The role of the visited node in its parent.
    Role role() const
    {
        return m_role;
    }

private:
    Role m_role = Role::Part;
};

} // namespace tir
