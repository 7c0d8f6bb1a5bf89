/// Reads FunctionFacts off one function while something walks it (core/ir/place_walk.h). A launch is open
/// while the walk is inside the body of its outermost axis, so that its extents still belong to the function
/// around it.

#pragma once

#include "core/analysis/module_facts.h"

namespace tir {

class FactsCollector {
public:
    /// Facts of the function that is walked next; its place and whatever the walk finds are filled in.
    void begin(FunctionFacts& facts, Place place)
    {
        *this = FactsCollector();
        m_function = &facts;
        facts.place = place;
    }

    void enter(const Node& node, Role role, Place place, const Node* parent)
    {
        if (role == Role::Scope && bindsThreads(*parent))
            enterLaunch(*parent);
        if (node.isStmt())
            m_lastStatement = place;
        if (node.kind == NodeKind::Call)
            addCall(static_cast<const Call&>(node), place);
        else if (const auto* allocation = as<AllocBuffer>(&node))
            addAllocation(*allocation, place);
        else if (const auto* attr = as<AttrStmt>(&node))
            enterRegion(*attr, place);
    }

    void leave(const Node& node, Role role, Place, const Node* parent)
    {
        if (&node == m_region)
            m_region = nullptr;
        if (role == Role::Scope && bindsThreads(*parent) && --m_depth == 0)
            m_launch = -1;
    }

private:
    void enterRegion(const AttrStmt& attr, Place place);
    void enterLaunch(const Node& statement);
    void addAllocation(const AllocBuffer& allocation, Place place);
    void addCall(const Call& call, Place place);

    FunctionFacts* m_function = nullptr;
    Place m_lastStatement = NoPlace; ///< the extents of an axis hold none: at its body, it is the axis
    const AttrStmt* m_region = nullptr;
    int m_launch = -1;
    int m_depth = 0; ///< enclosing thread axes
};

} // namespace tir
