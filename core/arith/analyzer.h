/// The arithmetic analyzer: simplifies expressions, bounds them, and proves conditions, in a context of
/// ranges and values of variables and of conditions that hold.

#pragma once

#include "core/arith/analyzer_core.h"

#include <memory>

namespace tir::arith {

/// The condition in `likely(condition)`; other expressions as they are.
const Expr* withoutLikely(const Expr* condition);

/// Ends the validity of a condition when it is destroyed. Conditions end in the reverse order of their
/// beginning.
class Constraint {
public:
    Constraint(Constraint&& other) noexcept
        : m_core(std::exchange(other.m_core, nullptr)),
          m_mark(other.m_mark)
    {}
    Constraint(const Constraint&) = delete;
    Constraint& operator=(const Constraint&) = delete;
    Constraint& operator=(Constraint&&) = delete;
    ~Constraint()
    {
        if (m_core)
            m_core->leave(m_mark);
    }

private:
    friend class Analyzer;
    Constraint(AnalyzerCore& core, AnalyzerCore::Mark mark) : m_core(&core), m_mark(mark) {}

    AnalyzerCore* m_core;
    AnalyzerCore::Mark m_mark;
};

class Analyzer {
public:
    /// Results are allocated in `arena`; they share the unchanged parts of the given expression.
    explicit Analyzer(Arena& arena, AnalyzerOptions options = {});

    /// The same pointer when nothing is simpler. Two steps: canonical, rewritten, canonical.
    const Expr* simplify(const Expr* expr, int steps = 2);
    const Expr* rewriteSimplify(const Expr* expr);
    const Expr* canonicalSimplify(const Expr* expr);

    ConstIntBound constIntBound(const Expr* expr);
    ModularSet modularSet(const Expr* expr);

    bool canProve(const Expr* condition, ProofStrength strength = ProofStrength::Default);
    bool canProveEqual(const Expr* a, const Expr* b);
    bool canProveGreaterEqual(const Expr* expr, int64_t limit);
    bool canProveLess(const Expr* expr, int64_t limit);
    /// lhs <= shape, also for a part of the factors of a symbolic shape: 32 <= 32 * n.
    bool canProveLessEqualThanSymbolicShape(const Expr* lhs, const Expr* shape);

    /// Later uses of the variable are replaced by the value, which must be pure.
    void bind(const Var* var, const Expr* value);
    /// [min, min + extent); a range of one number is that number.
    void bind(const Var* var, const Expr* min, const Expr* extent);
    void bind(const Var* var, const Range& range) { bind(var, range.min, range.extent); }
    void updateBound(const Var* var, ConstIntBound bound) { m_core->updateBound(var, bound); }
    void updateModularSet(const Var* var, ModularSet set) { m_core->updateModularSet(var, set); }
    /// The value is not negative: of s * c + k with one variable s and c > 0, s gets the bound -k.
    void markNonNegative(const Expr* value);

    /// `condition` holds as long as the result exists.
    [[nodiscard]] Constraint enterConstraint(const Expr* condition);
    /// The same for the condition of a branch, or with `holds` false for its negation; `likely` is unwrapped.
    [[nodiscard]] Constraint enterBranch(const Expr* condition, bool holds = true);

    Arena& arena() { return m_arena; }
    const AnalyzerOptions& options() const { return m_core->options; }
    /// For other parts of core/arith.
    AnalyzerCore& core() { return *m_core; }

private:
    const Expr* unique(const Expr* expr) { return m_core->exprs.of(expr); }
    const Expr* given(const Expr* result, const Expr* source);

    Arena& m_arena;
    std::unique_ptr<AnalyzerCore> m_core;
};

} // namespace tir::arith
