#include "core/arith/element_offset.h"

#include "core/arith/same_expr.h"

#include <algorithm>

namespace tir::arith {
namespace {

void splitSum(const Expr* expr, std::vector<const Expr*>& terms)
{
    const auto* sum = as<Binary>(expr);
    if (sum && sum->op == BinaryOp::Add) {
        splitSum(sum->a, terms);
        splitSum(sum->b, terms);
    } else {
        terms.push_back(expr);
    }
}

const Binary* operation(BinaryOp op, const Expr* expr)
{
    const auto* node = as<Binary>(expr);
    return node && node->op == op ? node : nullptr;
}

/// x, when `multiple` is (x // c) * c and `rest` is y % c, where x and y differ by a multiple of c.
const Expr* joined(Analyzer& analyzer, const Expr* multiple, const Expr* rest)
{
    const Binary* product = operation(BinaryOp::Mul, multiple);
    const Binary* quotient = product ? operation(BinaryOp::FloorDiv, product->a) : nullptr;
    const Binary* modulo = operation(BinaryOp::FloorMod, rest);
    if (!quotient || !modulo || !isSameExpr(*quotient->b, *product->b) ||
        !isSameExpr(*modulo->b, *product->b))
        return nullptr;
    Arena& arena = analyzer.arena();
    const Expr* difference = binary(arena, BinaryOp::Sub, quotient->a, modulo->a);
    const Expr* zero = intImm(arena, difference->dtype, 0);
    return analyzer.canProveEqual(binary(arena, BinaryOp::FloorMod, difference, product->b), zero)
               ? quotient->a
               : nullptr;
}

/// `sum` with a row and a column that come from one index joined again, also where the column was simplified
/// on its own: x // 11 * 11 + y % 11 is x for y = x - 22 * k.
const Expr* withJoinedParts(Analyzer& analyzer, const Expr* sum)
{
    std::vector<const Expr*> terms;
    splitSum(sum, terms);
    for (size_t i = 0; i < terms.size(); ++i)
        for (size_t j = 0; j < terms.size(); ++j) {
            const Expr* whole = i == j ? nullptr : joined(analyzer, terms[i], terms[j]);
            if (!whole)
                continue;
            terms[std::min(i, j)] = whole;
            terms.erase(terms.begin() + std::ptrdiff_t(std::max(i, j)));
            const Expr* made = terms.front();
            for (size_t k = 1; k < terms.size(); ++k)
                made = add(analyzer.arena(), made, terms[k]);
            return withJoinedParts(analyzer, analyzer.simplify(made));
        }
    return sum;
}

} // namespace

std::vector<const Expr*> elementOffset(Analyzer& analyzer, const Buffer& buffer, ExprList indices)
{
    TIR_CHECK(indices.size() == buffer.shape.size())
        << "buffer '" << buffer.name << "' has " << buffer.shape.size() << " dimensions, but "
        << indices.size() << " indices are given";
    Arena& arena = analyzer.arena();
    std::vector<const Expr*> offsets(buffer.axisSeparators.size() + 1, int32(arena, 0));
    size_t group = 0;
    for (size_t i = 0; i < indices.size(); ++i) {
        if (group < buffer.axisSeparators.size() && int64_t(i) == buffer.axisSeparators[group])
            ++group;
        const Expr*& offset = offsets[group];
        offset = buffer.strides.empty() ? add(arena, mul(arena, offset, buffer.shape[i]), indices[i])
                                        : add(arena, offset, mul(arena, indices[i], buffer.strides[i]));
        if (i > 0)
            offset = withJoinedParts(analyzer, analyzer.simplify(offset));
    }
    if (!isConstInt(buffer.elemOffset, 0))
        offsets.front() = add(arena, offsets.front(), buffer.elemOffset);
    std::ranges::transform(offsets, offsets.begin(),
                           [&](const Expr* offset) { return analyzer.simplify(offset); });
    return offsets;
}

} // namespace tir::arith
