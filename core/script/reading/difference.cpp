#include "core/script/reading/difference.h"

#include "core/ir/make.h"
#include "core/ir/structural_equal.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tir::script {
namespace {

/// Terms of a sum, with their signs.
void collectTerms(const Expr* expr, bool isNegative, std::vector<std::pair<const Expr*, bool>>& terms)
{
    const auto* sum = as<Binary>(expr);
    if (sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub)) {
        collectTerms(sum->a, isNegative, terms);
        collectTerms(sum->b, isNegative != (sum->op == BinaryOp::Sub), terms);
        return;
    }
    terms.emplace_back(expr, isNegative);
}

} // namespace

const Expr* difference(Arena& arena, const Expr* stop, const Expr* start)
{
    if (isConstInt(start, 0))
        return stop;
    std::vector<std::pair<const Expr*, bool>> terms;
    collectTerms(stop, false, terms);
    collectTerms(start, true, terms);
    int64_t sum = 0;
    std::vector<std::pair<const Expr*, bool>> rest;
    for (const auto& term : terms) {
        if (const auto* constant = as<IntImm>(term.first)) {
            const auto bits = uint64_t(constant->value); // wraps round, as the arithmetic of the text does
            sum = int64_t(term.second ? uint64_t(sum) - bits : uint64_t(sum) + bits);
            continue;
        }
        const auto opposite = std::ranges::find_if(rest, [&](const auto& other) {
            return other.second != term.second &&
                   (other.first == term.first || structuralEqual(*other.first, *term.first));
        });
        if (opposite != rest.end())
            rest.erase(opposite);
        else
            rest.push_back(term);
    }
    const Expr* result = nullptr;
    for (const auto& [term, isSubtracted] : rest)
        if (!isSubtracted)
            result = result ? add(arena, result, term) : term;
    for (const auto& [term, isSubtracted] : rest)
        if (isSubtracted)
            result = binary(arena, BinaryOp::Sub, result ? result : intImm(arena, stop->dtype, 0), term);
    if (!result)
        return intImm(arena, stop->dtype, sum);
    const bool isSubtracted = sum < 0 && sum != INT64_MIN; // which cannot be negated
    return binary(arena, isSubtracted ? BinaryOp::Sub : BinaryOp::Add, result,
                  intImm(arena, stop->dtype, isSubtracted ? -sum : sum));
}

} // namespace tir::script
