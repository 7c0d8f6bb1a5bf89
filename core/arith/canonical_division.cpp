// Canonical simplification of divisions: terms that the divisor divides leave the fraction, the rest becomes a split.

#include "core/arith/analyzer_core.h"
#include "core/arith/canonical_simplifier.h"
#include "core/arith/index_type.h"
#include "core/ir/integers.h"

namespace tir::arith {
namespace {

const IntImm* positiveConstant(const Canonical& value)
{
    const auto* const* expr = std::get_if<const Expr*>(&value);
    const auto* constant = expr ? as<IntImm>(*expr) : nullptr;
    return constant && constant->value > 0 ? constant : nullptr;
}

int64_t multiplied(int64_t a, int64_t b)
{
    return int64_t(uint64_t(a) * uint64_t(b));
}

} // namespace

bool CanonicalSimplifier::isBelow(const Expr* expr, int64_t limit)
{
    return tryCompare(expr, limit) == CompareResult::LT;
}

/// In [0, size).
bool CanonicalSimplifier::isWithin(const Expr* expr, int64_t size)
{
    return isBelow(expr, size) && m_core.canProveGreaterEqual(expr, 0);
}

// ---- splits

Split CanonicalSimplifier::withMode(Split split, DivMode mode)
{
    if (!split.fits(mode))
        split = {.index = split.toExpr(exprs())};
    split.mode = mode;
    return split;
}

/// Whether a divisor that is `factor` times the scale can be moved into the split. TVM overlooks that the negative of a
/// floored quotient or remainder is rounded the other way, that negative divisors count backward, and that the product
/// of two divisors may not fit the type. A product that does not fit 64 bits is not used as a divisor.
bool CanonicalSimplifier::canSplit(const Split& split, int64_t factor, DivMode mode)
{
    int64_t product = 0;
    if (__builtin_mul_overflow(split.lower, factor, &product))
        return false;
    if (!m_core.options.isSound)
        return true;
    if (product > boundOfType(split.dtype()).max)
        return false;
    const bool isForward = split.lower > 0 && split.upper > 0;
    return isForward && (split.scale > 0 || split.isPlain() || mode == DivMode::Trunc);
}

Split CanonicalSimplifier::divided(Split split, int64_t divisor, DivMode mode)
{
    split = withMode(split, mode);
    if (split.scale % divisor == 0) {
        split.scale /= divisor;
        return split;
    }
    if (divisor % split.scale == 0 && canSplit(split, divisor / split.scale, mode)) {
        const int64_t lower = multiplied(split.lower, divisor / split.scale);
        if (split.upper != Split::NoUpper && split.upper % lower != 0) {
            if (split.upper <= lower)
                return {.index = exprs().number(split.dtype(), 0)};
            split.index = arith::remainder(exprs(), split.index, split.upper, mode);
            split.upper = Split::NoUpper;
        }
        split.scale = 1;
        split.lower = lower;
        return split;
    }
    return {.index = split.toExpr(exprs()), .lower = divisor, .mode = mode};
}

Split CanonicalSimplifier::remainder(Split split, int64_t divisor, DivMode mode)
{
    split = withMode(split, mode);
    if (split.scale % divisor == 0) {
        split.scale = 0;
        return split;
    }
    if (divisor % split.scale == 0 && canSplit(split, divisor / split.scale, mode)) {
        // ((i % u) // l * s) % (c * s) = (i % u % (l * c)) // l * s
        const int64_t upper = multiplied(split.lower, divisor / split.scale);
        if (split.upper == Split::NoUpper) {
            split.upper = upper;
            return split;
        }
        if (split.upper % upper == 0) {
            if (upper >= split.upper) {
                split.upper = upper;
                return split;
            }
            const Expr* shorter = arith::remainder(exprs(), split.index, upper, mode);
            Split updated = toSplit(exprs(), visit(shorter));
            if (split.lower != 1)
                updated = divided(updated, split.lower, mode);
            updated.scale = multiplied(updated.scale, split.scale);
            return updated;
        }
        if (upper % split.upper == 0)
            return split;
    }
    return {.index = split.toExpr(exprs()), .upper = divisor, .mode = mode};
}

// ---- quotients

CanonicalSimplifier::Division CanonicalSimplifier::operandsOf(const Binary& node)
{
    Division division{mutate(node.a), nullptr, std::nullopt};
    const Canonical b = mutate(node.b);
    division.known = folded(exprs(), node.op, division.dividend, b);
    if (division.known)
        return division;
    division.divisor = positiveConstant(b);
    // TVM takes the largest integer for the mark of a split without an upper end.
    if (division.divisor && division.divisor->value == Split::NoUpper && m_core.options.isSound)
        division.divisor = nullptr;
    if (!division.divisor)
        division.known = bySymbol(node, division.dividend, b);
    return division;
}

Canonical CanonicalSimplifier::floorDivide(const Binary& node)
{
    Division division = operandsOf(node);
    if (division.known)
        return *std::move(division.known);
    const Canonical& a = division.dividend;
    const int64_t size = division.divisor->value;
    if (const auto* sum = std::get_if<Sum>(&a)) {
        auto [quotient, rest] = sum->separate(size);
        quotient.divide(size);
        if (rest.isZero())
            return quotient;
        const Expr* fraction = rest.toExpr(exprs());
        if (const auto* constant = as<IntImm>(fraction))
            quotient.base += tir::floorDivide(constant->value, size);
        else if (!isWithin(fraction, size))
            quotient.add(divided(toSplit(exprs(), fraction), size, DivMode::Floor));
        return quotient;
    }
    const ConstIntBound bound = m_core.bounds.of(toExpr(exprs(), a));
    if (bound.min >= 0 && bound.max < size)
        return exprs().number(division.divisor->dtype, 0);
    const Split split = toSplit(exprs(), a);
    if (const Expr* made = quotientOfRemainder(split, size))
        return mutate(made);
    return divided(split, size, DivMode::Floor);
}

/// (i % (m * c)) // c is (i // c) % m; useful when a part of the sum i is divisible by c. Null when it is
/// not.
const Expr* CanonicalSimplifier::quotientOfRemainder(const Split& split, int64_t divisor)
{
    if (split.upper == Split::NoUpper || split.lower != 1 || split.scale != 1 ||
        split.mode != DivMode::Floor || split.upper % divisor != 0)
        return nullptr;
    const Canonical index = mutate(split.index);
    const auto* sum = std::get_if<Sum>(&index);
    if (!sum || sum->separate(divisor).first.isZero())
        return nullptr;
    const Expr* quotient = arith::divided(exprs(), split.index, divisor, DivMode::Floor);
    return arith::remainder(exprs(), quotient, split.upper / divisor, DivMode::Floor);
}

Canonical CanonicalSimplifier::divide(const Binary& node)
{
    Division division = operandsOf(node);
    if (division.known)
        return *std::move(division.known);
    const Canonical& a = division.dividend;
    const int64_t size = division.divisor->value;
    if (const auto* sum = std::get_if<Sum>(&a)) {
        auto [quotient, rest] = sum->separate(size);
        if (rest.isZero()) {
            quotient.divide(size);
            return quotient;
        }
        const Expr* fraction = rest.toExpr(exprs());
        if (m_core.canProveGreaterEqual(quotient.toExpr(exprs()), 0) &&
            m_core.canProveGreaterEqual(fraction, 0)) {
            quotient.divide(size);
            if (const auto* constant = as<IntImm>(fraction))
                quotient.base += constant->value / size;
            else if (!isBelow(fraction, size))
                quotient.add(divided(toSplit(exprs(), fraction), size, DivMode::Trunc));
            return quotient;
        }
    } else {
        const ConstIntBound bound = m_core.bounds.of(toExpr(exprs(), a));
        if (bound.min >= 0 && bound.max < size)
            return exprs().number(division.divisor->dtype, 0);
    }
    return divided(toSplit(exprs(), a), size, DivMode::Trunc);
}

// ---- remainders

Canonical CanonicalSimplifier::floorModulo(const Binary& node)
{
    Division division = operandsOf(node);
    if (division.known)
        return *std::move(division.known);
    const Canonical& a = division.dividend;
    const int64_t size = division.divisor->value;
    if (const auto* sum = std::get_if<Sum>(&a)) {
        Sum rest = sum->separate(size).second;
        const Expr* fraction = rest.toExpr(exprs());
        if (const auto* constant = as<IntImm>(fraction))
            return exprs().number(division.divisor->dtype, tir::floorModulo(constant->value, size));
        if (isWithin(fraction, size))
            return fraction;
        rest.base = tir::floorModulo(rest.base, size);
        return remainder(toSplit(exprs(), rest), size, DivMode::Floor);
    }
    const ConstIntBound bound = m_core.bounds.of(toExpr(exprs(), a));
    if (bound.min >= 0 && bound.max < size)
        return a;
    return remainder(toSplit(exprs(), a), size, DivMode::Floor);
}

Canonical CanonicalSimplifier::modulo(const Binary& node)
{
    Division division = operandsOf(node);
    if (division.known)
        return *std::move(division.known);
    const Canonical& a = division.dividend;
    const int64_t size = division.divisor->value;
    const ConstIntBound bound = m_core.bounds.of(toExpr(exprs(), a));
    const auto* whole = std::get_if<Sum>(&a);
    if (!whole) {
        if (bound.min >= 0 && bound.max < size)
            return a;
        return remainder(toSplit(exprs(), a), size, DivMode::Trunc);
    }
    Sum sum = *whole;
    const auto [quotient, rest] = sum.separate(size);
    if (rest.isZero())
        return exprs().number(division.divisor->dtype, 0);
    const Expr* fraction = rest.toExpr(exprs());
    if (m_core.canProveGreaterEqual(quotient.toExpr(exprs()), 0) &&
        m_core.canProveGreaterEqual(fraction, 0)) {
        if (const auto* constant = as<IntImm>(fraction))
            return exprs().number(division.divisor->dtype, constant->value % size);
        if (isBelow(fraction, size))
            return fraction;
        sum = rest;
    }
    // (x - 5) % 3 is (x - 2) % 3 where x - 5 >= 0 and x - 2 >= 0.
    const ConstIntBound bounds = m_core.bounds.of(sum.toExpr(exprs()));
    const int64_t base = sum.base % size;
    if (bounds.min >= 0 && addEnds(bounds.min, base - sum.base) >= 0)
        sum.base = base;
    return remainder(toSplit(exprs(), sum), size, DivMode::Trunc);
}

/// Divisions by anything but a positive constant: common factors cancel.
Canonical CanonicalSimplifier::bySymbol(const Binary& node, const Canonical& dividend,
                                        const Canonical& divisor)
{
    const Expr* a = toExpr(exprs(), dividend);
    const Expr* b = toExpr(exprs(), divisor);
    const Expr* factor = nullptr;
    if (cancelFactors(a, b, factor)) {
        const Expr* made = exprs().folded(node.op, a, b);
        const bool isRemainder = node.op == BinaryOp::Mod || node.op == BinaryOp::FloorMod;
        return isRemainder ? exprs().folded(BinaryOp::Mul, made, factor) : made;
    }
    return exprs().binary(node.op, a, b);
}

// ---- comparisons

/// a < b with a - b = d * D + E is D < 0 when E is in [0, d).
Canonical CanonicalSimplifier::less(const Binary& node)
{
    const Canonical difference = mutate(exprs().folded(BinaryOp::Sub, node.a, node.b));
    const auto* sum = std::get_if<Sum>(&difference);
    if (!sum)
        return visitNode(&node);
    int64_t size = sum->base;
    bool isScaled = false;
    for (const Split& term : sum->terms)
        if (term.scale > 1 || term.scale < -1) {
            isScaled = true;
            size = zeroAwareGcd(size, term.scale);
        }
    size = zeroAwareGcd(size, 0);
    if (!isScaled || size <= 1)
        return visitNode(&node);
    auto [coarse, fine] = sum->separate(size);
    coarse.divide(size);
    const Expr* zero = exprs().number(sum->dtype, 0);
    const auto isNegative = [&](const Expr* expr) {
        return mutate(exprs().folded(BinaryOp::LT, expr, zero));
    };
    if (isWithin(fine.toExpr(exprs()), size))
        return isNegative(coarse.toExpr(exprs()));
    // E may be a split that can be divided by d.
    if (fine.terms.size() != 1 || fine.base != 0)
        return visitNode(&node);
    const Split& split = fine.terms[0];
    int64_t lower = 0;
    if (__builtin_mul_overflow(size, split.lower, &lower))
        return visitNode(&node);
    // TVM overlooks that the split may be subtracted, and that its quotient may be rounded otherwise.
    const bool isRight = !m_core.options.isSound || (split.scale == 1 && split.fits(DivMode::Floor) &&
                                                     canSplit(split, size, DivMode::Floor));
    if (!isRight || split.upper == Split::NoUpper || split.upper % lower != 0)
        return visitNode(&node);
    const Expr* quotient = arith::divided(exprs(), split.index, lower, DivMode::Floor);
    const Expr* rest = arith::remainder(exprs(), quotient, split.upper / lower, DivMode::Floor);
    return isNegative(exprs().folded(BinaryOp::Add, coarse.toExpr(exprs()), rest));
}

// ---- casts

bool CanonicalSimplifier::fits(const Expr* expr, DType type)
{
    const ConstIntBound bound = m_core.bounds.of(expr);
    return expr->dtype.bits <= type.bits || arith::fits(bound, type);
}

bool CanonicalSimplifier::canCast(const Split& split, DType type)
{
    if (type.bits >= split.dtype().bits || split.scale == 0)
        return true;
    const Expr* expr = split.index;
    bool isSafe = fits(expr, type);
    const auto check = [&](const Expr* next) {
        expr = next;
        isSafe &= fits(expr, type);
    };
    if (split.upper != Split::NoUpper)
        check(arith::remainder(exprs(), expr, split.upper, split.mode));
    if (split.lower != 1)
        check(arith::divided(exprs(), expr, split.lower, split.mode));
    if (split.scale != 1)
        check(exprs().folded(BinaryOp::Mul, expr, exprs().number(split.dtype(), split.scale)));
    return isSafe;
}

bool CanonicalSimplifier::canCast(const Sum& sum, DType type)
{
    if (type.bits >= sum.dtype.bits)
        return true;
    const ConstIntBound whole = boundOfType(type);
    if (sum.base <= whole.min)
        return false;
    const Expr* expr = exprs().number(sum.dtype, 0);
    bool isSafe = true;
    const auto check = [&](BinaryOp op, const Expr* term) {
        expr = exprs().folded(op, expr, term);
        isSafe &= fits(expr, type);
    };
    for (const Split& term : sum.terms)
        if (term.scale > 0)
            check(BinaryOp::Add, term.toExpr(exprs()));
    if (sum.base > 0)
        check(BinaryOp::Add, exprs().number(sum.dtype, sum.base));
    for (const Split& term : sum.terms)
        if (term.scale < 0)
            check(BinaryOp::Sub, term.toExpr(exprs(), -1));
    if (sum.base < 0)
        check(BinaryOp::Sub, exprs().number(sum.dtype, -sum.base));
    for (const Split& term : sum.terms)
        isSafe &= canCast(term, type);
    return isSafe;
}

/// Casts are distributed over a sum if nothing overflows.
Canonical CanonicalSimplifier::cast(const Cast& node)
{
    Canonical value = mutate(node.value);
    const auto castTerm = [&](Split& term) { term.index = exprs().cast(node.dtype, term.index); };
    if (auto* sum = std::get_if<Sum>(&value); sum && canCast(*sum, node.dtype)) {
        for (Split& term : sum->terms)
            castTerm(term);
        sum->dtype = node.dtype;
        return value;
    }
    if (auto* split = std::get_if<Split>(&value); split && canCast(*split, node.dtype)) {
        castTerm(*split);
        return value;
    }
    return visitNode(&node);
}

} // namespace tir::arith
