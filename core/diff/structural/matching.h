/// Which statements of two modules correspond. Statements that a pass kept or rewrote are recognized by identity
/// (the same node, or its origin); the others by structure.

#pragma once

#include "core/diff/structural/statement_tree.h"

namespace tir {

/// A partial one-to-one mapping between the nodes of two trees.
class Matching {
public:
    Matching(size_t beforeSize, size_t afterSize)
        : m_ofBefore(beforeSize, NoNode),
          m_ofAfter(afterSize, NoNode)
    {}

    /// NoNode if the node has no partner.
    TreeIndex ofBefore(TreeIndex before) const { return m_ofBefore[before]; }
    TreeIndex ofAfter(TreeIndex after) const { return m_ofAfter[after]; }
    bool hasBefore(TreeIndex before) const { return m_ofBefore[before] != NoNode; }
    bool hasAfter(TreeIndex after) const { return m_ofAfter[after] != NoNode; }

    /// Does nothing if one of the nodes has a partner.
    void pair(TreeIndex before, TreeIndex after)
    {
        if (hasBefore(before) || hasAfter(after))
            return;
        m_ofBefore[before] = after;
        m_ofAfter[after] = before;
    }

private:
    std::vector<TreeIndex> m_ofBefore;
    std::vector<TreeIndex> m_ofAfter;
};

/// Time is linear in the number of statements, except for runs of unlike statements, which are compared in windows of
/// bounded size.
Matching matchTrees(const StatementTree& before, const StatementTree& after);

} // namespace tir
