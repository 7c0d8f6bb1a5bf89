/// Operators in the syntax tree.

#include "core/script/reading/expression_reader.h"
#include "core/support/text_format.h"

#include "core/ir/make.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/operators.h"

namespace tir::script {

Value ExpressionReader::evaluateBinary(const Syntax& syntax)
{
    const Syntax& left = *syntax.items[0];
    const Syntax& right = *syntax.items[1];
    const Value a = evaluate(left);
    const Value b = evaluate(right);
    return m_operators.binaryOperator(syntax.op, a, b, left.span, right.span, syntax.span);
}

Value ExpressionReader::evaluateUnary(const Syntax& syntax)
{
    const Value value = evaluate(*syntax.base);
    if (value.is(Value::Kind::Error))
        return {};
    // The smallest integer is written as the negative of one that is too large.
    if (value.is(Value::Kind::BigInt) && syntax.op == Operator::Minus && value.integer == INT64_MIN)
        return Value::ofInt(INT64_MIN);
    if (value.isNumber()) {
        switch (syntax.op) {
        case Operator::Not:
            return Value::ofBool(value.asReal() == 0);
        case Operator::Invert:
            if (value.is(Value::Kind::Float))
                return fail(syntax.span, "bad-operands", "unary '~' takes no floats");
            return Value::ofInt(~value.integer);
        case Operator::Plus:
            return value;
        default:
            if (value.is(Value::Kind::Float))
                return Value::ofFloat(-value.real);
            return Value::ofInt(int64_t(-uint64_t(value.integer)));
        }
    }
    const Expr* operand = m_values.toExpr(value, syntax.base);
    if (!operand)
        return {};
    switch (syntax.op) {
    case Operator::Not:
        operand = m_values.withType(operand, Bool, syntax.base->span);
        if (!operand->dtype.isBool())
            return fail(syntax.span, "type-mismatch",
                        "'not' takes a boolean, its operand has type " + toString(operand->dtype));
        return Value::ofExpr(made(m_arena.make<Not>(operand), syntax.span));
    case Operator::Invert:
        return Value::ofExpr(
            made(callOp(m_arena, operand->dtype, OpId::bitwise_not, {operand}), syntax.span));
    case Operator::Minus:
        if (operand->dtype.isHandle() || operand->dtype.isVoid())
            break;
        return Value::ofExpr(m_operators.arithmetic(BinaryOp::Mul, operand,
                                                    constant(m_arena, operand->dtype, -1), syntax.span));
    default:
        break;
    }
    return fail(syntax.span, "bad-operands",
                "unary " + quoted(toString(syntax.op)) + " does not work on this expression");
}

Value ExpressionReader::evaluateComparison(const Syntax& syntax)
{
    // A chain is never printed, but `(a < b) == c` is, without its parentheses: with a comparison on the
    // left and a boolean on the right it is read from the left, else as Python does.
    std::vector<Value> values;
    for (const Syntax* item : syntax.items)
        values.push_back(evaluate(*item));
    const auto part = [&](size_t i) {
        const Span span{syntax.items[i]->span.begin, syntax.items[i + 1]->span.end};
        return m_operators.comparison(syntax.operators()[i], values[i], values[i + 1], syntax.items[i]->span,
                                      syntax.items[i + 1]->span, span);
    };
    Value result = part(0);
    for (size_t i = 1; i < syntax.operators().size(); ++i) {
        const Span span{syntax.span.begin, syntax.items[i + 1]->span.end};
        const bool equates =
            syntax.operators()[i] == Operator::Equal || syntax.operators()[i] == Operator::NotEqual;
        const Expr* next = values[i + 1].expr();
        if (equates && result.expr() && next && next->dtype.isBool()) {
            result = m_operators.comparison(syntax.operators()[i], result, values[i + 1], span,
                                            syntax.items[i + 1]->span, span);
            continue;
        }
        const Value right = part(i);
        if (result.is(Value::Kind::Bool) && right.is(Value::Kind::Bool)) {
            result = Value::ofBool(result.integer != 0 && right.integer != 0);
            continue;
        }
        const Expr* a = m_values.toExprOf(result, Bool, span);
        const Expr* b = m_values.toExprOf(right, Bool, span);
        if (!a || !b)
            return {};
        result = Value::ofExpr(made(m_arena.make<Binary>(BinaryOp::And, a, b), span));
    }
    return result;
}

Value ExpressionReader::evaluateLogic(const Syntax& syntax)
{
    const bool isAnd = syntax.kind == SyntaxKind::And;
    Value result = evaluate(*syntax.items[0]);
    for (size_t i = 1; i < syntax.items.size(); ++i) {
        const Value next = evaluate(*syntax.items[i]);
        if (result.is(Value::Kind::Error) || next.is(Value::Kind::Error)) {
            result = {};
            continue;
        }
        if (result.isNumber() && next.isNumber()) {
            result = (result.asReal() != 0) == isAnd ? next : result;
            continue;
        }
        const Span span{syntax.span.begin, syntax.items[i]->span.end};
        const Expr* a = m_values.toExprOf(result, Bool, {syntax.span.begin, syntax.items[i - 1]->span.end});
        const Expr* b = m_values.toExprOf(next, Bool, syntax.items[i]->span);
        if (!a || !b)
            return {};
        if (!a->dtype.isBool() || !b->dtype.isBool()) {
            const DType wrong = a->dtype.isBool() ? b->dtype : a->dtype;
            return fail(span, "type-mismatch",
                        std::string(isAnd ? "'and'" : "'or'") + " takes booleans, found a value of type " +
                            toString(wrong));
        }
        if (!matchTypes(m_arena, a, b))
            return fail(span, "type-mismatch", "operands have different numbers of lanes");
        result = Value::ofExpr(made(m_arena.make<Binary>(isAnd ? BinaryOp::And : BinaryOp::Or, a, b), span));
    }
    return result;
}

Value ExpressionReader::evaluateConditional(const Syntax& syntax)
{
    const Value condition = evaluate(*syntax.items[1]);
    if (condition.is(Value::Kind::Error))
        return {};
    if (condition.isNumber())
        return evaluate(condition.integer != 0 || condition.real != 0 ? *syntax.items[0] : *syntax.items[2]);
    const Expr* test = m_values.toExpr(condition, syntax.items[1]);
    const Value whenTrue = evaluate(*syntax.items[0]);
    const Value whenFalse = evaluate(*syntax.items[2]);
    const Expr* a = nullptr;
    const Expr* b = nullptr;
    if (!test || !m_operators.matchOperands(whenTrue, whenFalse, syntax.items[0]->span, syntax.items[2]->span,
                                            syntax.span, a, b))
        return {};
    return Value::ofExpr(made(callOp(m_arena, a->dtype, OpId::if_then_else, {test, a, b}), syntax.span));
}

} // namespace tir::script
