#include "core/arith/iter_map/iter_tools.h"

#include "core/arith/expr_children.h"
#include "core/support/checked_math.h"

namespace tir::arith {

const Expr* IterTools::product(const Expr* a, const Expr* b)
{
    CheckedProduct constants;
    const Expr* result = number(a, 1);
    const auto multiply = [&](const Expr* factor) {
        if (const auto* imm = as<IntImm>(factor))
            constants.multiply(imm->value);
        else
            result = combine(BinaryOp::Mul, result, factor);
    };
    forEachFactor(a, multiply);
    forEachFactor(b, multiply);
    const std::optional<int64_t> constant = constants.value();
    if (!constant)
        return combine(BinaryOp::Mul, a, b);
    return *constant == 1 ? result : combine(BinaryOp::Mul, result, number(result, *constant));
}

bool IterTools::isDivisible(const Expr* dividend, const Expr* divisor)
{
    const auto* a = as<IntImm>(dividend);
    const auto* b = as<IntImm>(divisor);
    if (b && b->value == 0)
        return false;
    if (a && b)
        return a->value % b->value == 0;
    if (isEqual(dividend, divisor))
        return true;
    const Expr* rest = combine(BinaryOp::FloorMod, dividend, divisor);
    return core.canProve(combine(BinaryOp::EQ, rest, number(rest, 0)));
}

IterSplit IterTools::whole(const MarkPointer& mark, const Expr* scale)
{
    return {mark, number(mark->extent, 1), mark->extent, scale};
}

const Expr* IterTools::toExpr(const IterMark& mark)
{
    return mark.expr ? mark.expr : toExpr(mark.sum);
}

const Expr* IterTools::toExpr(const IterSum& sum)
{
    const Expr* result = number(sum.base, 0);
    for (const IterSplit& split : sum.args)
        result = combine(BinaryOp::Add, result, toExpr(split));
    return combine(BinaryOp::Add, result, sum.base);
}

const Expr* IterTools::toExpr(const IterSplit& split)
{
    const Expr* source = toExpr(*split.source);
    const Expr* total = split.source->extent;
    if (isOne(split.lower) && isEqual(total, split.extent))
        return combine(BinaryOp::Mul, source, split.scale);
    if (isEqual(total, combine(BinaryOp::Mul, split.lower, split.extent))) {
        if (isOne(split.extent) && !isOne(total))
            return number(source, 0);
        return combine(BinaryOp::Mul, combine(BinaryOp::FloorDiv, source, split.lower), split.scale);
    }
    const Expr* size = core.canonical.simplify(combine(BinaryOp::Mul, split.lower, split.extent));
    const Expr* rest = combine(BinaryOp::FloorMod, source, size);
    return combine(BinaryOp::Mul, combine(BinaryOp::FloorDiv, rest, split.lower), split.scale);
}

} // namespace tir::arith
