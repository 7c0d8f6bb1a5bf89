#include "core/arith/canonical_simplifier.h"

#include "core/arith/analyzer_core.h"
#include "core/arith/index_type.h"
#include "core/ir/children.h"
#include "core/support/checked_math.h"

#include <algorithm>
#include <cstdlib>

namespace tir::arith {

// ---- the traversal

size_t CanonicalSimplifier::mutateMemoized(const Expr* expr)
{
    if (const Memo* memo = m_memo.find(expr);
        memo && memo->version == m_core.version && canNest(memo->nesting))
        return memo->result;
    const int outer = beginNode();
    const uint64_t version = m_core.version;
    m_results.push_back({mutateNode(expr)});
    const size_t result = m_results.size() - 1;
    m_memo[expr] = {version, endNode(outer), result};
    return result;
}

Canonical CanonicalSimplifier::mutate(const Expr* expr)
{
    if (isLeafExpr(expr->kind))
        return RewriteSimplifier::visit(expr);
    const DepthGuard guard(m_core);
    if (guard.isTooDeep())
        return expr;
    return m_results[mutateMemoized(expr)].value;
}

const Expr* CanonicalSimplifier::visit(const Expr* expr)
{
    if (isLeafExpr(expr->kind))
        return RewriteSimplifier::visit(expr);
    const DepthGuard guard(m_core);
    if (guard.isTooDeep())
        return expr;
    Result& result = m_results[mutateMemoized(expr)];
    if (!result.expr)
        result.expr = toExpr(exprs(), result.value);
    return result.expr;
}

Canonical CanonicalSimplifier::mutateNode(const Expr* expr)
{
    if (isLeftAlone(expr))
        return visitLeftAlone(expr);
    if (const auto* node = as<Cast>(expr); node && isIndexType(node->dtype))
        return cast(*node);
    const auto* node = as<Binary>(expr);
    if (!node || !isIndexType(node->a->dtype))
        return visitNode(expr);
    switch (node->op) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
        return add(*node);
    case BinaryOp::Mul:
        return multiply(*node);
    case BinaryOp::Div:
        return divide(*node);
    case BinaryOp::Mod:
        return modulo(*node);
    case BinaryOp::FloorDiv:
        return floorDivide(*node);
    case BinaryOp::FloorMod:
        return floorModulo(*node);
    case BinaryOp::LT:
        return less(*node);
    case BinaryOp::Min:
    case BinaryOp::Max:
    case BinaryOp::EQ:
    case BinaryOp::NE:
    case BinaryOp::LE:
    case BinaryOp::GT:
    case BinaryOp::GE:
    case BinaryOp::And:
    case BinaryOp::Or:
        break;
    }
    return visitNode(expr);
}

namespace {

const IntImm* constantOf(const Canonical& value)
{
    const auto* const* expr = std::get_if<const Expr*>(&value);
    return expr ? as<IntImm>(*expr) : nullptr;
}

} // namespace

/// Folds an operation on constants in normal form.
std::optional<Canonical> CanonicalSimplifier::folded(UniqueExprs& exprs, BinaryOp op, const Canonical& a,
                                                     const Canonical& b)
{
    const IntImm* left = constantOf(a);
    const IntImm* right = constantOf(b);
    if (left && right) {
        const Expr* made = exprs.folded(op, left, right);
        return made->kind == NodeKind::IntImm ? std::optional<Canonical>(made) : std::nullopt;
    }
    const auto is = [](const IntImm* constant, int64_t value) {
        return constant && constant->value == value;
    };
    switch (op) {
    case BinaryOp::Add:
        return is(left, 0) ? std::optional(b) : is(right, 0) ? std::optional(a) : std::nullopt;
    case BinaryOp::Sub:
        return is(right, 0) ? std::optional(a) : std::nullopt;
    case BinaryOp::Mul:
        if (is(left, 1) || is(right, 0))
            return b;
        return is(right, 1) || is(left, 0) ? std::optional(a) : std::nullopt;
    case BinaryOp::Div:
    case BinaryOp::FloorDiv:
        return is(left, 0) || is(right, 1) ? std::optional(a) : std::nullopt;
    case BinaryOp::Mod:
    case BinaryOp::FloorMod:
        if (is(left, 0))
            return a;
        return is(right, 1) ? std::optional<Canonical>(exprs.number(right->dtype, 0)) : std::nullopt;
    default:
        return std::nullopt;
    }
}

// ---- sums and products

