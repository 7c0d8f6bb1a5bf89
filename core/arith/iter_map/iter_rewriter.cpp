#include "core/arith/iter_map/iter_rewriter.h"

#include "core/ir/contains.h"

#include <algorithm>

namespace tir::arith {

IterRewriter::IterRewriter(AnalyzerCore& core, const VarRanges& domains, IterMapLevel level,
                           bool simplifyTrivial)
    : m_tools{core},
      m_level(level),
      m_fusion(core, level),
      m_padding(core, level)
{
    for (const VarRange& domain : domains) {
        const Expr* zero = m_tools.number(domain.var, 0);
        if (simplifyTrivial && isOne(domain.extent)) {
            m_values[domain.var] = {nullptr, {{}, domain.min}};
            continue;
        }
        const Expr* source = m_tools.combine(BinaryOp::Sub, domain.var, domain.min);
        const auto mark = std::make_shared<const IterMark>(IterMark{source, {}, domain.extent});
        m_inputs.push_back(mark);
        m_values[domain.var] = {nullptr, {{m_tools.whole(mark)}, isZero(domain.min) ? zero : domain.min}};
    }
}

IterRewriter::Value IterRewriter::fail(std::string why, const Expr* at)
{
    if (m_error.empty())
        m_error = std::move(why);
    return {at, {}};
}

IterSum IterRewriter::rewrite(const Expr* index)
{
    const IterSum sum = structure(index);
    if (sum.args.empty() || !m_error.empty())
        return sum;
    if (auto fused = m_fusion.fuse(sum, true))
        return *std::move(fused);
    fail("the terms of an index do not fit together to one iterator", index);
    return sum;
}

void IterRewriter::constrain(const Expr* iter, const Expr* lower, const Expr* upper)
{
    if (!m_fusion.constrain(structure(iter), lower, upper))
        fail("the terms of a constraint do not fit together to one iterator", iter);
}

// ---- expressions

IterRewriter::Value IterRewriter::rewritten(const Expr* expr)
{
    const DepthGuard guard(m_tools.core);
    if (!m_error.empty() || guard.isTooDeep())
        return fail("the expression is nested too deeply", expr);
    if (expr->kind == NodeKind::Var) {
        const Value* value = m_values.find(expr);
        return value ? *value : Value{expr, {}};
    }
    const auto* node = as<Binary>(expr);
    const bool isSupported =
        node && (node->op == BinaryOp::Add || node->op == BinaryOp::Sub || node->op == BinaryOp::Mul ||
                 node->op == BinaryOp::FloorDiv || node->op == BinaryOp::FloorMod);
    if (isSupported)
        return ofBinary(*node);
    const bool hasIterator = contains(*expr, [this](const Node& part) {
        const auto* var = as<Var>(&part);
        return var && m_values.find(var);
    });
    return hasIterator ? fail("an iterator is used in an operation that is not affine", expr)
                       : Value{expr, {}};
}

IterRewriter::Value IterRewriter::ofBinary(const Binary& node)
{
    const Value a = rewritten(node.a);
    const Value b = rewritten(node.b);
    if (!m_error.empty())
        return {&node, {}};
    if (a.isPlain() && b.isPlain())
        return {m_tools.combine(node.op, a.expr, b.expr), {}};
    switch (node.op) {
    case BinaryOp::Add:
        return added(a, b, 1);
    case BinaryOp::Sub:
        return added(a, b, -1);
    case BinaryOp::Mul:
        if (!a.isPlain() && !b.isPlain())
            return fail("the product of two iterators is not affine", &node);
        return a.isPlain() ? scaled(b, a.expr) : scaled(a, b.expr);
    default:
        if (!b.isPlain())
            return fail("a divisor uses an iterator", &node);
        return divided(node, a, b.expr);
    }
}

void IterRewriter::addTerm(IterSum& sum, IterSplit term, int sign)
{
    const BinaryOp op = sign > 0 ? BinaryOp::Add : BinaryOp::Sub;
    for (IterSplit& known : sum.args) {
        if (!isSameSplit(known, term, false))
            continue;
        known.scale = m_tools.combine(op, known.scale, term.scale);
        return;
    }
    if (sign < 0)
        term.scale = m_tools.combine(op, m_tools.number(term.scale, 0), term.scale);
    sum.args.push_back(std::move(term));
}

IterRewriter::Value IterRewriter::added(const Value& a, const Value& b, int sign)
{
    IterSum sum = a.toSum(m_tools);
    const IterSum other = b.toSum(m_tools);
    for (const IterSplit& term : other.args)
        addTerm(sum, term, sign);
    sum.base = m_tools.combine(sign > 0 ? BinaryOp::Add : BinaryOp::Sub, sum.base, other.base);
    return {nullptr, std::move(sum)};
}

IterRewriter::Value IterRewriter::scaled(Value value, const Expr* factor)
{
    if (isZero(factor))
        return {factor, {}};
    for (IterSplit& term : value.sum.args)
        term.scale = m_tools.combine(BinaryOp::Mul, term.scale, factor);
    value.sum.base = m_tools.combine(BinaryOp::Mul, value.sum.base, factor);
    return value;
}

// ---- division

IterRewriter::Value IterRewriter::divided(const Binary& node, const Value& dividend, const Expr* divisor)
{
    if (isZero(divisor))
        return fail("an iterator is divided by zero", &node);
    if (dividend.isPlain())
        return fail("a divisor uses an iterator", &node);
    IterSum sum = dividend.sum;
    if (sum.args.empty())
        return {nullptr, {{}, m_tools.combine(node.op, sum.base, divisor)}};
    if (sum.args.size() > 1) {
        std::optional<IterSum> fused = m_fusion.fuse(sum, true);
        if (!fused)
            return fail("a dividend is not one iterator", &node);
        sum = *std::move(fused);
    }
    return node.op == BinaryOp::FloorDiv ? quotient(sum.args[0], sum.base, divisor)
                                         : remainder(sum.args[0], sum.base, divisor);
}

IterRewriter::Value IterRewriter::quotient(IterSplit split, const Expr* base, const Expr* divisor)
{
    const auto divide = [&](const Expr* a, const Expr* b) {
        return m_tools.combine(BinaryOp::FloorDiv, a, b);
    };
    if (isOne(divisor))
        return {nullptr, {{split}, base}};
    if (!isOne(split.scale)) {
        if (m_tools.isDivisible(split.scale, divisor) && m_tools.isDivisible(base, divisor)) {
            split.scale = divide(split.scale, divisor);
            return {nullptr, {{split}, divide(base, divisor)}};
        }
        if (!m_tools.isDivisible(divisor, split.scale) || !m_tools.isDivisible(base, split.scale))
            return fail("the scale of a dividend does not divide the divisor", divisor);
        base = divide(base, split.scale);
        divisor = divide(divisor, split.scale);
        split.scale = m_tools.number(split.scale, 1);
    }
    const std::optional<IterPadding::Padded> padded = m_padding.pad(split, base, divisor);
    if (!padded)
        return fail("the paddings of an iterator do not fit together", divisor);
    split = padded->split;
    const auto parts = [&](const Expr* extent) {
        const Expr* last = m_tools.combine(BinaryOp::Sub, divisor, m_tools.number(divisor, 1));
        return m_tools.core.simplify(divide(m_tools.combine(BinaryOp::Add, extent, last), divisor));
    };
    if (m_tools.isDivisible(split.extent, divisor)) {
        split.lower = m_tools.product(split.lower, divisor);
        split.extent = m_tools.core.simplify(divide(split.extent, divisor));
    } else if (isOne(split.lower) && split.extent == split.source->extent) {
        split.lower = divisor;
        split.extent = parts(split.extent);
    } else {
        const IterSum part{{split}, m_tools.number(split.extent, 0)};
        const auto mark = std::make_shared<const IterMark>(IterMark{nullptr, part, split.extent});
        split = {mark, divisor, parts(split.extent), m_tools.number(divisor, 1)};
    }
    const Expr* rest =
        m_tools.core.simplify(divide(m_tools.combine(BinaryOp::Sub, base, padded->left), divisor), 6);
    return {nullptr, {{split}, rest}};
}

IterRewriter::Value IterRewriter::remainder(IterSplit split, const Expr* base, const Expr* divisor)
{
    const auto divide = [&](const Expr* a, const Expr* b) {
        return m_tools.combine(BinaryOp::FloorDiv, a, b);
    };
    if (isOne(divisor))
        return {m_tools.number(split.extent, 0), {}};
    if (!isOne(split.scale)) {
        if (m_tools.isDivisible(split.scale, divisor) && m_tools.isDivisible(base, divisor))
            return {m_tools.number(split.extent, 0), {}};
        if (!m_tools.isDivisible(divisor, split.scale) || !m_tools.isDivisible(base, split.scale))
            return fail("the scale of a dividend does not divide the divisor", divisor);
        base = divide(base, split.scale);
        divisor = divide(divisor, split.scale);
    }
    const std::optional<IterPadding::Padded> padded = m_padding.pad(split, base, divisor);
    if (!padded)
        return fail("the paddings of an iterator do not fit together", divisor);
    split = padded->split;
    split.extent = divisor;
    return {nullptr, {{split}, m_tools.number(divisor, 0)}};
}

// ---- independence

bool IterRewriter::isMapping(const std::vector<IterSum>& indices)
{
    std::vector<std::pair<MarkPointer, std::vector<IterSplit>>> uses;
    const auto collect = [&](const auto& self, const IterSum& sum) -> void {
        for (const IterSplit& split : sum.args) {
            auto known = std::ranges::find(uses, split.source, [](const auto& use) { return use.first; });
            if (known != uses.end()) {
                known->second.push_back(split);
                continue;
            }
            uses.push_back({split.source, {split}});
            self(self, split.source->sum);
        }
    };
    for (const IterSum& sum : indices)
        collect(collect, sum);
    if (!std::ranges::all_of(uses, [&](const auto& use) { return coversMark(use.first, use.second); }))
        return false;
    return m_level != IterMapLevel::Bijective || std::ranges::all_of(m_inputs, [&](const MarkPointer& mark) {
               return isOne(mark->extent) ||
                      std::ranges::any_of(uses, [&](const auto& use) { return use.first == mark; });
           });
}

/// Every part has to continue where the one before it ends; gaps are fine where not all values are wanted.
bool IterRewriter::coversMark(const MarkPointer& mark, const std::vector<IterSplit>& splits)
{
    const bool isBijective = m_level == IterMapLevel::Bijective;
    std::vector<bool> used(splits.size());
    const Expr* expected = m_tools.number(mark->extent, 1);
    for (size_t count = 0; count < splits.size(); ++count) {
        size_t next = 0;
        while (next < splits.size() && (used[next] || !m_tools.isEqual(splits[next].lower, expected)))
            ++next;
        if (next == splits.size()) {
            if (isBijective)
                return false;
            for (size_t i = 0; i < splits.size(); ++i)
                if (!used[i] && m_tools.isDivisible(splits[i].lower, expected) &&
                    (next == splits.size() || m_tools.isDivisible(splits[next].lower, splits[i].lower)))
                    next = i;
            if (next == splits.size())
                return false;
        }
        used[next] = true;
        expected = m_tools.combine(BinaryOp::Mul, splits[next].lower, splits[next].extent);
    }
    if (const MarkPointer original = m_padding.original(mark);
        original && m_level == IterMapLevel::Surjective) {
        // Every block of a padded mark has values, but not all of them: i // 4 covers its extent, i % 4 does not if
        // there are less than 4 values.
        const bool isWhole =
            splits.size() == 1 && m_tools.isEqual(expected, mark->extent) && !isOne(splits[0].lower);
        if (!isWhole && !m_tools.core.canProve(m_tools.combine(BinaryOp::GE, original->extent, expected)))
            return false;
    }
    return isBijective ? m_tools.isEqual(mark->extent, expected)
                       : m_tools.isDivisible(mark->extent, expected);
}

} // namespace tir::arith
