/// What printing needs to know before it starts: in which scope every use of a variable or buffer is, so
/// that one that nothing defines is declared in the right place. (tvmscript.md 2.5)

#pragma once

#include "core/ir/visitor.h"

#include <unordered_map>
#include <vector>

namespace tir::script {

/// Serial loops that print as one `for i, j in T.grid(…)`; only the outermost when there is no such nest.
std::vector<const For*> gridNest(const For& outermost);

/// A scope is named by what opens it: a body statement or a block; the function's by its body.
class Uses {
public:
    explicit Uses(const PrimFunc& function);

    using Scope = const Node*;

    /// The innermost scope around all uses of a Var or Buffer (through buffers too); null when unused.
    Scope scopeOf(const Node* object) const;
    /// The scope around a scope; null for the function's.
    Scope parentOf(Scope scope) const;
    bool isInside(Scope scope, Scope outer) const;
    /// The scope of a loop or attribute that is all of a branch: what it would own goes to the branch.
    bool isBranch(Scope scope) const;
    /// How often a variable is in the function, its definition as a parameter left out.
    int count(const Var* var) const;
    /// The axis with a thread tag whose variable it is; null for other variables.
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
