#include "core/arith/analyzer.h"

#include "core/arith/index_type.h"
#include "core/ir/integers.h"
#include "core/support/checked_math.h"

#include <cstdint>
#include <cstdlib>

namespace tir::arith {

const Expr* withoutLikely(const Expr* condition)
{
    const auto* call = as<Call>(condition);
    return call && call->isOp(OpId::likely) ? call->args[0] : condition;
}

Analyzer::Analyzer(Arena& arena, AnalyzerOptions options)
    : m_arena(arena),
      m_core(std::make_unique<AnalyzerCore>(options))
{}

const Expr* Analyzer::given(const Expr* result, const Expr* source)
{
    return m_core->exprs.copyOut(m_arena, result, source);
}

const Expr* Analyzer::simplify(const Expr* expr, int steps)
{
    return given(m_core->simplify(unique(expr), steps), expr);
}

const Expr* Analyzer::rewriteSimplify(const Expr* expr)
{
    return given(m_core->rewriter.simplify(unique(expr)), expr);
}

const Expr* Analyzer::canonicalSimplify(const Expr* expr)
{
    return given(m_core->canonical.simplify(unique(expr)), expr);
}

ConstIntBound Analyzer::constIntBound(const Expr* expr)
{
    return m_core->bounds.of(unique(expr));
}

ModularSet Analyzer::modularSet(const Expr* expr)
{
    return m_core->modularSets.of(unique(expr));
}

bool Analyzer::canProve(const Expr* condition, ProofStrength strength)
{
    return m_core->canProve(unique(condition), strength);
}

bool Analyzer::canProveEqual(const Expr* a, const Expr* b)
{
    return m_core->canProveEqual(unique(a), unique(b));
}

bool Analyzer::canProveGreaterEqual(const Expr* expr, int64_t limit)
{
    return m_core->canProveGreaterEqual(unique(expr), limit);
}

bool Analyzer::canProveLess(const Expr* expr, int64_t limit)
{
    return m_core->canProveLess(unique(expr), limit);
}

bool Analyzer::canProveLessEqualThanSymbolicShape(const Expr* lhs, const Expr* shape)
{
    UniqueExprs& exprs = m_core->exprs;
    lhs = unique(lhs);
    shape = unique(shape);
    if (m_core->canProve(exprs.matched(BinaryOp::LE, lhs, shape), ProofStrength::SymbolicBound))
        return true;
    if (shape->kind == NodeKind::IntImm)
        return false;
    CheckedProduct constants;
    forEachFactor(shape, [&](const Expr* part) {
        if (const auto* constant = as<IntImm>(part))
            constants.multiply(constant->value);
    });
    const std::optional<int64_t> scale = constants.value();
    if (!scale || *scale == INT64_MIN)
        return false;
    return m_core->canProve(exprs.matched(BinaryOp::LE, lhs, exprs.number(shape->dtype, std::abs(*scale))),
                            ProofStrength::SymbolicBound);
}

void Analyzer::bind(const Var* var, const Expr* value)
{
    m_core->bind(var, unique(value));
}

void Analyzer::bind(const Var* var, const Expr* min, const Expr* extent)
{
    m_core->bind(var, unique(min), unique(extent));
}

namespace {

/// Calls `visit(term, sign)` for the terms of a sum.
template <class Visit>
void forEachTerm(const Expr* expr, int sign, const Visit& visit)
{
    const auto* node = as<Binary>(expr);
    if (!node || (node->op != BinaryOp::Add && node->op != BinaryOp::Sub))
        return visit(expr, sign);
    forEachTerm(node->a, sign, visit);
    forEachTerm(node->b, node->op == BinaryOp::Sub ? -sign : sign, visit);
}

} // namespace

void Analyzer::markNonNegative(const Expr* value)
{
    WideInteger offset = 0;
    CheckedProduct factors;
    const Var* var = nullptr;
    bool isOneVar = true;
    forEachTerm(value, 1, [&](const Expr* term, int sign) {
        if (const auto* constant = as<IntImm>(term)) {
            offset += WideInteger(constant->value) * sign;
            return;
        }
        isOneVar &= sign > 0 && !var;
        forEachFactor(term, [&](const Expr* part) {
            const auto* partVar = as<Var>(part);
            if (const auto* constant = as<IntImm>(part))
                factors.multiply(constant->value);
            else if (partVar && !var)
                var = partVar;
            else
                isOneVar = false;
        });
    });
    const int64_t factor = factors.value().value_or(0);
    if (!isOneVar || !var || !isIndexType(var->dtype) || factor <= 0)
        return;
    // TVM forgets to divide by the factor: 2 * n - 8 >= 0 does not imply n >= 8.
    const WideInteger first = options().isSound ? -floorDivide(offset, WideInteger(factor)) : -offset;
    if (first > INT64_MIN && first < INT64_MAX)
        updateBound(var, {int64_t(first), ConstIntBound::PosInf});
}

Constraint Analyzer::enterConstraint(const Expr* condition)
{
    return {*m_core, m_core->enter(unique(condition))};
}

Constraint Analyzer::enterBranch(const Expr* condition, bool holds)
{
    condition = unique(withoutLikely(condition));
    if (!holds)
        condition = m_core->rewriter.simplify(m_core->exprs.negation(condition));
    return {*m_core, m_core->enterBranch(condition)};
}

} // namespace tir::arith
