#include "core/script/reading/operators.h"

#include "core/ir/make.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/difference.h"
#include "core/support/text_format.h"

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
bool isTrue(Operator op, const T& a, const T& b)
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
    case Operator::GreaterEqual:
        return a >= b;
    default:
        TIR_CHECK(false) << "operator '" << toString(op) << "' compares nothing";
        return false;
    }
}

bool isIdentity(Operator op)
{
    return op == Operator::Is || op == Operator::IsNot;
}

bool isEquality(Operator op)
{
    return isIdentity(op) || op == Operator::Equal || op == Operator::NotEqual;
}

} // namespace

bool Operators::matchOperands(const Value& a, const Value& b, Span spanA, Span spanB, Span span,
                              const Expr*& left, const Expr*& right)
{
    if (a.isLiteralNumber() && !b.isLiteralNumber()) {
        right = m_values.toExpr(b, spanB);
        const bool widens = right && a.is(Value::Kind::Float) && !right->dtype.isAnyFloat();
        left = !right || widens || right->dtype.isBool() ? m_values.toExpr(a, spanA)
                                                         : m_values.toExprOf(a, right->dtype, spanA);
    } else {
        left = m_values.toExpr(a, spanA);
        const bool widens = left && b.is(Value::Kind::Float) && !left->dtype.isAnyFloat();
        right = !left || widens || left->dtype.isBool() ? m_values.toExpr(b, spanB)
                                                        : m_values.toExprOf(b, left->dtype, spanB);
    }
    if (!left || !right)
        return false;
    const DType typeA = left->dtype;
    const DType typeB = right->dtype;
    left = m_values.withType(left, typeB, spanA);
    right = m_values.withType(right, typeA, spanB);
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

bool Operators::matchBounds(const Value& begin, const Value& end, Span span, const Expr*& first,
                            const Expr*& last)
{
    if (begin.isNumber() && end.isNumber()) {
        first = m_values.toExpr(begin, span);
        last = m_values.toExpr(end, span);
        if (first && last && first->dtype != last->dtype)
            matchTypes(m_arena, first, last);
    } else if (!matchOperands(begin, end, span, span, span, first, last)) {
        return false;
    }
    if (!first || !last)
        return false;
    if (first->dtype.isIntegral() && first->dtype.isScalar())
        return true;
    fail(span, "bad-range", "bounds have type " + toString(first->dtype) + ", expected integers");
    return false;
}

const Range* Operators::rangeFrom(const Value& value, Span span)
{
    if (const auto* range = as<Range>(value.node); range && value.is(Value::Kind::Node))
        return range;
    if (value.is(Value::Kind::Sequence)) {
        if (value.items.size() != 2)
            return failNode(span, "bad-range",
                            "a range has two bounds, found " + std::to_string(value.items.size()));
        const Expr* begin = nullptr;
        const Expr* end = nullptr;
        if (!matchBounds(value.items[0], value.items[1], span, begin, end))
            return nullptr;
        return made(m_arena.make<Range>(begin, difference(m_arena, end, begin)), span);
    }
    const Expr* extent = m_values.toExpr(value, span);
    if (!extent)
        return nullptr;
    if (!extent->dtype.isIntegral())
        return failNode(span, "bad-range",
                        "an extent has type " + toString(extent->dtype) + ", expected an integer");
    return made(m_arena.make<Range>(intImm(m_arena, extent->dtype, 0), extent), span);
}

const Expr* Operators::arithmetic(BinaryOp op, const Expr* a, const Expr* b, Span span)
{
    if (a->dtype.isHandle() || a->dtype.isVoid())
        return failNode(span, "type-mismatch", "arithmetic on values of type " + toString(a->dtype));
    const bool divides =
        op == BinaryOp::Div || op == BinaryOp::FloorDiv || op == BinaryOp::Mod || op == BinaryOp::FloorMod;
    if (divides && isZero(b))
        return failNode(span, "division-by-zero", "division by zero");
    return made(binary(m_arena, op, a, b), span);
}

const Expr* Operators::bitCall(OpId op, const Expr* a, const Expr* b, Span span)
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

Value Operators::binaryOperator(Operator op, const Value& a, const Value& b, Span spanA, Span spanB,
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
                    "operator " + quoted(toString(op)) + " does not work on expressions");
    const Expr* left = nullptr;
    const Expr* right = nullptr;
    if (!matchOperands(a, b, spanA, spanB, span, left, right))
        return {};
    if (bits != OpId::Unknown)
        return Value::ofExpr(bitCall(bits, left, right, span));
    if (op == Operator::Div && left->dtype.isIntegral())
        return fail(span, "ambiguous-division",
                    "'/' on integers; '//' divides rounding down, 'T.truncdiv' rounding toward zero");
    return Value::ofExpr(arithmetic(*arithmeticKind, left, right, span));
}

Value Operators::comparison(Operator op, const Value& a, const Value& b, Span spanA, Span spanB, Span span)
{
    if (a.is(Value::Kind::Error) || b.is(Value::Kind::Error))
        return {};
    const std::optional<BinaryOp> kind = comparisonOp(op);
    const bool compares = kind || isIdentity(op); // the others look into containers
    if (compares && a.isNumber() && b.isNumber()) {
        if (a.is(Value::Kind::Float) || b.is(Value::Kind::Float))
            return Value::ofBool(isTrue(op, a.asReal(), b.asReal()));
        return Value::ofBool(isTrue(op, a.integer, b.integer));
    }
    if (compares && a.is(Value::Kind::String) && b.is(Value::Kind::String))
        return Value::ofBool(isTrue(op, a.text, b.text));
    if (isEquality(op) && (a.is(Value::Kind::None) || b.is(Value::Kind::None)))
        return Value::ofBool((a.kind == b.kind) == (op == Operator::Is || op == Operator::Equal));
    if (!kind)
        return fail(span, "bad-operands",
                    "operator " + quoted(toString(op)) + " does not work on expressions");
    const Expr* left = nullptr;
    const Expr* right = nullptr;
    if (!matchOperands(a, b, spanA, spanB, span, left, right))
        return {};
    return Value::ofExpr(made(m_arena.make<Binary>(*kind, left, right), span));
}

} // namespace tir::script
