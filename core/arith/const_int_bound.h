/// Constant bounds of integer expressions: the smallest interval of numbers that interval arithmetic finds,
/// from the ranges of variables and the conditions that hold. Bounds are those of mathematical integers:
/// wrapping does not happen.

#pragma once

#include "core/ir/expr.h"
#include "core/support/pointer_map.h"

#include <limits>
#include <vector>

namespace tir::arith {

struct AnalyzerCore;

/// Both ends belong to it.
struct ConstIntBound {
    static constexpr int64_t PosInf = std::numeric_limits<int64_t>::max();
    static constexpr int64_t NegInf = -PosInf;

    int64_t min = NegInf;
    int64_t max = PosInf;

    bool operator==(const ConstIntBound&) const = default;
    bool isConstant() const { return min == max && min != NegInf && max != PosInf; }
};

/// Every value of the type; of 64-bit types and of floats, everything.
ConstIntBound boundOfType(DType type);
/// All values of the interval are values of the type.
bool fits(ConstIntBound bound, DType type);
/// A result that does not fit into the type wraps, as that of unsigned and narrow integers; of the others, overflow is
/// undefined.
bool wraps(DType type);

// Infinite ends stay infinite, and values outside 64 bits become infinite.
int64_t addEnds(int64_t a, int64_t b);
int64_t multiplyEnds(int64_t a, int64_t b);
ConstIntBound intersect(ConstIntBound a, ConstIntBound b);
/// Of a sum, difference, or product that does not wrap. Precondition: the operation is one of these.
ConstIntBound combineBounds(BinaryOp op, ConstIntBound a, ConstIntBound b);

/// Works on unique expressions.
class ConstIntBoundAnalyzer {
public:
    explicit ConstIntBoundAnalyzer(AnalyzerCore& core) : m_core(core) {}

    ConstIntBound of(const Expr* expr);

    void update(const Var* var, ConstIntBound bound) { m_vars[var] = {bound, true}; }
    /// The bound that was set for the variable; null if there is none.
    const ConstIntBound* find(const Var* var) const;
    /// Uses the comparisons with a constant in a conjunction.
    void enter(const Expr* condition);
    size_t mark() const { return m_conditions.size(); }
    void leave(size_t mark) { m_conditions.resize(mark); }

private:
    struct Condition {
        const Expr* expr;
        ConstIntBound bound;
    };
    struct Memo {
        ConstIntBound bound;
        uint64_t version = 0;
    };
    struct VarBound {
        ConstIntBound bound;
        bool isSet = false;
    };

    ConstIntBound ofNode(const Expr* expr);
    ConstIntBound ofBinary(const Binary& node);
    ConstIntBound ofCall(const Call& call);
    ConstIntBound ofCast(const Cast& cast);
    ConstIntBound ofModulo(const Binary& node, ConstIntBound a, ConstIntBound b);
    void add(const Expr* expr, ConstIntBound bound);

    AnalyzerCore& m_core;
    PointerMap<Var, VarBound> m_vars;
    std::vector<Condition> m_conditions;
    PointerMap<Expr, Memo> m_memo;
};

} // namespace tir::arith
