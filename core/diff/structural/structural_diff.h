/// The difference of two modules as programs. Indentation, names, and spelling do not count. Functions and statements
/// are matched (matching.h); those without a partner are inserted or deleted, the others are compared and located.

#pragma once

#include "core/diff/structural/header_comparison.h"

namespace tir {

enum class ChangeKind : uint8_t {
    Changed,   ///< parts of the header differ
    Annotated, ///< only attributes or annotations differ
    Moved,     ///< the statement, with its body, is in another body or at another position
    Wrapped,   ///< a new launch, region, or loop encloses statements that were there before
    Unwrapped, ///< an enclosing statement was removed
    Outlined,  ///< statements of a function are the body of a new function
    Copied,    ///< an additional copy of a statement or function that still exists
    Inserted,
    Deleted,
};
std::string_view toString(ChangeKind kind); ///< "changed"

/// NoNode for a missing side. For an Outlined function, `before` is the function that its body comes from, for a Copied
/// statement or function it is the original.
struct StructuralChange {
    ChangeKind kind;
    TreeIndex before = NoNode;
    TreeIndex after = NoNode;
    size_t statements = 1; ///< moved, enclosed, outlined, copied, inserted, or deleted with the node itself
    HeaderChange header{}; ///< of Changed and Annotated
};

class StructuralDiff {
public:
    /// The tables must outlive the diff. Time is linear in the number of places, except for moved siblings, which are
    /// sorted.
    StructuralDiff(const PlaceTable& before, const PlaceTable& after);

    const StatementTree& before() const { return m_before; }
    const StatementTree& after() const { return m_after; }
    const Matching& matching() const { return m_matching; }
    /// In the order of the second module, then those of the first one only. Empty if the modules are equal up to names.
    const std::vector<StructuralChange>& changes() const { return m_changes; }
    const std::vector<Rename>& renames() const { return m_renames; }

    /// Null if the header of a matched node (of the second tree) is the same.
    const HeaderChange* headerChange(TreeIndex after) const;
    /// Whether a matched node (of the second tree) was moved, alone or with a statement around it.
    bool isMoved(TreeIndex after) const { return m_isMoved[after]; }
    /// The node that the unmatched node is a copy of; NoNode if it is not a copy.
    TreeIndex original(TreeIndex after) const { return m_originals.empty() ? NoNode : m_originals[after]; }

private:
    void compareHeaders();
    void findMoves();
    void findReorderedSiblings(const std::vector<TreeIndex>& parents);
    void findCopies();
    void findCopiedFunctions();
    void describeAfter();
    void describeBefore();
    bool encloses(const StatementTree& tree, TreeIndex node, bool isAfter) const;
    size_t countUnmatched(const StatementTree& tree, TreeIndex node, bool isAfter) const;
    size_t countEnclosed(TreeIndex node, bool isAfter) const;
    bool isMovedRoot(TreeIndex after) const;

    StatementTree m_before;
    StatementTree m_after;
    Matching m_matching;
    std::vector<StructuralChange> m_changes;
    std::vector<Rename> m_renames;
    std::vector<HeaderChange> m_headers;
    std::vector<uint32_t> m_headerOf; ///< by node of the second tree: a position in m_headers, from 1
    std::vector<bool> m_isMoved;
    std::vector<bool> m_isMovedRoot;
    std::vector<bool> m_isInPlace; ///< matched nodes with the same matched ancestor on both sides
    std::vector<TreeIndex> m_originals;
};

/// For each node the nearest node above it that has a partner; the module for functions.
std::vector<TreeIndex> matchedAncestors(const StatementTree& tree, const Matching& matching, bool isAfter);

/// Positions of the elements outside of a longest increasing subsequence.
std::vector<size_t> outOfOrder(const std::vector<uint32_t>& numbers);

} // namespace tir
