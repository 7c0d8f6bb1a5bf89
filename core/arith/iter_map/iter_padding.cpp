#include "core/arith/iter_map/iter_padding.h"

#include <numeric>

namespace tir::arith {

const Expr* IterPadding::commonMultiple(const Expr* a, const Expr* b)
{
    const auto* first = as<IntImm>(a);
    const auto* second = as<IntImm>(b);
    int64_t multiple = 0;
    if (first && second && first->value > 0 && second->value > 0 &&
        !__builtin_mul_overflow(first->value / std::gcd(first->value, second->value), second->value,
                                &multiple))
        return m_tools.number(a, multiple);
    if (m_tools.isDivisible(a, b))
        return a;
    return m_tools.isDivisible(b, a) ? b : m_tools.core.simplify(m_tools.combine(BinaryOp::Mul, a, b));
}

std::optional<IterPadding::Padded> IterPadding::pad(IterSplit split, const Expr* base, const Expr* divisor)
{
    // Blocks of a negative size have no lower end from which to count: (1 - i) % 2 is (i - 1) % -2 * -1.
    if (const auto* size = as<IntImm>(divisor); size && size->value < 0)
        return std::nullopt;
    const auto modulo = [&](const Expr* value, const Expr* by) {
        return m_tools.core.simplify(m_tools.combine(BinaryOp::FloorMod, value, by));
    };
    const auto negated = [&](const Expr* value) {
        return m_tools.combine(BinaryOp::Sub, m_tools.number(value, 0), value);
    };
    const Expr* left = modulo(base, divisor);
    const Expr* end = m_tools.combine(BinaryOp::Add, left, split.extent);
    const Expr* right =
        m_tools.isDivisible(end, divisor) ? m_tools.number(end, 0) : modulo(negated(end), divisor);
    // Without padding, gaps are found when the parts of a mark are compared with its extent.
    if (m_level == IterMapLevel::Bijective)
        return isZero(left) ? std::optional(Padded{split, left}) : std::nullopt;

    const MarkPointer mark = split.source;
    if (isCollecting) {
        Info& info = m_infos.try_emplace(mark, Info{m_tools.number(divisor, 1), m_tools.number(divisor, 0)})
                         .first->second;
        info.factor = commonMultiple(info.factor, m_tools.combine(BinaryOp::Mul, divisor, split.lower));
        if (isZero(left) && isZero(right))
            return Padded{split, left};
        m_isRequired = true;
        info.left =
            m_tools.combine(BinaryOp::Max, info.left, m_tools.combine(BinaryOp::Mul, left, split.lower));
        // Only the extent counts in this round.
        split.extent = m_tools.core.simplify(m_tools.combine(BinaryOp::Add, end, right));
        const IterSum sum{{m_tools.whole(mark)}, m_tools.number(mark->extent, 0)};
        split.source = std::make_shared<const IterMark>(IterMark{nullptr, sum, split.extent});
        split.lower = m_tools.number(split.lower, 1);
        return Padded{split, left};
    }
    const auto found = m_infos.find(mark);
    if (found == m_infos.end())
        return isZero(left) ? std::optional(Padded{split, left}) : std::nullopt;
    Info& info = found->second;
    if (isZero(info.left) && m_tools.isDivisible(mark->extent, info.factor))
        return Padded{split, left};
    const Expr* unit = m_tools.combine(BinaryOp::Mul, divisor, split.lower);
    const Expr* own = m_tools.combine(BinaryOp::Mul, left, split.lower);
    if (!m_tools.isDivisible(m_tools.combine(BinaryOp::Sub, info.left, own), unit))
        return std::nullopt;
    if (!info.padded)
        makePaddedMark(mark, info);
    left = m_tools.combine(BinaryOp::FloorDiv, info.left, split.lower);
    const bool reachesEnd =
        m_tools.isEqual(m_tools.combine(BinaryOp::Mul, split.extent, split.lower), mark->extent) ||
        !m_tools.isDivisible(mark->extent, m_tools.combine(BinaryOp::Mul, split.extent, split.lower));
    split.source = info.padded;
    if (reachesEnd)
        split.extent =
            m_tools.core.simplify(m_tools.combine(BinaryOp::FloorDiv, info.padded->extent, split.lower));
    else if (!isZero(info.left))
        return std::nullopt; // a part of the mark that wraps around
    return Padded{split, left};
}

void IterPadding::makePaddedMark(const MarkPointer& mark, Info& info)
{
    const auto combine = [&](BinaryOp op, const Expr* a, const Expr* b) { return m_tools.combine(op, a, b); };
    const Expr* end = combine(BinaryOp::Add, info.left, mark->extent);
    const Expr* right = m_tools.core.simplify(
        combine(BinaryOp::FloorMod, combine(BinaryOp::Sub, m_tools.number(end, 0), end), info.factor));
    const IterSum shifted{{m_tools.whole(mark)}, info.left};
    info.padded = std::make_shared<const IterMark>(
        IterMark{nullptr, shifted, m_tools.core.simplify(combine(BinaryOp::Add, end, right))});
    m_originals.emplace(info.padded, mark);

    const Expr* value = m_tools.toExpr(shifted);
    const Expr* block = combine(BinaryOp::FloorDiv, value, info.factor);
    const Expr* place = combine(BinaryOp::FloorMod, value, info.factor);
    const auto require = [&](const Expr* condition) {
        m_predicate = m_predicate ? combine(BinaryOp::Or, m_predicate, condition) : condition;
    };
    if (!isZero(info.left))
        require(combine(BinaryOp::And, combine(BinaryOp::EQ, block, m_tools.number(block, 0)),
                        combine(BinaryOp::LT, place, info.left)));
    if (!isZero(right))
        require(combine(BinaryOp::And,
                        combine(BinaryOp::EQ, block, combine(BinaryOp::FloorDiv, end, info.factor)),
                        combine(BinaryOp::GE, place, combine(BinaryOp::FloorMod, end, info.factor))));
}

MarkPointer IterPadding::original(const MarkPointer& padded) const
{
    const auto found = m_originals.find(padded);
    return found == m_originals.end() ? nullptr : found->second;
}

} // namespace tir::arith
