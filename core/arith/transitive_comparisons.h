/// Comparisons that are known between two expressions: `i < j` also decides `i < j + 1`.

#pragma once

#include "core/arith/rewrite_simplifier.h"

#include <unordered_map>
#include <vector>

namespace tir::arith {

/// Works on unique expressions.
class TransitiveComparisons {
public:
    explicit TransitiveComparisons(AnalyzerCore& core) : m_core(core) {}

    /// The known order of `a` and `b`, from direct facts or, with `usesChains`, from chains of comparisons.
    CompareResult compare(const Expr* a, const Expr* b, bool usesChains);

    void bind(const Var* var, const Expr* value);
    void bind(const Var* var, const Expr* min, const Expr* extent);
    /// Uses the comparisons of a conjunction that are pure.
    void enter(const Expr* condition);
    size_t mark() const { return m_undo.size(); }
    /// Bindings stay.
    void leave(size_t mark);

private:
    /// left `result` right + offset, of the keys left and right; the result is EQ, NE, LE or GE.
    struct Comparison {
        int64_t offset;
        CompareResult result;
        bool isLasting; ///< of a binding, not of a condition that is left again
    };
    struct Key {
        const Expr* left;
        const Expr* right;
    };
    using Comparisons = std::unordered_map<const Expr*, std::vector<Comparison>>; ///< by the right side

    void add(BinaryOp op, const Expr* a, const Expr* b, bool isLasting);
    void addConjuncts(const Expr* condition, bool isLasting);
    void forget(const Var* var);
    CompareResult direct(const Expr* left, const Expr* right, int64_t offset) const;
    CompareResult byChains(const Expr* left, const Expr* right, int64_t offset) const;
    void erase(const Key& key);
    void eraseCondition(const Key& key);

    AnalyzerCore& m_core;
    std::unordered_map<const Expr*, Comparisons> m_known; ///< by the left side; none of the lists is empty
    PointerMap<Var, std::vector<Key>> m_ofVar;            ///< facts from bindings of the variable
    std::vector<Key> m_undo;
};

} // namespace tir::arith
