#include "core/arith/rewrite_simplifier.h"

#include "core/arith/analyzer_core.h"
#include "core/arith/constraints.h"
#include "core/arith/index_type.h"
#include "core/arith/side_effect.h"
#include "core/ir/contains.h"
#include "core/ir/integers.h"
#include "core/ir/make.h"

#include <algorithm>

namespace tir::arith {
namespace {

/// How deep rules that rewrite their result again may nest: cycles of such rules end here.
constexpr int MaxNesting = 5;

/// The result of a comparison that is the same for all values within the bounds of both sides.
std::optional<bool> decidedByBounds(BinaryOp op, ConstIntBound a, ConstIntBound b)
{
    const auto isAtMost = [](ConstIntBound low, ConstIntBound high) {
        return low.max <= high.min && low.max != ConstIntBound::PosInf && high.min != ConstIntBound::NegInf;
    };
    const bool isBelow = a.max < b.min;
    const bool isAbove = a.min > b.max;
    const auto decided = [](bool holds, bool fails) {
        return holds || fails ? std::optional(holds) : std::nullopt;
    };
    switch (op) {
    case BinaryOp::LT:
        return decided(isBelow, isAtMost(b, a));
    case BinaryOp::LE:
        return decided(isAtMost(a, b), isAbove);
    case BinaryOp::GT:
        return decided(isAbove, isAtMost(a, b));
    case BinaryOp::GE:
        return decided(isAtMost(b, a), isBelow);
    case BinaryOp::EQ:
        return decided(false, isBelow || isAbove);
    case BinaryOp::NE:
        return decided(isBelow || isAbove, false);
    default:
        return std::nullopt;
    }
}

} // namespace

bool mentionsVScale(const Expr& expr)
{
    return contains(expr, [](const Node& node) {
        const auto* call = as<Call>(&node);
        return call && call->isOp(OpId::vscale);
    });
}

UniqueExprs& RewriteSimplifier::exprs()
{
    return m_core.exprs;
}

const Expr* RewriteSimplifier::simplify(const Expr* expr)
{
    constexpr int MaxPasses = 2;
    for (int pass = 0; pass < MaxPasses; ++pass) {
        const Expr* made = visit(expr);
        if (made == expr)
            break;
        expr = made;
    }
    return expr;
}

// ---- context

void RewriteSimplifier::enter(const Expr* condition)
{
    // Conditions are looked up after they have been simplified.
    forEachConjunct(exprs(), simplify(condition), [&](const Expr* part) {
        if (part->kind == NodeKind::IntImm || !isPure(*part))
            return;
        const Expr* negation = part->dtype.isBool()
                                   ? normalizeBooleans(exprs(), exprs().negation(part))
                                   : exprs().folded(BinaryOp::EQ, part, exprs().constant(part->dtype, 0));
        m_literals.push_back({part, negation});
    });
}

/// True or false when the condition, or its negation, is known; null otherwise.
const Expr* RewriteSimplifier::byLiterals(const Expr* condition)
{
    for (const Literal& literal : m_literals) {
        if (literal.condition == condition)
            return exprs().constant(condition->dtype, 1);
        if (literal.negation == condition)
            return exprs().constant(condition->dtype, 0);
    }
    return nullptr;
}

bool RewriteSimplifier::canProveEqual(const Expr* expr, int64_t value)
{
    return tryCompare(expr, value) == CompareResult::EQ;
}

// ---- the traversal

const Expr* RewriteSimplifier::visit(const Expr* expr)
{
    if (isConstNumber(expr))
        return expr;
    if (const auto* var = as<Var>(expr))
        return visitVar(*var);
    if (const Memo* memo = m_memo.find(expr);
        memo && memo->version == m_core.version && canNest(memo->nesting))
        return memo->result;
    const DepthGuard guard(m_core);
    if (guard.isTooDeep())
        return expr;
    const int outer = beginNode();
    const uint64_t version = m_core.version;
    const Expr* made = isLeftAlone(expr) ? visitLeftAlone(expr) : visitNode(expr);
    m_memo[expr] = {made, version, endNode(outer)};
    return made;
}

int RewriteSimplifier::endNode(int outer)
{
    const int depth = m_deepestNesting - m_nesting;
    m_deepestNesting = std::max(m_deepestNesting, outer);
    return depth;
}

bool RewriteSimplifier::canNest(int depth)
{
    if (m_nesting + depth > MaxNesting)
        return false;
    m_deepestNesting = std::max(m_deepestNesting, m_nesting + depth);
    return true;
}

const Expr* RewriteSimplifier::visitNode(const Expr* expr)
{
    switch (expr->kind) {
    case NodeKind::Binary:
        return visitBinary(to<Binary>(*expr));
    case NodeKind::Call:
        return visitCall(to<Call>(*expr));
    case NodeKind::Cast:
        return visitCast(to<Cast>(*expr));
    case NodeKind::Let:
        return visitLet(to<Let>(*expr));
    case NodeKind::Not:
        return visitNot(to<Not>(*expr));
    case NodeKind::Reduce:
        return visitReduce(to<Reduce>(*expr));
    case NodeKind::Select:
        return visitSelect(to<Select>(*expr));
    case NodeKind::Var:
        return visitVar(to<Var>(*expr));
    default:
        return visitChildren(expr);
    }
}

const Expr* RewriteSimplifier::visitChildren(const Expr* expr)
{
    std::vector<const Expr*> children;
    collectChildren(*expr, children);
    bool isSame = true;
    for (const Expr*& child : children) {
        const Expr* made = visit(child);
        isSame &= made == child;
        child = made;
    }
    return isSame ? expr : exprs().withChildren(expr, children);
}

bool RewriteSimplifier::isLeftAlone(const Expr* expr)
{
    const auto* node = as<Binary>(expr);
    return node && node->a->dtype.isIntegral() && !node->a->dtype.isBool() && m_core.isLeftAlone(expr);
}

/// Simplifies the operands, and decides comparisons by the bounds of their sides.
const Expr* RewriteSimplifier::visitLeftAlone(const Expr* expr)
{
    const Expr* made = visitChildren(expr);
    const auto* node = as<Binary>(made);
    if (!node || !isComparison(node->op))
        return made;
    const Expr* known = byLiterals(made);
    return known ? known : byBounds(*node);
}

const Expr* RewriteSimplifier::byBounds(const Binary& comparison)
{
    const std::optional<bool> known =
        decidedByBounds(comparison.op, m_core.bounds.of(comparison.a), m_core.bounds.of(comparison.b));
    return known ? exprs().constant(comparison.dtype, *known) : &comparison;
}

const Expr* RewriteSimplifier::visitVar(const Var& var)
{
    if (var.dtype == Bool)
        if (const Expr* known = byLiterals(&var))
            return known;
    const Expr* const* value = m_values.find(&var);
    return value && *value ? *value : &var;
}

const Expr* RewriteSimplifier::visitBinary(const Binary& node)
{
    if (isComparison(node.op))
        return visitComparison(node);
    if (!isArithmetic(node.op))
        return visitLogic(node);
    return visitArithmetic(node.op, visit(node.a), visit(node.b));
}

const Expr* RewriteSimplifier::visitArithmetic(BinaryOp op, const Expr* a, const Expr* b)
{
    const Expr* made = exprs().folded(op, a, b);
    const auto* node = as<Binary>(made);
    return node && node->op == op && node->a == a && node->b == b ? byRules(made) : made;
}

const Expr* RewriteSimplifier::visitCast(const Cast& node)
{
    return exprs().cast(node.dtype, visit(node.value));
}

const Expr* RewriteSimplifier::visitNot(const Not& node)
{
    const Expr* value = visit(node.value);
    const Expr* made = exprs().negation(value);
    if (const auto* constant = as<IntImm>(value))
        return exprs().number(constant->dtype, constant->value == 0);
    if (const Expr* known = byLiterals(made))
        return known;
    return byRules(made);
}

const Expr* RewriteSimplifier::visitSelect(const Select& node)
{
    const Expr* condition = visit(node.condition);
    if (const auto* constant = as<IntImm>(condition))
        return visit(constant->value ? node.trueValue : node.falseValue);
    const Expr* whenTrue = nullptr;
    const Expr* whenFalse = nullptr;
    {
        const CoreConstraint constraint(m_core, m_core.enterBranch(condition));
        whenTrue = visit(node.trueValue);
    }
    {
        const CoreConstraint constraint(
            m_core, m_core.enterBranch(m_core.rewriter.simplify(exprs().negation(condition))));
        whenFalse = visit(node.falseValue);
    }
    return byRules(exprs().select(condition, whenTrue, whenFalse));
}

/// Constants and variables are put in place of the variable.
const Expr* RewriteSimplifier::visitLet(const Let& node)
{
    const Expr* value = visit(node.value);
    const NodeKind kind = node.value->kind;
    if (kind == NodeKind::IntImm || kind == NodeKind::FloatImm || kind == NodeKind::Var) {
        m_core.bind(node.var, value);
        return visit(node.body);
    }
    const Expr* body = visit(node.body);
    const Expr* children[] = {value, body};
    return value == node.value && body == node.body ? &node : exprs().withChildren(&node, children);
}

const Expr* RewriteSimplifier::visitReduce(const Reduce& node)
{
    for (const IterVar* axis : node.axis)
        if (axis->dom)
            m_core.bind(axis->var, exprs().of(axis->dom->min), exprs().of(axis->dom->extent));
    return visitChildren(&node);
}

// ---- rules

const Expr* RewriteSimplifier::byRules(const Expr* node)
{
    const CompiledTable* table = compiledRulesFor(*node);
    if (!table || isLeftAlone(node))
        return node;
    const auto* binary = as<Binary>(node);
    const DType type = binary ? binary->a->dtype : node->dtype;
    const uint8_t kinds = RuleFlags::Any | (type.isScalar() ? 0 : RuleFlags::Vector) |
                          (isIndexType(type) ? RuleFlags::Index : 0);
    for (const uint16_t number : table->candidates(*node)) {
        const CompiledRule& rule = table->rule(number);
        if ((rule.rule->flags & kinds) == 0)
            continue;
        if (const Expr* made = result(rule, *node))
            return rule.rule->flags & RuleFlags::Again ? again(made) : made;
    }
    return node;
}

const Expr* RewriteSimplifier::applyRule(const CompiledRule& rule, const Expr* node)
{
    return result(rule, *node);
}

const Expr* RewriteSimplifier::result(const CompiledRule& rule, const Expr& node)
{
    Bindings bindings;
    if (!rule.from.match(&node, bindings))
        return nullptr;
    const auto* binary = as<Binary>(&node);
    const DType type = binary ? binary->a->dtype.element() : node.dtype;
    const auto hold = [&](const std::vector<Condition>& conditions) {
        return std::ranges::all_of(conditions,
                                   [&](const Condition& each) { return holds(each, bindings, type); });
    };
    if (!hold(rule.when) || (m_core.options.isSound && !hold(rule.sound)))
        return nullptr;
    bool overflows = false;
    const Expr* made = rule.rule->action ? rule.rule->action(*this, Match{node, rule.letters, bindings})
                                         : rule.to.build(exprs(), bindings, node.dtype, overflows);
    if (!made || !m_core.options.isSound)
        return made;
    // TVM lets folded constants wrap, which changes the value of a quotient or a comparison.
    const bool isSafe = !overflows &&
                        (!exprs().hasExtremeConstant(made) || exprs().hasExtremeConstant(&node)) &&
                        ((rule.rule->flags & RuleFlags::Widens) == 0 || staysInRange(made, node));
    return isSafe ? made : nullptr;
}

/// Whether `made` contains no overflowing operation that `source` does not contain.
bool RewriteSimplifier::staysInRange(const Expr* made, const Expr& source)
{
    const auto* node = as<Binary>(made);
    if (!node || contains(source, [&](const Node& part) { return &part == made; }))
        return true;
    if (isArithmetic(node->op)) {
        const ConstIntBound whole = boundOfType(made->dtype);
        const ConstIntBound bound = m_core.bounds.of(made);
        if (bound.min < whole.min || bound.max > whole.max || bound.min == ConstIntBound::NegInf ||
            bound.max == ConstIntBound::PosInf)
            return false;
    }
    return staysInRange(node->a, source) && staysInRange(node->b, source);
}

bool RewriteSimplifier::holds(const Condition& condition, const Bindings& bindings, DType type)
{
    bool overflows = false;
    const auto built = [&] { return condition.left.build(exprs(), bindings, type, overflows); };
    const auto number = [&] { return condition.right.evaluate(bindings); };
    switch (condition.kind) {
    case Condition::Kind::Discardable:
        return sideEffect(*built()) <= CallEffect::ReadState;
    case Condition::Kind::Exact:
        return !built()->dtype.isAnyFloat();
    case Condition::Kind::Numeric: {
        const std::optional<int64_t> left = condition.left.evaluate(bindings);
        const std::optional<int64_t> right = number();
        return left && right && compare(condition.op, *left, *right);
    }
    case Condition::Kind::Divides: {
        const std::optional<int64_t> divisor = condition.left.evaluate(bindings);
        const std::optional<int64_t> dividend = number();
        return divisor && dividend && *divisor != 0 && (*divisor == -1 || *dividend % *divisor == 0);
    }
    case Condition::Kind::AtLeast:
        return number() && m_core.canProveGreaterEqual(built(), *number());
    case Condition::Kind::LessThan:
        return number() && m_core.canProveLess(built(), *number());
    case Condition::Kind::Equal:
        return number() && canProveEqual(built(), *number());
    }
    return false;
}

const Expr* RewriteSimplifier::again(const Expr* expr)
{
    m_deepestNesting = std::max(m_deepestNesting, m_nesting + 1);
    if (m_nesting >= MaxNesting)
        return expr;
    ++m_nesting;
    const Expr* made = visit(expr);
    --m_nesting;
    return made;
}

} // namespace tir::arith