namespace {

/// Whether `multiply` wraps, or makes a number of the sum extreme.
bool becomesExtreme(const Sum& sum, int64_t factor)
{
    const auto isExtremeProduct = [&](int64_t number) {
        int64_t product = 0;
        return __builtin_mul_overflow(number, factor, &product) || arith::isExtreme(sum.dtype, product);
    };
    return isExtremeProduct(sum.base) || std::ranges::any_of(sum.terms, isExtremeProduct, &Split::scale);
}

} // namespace

Canonical CanonicalSimplifier::add(const Binary& node)
{
    const Canonical a = mutate(node.a);
    const Canonical b = mutate(node.b);
    if (std::optional<Canonical> known = folded(exprs(), node.op, a, b))
        return *std::move(known);
    Sum sum = toSum(exprs(), a);
    sum.add(toSum(exprs(), b), node.op == BinaryOp::Add ? 1 : -1);
    if (m_core.options.isSound && becomesExtreme(sum, 1))
        return exprs().binary(node.op, toExpr(exprs(), a), toExpr(exprs(), b));
    return sum;
}

Canonical CanonicalSimplifier::multiply(const Binary& node)
{
    Canonical a = mutate(node.a);
    Canonical b = mutate(node.b);
    if (std::optional<Canonical> known = folded(exprs(), BinaryOp::Mul, a, b))
        return *std::move(known);
    if (constantOf(a))
        std::swap(a, b);
    if (const IntImm* factor = constantOf(b)) {
        if (m_core.options.isSound && becomesExtreme(toSum(exprs(), a), factor->value))
            return exprs().binary(BinaryOp::Mul, toExpr(exprs(), a), factor);
        if (auto* sum = std::get_if<Sum>(&a)) {
            sum->multiply(factor->value);
            return a;
        }
        Split split = toSplit(exprs(), a);
        split.scale = int64_t(uint64_t(split.scale) * uint64_t(factor->value));
        return split;
    }
    return product(toExpr(exprs(), a), toExpr(exprs(), b));
}

/// Factors from left to right, constants last.
const Expr* CanonicalSimplifier::product(const Expr* a, const Expr* b)
{
    int64_t scale = 1;
    const Expr* made = exprs().number(a->dtype, 1);
    const auto collect = [&](const Expr* factor) {
        if (const auto* constant = as<IntImm>(factor))
            scale = int64_t(uint64_t(scale) * uint64_t(constant->value));
        else
            made = exprs().folded(BinaryOp::Mul, made, factor);
    };
    forEachFactor(a, collect);
    forEachFactor(b, collect);
    return exprs().folded(BinaryOp::Mul, made, exprs().number(a->dtype, scale));
}

/// Removes the common factors of both, and returns them. Constant divisors have been handled.
bool CanonicalSimplifier::cancelFactors(const Expr*& dividend, const Expr*& divisor, const Expr*& factor)
{
    if (divisor->kind == NodeKind::IntImm)
        return false;
    const DType type = divisor->dtype;
    std::vector<const Expr*> left;
    CheckedProduct leftConstants;
    CheckedProduct rightConstants;
    const Expr* one = exprs().number(type, 1);
    const Expr* right = one;
    factor = one;
    bool isFound = false;
    forEachFactor(dividend, [&](const Expr* part) {
        if (const auto* constant = as<IntImm>(part))
            leftConstants.multiply(constant->value);
        else
            left.push_back(part);
    });
    forEachFactor(divisor, [&](const Expr* part) {
        if (const auto* constant = as<IntImm>(part)) {
            rightConstants.multiply(constant->value);
            return;
        }
        if (const auto common = std::ranges::find(left, part); common != left.end()) {
            left.erase(common);
            factor = exprs().folded(BinaryOp::Mul, factor, part);
            isFound = true;
        } else {
            right = exprs().folded(BinaryOp::Mul, right, part);
        }
    });
    const std::optional<int64_t> leftScale = leftConstants.value();
    const std::optional<int64_t> rightScale = rightConstants.value();
    const int64_t common = leftScale && rightScale ? zeroAwareGcd(*leftScale, *rightScale) : 0;
    if (common == 0 || (!isFound && common == 1))
        return false;
    dividend = one;
    for (const Expr* part : left)
        dividend = exprs().folded(BinaryOp::Mul, dividend, part);
    dividend = exprs().folded(BinaryOp::Mul, dividend, exprs().number(type, *leftScale / common));
    divisor = exprs().folded(BinaryOp::Mul, right, exprs().number(type, *rightScale / common));
    factor = exprs().folded(BinaryOp::Mul, factor, exprs().number(type, common));
    return true;
}

} // namespace tir::arith
