#include "core/arith/canonical_sum.h"

#include "core/arith/same_expr.h"
#include "core/ir/integers.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace tir {
namespace {

const IntImm* constantOf(const Binary* node, BinaryOp op)
{
    return node && node->op == op ? as<IntImm>(node->b) : nullptr;
}

/// `((index % upper) // lower) * scale`, with or without any of its parts.
SplitTerm termOf(const Expr& expr)
{
    SplitTerm term{.index = &expr};
    if (const auto* factor = constantOf(as<Binary>(term.index), BinaryOp::Mul)) {
        term.scale = factor->value;
        term.index = to<Binary>(*term.index).a;
    }
    const auto* quotient = as<Binary>(term.index);
    if (const auto* divisor = constantOf(quotient, BinaryOp::FloorDiv); divisor && divisor->value > 0) {
        term.lower = divisor->value;
        term.index = quotient->a;
    }
    const auto* rest = as<Binary>(term.index);
    if (const auto* size = constantOf(rest, BinaryOp::FloorMod);
        size && size->value > 0 && size->value % term.lower == 0) {
        term.upper = size->value;
        term.index = rest->a;
    }
    return term;
}

bool isSameIndex(const SplitTerm& a, const SplitTerm& b)
{
    return isSameExpr(*a.index, *b.index);
}

} // namespace

CanonicalSum CanonicalSum::of(Arena& arena, const ConstBounds& bounds, const Expr& expr)
{
    CanonicalSum sum(arena, bounds, expr.dtype);
    if (const auto* constant = as<IntImm>(&expr)) {
        sum.m_base = constant->value;
        return sum;
    }
    const auto* binary = as<Binary>(&expr);
    if (binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub))
        return of(arena, bounds, *binary->a)
            .plus(of(arena, bounds, *binary->b), binary->op == BinaryOp::Add ? 1 : -1);
    if (const auto* factor = constantOf(binary, BinaryOp::Mul)) {
        const auto* inner = as<Binary>(binary->a);
        if (inner && (inner->op == BinaryOp::Add || inner->op == BinaryOp::Sub || inner->op == BinaryOp::Mul))
            return of(arena, bounds, *inner).times(factor->value);
    }
    sum.add(termOf(expr));
    return sum;
}

void CanonicalSum::add(SplitTerm term)
{
    if (term.scale == 0)
        return;
    const auto isSame = [&](const SplitTerm& own) {
        return own.lower == term.lower && own.upper == term.upper && isSameIndex(own, term);
    };
    const auto same = std::ranges::find_if(m_terms, isSame);
    if (same == m_terms.end()) {
        m_terms.push_back(term);
        return;
    }
    same->scale += term.scale;
    if (same->scale == 0)
        m_terms.erase(same);
}

/// A quotient and the remainder below it are one: `x // 16 * 16 + x % 16` is x.
bool CanonicalSum::mergeOnce()
{
    for (size_t high = 0; high < m_terms.size(); ++high)
        for (size_t low = 0; low < m_terms.size(); ++low) {
            const SplitTerm a = m_terms[high];
            const SplitTerm b = m_terms[low];
            if (high == low || a.lower != b.upper || a.scale % b.scale != 0 ||
                a.lower != a.scale / b.scale * b.lower || !isSameIndex(a, b))
                continue;
            m_terms[std::min(high, low)] = {a.index, b.lower, a.upper, b.scale};
            m_terms.erase(m_terms.begin() + std::ptrdiff_t(std::max(high, low)));
            return true;
        }
    return false;
}

void CanonicalSum::merge()
{
    while (mergeOnce()) {
        std::vector<SplitTerm> terms;
        terms.swap(m_terms);
        for (const SplitTerm& term : terms)
            add(term);
    }
    // What lost its split may be a sum by itself.
    const auto isSum = [](const SplitTerm& term) {
        const auto* binary = as<Binary>(term.index);
        return term.lower == 1 && term.upper == 0 && binary && isIndexType(term.index->dtype) &&
               (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub ||
                constantOf(binary, BinaryOp::Mul));
    };
    if (const auto found = std::ranges::find_if(m_terms, isSum); found != m_terms.end()) {
        const SplitTerm term = *found;
        m_terms.erase(found);
        *this = plus(of(*m_arena, *m_bounds, *term.index), term.scale);
    }
}

CanonicalSum CanonicalSum::plus(const CanonicalSum& other, int64_t factor) const
{
    CanonicalSum sum = *this;
    sum.m_base += other.m_base * factor;
    for (SplitTerm term : other.m_terms) {
        term.scale *= factor;
        sum.add(term);
    }
    sum.merge();
    return sum;
}

CanonicalSum CanonicalSum::times(int64_t factor) const
{
    return CanonicalSum(*m_arena, *m_bounds, m_dtype).plus(*this, factor);
}

CanonicalSum CanonicalSum::withoutBase() const
{
    CanonicalSum sum = *this;
    sum.m_base = 0;
    return sum;
}

int64_t CanonicalSum::commonFactor() const
{
    int64_t factor = 0;
    for (const SplitTerm& term : m_terms)
        factor = std::gcd(factor, term.scale);
    return factor;
}

/// What the divisor divides (divided by it), and the rest.
std::pair<CanonicalSum, CanonicalSum> CanonicalSum::separated(int64_t divisor) const
{
    CanonicalSum quotient(*m_arena, *m_bounds, m_dtype);
    CanonicalSum rest(*m_arena, *m_bounds, m_dtype);
    for (SplitTerm term : m_terms)
        if (term.scale % divisor == 0) {
            term.scale /= divisor;
            quotient.m_terms.push_back(term);
        } else {
            rest.m_terms.push_back(term);
        }
    if (m_base % divisor == 0)
        quotient.m_base = m_base / divisor;
    else
        rest.m_base = m_base;
    return {quotient, rest};
}

