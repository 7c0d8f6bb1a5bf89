/// Matches the statements in the bodies of two matched nodes, in order.

#pragma once

#include "core/diff/structural/matching.h"

namespace tir {

enum class AlignBy : uint8_t {
    Equality, ///< equal statements, then those that differ in names only
    Likeness, ///< then also statements of one kind that have half of their headers or bodies in common
};

/// Aligns the children of all matched nodes, from the functions down.
void alignChildren(const StatementTree& before, const StatementTree& after, Matching& matching, AlignBy how);

/// Pairs two equal subtrees node by node; nodes that have partners keep them.
void pairSubtrees(const StatementTree& before, TreeIndex left, const StatementTree& after, TreeIndex right,
                  Matching& matching);

} // namespace tir
