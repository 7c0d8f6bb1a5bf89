/// The scopes of all uses of variables and buffers, computed before printing, so that an undefined one is declared in
/// the right place.

#pragma once

#include "core/ir/visitor.h"

#include <unordered_map>
#include <vector>

namespace tir::script {

/// Serial loops that print as one `for i, j in T.grid(…)`; the outermost alone if there is no such nest.
std::vector<const For*> gridNest(const For& outermost);

/// A scope is identified by the node that opens it: a body statement or a block; that of the function by its body.
class Uses {
public:
    explicit Uses(const PrimFunc& function);

    using Scope = const Node*;

    /// The innermost scope around all uses of a Var or Buffer (through buffers too); null when unused.
    Scope scopeOf(const Node* object) const;
    /// The scope around a scope; null for the function's.
    Scope parentOf(Scope scope) const;
    bool isInside(Scope scope, Scope outer) const;
    /// Whether a loop or attribute is the whole body of a branch: its declarations belong to the scope of the branch.
    bool isBranch(Scope scope) const;
    /// How often a variable is in the function, its definition as a parameter left out.
    int count(const Var* var) const;
    /// The axis with a thread tag that has this variable; null for other variables.
    const IterVar* launchAxisOf(const Var* var) const;

private:
    class Scan;
    struct ScopeInfo {
        Scope parent = nullptr;
        int depth = 0;
        bool isBranch = false;
    };
    struct Object {
        Scope scope = nullptr;
        int count = 0;
    };

    Scope common(Scope a, Scope b) const;
    void add(const Node* object, Scope scope);

    std::unordered_map<Scope, ScopeInfo> m_scopes;
    std::unordered_map<const Node*, Object> m_objects;
    std::unordered_map<const Var*, const IterVar*> m_launchAxes;
};

} // namespace tir::script
