#include "core/arith/rewrite/pattern.h"

#include "core/ir/integers.h"

#include <algorithm>

namespace tir::arith {

bool Pattern::isNumeric() const
{
    return std::ranges::all_of(m_nodes, [](const Node& node) {
        return node.kind == Kind::Constant || node.kind == Kind::Number || node.kind == Kind::Binary;
    });
}

bool Pattern::match(size_t at, const Expr* expr, Bindings& bindings) const
{
    const Node& node = m_nodes[at];
    const auto bindLanes = [&](DType type) {
        if (bindings.lanes == 0)
            bindings.lanes = type.lanes;
        return bindings.lanes == type.lanes;
    };
    switch (node.kind) {
    case Kind::Constant:
        if (expr->kind != NodeKind::IntImm)
            return false;
        [[fallthrough]];
    case Kind::Letter: {
        const Expr*& bound = bindings.letters[node.letter];
        if (bound)
            return bound == expr;
        bound = expr;
        return true;
    }
    case Kind::Number:
    case Kind::Boolean:
        return isConstInt(expr, node.number);
    case Kind::Real: {
        const auto* real = as<FloatImm>(expr);
        return real && real->value == 0;
    }
    case Kind::Binary: {
        const auto* binary = as<Binary>(expr);
        return binary && binary->op == node.op && match(node.children[0], binary->a, bindings) &&
               match(node.children[1], binary->b, bindings);
    }
    case Kind::Not: {
        const auto* negation = as<Not>(expr);
        return negation && match(node.children[0], negation->value, bindings);
    }
    case Kind::Select: {
        const auto* select = as<Select>(expr);
        return select && match(node.children[0], select->condition, bindings) &&
               match(node.children[1], select->trueValue, bindings) &&
               match(node.children[2], select->falseValue, bindings);
    }
    case Kind::Ramp: {
        const auto* ramp = as<Ramp>(expr);
        return ramp && bindLanes(ramp->dtype) && match(node.children[0], ramp->base, bindings) &&
               match(node.children[1], ramp->stride, bindings);
    }
    case Kind::Broadcast: {
        const auto* broadcast = as<Broadcast>(expr);
        return broadcast && bindLanes(broadcast->dtype) &&
               match(node.children[0], broadcast->value, bindings);
    }
    }
    return false;
}

/// Its type is that of the other operand.
bool Pattern::isUntyped(size_t at) const
{
    const Node& node = m_nodes[at];
    return node.kind == Kind::Number ||
           (node.kind == Kind::Binary && isUntyped(node.children[0]) && isUntyped(node.children[1]));
}

const Expr* Pattern::build(UniqueExprs& exprs, size_t at, const Bindings& bindings, DType type,
                           bool& overflows) const
{
    const Node& node = m_nodes[at];
    const auto child = [&](size_t index, DType childType) {
        return build(exprs, node.children[index], bindings, childType, overflows);
    };
    switch (node.kind) {
    case Kind::Letter:
    case Kind::Constant:
        return bindings.letters[node.letter];
    case Kind::Number:
        return exprs.constant(type, node.number);
    case Kind::Boolean:
        return exprs.constant(Bool.withLanes(type.lanes), node.number);
    case Kind::Real:
        return exprs.constant(type, 0);
    case Kind::Binary:
        return buildBinary(exprs, node, bindings, type, overflows);
    case Kind::Not:
        return exprs.negation(child(0, type));
    case Kind::Select: {
        const bool isFirstUntyped = isUntyped(node.children[1]);
        const Expr* typed = child(isFirstUntyped ? 2 : 1, type);
        const Expr* other = child(isFirstUntyped ? 1 : 2, typed->dtype);
        return exprs.select(child(0, Bool), isFirstUntyped ? other : typed, isFirstUntyped ? typed : other);
    }
    case Kind::Ramp: {
        const Expr* base = child(0, type.element());
        return exprs.ramp(base, child(1, base->dtype), bindings.lanes);
    }
    case Kind::Broadcast:
        return exprs.broadcast(child(0, type.element()), bindings.lanes);
    }
    return nullptr;
}

const Expr* Pattern::buildBinary(UniqueExprs& exprs, const Node& node, const Bindings& bindings, DType type,
                                 bool& overflows) const
{
    const bool isFirstUntyped = isUntyped(node.children[0]);
    const Expr* typed = build(exprs, node.children[isFirstUntyped ? 1 : 0], bindings, type, overflows);
    const Expr* other =
        build(exprs, node.children[isFirstUntyped ? 0 : 1], bindings, typed->dtype, overflows);
    const Expr* a = isFirstUntyped ? other : typed;
    const Expr* b = isFirstUntyped ? typed : other;
    const auto* left = as<IntImm>(a);
    const auto* right = as<IntImm>(b);
    if (left && right && isArithmetic(node.op)) {
        const std::optional<int64_t> exact = evaluateBinary(node.op, left->value, right->value);
        overflows |= !exact || exprs.number(left->dtype, *exact)->value != *exact;
    }
    return exprs.matched(node.op, a, b);
}

std::optional<int64_t> Pattern::evaluate(size_t at, const Bindings& bindings) const
{
    const Node& node = m_nodes[at];
    if (node.kind == Kind::Number)
        return node.number;
    if (node.kind != Kind::Binary)
        return to<IntImm>(*bindings.letters[node.letter]).value;
    const std::optional<int64_t> a = evaluate(node.children[0], bindings);
    const std::optional<int64_t> b = evaluate(node.children[1], bindings);
    return a && b ? evaluateBinary(node.op, *a, *b) : std::nullopt;
}

} // namespace tir::arith
