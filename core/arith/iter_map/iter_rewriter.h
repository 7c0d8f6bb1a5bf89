/// Rewrites index expressions to sums of splits.

#pragma once

#include "core/arith/iter_map/iter_fusion.h"
#include "core/arith/iter_map/iter_padding.h"

namespace tir::arith {

class IterRewriter {
public:
    IterRewriter(AnalyzerCore& core, const VarRanges& domains, IterMapLevel level, bool simplifyTrivial);

    /// The index as at most one term and a base.
    IterSum rewrite(const Expr* index);
    /// Without fusing the terms.
    IterSum structure(const Expr* index) { return rewritten(index).toSum(m_tools); }
    /// From here on `iter` is in [lower, upper), where null means no limit.
    void constrain(const Expr* iter, const Expr* lower, const Expr* upper);
    /// Whether the indices use parts of their marks that do not overlap and cover them.
    bool isMapping(const std::vector<IterSum>& indices);

    IterPadding& padding() { return m_padding; }
    IterFusion& fusion() { return m_fusion; }
    /// The first reason why an expression does not have such a form; else empty.
    const std::string& error() const { return m_error; }

private:
    /// An expression: without iterators, or a sum.
    struct Value {
        const Expr* expr = nullptr;
        IterSum sum = {};

        bool isPlain() const { return expr != nullptr; }
        IterSum toSum(IterTools&) const { return isPlain() ? IterSum{{}, expr} : sum; }
    };

    Value rewritten(const Expr* expr);
    Value ofBinary(const Binary& node);
    Value added(const Value& a, const Value& b, int sign);
    Value scaled(Value value, const Expr* factor);
    Value divided(const Binary& node, const Value& dividend, const Expr* divisor);
    Value quotient(IterSplit split, const Expr* base, const Expr* divisor);
    Value remainder(IterSplit split, const Expr* base, const Expr* divisor);
    Value fail(std::string why, const Expr* at);
    void addTerm(IterSum& sum, IterSplit term, int sign);
    bool coversMark(const MarkPointer& mark, const std::vector<IterSplit>& splits);

    IterTools m_tools;
    IterMapLevel m_level;
    IterFusion m_fusion;
    IterPadding m_padding;
    PointerMap<Expr, Value> m_values; ///< of the variables
    std::vector<MarkPointer> m_inputs;
    std::string m_error;
};

} // namespace tir::arith
