/// Sets of integers with symbolic bounds, and the sets of values that expressions take over such sets.

#pragma once

#include "core/ir/expr.h"

#include <unordered_map>
#include <vector>

namespace tir::arith {

struct AnalyzerCore;
class Analyzer;

/// Both ends belong to it.
struct IntSet {
    const Expr* min = nullptr; ///< null: no lower end
    const Expr* max = nullptr; ///< null: no upper end
    bool isNothing = false;

    static IntSet everything() { return {}; }
    static IntSet nothing() { return {nullptr, nullptr, true}; }
    static IntSet point(const Expr* value) { return {value, value}; }

    bool isEverything() const { return !min && !max && !isNothing; }
    bool isPoint() const { return min && min == max; }
    bool isBounded() const { return min && max && !isNothing; }
};

/// Domains of variables.
using VarDomains = std::unordered_map<const Var*, IntSet>;

/// A variable in [min, min + extent).
struct VarRange {
    const Var* var;
    const Expr* min;
    const Expr* extent;
};
using VarRanges = std::vector<VarRange>;

// ---- for passes: expressions are of the arena of the analyzer

IntSet intSetFromRange(Analyzer& analyzer, const Expr* min, const Expr* extent);
/// The set of values of `expr`. Variables without a domain stay symbolic.
IntSet evalSet(Analyzer& analyzer, const Expr* expr, const VarDomains& domains);
IntSet evalSet(Analyzer& analyzer, const IntSet& set, const VarDomains& domains);
/// Of a range with extent: from the smallest first to the largest last number.
IntSet evalSet(Analyzer& analyzer, const Range& range, const VarDomains& domains);
/// The same for expressions of vectors: the numbers in all lanes.
IntSet evalVectorSet(Analyzer& analyzer, const Expr* expr, const VarDomains& domains);
IntSet unite(Analyzer& analyzer, const std::vector<IntSet>& sets);
IntSet intersect(Analyzer& analyzer, const std::vector<IntSet>& sets);
/// Joins only sets that overlap or are adjacent; drops the others.
IntSet uniteTouching(Analyzer& analyzer, const std::vector<IntSet>& sets);
/// The range with these ends; `whole` when an end is missing.
const Range* coverRange(Analyzer& analyzer, const IntSet& set, const Range* whole);

// ---- inside the analyzer: expressions are unique

/// Ranges and conditions of variables, for proofs with symbolic bounds.
class IntSetAnalyzer {
public:
    explicit IntSetAnalyzer(AnalyzerCore& core) : m_core(core) {}

    /// Of all variables with a range.
    IntSet of(const Expr* expr);
    IntSet of(const Expr* expr, const VarDomains& domains, bool isVector = false);
    IntSet of(const IntSet& set, const VarDomains& domains);

    void bind(const Var* var, const IntSet& set) { m_domains[var] = set; }
    /// Uses `v <= limit` and its like.
    void enter(const Expr* condition);
    size_t mark() const { return m_conditions.size(); }
    void leave(size_t mark) { m_conditions.resize(mark); }

    struct Condition {
        const Var* var;
        IntSet set;
    };

private:
    AnalyzerCore& m_core;
    VarDomains m_domains;
    std::vector<Condition> m_conditions;
};

IntSet unite(AnalyzerCore& core, const IntSet& a, const IntSet& b);
IntSet intersect(AnalyzerCore& core, const IntSet& a, const IntSet& b);

} // namespace tir::arith
