/// Simplifies index expressions through their normal form, and everything else by the rewrite rules.
///

#pragma once

#include "core/arith/canonical_form.h"
#include "core/arith/rewrite_simplifier.h"

#include <deque>
#include <optional>

namespace tir::arith {

class CanonicalSimplifier : public RewriteSimplifier {
public:
    using RewriteSimplifier::RewriteSimplifier;

    /// One pass; all expressions are unique.
    const Expr* simplify(const Expr* expr) { return visit(expr); }

protected:
    const Expr* visit(const Expr* expr) override;
    const Expr* visitReduce(const Reduce& node) override;

private:
    struct Memo {
        uint64_t version = 0;
        int nesting = 0;
        size_t result = 0;
    };
    struct Result {
        Canonical value;
        const Expr* expr = nullptr; ///< the value; null until it is requested
    };

    size_t mutateMemoized(const Expr* expr);
    Canonical mutate(const Expr* expr);
    Canonical mutateNode(const Expr* expr);
    Canonical add(const Binary& node);
    Canonical multiply(const Binary& node);
    /// The operands of a division or remainder by a positive constant; for another divisor, the simplified expression.
    struct Division {
        Canonical dividend;
        const IntImm* divisor; ///< not null unless `known`
        std::optional<Canonical> known;
    };
    Division operandsOf(const Binary& node);
    Canonical divide(const Binary& node);
    Canonical floorDivide(const Binary& node);
    Canonical modulo(const Binary& node);
    Canonical floorModulo(const Binary& node);
    Canonical cast(const Cast& node);
    Canonical less(const Binary& node);
    const Expr* withoutAxes(const Reduce& node);

    const Expr* quotientOfRemainder(const Split& split, int64_t divisor);
    bool canSplit(const Split& split, int64_t factor, DivMode mode);
    Split divided(Split split, int64_t divisor, DivMode mode);
    Split remainder(Split split, int64_t divisor, DivMode mode);
    Split withMode(Split split, DivMode mode);
    bool isWithin(const Expr* expr, int64_t size);
    bool isBelow(const Expr* expr, int64_t limit);
    const Expr* product(const Expr* a, const Expr* b);
    bool cancelFactors(const Expr*& dividend, const Expr*& divisor, const Expr*& factor);
    Canonical bySymbol(const Binary& node, const Canonical& dividend, const Canonical& divisor);

    bool canCast(const Split& split, DType type);
    bool canCast(const Sum& sum, DType type);
    bool fits(const Expr* expr, DType type);

    static std::optional<Canonical> folded(UniqueExprs& exprs, BinaryOp op, const Canonical& a,
                                           const Canonical& b);

    PointerMap<Expr, Memo> m_memo;
    std::deque<Result> m_results;
};

} // namespace tir::arith
