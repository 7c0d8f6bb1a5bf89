/// The parts of the analyzer and the state that they share. They work on unique expressions; other code uses Analyzer.

#pragma once

#include "core/arith/canonical_simplifier.h"
#include "core/arith/const_int_bound.h"
#include "core/arith/int_set.h"
#include "core/arith/modular_set.h"
#include "core/arith/rewrite_simplifier.h"
#include "core/arith/transitive_comparisons.h"
#include "core/arith/unique_exprs.h"

namespace tir::arith {

/// How hard to try: with symbolic bounds, differences are also bounded by the ranges of their variables.
enum class ProofStrength : uint8_t { Default, SymbolicBound };

/// TVM's switches. All are off in its pipelines.
struct AnalyzerOptions {
    /// Omits the unsound rules of TVM.
    bool isSound = false;
    /// Compares by chains of conditions: a <= b and b < c.
    bool transitivelyProveInequalities = false;
    /// Writes conditions as conjunctions of disjunctions.
    bool convertBooleanToAndOfOrs = false;
    /// Simplifies each operand of `and` and `or` under the other.
    bool applyConstraintsToBooleanBranches = false;
    /// Compares x * y with sums of x and y.
    bool comparisonOfProductAndSum = false;
};

struct AnalyzerCore {
    explicit AnalyzerCore(AnalyzerOptions analyzerOptions) : options(analyzerOptions) {}
    AnalyzerCore(const AnalyzerCore&) = delete;

    AnalyzerOptions options;
    UniqueExprs exprs{options.isSound};
    /// Increases with every new fact; cached results of another version are not valid.
    uint64_t version = 1;
    int depth = 0;
    bool isConvertingBooleans = false; ///< a condition is being written as a conjunction

    ConstIntBoundAnalyzer bounds{*this};
    ModularSetAnalyzer modularSets{*this};
    IntSetAnalyzer intSets{*this};
    TransitiveComparisons comparisons{*this};
    RewriteSimplifier rewriter{*this};
    CanonicalSimplifier canonical{*this};

    /// Whether sound mode applies no law to it: a constant next to the ends of its type occurs in it.
    bool isLeftAlone(const Expr* expr) const { return options.isSound && exprs.hasExtremeConstant(expr); }
    const Expr* simplify(const Expr* expr, int steps = 2);
    /// By the bounds of the rewritten expression.
    bool canProveGreaterEqual(const Expr* expr, int64_t limit);
    bool canProveLess(const Expr* expr, int64_t limit);
    bool canProve(const Expr* condition, ProofStrength strength = ProofStrength::Default);
    bool canProveEqual(const Expr* a, const Expr* b);

    void bind(const Var* var, const Expr* value);
    void bind(const Var* var, const Expr* min, const Expr* extent);
    void updateBound(const Var* var, ConstIntBound bound);
    void updateModularSet(const Var* var, ModularSet set);

    /// Where everything that is known was; for leaving a condition.
    struct Mark {
        size_t bounds;
        size_t modularSets;
        size_t literals;
        size_t intSets;
        size_t comparisons;
        uint64_t version;
        uint64_t changes;
    };
    Mark enter(const Expr* condition);
    /// The same, including dividends in the condition of a branch: x // 4 == 2 bounds x, too.
    Mark enterBranch(const Expr* condition);
    void leave(const Mark& mark);

private:
    bool isPositiveBySets(const Expr* comparison);
    bool holdsForAllVectorSizes(const Expr* condition);
    void changed();

    uint64_t m_lastVersion = 1;
    uint64_t m_lastingChanges = 0; ///< bindings, which outlast conditions
};

/// Counts nested calls, so that a very deep expression is left alone and does not overflow the stack.
class DepthGuard {
public:
    explicit DepthGuard(AnalyzerCore& core) : m_depth(core.depth) { ++m_depth; }
    ~DepthGuard() { --m_depth; }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;
    bool isTooDeep() const { return m_depth > 4000; }

private:
    int& m_depth;
};

/// Holds while it exists: a mark of the core, to which it returns.
class CoreConstraint {
public:
    CoreConstraint(AnalyzerCore& core, AnalyzerCore::Mark mark) : m_core(core), m_mark(mark) {}
    ~CoreConstraint() { m_core.leave(m_mark); }
    CoreConstraint(const CoreConstraint&) = delete;
    CoreConstraint& operator=(const CoreConstraint&) = delete;

private:
    AnalyzerCore& m_core;
    AnalyzerCore::Mark m_mark;
};

} // namespace tir::arith
