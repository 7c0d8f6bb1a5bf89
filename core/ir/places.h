/// Places: positions in a module. One Var, one constant, one shared subtree occurs at many places; a place is the
/// number of an occurrence in pre-order, children as core/ir/children.h lists them.

#pragma once

#include "core/ir/children.h"
#include "core/support/pointer_map.h"

#include <vector>

namespace tir {

/// Walks a module (or any subtree) in place order. Derive, override the hooks.
class Walker {
public:
    virtual ~Walker() = default;

    /// Numbers places from `first`.
    void walk(const Node& root, Role role = Role::Part, Place first = 0);

protected:
    virtual void enter(const Node&, Role, Place) {}
    virtual void leave(const Node&, Role, Place) {}
    /// The node whose child is being entered or left; null at the root.
    const Node* parent() const { return m_parent; }

private:
    void step(const Node& node, Role role);

    Place m_next = 0;
    const Node* m_parent = nullptr;
};

/// Every place of one module. Built when a step is looked at: 24 bytes a place.
class PlaceTable {
public:
    struct Entry {
        const Node* node;
        Place parent; ///< NoPlace for the module
        Place end;    ///< one past the last place of the subtree
        Role role;
    };

    PlaceTable() = default;
    explicit PlaceTable(const Module& module);

    size_t size() const { return m_entries.size(); }
    /// Precondition: place < size().
    const Entry& operator[](Place place) const { return m_entries[place]; }
    std::span<const Entry> entries() const { return m_entries; }

    /// The innermost place around `place` (itself included) whose node is a statement; NoPlace if there is none.
    Place statementAround(Place place) const;
    /// First place of a function of the module, in constant time; NoPlace for other nodes.
    Place placeOfFunction(const Node* function) const;
    /// First place of `node` in place order; NoPlace when it does not occur. Looks at every place: PlaceIndex
    /// is for many nodes.
    Place firstPlaceOf(const Node* node) const;
    /// First place of a node that was derived from `node` (through any number of origins), else NoPlace.
    Place firstPlaceMadeFrom(const Node* node) const;

private:
    std::vector<Entry> m_entries;
    PointerMap<Node, Place> m_functions;
};

/// Tracks a traversal that does not go in place order (printing, parsing) in a PlaceTable: enter a child of the current
/// node, get its place, leave it.
class PlaceCursor {
public:
    /// Starts at the module; `table` must outlive the cursor. The places of a cursor without a table are NoPlace.
    explicit PlaceCursor(const PlaceTable* table);

    /// Moves to the next child that is `child` (after the last one entered, else from the first). If the current node
    /// has no such child, the place is NoPlace until `leave`.
    Place enter(const Node* child);
    void leave();
    Place place() const { return m_stack.back().place; }
    const PlaceTable* table() const { return m_table; }

private:
    struct Level {
        Place place;
        Place next; ///< where the search for the next child starts
    };
    Place find(const Node* child, const Level& level) const;
    Place findFrom(const Node* child, Place from, Place end) const;

    const PlaceTable* m_table;
    std::vector<Level> m_stack;
};

} // namespace tir
