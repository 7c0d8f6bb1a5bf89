/// Edits that make a module smaller: nodes to remove or to replace, applied together.

#pragma once

#include "core/ir/module.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

namespace tir {

/// Nodes are those of the module that is edited. A node that occurs in several places is edited in all of them.
struct ModuleEdit {
    std::unordered_set<const Node*> functions;  ///< PrimFunc or OpaqueFunc to leave out
    std::unordered_set<const Node*> statements; ///< to leave out with all that they enclose
    /// Statements to replace by their bodies: a loop, which runs once then, a branch, an attribute.
    std::unordered_set<const Node*> unwrapped;
    std::unordered_map<const Node*, const Expr*> expressions; ///< the replacements are not edited
    std::map<int64_t, int64_t> integers;                      ///< constants of index types
    std::unordered_set<const Node*> parameters;               ///< variables of functions to leave out
};

/// The same module if the edit changes nothing.
const Module* apply(Arena& arena, const Module& module, const ModuleEdit& edit);

} // namespace tir
