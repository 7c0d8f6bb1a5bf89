/// The code of a packed function before its body: read the arguments, bind the variables, check the assumptions. Three
/// stages, because a check may need a variable that a later argument defines.

#pragma once

#include "core/ir/module.h"
#include "core/support/text_map.h"

#include <string>
#include <string_view>
#include <vector>

namespace tir::passes {

/// Constants that the packed functions of a module have in common: each is in the program once.
class SharedConstants {
public:
    explicit SharedConstants(Arena& arena) : m_arena(arena) {}

    const Expr* number(int64_t value); ///< int32; shared when it is small
    const Expr* text(std::string_view value);

private:
    Arena& m_arena;
    std::vector<const Expr*> m_numbers; ///< by value; null until created
    TextMap<const Expr*> m_texts;
};

/// Builds the checks of one function: every message names the value, the argument and the signature. The parts are
/// separate string constants, so that generated code can share them.
class CheckWords {
public:
    CheckWords(Arena& arena, SharedConstants& constants, const PrimFunc& function);

    /// "X.shape[0] must be 128 (argument 0 of main(X: …))".
    ExprList parts(const std::string& value, const std::string& requirement, size_t argument) const;
    /// The same without an argument that is to blame.
    ExprList parts(const std::string& value, const std::string& requirement) const;

private:
    Arena& m_arena;
    SharedConstants& m_constants;
    const Expr* m_signature; ///< "main(X: Tensor([16, n], float32), n: int32)"
    const Expr* m_argument;
    const Expr* m_of;
    const Expr* m_open;
    const Expr* m_close;
};

/// The statements of the prologue, in the order in which they run.
class Prologue {
public:
    explicit Prologue(Arena& arena) : m_arena(arena) {}

    void bind(const Var* var, const Expr* value, const Node& origin);
    /// `pointer` is aligned to `bytes` in everything that follows.
    void align(const Var* pointer, int bytes);
    /// Needs only variables that are already bound; later bindings may rely on it.
    void checkNow(const Expr* condition, std::string_view errorKind, ExprList words);
    /// After all variables are bound. `guard`: only where it holds; null for always.
    void checkAfterBindings(const Expr* condition, ExprList words, const Expr* guard = nullptr);
    /// After all other checks.
    void checkLast(const Expr* condition, ExprList words);

    const std::vector<const Stmt*>& deferredChecks() const { return m_deferred; }
    const std::vector<const Stmt*>& lastChecks() const { return m_last; }
    /// The first stage with `body` inside its scopes.
    const Stmt* around(const Stmt* body) const;

private:
    /// A flat statement, or a scope around everything after it.
    struct Step {
        const Stmt* statement = nullptr;
        const Var* aligned = nullptr;
        int bytes = 0;
    };

    Arena& m_arena;
    std::vector<Step> m_steps;
    std::vector<const Stmt*> m_deferred;
    std::vector<const Stmt*> m_last;
};

} // namespace tir::passes
