#include "core/arith/canonical_form.h"

#include <algorithm>
#include <tuple>

namespace tir::arith {
namespace {

/// Scales wrap like the numbers that they represent.
int64_t wrappedAdd(int64_t a, int64_t b)
{
    return int64_t(uint64_t(a) + uint64_t(b));
}

int64_t wrappedMultiply(int64_t a, int64_t b)
{
    return int64_t(uint64_t(a) * uint64_t(b));
}

/// A quotient and the remainder below it are one split: `x // 16 * 16 + x % 16` is x.
void mergeSplits(std::vector<Split>& terms)
{
    for (size_t i = 0; i < terms.size(); ++i) {
        if (terms[i].scale == 0)
            continue;
        for (size_t j = i + 1; j < terms.size(); ++j) {
            Split& high = terms[i];
            Split& low = terms[j];
            if (high.index != low.index || high.upper < low.lower)
                break;
            if (!high.fits(low.mode))
                continue;
            if (high.upper == low.upper && high.lower == low.lower) {
                low.scale = wrappedAdd(low.scale, high.scale);
                high.scale = 0;
            } else if (high.lower == low.upper && low.scale != 0 && high.scale % low.scale == 0 &&
                       high.lower == wrappedMultiply(high.scale / low.scale, low.lower)) {
                low.upper = high.upper;
                high.scale = 0;
                break;
            }
        }
    }
}

} // namespace

const Expr* divided(UniqueExprs& exprs, const Expr* expr, int64_t divisor, DivMode mode)
{
    return exprs.folded(mode == DivMode::Floor ? BinaryOp::FloorDiv : BinaryOp::Div, expr,
                        exprs.number(expr->dtype, divisor));
}

const Expr* remainder(UniqueExprs& exprs, const Expr* expr, int64_t divisor, DivMode mode)
{
    return exprs.folded(mode == DivMode::Floor ? BinaryOp::FloorMod : BinaryOp::Mod, expr,
                        exprs.number(expr->dtype, divisor));
}

const Expr* Split::toExpr(UniqueExprs& exprs, int64_t sign) const
{
    if (scale == 0)
        return exprs.number(dtype(), 0);
    const Expr* expr = index;
    if (upper != NoUpper)
        expr = remainder(exprs, expr, upper, mode);
    if (lower != 1)
        expr = divided(exprs, expr, lower, mode);
    const int64_t factor = wrappedMultiply(scale, sign);
    return factor == 1 ? expr : exprs.folded(BinaryOp::Mul, expr, exprs.number(dtype(), factor));
}

void Sum::add(Split term, int64_t factor)
{
    term.scale = wrappedMultiply(term.scale, factor);
    if (term.scale == 0)
        return;
    auto at = std::ranges::find(terms, term.index, &Split::index);
    for (; at != terms.end() && at->index == term.index && term.lower <= at->lower; ++at)
        if (term.lower == at->lower && term.upper == at->upper && term.fits(at->mode)) {
            at->scale = wrappedAdd(at->scale, term.scale);
            return;
        }
    terms.insert(at, term);
}

void Sum::add(const Sum& other, int64_t factor)
{
    for (const Split& term : other.terms)
        add(term, factor);
    base = wrappedAdd(base, wrappedMultiply(other.base, factor));
}

void Sum::multiply(int64_t factor)
{
    base = wrappedMultiply(base, factor);
    for (Split& term : terms)
        term.scale = wrappedMultiply(term.scale, factor);
}

void Sum::divide(int64_t divisor)
{
    base /= divisor;
    for (Split& term : terms)
        term.scale /= divisor;
}

std::pair<Sum, Sum> Sum::separate(int64_t divisor) const
{
    std::pair<Sum, Sum> parts{{dtype, {}}, {dtype, {}}};
    (base % divisor == 0 ? parts.first : parts.second).base = base;
    for (const Split& term : terms)
        (term.scale % divisor == 0 ? parts.first : parts.second).terms.push_back(term);
    return parts;
}

const Expr* Sum::toExpr(UniqueExprs& exprs) const
{
    std::vector<Split> sorted = terms;
    mergeSplits(sorted);
    std::ranges::stable_sort(sorted, [](const Split& a, const Split& b) {
        return std::tie(a.scale, a.lower, a.upper, a.mode) > std::tie(b.scale, b.lower, b.upper, b.mode);
    });
    const Expr* zero = exprs.number(dtype, 0);
    const Expr* sum = zero;
    const auto addTerm = [&](BinaryOp op, const Expr* term) { sum = exprs.folded(op, sum, term); };
    // The smallest number cannot be negated.
    const int64_t smallest =
        dtype.bits < 64 ? -(int64_t(1) << (dtype.bits - 1)) : std::numeric_limits<int64_t>::min();
    const bool isSmallest = base == smallest;
    for (const Split& term : sorted)
        if (term.scale > 0)
            addTerm(BinaryOp::Add, term.toExpr(exprs));
    // j - (-2147483648): as a constant of int32, 2147483648 would be negative.
    if (dtype.isInt() && dtype.bits < 64 && base >= -smallest) {
        addTerm(BinaryOp::Sub, exprs.number(dtype, smallest));
        if (base > -smallest)
            addTerm(BinaryOp::Add, exprs.number(dtype, base + smallest));
    } else if (base > 0 || isSmallest) {
        addTerm(BinaryOp::Add, exprs.number(dtype, base));
    }
    for (const Split& term : sorted)
        if (term.scale < 0)
            addTerm(BinaryOp::Sub, term.toExpr(exprs, -1));
    if (base < 0 && !isSmallest)
        addTerm(BinaryOp::Sub, exprs.number(dtype, -base));
    return sum;
}

const Expr* toExpr(UniqueExprs& exprs, const Canonical& value)
{
    if (const auto* split = std::get_if<Split>(&value))
        return split->toExpr(exprs);
    if (const auto* sum = std::get_if<Sum>(&value))
        return sum->toExpr(exprs);
    return std::get<const Expr*>(value);
}

Split toSplit(UniqueExprs& exprs, const Canonical& value)
{
    if (const auto* split = std::get_if<Split>(&value))
        return *split;
    if (const auto* sum = std::get_if<Sum>(&value); sum && sum->base == 0 && sum->terms.size() == 1)
        return sum->terms[0];
    return {.index = toExpr(exprs, value)};
}

Sum toSum(UniqueExprs& exprs, const Canonical& value)
{
    if (const auto* sum = std::get_if<Sum>(&value))
        return *sum;
    const auto* const* expr = std::get_if<const Expr*>(&value);
    if (const auto* constant = expr ? as<IntImm>(*expr) : nullptr)
        return {constant->dtype, {}, constant->value};
    const Split split = toSplit(exprs, value);
    return {split.dtype(), {split}, 0};
}

} // namespace tir::arith
