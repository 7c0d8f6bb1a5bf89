/// Python's arithmetic on Python numbers.

#include "core/script/reading/operators.h"
#include "core/support/text_format.h"

#include "core/ir/integers.h"

#include <cmath>
#include <optional>

namespace tir::script {
namespace {

/// Nothing if it does not fit. Precondition: exponent >= 0.
std::optional<int64_t> integerPower(int64_t base, int64_t exponent)
{
    int64_t result = 1;
    while (exponent > 0) {
        if (exponent % 2 != 0 && __builtin_mul_overflow(result, base, &result))
            return std::nullopt;
        exponent /= 2;
        if (exponent > 0 && __builtin_mul_overflow(base, base, &base))
            return std::nullopt;
    }
    return result;
}

} // namespace

Value Operators::numberOperator(Operator op, const Value& a, const Value& b, Span span)
{
    const bool divides = op == Operator::Div || op == Operator::FloorDiv || op == Operator::Mod;
    if (divides && b.asReal() == 0)
        return fail(span, "division-by-zero", "division by zero");
    if (a.is(Value::Kind::Float) || b.is(Value::Kind::Float) || op == Operator::Div) {
        const double x = a.asReal();
        const double y = b.asReal();
        switch (op) {
        case Operator::Add:
            return Value::ofFloat(x + y);
        case Operator::Sub:
            return Value::ofFloat(x - y);
        case Operator::Mul:
            return Value::ofFloat(x * y);
        case Operator::Div:
            return Value::ofFloat(x / y);
        case Operator::FloorDiv:
            return Value::ofFloat(std::floor(x / y));
        case Operator::Mod:
            return Value::ofFloat(x - std::floor(x / y) * y);
        case Operator::Pow:
            return Value::ofFloat(std::pow(x, y));
        default:
            return fail(span, "bad-operands", "operator " + quoted(toString(op)) + " takes no floats");
        }
    }
    WideInteger result = 0;
    const WideInteger x = a.integer;
    const WideInteger y = b.integer;
    switch (op) {
    case Operator::Add:
        result = x + y;
        break;
    case Operator::Sub:
        result = x - y;
        break;
    case Operator::Mul:
        result = x * y;
        break;
    case Operator::FloorDiv:
        result = floorDivide(x, y);
        break;
    case Operator::Mod:
        result = floorModulo(x, y);
        break;
    case Operator::ShiftLeft:
    case Operator::ShiftRight:
        if (y < 0 || y > 63)
            return fail(span, "number-too-large", "shift by " + std::to_string(b.integer) + " bits");
        result = op == Operator::ShiftLeft ? x * (WideInteger(1) << int(y)) : x >> int(y);
        break;
    case Operator::BitAnd:
        return Value::ofInt(a.integer & b.integer);
    case Operator::BitOr:
        return Value::ofInt(a.integer | b.integer);
    case Operator::BitXor:
        return Value::ofInt(a.integer ^ b.integer);
    case Operator::Pow: {
        if (y < 0)
            return Value::ofFloat(std::pow(double(a.integer), double(b.integer)));
        const std::optional<int64_t> power = integerPower(a.integer, b.integer);
        if (!power)
            return fail(span, "number-too-large", "integer does not fit in 64 bits");
        return Value::ofInt(*power);
    }
    default:
        return fail(span, "bad-operands", "operator " + quoted(toString(op)) + " takes no numbers");
    }
    if (result > INT64_MAX || result < INT64_MIN)
        return fail(span, "number-too-large", "integer does not fit in 64 bits");
    return Value::ofInt(int64_t(result));
}

} // namespace tir::script