ConstBound CanonicalSum::bound() const
{
    return m_bounds->of(*toExpr());
}

bool CanonicalSum::liesWithin(int64_t size) const
{
    const ConstBound own = bound();
    return own.min >= 0 && own.max < size;
}

/// grain * coarse + fine, where the grain divides the divisor and fine does not reach the grain: then only
/// coarse matters to the quotient.
std::optional<std::pair<CanonicalSum, CanonicalSum>> CanonicalSum::coarseAndFine(int64_t divisor,
                                                                                 int64_t& grain) const
{
    for (const SplitTerm& term : m_terms) {
        grain = std::abs(term.scale);
        if (grain <= 1 || grain >= divisor || divisor % grain != 0)
            continue;
        auto [coarse, fine] = separated(grain);
        if (fine.isConstant() && fine.m_base == 0)
            continue;
        if (fine.isConstant() ? fine.m_base > 0 && fine.m_base < grain : fine.liesWithin(grain))
            return std::pair{coarse, fine};
    }
    return std::nullopt;
}

std::optional<CanonicalSum> CanonicalSum::multipleOf(int64_t divisor) const
{
    const auto [multiple, rest] = separated(divisor);
    const bool isSmall =
        rest.isConstant() ? rest.m_base >= 0 && rest.m_base < divisor : rest.liesWithin(divisor);
    return isSmall ? std::optional(multiple) : std::nullopt;
}

int64_t CanonicalSum::commonFactorWithBase() const
{
    return std::gcd(commonFactor(), m_base);
}

CanonicalSum CanonicalSum::dividedBy(int64_t divisor) const
{
    auto [quotient, rest] = separated(divisor);
    if (rest.isConstant()) {
        quotient.m_base += floorDivide(rest.m_base, divisor);
        return quotient;
    }
    if (rest.liesWithin(divisor))
        return quotient;
    int64_t grain = 1;
    if (const auto parts = rest.coarseAndFine(divisor, grain))
        return quotient.plus(parts->first.dividedBy(divisor / grain));
    SplitTerm divided{.index = nullptr, .lower = divisor};
    const SplitTerm only = rest.m_terms.front();
    const bool isOne = rest.m_terms.size() == 1 && rest.m_base == 0;
    if (isOne && only.scale > 0 && divisor % only.scale == 0) {
        const int64_t lower = only.lower * (divisor / only.scale);
        if (only.upper == 0 || only.upper % lower == 0) {
            divided = {only.index, lower, only.upper, 1};
        } else {
            if (only.upper <= lower)
                return quotient;
            divided = {toExpr({only.index, 1, only.upper, 1}), lower, 0, 1};
        }
    } else {
        divided.index = rest.toExpr();
    }
    quotient.add(divided);
    quotient.merge();
    return quotient;
}

CanonicalSum CanonicalSum::modulo(int64_t divisor) const
{
    CanonicalSum rest = separated(divisor).second;
    CanonicalSum result(*m_arena, *m_bounds, m_dtype);
    if (rest.isConstant()) {
        result.m_base = floorModulo(rest.m_base, divisor);
        return result;
    }
    if (rest.liesWithin(divisor))
        return rest;
    rest.m_base = floorModulo(rest.m_base, divisor);
    int64_t grain = 1;
    const size_t addends = rest.m_terms.size() + (rest.m_base != 0 ? 1 : 0);
    if (const auto parts = addends == 2 ? rest.coarseAndFine(divisor, grain) : std::nullopt)
        return parts->first.modulo(divisor / grain).times(grain).plus(parts->second);
    const SplitTerm only = rest.m_terms.front();
    if (rest.m_terms.size() == 1 && rest.m_base == 0 && only.scale > 0 && divisor % only.scale == 0) {
        const int64_t upper = only.lower * (divisor / only.scale);
        if (only.upper == 0 || only.upper % upper == 0) {
            result.m_terms.push_back({only.index, only.lower, upper, only.scale});
            return result;
        }
        if (upper % only.upper == 0)
            return rest;
    }
    result.m_terms.push_back({rest.toExpr(), 1, divisor, 1});
    return result;
}

const Expr* CanonicalSum::toExpr(const SplitTerm& term) const
{
    const auto constant = [&](int64_t value) { return intImm(*m_arena, m_dtype, value); };
    const Expr* expr = term.index;
    if (term.upper != 0)
        expr = binary(*m_arena, BinaryOp::FloorMod, expr, constant(term.upper));
    if (term.lower != 1)
        expr = binary(*m_arena, BinaryOp::FloorDiv, expr, constant(term.lower));
    return mul(*m_arena, expr, constant(term.scale));
}

const Expr* CanonicalSum::toExpr() const
{
    std::vector<SplitTerm> terms = m_terms;
    std::ranges::stable_sort(terms, [](const SplitTerm& a, const SplitTerm& b) {
        if (a.scale != b.scale)
            return a.scale > b.scale;
        return a.lower != b.lower ? a.lower > b.lower : a.upper > b.upper;
    });
    const auto constant = [&](int64_t value) { return intImm(*m_arena, m_dtype, value); };
    const Expr* sum = constant(0);
    for (const SplitTerm& term : terms)
        if (term.scale > 0)
            sum = tir::add(*m_arena, sum, toExpr(term));
    if (m_base > 0)
        sum = tir::add(*m_arena, sum, constant(m_base));
    for (SplitTerm term : terms)
        if (term.scale < 0) {
            term.scale = -term.scale;
            sum = binary(*m_arena, BinaryOp::Sub, sum, toExpr(term));
        }
    return m_base < 0 ? binary(*m_arena, BinaryOp::Sub, sum, constant(-m_base)) : sum;
}

} // namespace tir
