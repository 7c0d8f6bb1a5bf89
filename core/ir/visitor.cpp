#include "core/ir/visitor.h"

namespace tir {

void Visitor::visit(const Node* node, Role role)
{
    if (!node)
        return;
    const Role outer = m_role;
    m_role = role;
    switch (node->kind) {
#define TIR_EXPR(Name)                          \
    case NodeKind::Name:                        \
        visit(static_cast<const Name&>(*node)); \
        break;
#define TIR_STMT(Name) TIR_EXPR(Name)
#define TIR_OTHER(Name) TIR_EXPR(Name)
#include "core/ir/node_list.def"
    }
    m_role = outer;
}

void Visitor::visitChildren(const Node& node)
{
    if (!isLeafExpr(node.kind))
        forEachChild(node, m_role, [this](const Node& child, Role role) { visitChild(child, role); });
}

} // namespace tir
