/// Constant bounds of integer expressions, in a context of variables with ranges and of conditions that
/// hold. Bounds are those of mathematical integers: wrapping does not happen. (arith.md section 5)

#pragma once

#include "core/ir/expr.h"

#include <limits>
#include <unordered_map>
#include <vector>

namespace tir {

/// Both ends belong to it; the extremes of the type stand for "no bound".
struct ConstBound {
    static constexpr int64_t NoMin = std::numeric_limits<int64_t>::min();
    static constexpr int64_t NoMax = std::numeric_limits<int64_t>::max();

    int64_t min = NoMin;
    int64_t max = NoMax;

    bool operator==(const ConstBound&) const = default;
    bool isConstant() const { return min == max && min != NoMin && max != NoMax; }
};

ConstBound boundOfType(DType type);

class ConstBounds {
public:
    void bind(const Var& var, ConstBound bound) { m_vars.insert_or_assign(&var, bound); }
    /// The bound that the value has now.
    void bindValue(const Var& var, const Expr& value) { bind(var, of(value)); }
    /// [min, min + extent)
    void bindRange(const Var& var, const Expr& min, const Expr& extent);

    /// Conditions hold from here on, until `leave` is called with what `enter` returned. Only comparisons
    /// with a constant are used, those joined by `and` one by one.
    size_t enter(const Expr& condition);
    size_t enterNegated(const Expr& condition);
    size_t mark() const { return m_conditions.size(); }
    void leave(size_t mark) { m_conditions.resize(mark); }

    ConstBound of(const Expr& expr) const;

private:
    struct Condition {
        const Expr* expr;
        ConstBound bound;
    };

    ConstBound ofNode(const Expr& expr) const;
    ConstBound ofBinary(const Binary& node) const;
    ConstBound ofModulo(ConstBound a, ConstBound b, bool isFloor) const;
    void addComparison(const Binary& comparison, bool isNegated);
    void add(const Expr& expr, ConstBound bound);

    std::unordered_map<const Var*, ConstBound> m_vars;
    std::vector<Condition> m_conditions;
};

} // namespace tir
