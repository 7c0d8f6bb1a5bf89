/// The structural diff's form of a module: a tree of functions and statements, each with its header and the statements
/// in its bodies. A header is everything of a statement except its bodies: the values of a store, the extent of a loop,
/// the parameters and attributes of a function. Sequences are transparent, and a block and its realization are one
/// node.

#pragma once

#include "core/ir/places.h"

#include <cstdint>
#include <vector>

namespace tir {

/// The number of a node in a StatementTree, in pre-order. Node 0 is the module.
using TreeIndex = uint32_t;
inline constexpr TreeIndex NoNode = UINT32_MAX;

struct TreeNode {
    const Node* node; ///< a Module, a Function, or a Stmt
    Place place;
    Place headerEnd; ///< places [place, headerEnd) are the node and its header
    TreeIndex parent;
    TreeIndex end;      ///< one past the last node of the subtree
    TreeIndex function; ///< the function around the node, or the node itself; NoNode for the module
    uint32_t slot =
        0; ///< the body of the parent that contains the node: 1 for an else case and the body of a block

    // Equal nodes have equal hashes. `named` hashes mix in the names of variables, buffers, and functions; `shape`
    // hashes leave them out.
    uint64_t namedHeader = 0;
    uint64_t shapeHeader = 0;
    uint64_t namedSubtree = 0;
    uint64_t shapeSubtree = 0;
};

class StatementTree {
public:
    /// `places` must outlive the tree. Time is linear in the number of places.
    explicit StatementTree(const PlaceTable& places);

    const PlaceTable& places() const { return m_places; }
    const Module& module() const { return to<Module>(*m_nodes[0].node); }
    size_t size() const { return m_nodes.size(); }
    const TreeNode& operator[](TreeIndex index) const { return m_nodes[index]; }
    std::span<const TreeNode> nodes() const { return m_nodes; }

    /// The entry of a function of the module. Precondition: the node is a function.
    const ModuleEntry& entryOf(TreeIndex function) const;
    bool isFunction(TreeIndex index) const { return m_nodes[index].function == index; }

    /// Calls `visit(TreeIndex)` for every child.
    template <class Visit>
    void forEachChild(TreeIndex parent, Visit&& visit) const
    {
        for (TreeIndex child = parent + 1; child < m_nodes[parent].end; child = m_nodes[child].end)
            visit(child);
    }

private:
    void addHeaderHash(TreeNode& owner, const PlaceTable::Entry& entry);

    const PlaceTable& m_places;
    std::vector<TreeNode> m_nodes;
    std::vector<uint32_t> m_functionNumbers; ///< by node; the position in the module
};

/// Whether a statement or function may correspond to the other: they have one kind, or both bind the same thread axis, one
/// as a launch and the other as a loop.
bool haveSameForm(const Node& left, const Node& right);

/// Hash of one place of an expression, without the places below it.
struct LocalHash {
    uint64_t named;
    uint64_t shape;
};
LocalHash localHash(const Node& node);

inline uint64_t mixHash(uint64_t seed, uint64_t value)
{
    seed ^= value + 0x9e3779b97f4a7c15u + (seed << 6) + (seed >> 2);
    return seed * 0xff51afd7ed558ccdu;
}

/// Hash of the expression at a place, names included.
uint64_t namedHash(const PlaceTable& places, Place place);

} // namespace tir
