#include "core/arith/linear_expr.h"

#include "core/arith/same_expr.h"

#include <algorithm>

namespace tir {
namespace {

// Scales wrap, as the expressions do.
int64_t sum(int64_t a, int64_t b)
{
    return int64_t(uint64_t(a) + uint64_t(b));
}
int64_t product(int64_t a, int64_t b)
{
    return int64_t(uint64_t(a) * uint64_t(b));
}

void addTerm(LinearExpr& form, const Expr& expr, int64_t scale)
{
    const auto same = std::ranges::find_if(
        form.terms, [&](const LinearTerm& term) { return isSameExpr(*term.expr, expr); });
    if (same == form.terms.end()) {
        form.terms.push_back({&expr, scale});
        return;
    }
    same->scale = sum(same->scale, scale);
    if (same->scale == 0)
        form.terms.erase(same);
}

void collect(LinearExpr& form, const Expr& expr, int64_t scale)
{
    if (scale == 0)
        return;
    if (const auto* constant = as<IntImm>(&expr)) {
        form.base = sum(form.base, product(scale, constant->value));
        return;
    }
    const auto* binary = as<Binary>(&expr);
    if (binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub)) {
        collect(form, *binary->a, scale);
        collect(form, *binary->b, binary->op == BinaryOp::Add ? scale : product(scale, -1));
        return;
    }
    if (binary && binary->op == BinaryOp::Mul) {
        if (const auto* factor = as<IntImm>(binary->b))
            return collect(form, *binary->a, product(scale, factor->value));
        if (const auto* factor = as<IntImm>(binary->a))
            return collect(form, *binary->b, product(scale, factor->value));
    }
    addTerm(form, expr, scale);
}

} // namespace

int64_t LinearExpr::scaleOf(const Expr& expr) const
{
    const auto found =
        std::ranges::find_if(terms, [&](const LinearTerm& term) { return isSameExpr(*term.expr, expr); });
    return found == terms.end() ? 0 : found->scale;
}

LinearExpr linearExpr(const Expr& expr)
{
    LinearExpr form{.dtype = expr.dtype, .terms = {}};
    collect(form, expr, 1);
    return form;
}

LinearExpr plus(LinearExpr a, const LinearExpr& b, int64_t factor)
{
    for (const LinearTerm& term : b.terms)
        addTerm(a, *term.expr, product(term.scale, factor));
    a.base = sum(a.base, product(b.base, factor));
    return a;
}

const Expr* toExpr(Arena& arena, const LinearExpr& form)
{
    std::vector<LinearTerm> terms = form.terms;
    std::ranges::stable_sort(terms, std::ranges::greater(), &LinearTerm::scale);
    const auto constant = [&](int64_t value) { return intImm(arena, form.dtype, value); };
    const auto scaled = [&](const LinearTerm& term, int64_t scale) {
        return mul(arena, term.expr, constant(scale));
    };
    const Expr* sum = constant(0);
    for (const LinearTerm& term : terms)
        if (term.scale > 0)
            sum = add(arena, sum, scaled(term, term.scale));
    if (form.base > 0)
        sum = add(arena, sum, constant(form.base));
    for (const LinearTerm& term : terms)
        if (term.scale < 0)
            sum = binary(arena, BinaryOp::Sub, sum, scaled(term, -term.scale));
    return form.base < 0 ? binary(arena, BinaryOp::Sub, sum, constant(-form.base)) : sum;
}

} // namespace tir
