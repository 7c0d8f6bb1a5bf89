#include "core/arith/iter_map/iter_fusion.h"

#include "core/arith/expr_children.h"

#include <algorithm>

namespace tir::arith {
namespace {

/// The first term that can only be 0; the number of terms if there is no such term.
int firstUnitTerm(const IterSum& sum)
{
    const auto unit =
        std::ranges::find_if(sum.args, [](const IterSplit& split) { return isOne(split.extent); });
    return int(unit - sum.args.begin());
}

bool hasSameTerms(const IterSum& a, const IterSum& b)
{
    return a.base == b.base && std::ranges::equal(a.args, b.args, [](const IterSplit& x, const IterSplit& y) {
               return isSameSplit(x, y, true);
           });
}

} // namespace

// ---- choosing terms; from the right, where the smallest scales usually are

int IterFusion::baseIndex(const IterSum& sum, const std::vector<bool>& skipped, const IterMark* source,
                          int last)
{
    const auto isCandidate = [&](int i) {
        return !skipped[size_t(i)] && (!source || sum.args[size_t(i)].source.get() == source);
    };
    int best = -1;
    int64_t smallest = 0;
    for (int i = last; i >= 0; --i) {
        const auto* scale = isCandidate(i) ? as<IntImm>(sum.args[size_t(i)].scale) : nullptr;
        if (!scale)
            continue;
        const bool isUnit = best != -1 && scale->value == smallest && isOne(sum.args[size_t(i)].extent) &&
                            !isOne(sum.args[size_t(best)].extent);
        if (best == -1 || scale->value < smallest || isUnit) {
            smallest = scale->value;
            best = i;
        }
    }
    if (best != -1)
        return best;
    for (int i = last; i >= 0; --i) {
        if (!isCandidate(i))
            continue;
        int64_t factors = 0;
        forEachFactor(sum.args[size_t(i)].scale, [&](const Expr*) { ++factors; });
        if (best == -1 || factors < smallest) {
            smallest = factors;
            best = i;
        }
    }
    return best;
}

int IterFusion::withExactScale(const IterSum& sum, const std::vector<bool>& skipped, const Expr* scale,
                               const IterMark* source, int last, int firstUnit)
{
    int found = -1;
    for (int i = last; i >= 0; --i) {
        const IterSplit& split = sum.args[size_t(i)];
        if (skipped[size_t(i)] || (source && split.source.get() != source))
            continue;
        if (!m_tools.isEqual(split.scale, scale))
            continue;
        if (isOne(split.extent))
            return i;
        if (found == -1)
            found = i;
        if (i <= firstUnit)
            return found;
    }
    return found;
}

int IterFusion::withSmallerScale(const IterSum& sum, const std::vector<bool>& skipped, const Expr* limit)
{
    AnalyzerCore& core = m_tools.core;
    int found = -1;
    for (int i = int(sum.args.size()) - 1; i >= 0; --i) {
        const Expr* scale = sum.args[size_t(i)].scale;
        if (skipped[size_t(i)] ||
            !core.canProveGreaterEqual(m_tools.combine(BinaryOp::Sub, limit, scale), 0) ||
            !core.canProveGreaterEqual(scale, 0))
            continue;
        if (found == -1 ||
            core.canProveLess(m_tools.combine(BinaryOp::Sub, sum.args[size_t(found)].scale, scale), 0))
            found = i;
    }
    return found;
}

IterFusion::Match IterFusion::match(const IterSum& sum, const std::vector<bool>& visited,
                                    const Expr* expected, const Expr* baseScale, int firstUnit)
{
    const int last = int(sum.args.size()) - 1;
    const int exact = withExactScale(sum, visited, expected, nullptr, last, firstUnit);
    if (exact != -1)
        return {exact, expected};
    if (m_level == IterMapLevel::Bijective || !isOne(baseScale))
        return {};
    const int smaller = withSmallerScale(sum, visited, expected);
    return smaller == -1 ? Match{} : Match{smaller, sum.args[size_t(smaller)].scale, false};
}

// ---- joining

/// (x // 4 * 4) % 16 + x % 4 is x % 16.
std::optional<IterSum> IterFusion::joinPartsOfOneSource(const IterSum& sum)
{
    const auto occurrences = [&](const IterMark* source) {
        return std::ranges::count_if(sum.args,
                                     [&](const IterSplit& split) { return split.source.get() == source; });
    };
    if (std::ranges::none_of(sum.args,
                             [&](const IterSplit& split) { return occurrences(split.source.get()) > 1; }))
        return std::nullopt;
    std::vector<bool> visited(sum.args.size());
    const int firstUnit = firstUnitTerm(sum);
    IterSum joined{{}, sum.base};
    for (int last = int(sum.args.size()) - 1; last >= 0;) {
        if (visited[size_t(last)]) {
            --last;
            continue;
        }
        const IterMark* source = sum.args[size_t(last)].source.get();
        int index = baseIndex(sum, visited, source, last);
        visited[size_t(index)] = true;
        IterSplit low = sum.args[size_t(index)];
        while (true) {
            index =
                withExactScale(sum, visited, m_tools.product(low.extent, low.scale), source, last, firstUnit);
            if (index == -1)
                break;
            const IterSplit& high = sum.args[size_t(index)];
            if (!m_tools.isEqual(high.lower, m_tools.product(low.lower, low.extent)))
                break;
            visited[size_t(index)] = true;
            low.extent = m_tools.product(high.extent, low.extent);
        }
        joined.args.push_back(low);
    }
    std::ranges::reverse(joined.args);
    return joined;
}

const IterFusion::Fused* IterFusion::longestConstraint(const IterSplit& lastTerm) const
{
    const IterSum* longest = nullptr;
    for (const IterSum& terms : m_constrained)
        if (isSameSplit(terms.args.back(), lastTerm, false) &&
            (!longest || longest->args.size() < terms.args.size()))
            longest = &terms;
    return longest ? const_cast<IterFusion*>(this)->find(*longest) : nullptr;
}

IterFusion::Fused* IterFusion::find(const IterSum& terms)
{
    const auto found =
        std::ranges::find_if(m_fused, [&](const Fused& fused) { return hasSameTerms(fused.terms, terms); });
    return found == m_fused.end() ? nullptr : &*found;
}

std::optional<IterSum> IterFusion::fuse(const IterSum& given, bool keepSingle)
{
    IterSum sum = given;
    if (auto joined = joinPartsOfOneSource(sum)) {
        sum = *std::move(joined);
        if (sum.args.size() <= 1 && keepSingle)
            return sum;
    }
    std::vector<bool> visited(sum.args.size());
    const int base = baseIndex(sum, visited, nullptr, int(sum.args.size()) - 1);
    if (base == -1)
        return std::nullopt;
    const Expr* baseScale = sum.args[size_t(base)].scale;
    const Expr* expected = baseScale;
    const Expr* extraBase = m_tools.number(baseScale, 0);
    const Expr* tail = extraBase;
    const int firstUnit = firstUnitTerm(sum);
    const auto scaledDown = [&](const Expr* scale) {
        return m_tools.core.simplify(m_tools.combine(BinaryOp::Div, scale, baseScale));
    };
    IterSum flat{{}, m_tools.number(baseScale, 0)};
    IterSum grouped = flat;
    const auto take = [&](size_t position) {
        visited[position] = true;
        IterSplit split = sum.args[position];
        split.scale = scaledDown(split.scale);
        flat.args.push_back(split);
        return split;
    };
    for (size_t count = 0; count < sum.args.size();) {
        const Match matched =
            count == 0 ? Match{base, baseScale} : match(sum, visited, expected, baseScale, firstUnit);
        if (matched.position == -1)
            return std::nullopt;
        const Fused* constraint = longestConstraint(sum.args[size_t(matched.position)]);
        const Expr* extent = nullptr;
        if (constraint) {
            for (auto term = constraint->terms.args.rbegin(); term != constraint->terms.args.rend(); ++term) {
                size_t position = 0;
                while (position < sum.args.size() &&
                       (visited[position] || !isSameSplit(sum.args[position], *term, false) ||
                        !m_tools.isEqual(m_tools.combine(BinaryOp::Mul, term->scale, matched.scale),
                                         sum.args[position].scale)))
                    ++position;
                if (position == sum.args.size())
                    return std::nullopt;
                take(position);
            }
            grouped.args.push_back(m_tools.whole(constraint->mark, scaledDown(matched.scale)));
            extraBase = m_tools.combine(BinaryOp::Add, extraBase,
                                        m_tools.combine(BinaryOp::Mul, constraint->offset, matched.scale));
            extent = constraint->mark->extent;
            count += constraint->terms.args.size();
        } else {
            grouped.args.push_back(take(size_t(matched.position)));
            extent = sum.args[size_t(matched.position)].extent;
            ++count;
        }
        if (!matched.isExact)
            tail =
                m_tools.combine(BinaryOp::Add, tail, m_tools.combine(BinaryOp::Sub, expected, matched.scale));
        expected = m_tools.product(extent, matched.scale);
    }
    std::ranges::reverse(flat.args);
    std::ranges::reverse(grouped.args);
    const Expr* resultBase = m_tools.combine(BinaryOp::Add, sum.base, extraBase);
    if (const Fused* known = find(flat)) {
        if (!m_tools.isEqual(extraBase, m_tools.combine(BinaryOp::Mul, known->offset, baseScale)))
            return std::nullopt;
        return IterSum{{m_tools.whole(known->mark, baseScale)}, resultBase};
    }
    const Expr* extent =
        m_tools.combine(BinaryOp::Add, m_tools.combine(BinaryOp::Div, expected, baseScale), tail);
    const auto mark = std::make_shared<const IterMark>(IterMark{nullptr, grouped, extent});
    m_fused.push_back({flat, mark, m_tools.number(baseScale, 0)});
    return IterSum{{m_tools.whole(mark, baseScale)}, resultBase};
}

// ---- constraints

bool IterFusion::constrain(const IterSum& given, const Expr* lower, const Expr* upper)
{
    IterSum sum = given;
    const auto relative = [&](const Expr* limit) {
        return limit && !isZero(sum.base) ? m_tools.combine(BinaryOp::Sub, limit, sum.base) : limit;
    };
    lower = relative(lower);
    upper = relative(upper);
    sum.base = m_tools.number(sum.base, 0);
    const std::optional<IterSum> single = fuse(sum, false);
    if (!single || single->args.size() != 1 || !isOne(single->args[0].scale))
        return false;
    const MarkPointer& mark = single->args[0].source;
    const auto fused = std::ranges::find(m_fused, mark, &Fused::mark);
    TIR_CHECK(fused != m_fused.end()) << "a fused sum is not remembered";
    const Expr* first = fused->offset;
    const Expr* end = m_tools.combine(BinaryOp::Add, first, mark->extent);
    if (lower)
        first = m_tools.combine(BinaryOp::Max, lower, first);
    if (upper)
        end = m_tools.combine(BinaryOp::Min, upper, end);
    IterMark limited = *mark;
    if (!isZero(first))
        limited.sum.base = m_tools.combine(BinaryOp::Sub, m_tools.number(first, 0), first);
    limited.extent = m_tools.combine(BinaryOp::Sub, end, first);
    fused->mark = std::make_shared<const IterMark>(std::move(limited));
    fused->offset = first;
    m_constrained.push_back(fused->terms);
    return true;
}

/// The constraints come from small to large ones, so an earlier one is a part of a later one.
bool IterFusion::constraintsAreNested() const
{
    for (size_t i = 0; i < m_constrained.size(); ++i) {
        for (size_t j = i + 1; j < m_constrained.size(); ++j) {
            const auto isIn = [&](const IterSplit& split) {
                return std::ranges::any_of(m_constrained[j].args, [&](const IterSplit& other) {
                    return isSameSplit(split, other, false);
                });
            };
            const auto shared = std::ranges::count_if(m_constrained[i].args, isIn);
            if (shared != 0 && size_t(shared) != m_constrained[i].args.size())
                return false;
        }
    }
    return true;
}

} // namespace tir::arith
