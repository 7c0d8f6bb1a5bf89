// Reductions: without axes they are a choice, and components that nothing uses are dropped.

#include "core/arith/analyzer_core.h"
#include "core/arith/canonical_simplifier.h"
#include "core/arith/side_effect.h"
#include "core/ir/contains.h"
#include "core/ir/substitute.h"

namespace tir::arith {
namespace {

/// Marks component `index`, and those whose variables its result uses.
void markUsed(const CommReducer& combiner, size_t index, std::vector<bool>& isUsed)
{
    if (isUsed[index])
        return;
    isUsed[index] = true;
    for (size_t i = 0; i < isUsed.size(); ++i)
        if (mentions(combiner.result[index], combiner.lhs[i]) ||
            mentions(combiner.result[index], combiner.rhs[i]))
            markUsed(combiner, i, isUsed);
}

} // namespace

/// The value of a reduction over no axes: `init` combined with the source when the condition holds.
const Expr* CanonicalSimplifier::withoutAxes(const Reduce& node)
{
    const auto index = size_t(node.valueIndex);
    if (node.init.empty())
        return visit(
            exprs().select(node.condition, node.source[index], exprs().of(node.combiner->identity[index])));
    VarValues values;
    for (size_t i = 0; i < node.source.size(); ++i) {
        values[node.combiner->lhs[i]] = node.init[i];
        values[node.combiner->rhs[i]] = node.source[i];
    }
    const Expr* combined = exprs().of(substitute(exprs().arena(), node.combiner->result[index], values));
    return visit(exprs().select(node.condition, combined, node.init[index]));
}

const Expr* CanonicalSimplifier::visitReduce(const Reduce& original)
{
    const Reduce& node = to<Reduce>(*RewriteSimplifier::visitReduce(original));
    if (node.axis.empty())
        return withoutAxes(node);
    const auto visited = [&](ExprList list) {
        std::vector<const Expr*> made;
        for (const Expr* expr : list)
            made.push_back(visit(exprs().of(expr)));
        return made;
    };
    const std::vector<const Expr*> results = visited(node.combiner->result);
    const std::vector<const Expr*> identities = visited(node.combiner->identity);
    const CommReducer combiner(node.combiner->lhs, node.combiner->rhs, results, identities);
    std::vector<bool> isUsed(results.size(), false);
    markUsed(combiner, size_t(node.valueIndex), isUsed);
    const auto hasEffect = [](const Expr* expr) { return sideEffect(*expr) > CallEffect::ReadState; };
    for (size_t i = 0; i < isUsed.size(); ++i)
        if (hasEffect(node.source[i]) || hasEffect(node.combiner->identity[i]) ||
            (!node.init.empty() && hasEffect(node.init[i])))
            markUsed(combiner, i, isUsed);
    return exprs().reduce(node, combiner, isUsed);
}

} // namespace tir::arith
