#include "core/arith/rewrite/vector_division.h"

#include "core/arith/analyzer_core.h"
#include "core/arith/rewrite_simplifier.h"
#include "core/ir/integers.h"

namespace tir::arith {
namespace {

/// A ramp and its divisor.
struct RampDivision {
    RampDivision(RewriteSimplifier& rewriter, const Match& match, bool floors)
        : exprs(rewriter.exprs()),
          base(match["b1"]),
          divisor(match["c2"]),
          stride(match.number("c1")),
          size(match.number("c2")),
          lanes(match.bindings.lanes),
          isFloor(floors),
          // Truncated quotients of negative numbers are not evenly spaced. TVM looks at the first one only.
          isOrderly(floors || (rewriter.core().canProveGreaterEqual(base, 0) &&
                               (stride >= 0 || !rewriter.core().options.isSound))),
          isSpaced(isOrderly || !rewriter.core().options.isSound),
          set(rewriter.core().modularSets.of(base))
    {}

    int64_t quotientOf(int64_t number) const { return isFloor ? floorDivide(number, size) : number / size; }
    bool isScalable() const { return lanes < 0; }
    /// The base is known modulo the divisor.
    bool isBaseKnown() const { return isOrderly && size != 0 && set.coeff % size == 0; }
    /// Then, whether all lanes have the same quotient.
    bool isInOneBucket() const
    {
        return !isScalable() && quotientOf(set.base) == quotientOf(set.base + (lanes - 1) * stride);
    }
    /// The lanes stay within one step of the base, and the divisor is a multiple of those.
    bool isWithinOneStep() const
    {
        return isFloor && !isScalable() && size > 0 && set.coeff > 0 && size % set.coeff == 0 &&
               stride >= 0 && set.base + (lanes - 1) * stride < set.coeff;
    }
    const Expr* quotient() const
    {
        return exprs.folded(isFloor ? BinaryOp::FloorDiv : BinaryOp::Div, base, divisor);
    }
    const Expr* remainder() const
    {
        return exprs.folded(isFloor ? BinaryOp::FloorMod : BinaryOp::Mod, base, divisor);
    }
    const Expr* number(int64_t value) const { return exprs.number(base->dtype, value); }

    UniqueExprs& exprs;
    const Expr* base;
    const Expr* divisor;
    int64_t stride;
    int64_t size;
    int lanes;
    bool isFloor;
    bool isOrderly;
    bool isSpaced;
    ModularSet set;
};

const Expr* dividedRamp(RewriteSimplifier& rewriter, const Match& match, bool isFloor)
{
    const RampDivision ramp(rewriter, match, isFloor);
    if (ramp.size == 0)
        return nullptr;
    if (ramp.stride % ramp.size == 0)
        return ramp.isSpaced
                   ? ramp.exprs.ramp(ramp.quotient(), ramp.number(ramp.stride / ramp.size), ramp.lanes)
                   : nullptr;
    if ((ramp.isBaseKnown() && ramp.isInOneBucket()) || ramp.isWithinOneStep())
        return ramp.exprs.broadcast(ramp.quotient(), ramp.lanes);
    return nullptr;
}

const Expr* remainderOfRamp(RewriteSimplifier& rewriter, const Match& match, bool isFloor)
{
    const RampDivision ramp(rewriter, match, isFloor);
    if (ramp.size == 0)
        return nullptr;
    if (ramp.stride % ramp.size == 0)
        return ramp.isSpaced ? ramp.exprs.broadcast(ramp.remainder(), ramp.lanes) : nullptr;
    if (ramp.isBaseKnown()) {
        const BinaryOp op = isFloor ? BinaryOp::FloorMod : BinaryOp::Mod;
        const Expr* first = ramp.exprs.folded(op, ramp.number(ramp.set.base), ramp.divisor);
        const Expr* made = ramp.exprs.ramp(first, ramp.number(ramp.stride), ramp.lanes);
        return ramp.isInOneBucket()
                   ? made
                   : ramp.exprs.binary(op, made, ramp.exprs.broadcast(ramp.divisor, ramp.lanes));
    }
    if (ramp.isWithinOneStep())
        return ramp.exprs.ramp(ramp.remainder(), ramp.number(ramp.stride), ramp.lanes);
    return nullptr;
}

} // namespace

const Expr* floorDividedRamp(RewriteSimplifier& rewriter, const Match& match)
{
    return dividedRamp(rewriter, match, true);
}

const Expr* floorRemainderOfRamp(RewriteSimplifier& rewriter, const Match& match)
{
    return remainderOfRamp(rewriter, match, true);
}

const Expr* truncDividedRamp(RewriteSimplifier& rewriter, const Match& match)
{
    return dividedRamp(rewriter, match, false);
}

const Expr* truncRemainderOfRamp(RewriteSimplifier& rewriter, const Match& match)
{
    return remainderOfRamp(rewriter, match, false);
}

} // namespace tir::arith
