/// The difference of two modules as a list of edits, and its application. Edits work on the tree of functions and
/// statements; every edit places or replaces one node with its header, never a whole subtree.

#pragma once

#include "core/diff/structural/structural_diff.h"

namespace tir {

enum class EditKind : uint8_t {
    Replace, ///< the header of `node` becomes that of `content`
    Insert,  ///< a new node with the header of `content`, without bodies
    Move,    ///< `node`, with its bodies
    Delete,  ///< `node`, whose bodies have been removed
};
std::string_view toString(EditKind kind); ///< "replace"

/// A node of the tree that is edited: one of the first module, or one that an edit inserted.
struct EditNode {
    TreeIndex index = NoNode;
    bool isInserted = false; ///< `index` counts in the second tree
    bool operator==(const EditNode&) const = default;
};

struct Edit {
    EditKind kind;
    EditNode node;
    EditNode parent{};   ///< of Insert and Move
    uint32_t slot = 0;   ///< the body of the parent
    EditNode previous{}; ///< the sibling to place it after; without an index: the first of the body
    const Node* content =
        nullptr; ///< of Insert and Replace: a function or statement, its bodies do not count
    const GlobalVar* name = nullptr; ///< of functions
};

/// From `node` on, in the order of the edited tree, up to the end of the function.
struct EditRename {
    EditNode node;
    const Node* before; ///< a variable or a buffer
    const Node* after;
};

struct EditScript {
    std::vector<Edit> edits;
    std::vector<EditRename> renames; ///< of nodes that keep their header; ascending by node
    /// Functions with other names, as calls name them.
    std::vector<std::pair<const GlobalVar*, const GlobalVar*>> functionNames;
};

/// Linear in the number of statements.
EditScript editScript(const StructuralDiff& diff);

/// The module that results from applying the edits to `before`. Nodes are allocated in `arena`, which must not outlive
/// the modules of the script and the tree.
const Module* apply(const EditScript& script, const StatementTree& before, Arena& arena);

} // namespace tir
