/// Operators: Python's on Python numbers, matching and folding ones on expressions.

#include "core/ir/make.h"
#include "core/script/reading/evaluator.h"

#include <cmath>

namespace tir::script {
namespace {

bool isZero(const Expr* expr)
{
    const auto* real = as<FloatImm>(expr);
    return isConstInt(expr, 0) || (real && real->value == 0);
}

std::optional<BinaryOp> arithmeticOp(Operator op)
{
    switch (op) {
    case Operator::Add:
        return BinaryOp::Add;
    case Operator::Sub:
        return BinaryOp::Sub;
    case Operator::Mul:
        return BinaryOp::Mul;
    case Operator::Div:
        return BinaryOp::Div;
    case Operator::FloorDiv:
        return BinaryOp::FloorDiv;
    case Operator::Mod:
        return BinaryOp::FloorMod;
    default:
        return std::nullopt;
    }
}

OpId bitOp(Operator op)
{
    switch (op) {
    case Operator::ShiftLeft:
        return OpId::shift_left;
    case Operator::ShiftRight:
        return OpId::shift_right;
    case Operator::BitAnd:
        return OpId::bitwise_and;
    case Operator::BitOr:
        return OpId::bitwise_or;
    case Operator::BitXor:
        return OpId::bitwise_xor;
    default:
        return OpId::Unknown;
    }
}

std::optional<BinaryOp> comparisonOp(Operator op)
{
    switch (op) {
    case Operator::Less:
        return BinaryOp::LT;
    case Operator::LessEqual:
        return BinaryOp::LE;
    case Operator::Equal:
        return BinaryOp::EQ;
    case Operator::NotEqual:
        return BinaryOp::NE;
    case Operator::Greater:
        return BinaryOp::GT;
    case Operator::GreaterEqual:
        return BinaryOp::GE;
    default:
        return std::nullopt;
    }
}

template <class T>
bool compares(Operator op, const T& a, const T& b)
{
    switch (op) {
    case Operator::Less:
        return a < b;
    case Operator::LessEqual:
        return a <= b;
    case Operator::Equal:
    case Operator::Is:
        return a == b;
    case Operator::NotEqual:
    case Operator::IsNot:
        return a != b;
    case Operator::Greater:
        return a > b;
    default:
        return a >= b;
    }
}

} // namespace

Value Evaluator::evaluateBinary(const Syntax& syntax)
{
    const Syntax& left = *syntax.items[0];
    const Syntax& right = *syntax.items[1];
    const Value a = evaluate(left);
    const Value b = evaluate(right);
    return binaryOperator(syntax.op, a, b, left.span, right.span, syntax.span);
}

bool Evaluator::matchOperands(const Value& a, const Value& b, Span spanA, Span spanB, Span span,
                              const Expr*& left, const Expr*& right)
{
    if (a.isNumber() && !b.isNumber()) {
        right = toExpr(b, spanB);
        const bool widens = right && a.is(Value::Kind::Float) && !right->dtype.isAnyFloat();
        left =
            !right || widens || right->dtype.isBool() ? toExpr(a, spanA) : toExprOf(a, right->dtype, spanA);
    } else {
        left = toExpr(a, spanA);
        const bool widens = left && b.is(Value::Kind::Float) && !left->dtype.isAnyFloat();
        right = !left || widens || left->dtype.isBool() ? toExpr(b, spanB) : toExprOf(b, left->dtype, spanB);
    }
    if (!left || !right)
        return false;
    const DType typeA = left->dtype;
    const DType typeB = right->dtype;
    left = withType(left, typeB, spanA);
    right = withType(right, typeA, spanB);
    const Expr* const givenLeft = left;
    const Expr* const givenRight = right;
    if (!matchTypes(m_arena, left, right)) {
        fail(span, "type-mismatch",
             "operands of types " + toString(typeA) + " and " + toString(typeB) + " do not go together");
        return false;
    }
    if (left != givenLeft)
        made(left, spanA);
    if (right != givenRight)
        made(right, spanB);
    return true;
}

const Expr* Evaluator::arithmetic(BinaryOp op, const Expr* a, const Expr* b, Span span)
{
    if (a->dtype.isHandle() || a->dtype.isVoid())
        return failNode(span, "type-mismatch", "arithmetic on values of type " + toString(a->dtype));
    const bool divides =
        op == BinaryOp::Div || op == BinaryOp::FloorDiv || op == BinaryOp::Mod || op == BinaryOp::FloorMod;
    if (divides && isZero(b))
        return failNode(span, "division-by-zero", "division by zero");
    return made(binary(m_arena, op, a, b), span);
}

const Expr* Evaluator::bitCall(OpId op, const Expr* a, const Expr* b, Span span)
{
    const auto* x = as<IntImm>(a);
    const auto* y = as<IntImm>(b);
    const bool isShift = op == OpId::shift_left || op == OpId::shift_right;
    const bool foldsShift = a->dtype == Int32 || a->dtype == Int64;
    if (x && y && !isShift) {
        const int64_t value = op == OpId::bitwise_and  ? x->value & y->value
                              : op == OpId::bitwise_or ? x->value | y->value
                                                       : x->value ^ y->value;
        return made(intImm(m_arena, a->dtype, value), span);
    }
    if (isShift && foldsShift && y && y->value >= 0 && y->value < a->dtype.bits) {
        if (y->value == 0)
            return a;
        if (x) {
            const int64_t value =
                op == OpId::shift_left ? int64_t(uint64_t(x->value) << y->value) : x->value >> y->value;
            return made(intImm(m_arena, a->dtype, value), span);
        }
    }
    return made(callOp(m_arena, a->dtype, op, {a, b}), span);
}

Value Evaluator::binaryOperator(Operator op, const Value& a, const Value& b, Span spanA, Span spanB,
                                Span span)
{
    if (a.is(Value::Kind::Error) || b.is(Value::Kind::Error))
        return {};
    if (a.isNumber() && b.isNumber())
        return numberOperator(op, a, b, span);
    if (op == Operator::Add && a.kind == b.kind) {
        if (a.is(Value::Kind::String))
            return Value::ofText(Value::Kind::String,
                                 m_arena.intern(std::string(a.text) + std::string(b.text)));
        if (a.is(Value::Kind::Sequence)) {
            std::vector<Value> items(a.items.begin(), a.items.end());
            items.insert(items.end(), b.items.begin(), b.items.end());
            return Value::ofSequence(m_arena.copy(items));
        }
    }
    const OpId bits = bitOp(op);
    const std::optional<BinaryOp> arithmeticKind = arithmeticOp(op);
    if (bits == OpId::Unknown && !arithmeticKind)
        return fail(span, "bad-operands",
                    "operator '" + std::string(toString(op)) + "' does not work on expressions");
    const Expr* left = nullptr;
    const Expr* right = nullptr;
    if (!matchOperands(a, b, spanA, spanB, span, left, right))
        return {};
    if (bits != OpId::Unknown)
        return Value::ofExpr(bitCall(bits, left, right, span));
    if (op == Operator::Div && left->dtype.isIntegral())
        return fail(span, "ambiguous-division",
                    "'/' on integers; '//' divides rounding down, 'T.truncdiv' rounding towards zero");
    return Value::ofExpr(arithmetic(*arithmeticKind, left, right, span));
}

Value Evaluator::evaluateUnary(const Syntax& syntax)
{
    const Value value = evaluate(*syntax.base);
    if (value.is(Value::Kind::Error))
        return {};
    if (value.isNumber()) {
        switch (syntax.op) {
        case Operator::Not:
            return Value::ofBool(value.asReal() == 0);
        case Operator::Invert:
            return Value::ofInt(~value.integer);
        case Operator::Plus:
            return value;
        default:
            if (value.is(Value::Kind::Float))
                return Value::ofFloat(-value.real);
            return Value::ofInt(int64_t(-uint64_t(value.integer)));
        }
    }
    const Expr* operand = toExpr(value, syntax.base);
    if (!operand)
        return {};
    switch (syntax.op) {
    case Operator::Not:
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
        return Value::ofExpr(
            arithmetic(BinaryOp::Mul, operand, constant(m_arena, operand->dtype, -1), syntax.span));
    default:
        break;
    }
    return fail(syntax.span, "bad-operands",
                "unary '" + std::string(toString(syntax.op)) + "' does not work on this expression");
}

Value Evaluator::comparison(Operator op, const Value& a, const Value& b, Span spanA, Span spanB, Span span)
{
    if (a.is(Value::Kind::Error) || b.is(Value::Kind::Error))
        return {};
    if (a.isNumber() && b.isNumber()) {
        if (a.is(Value::Kind::Float) || b.is(Value::Kind::Float))
            return Value::ofBool(compares(op, a.asReal(), b.asReal()));
        return Value::ofBool(compares(op, a.integer, b.integer));
    }
    if (a.is(Value::Kind::String) && b.is(Value::Kind::String))
        return Value::ofBool(compares(op, a.text, b.text));
    if (a.is(Value::Kind::None) || b.is(Value::Kind::None))
        return Value::ofBool((a.kind == b.kind) == (op == Operator::Is || op == Operator::Equal));
    const std::optional<BinaryOp> kind = comparisonOp(op);
    if (!kind)
        return fail(span, "bad-operands",
                    "operator '" + std::string(toString(op)) + "' does not work on expressions");
    const Expr* left = nullptr;
    const Expr* right = nullptr;
    if (!matchOperands(a, b, spanA, spanB, span, left, right))
        return {};
    return Value::ofExpr(made(m_arena.make<Binary>(*kind, left, right), span));
}

Value Evaluator::evaluateComparison(const Syntax& syntax)
{
    // A chain is never printed, but `(a < b) == c` is, without its parentheses: with a comparison on the
    // left and a boolean on the right it is read from the left, else as Python does.
    std::vector<Value> values;
    for (const Syntax* item : syntax.items)
        values.push_back(evaluate(*item));
    const auto part = [&](size_t i) {
        const Span span{syntax.items[i]->span.begin, syntax.items[i + 1]->span.end};
        return comparison(syntax.operators[i], values[i], values[i + 1], syntax.items[i]->span,
                          syntax.items[i + 1]->span, span);
    };
    Value result = part(0);
    for (size_t i = 1; i < syntax.operators.size(); ++i) {
        const Span span{syntax.span.begin, syntax.items[i + 1]->span.end};
        const bool equates =
            syntax.operators[i] == Operator::Equal || syntax.operators[i] == Operator::NotEqual;
        const Expr* next = values[i + 1].expr();
        if (equates && result.expr() && next && next->dtype.isBool()) {
            result =
                comparison(syntax.operators[i], result, values[i + 1], span, syntax.items[i + 1]->span, span);
            continue;
        }
        const Value right = part(i);
        if (result.is(Value::Kind::Bool) && right.is(Value::Kind::Bool)) {
            result = Value::ofBool(result.integer != 0 && right.integer != 0);
            continue;
        }
        const Expr* a = toExprOf(result, Bool, span);
        const Expr* b = toExprOf(right, Bool, span);
        if (!a || !b)
            return {};
        result = Value::ofExpr(made(m_arena.make<Binary>(BinaryOp::And, a, b), span));
    }
    return result;
}

Value Evaluator::evaluateLogic(const Syntax& syntax)
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
        const Expr* a = toExprOf(result, Bool, {syntax.span.begin, syntax.items[i - 1]->span.end});
        const Expr* b = toExprOf(next, Bool, syntax.items[i]->span);
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

} // namespace tir::script
