/// Conversions between float formats: the integer operations are evaluated and compared with the values of the formats.

#include "passes/legalize/float_conversion.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <bit>
#include <cmath>

using namespace tir;

namespace {

constexpr DType BFloat16{TypeCode::BFloat, 16, 1};
constexpr DType E4M3{TypeCode::Float8E4M3FN, 8, 1};
constexpr DType E5M2{TypeCode::Float8E5M2, 8, 1};

uint64_t cutTo(DType type, uint64_t bits)
{
    return type.bits >= 64 ? bits : bits & ((uint64_t(1) << type.bits) - 1);
}

float asFloat(uint64_t bits)
{
    return std::bit_cast<float>(uint32_t(bits));
}

uint64_t bitsOf(float value)
{
    return std::bit_cast<uint32_t>(value);
}

/// The bits of an expression over one variable: scalars, unsigned integers, float32 by its value.
class Evaluator {
public:
    explicit Evaluator(uint64_t input) : m_input(input) {}

    uint64_t operator()(const Expr* expr) const
    {
        const Evaluator& eval = *this;
        if (as<Var>(expr))
            return m_input;
        if (const auto* integer = as<IntImm>(expr))
            return uint64_t(integer->value);
        if (const auto* real = as<FloatImm>(expr))
            return bitsOf(float(real->value));
        if (const auto* node = as<Cast>(expr)) // from an integer
            return expr->dtype == Float32 ? bitsOf(float(eval(node->value)))
                                          : cutTo(expr->dtype, eval(node->value));
        if (const auto* node = as<Select>(expr))
            return eval(node->condition) ? eval(node->trueValue) : eval(node->falseValue);
        if (const auto* node = as<Binary>(expr))
            return binary(*node, eval(node->a), eval(node->b));
        const auto& call = to<Call>(*expr);
        if (call.isOp(OpId::reinterpret))
            return eval(call.args[0]);
        if (call.isOp(OpId::if_then_else))
            return eval(call.args[0]) ? eval(call.args[1]) : eval(call.args[2]);
        return cutTo(expr->dtype, operation(call.opId(), eval(call.args[0]), eval(call.args[1])));
    }

private:
    static uint64_t binary(const Binary& node, uint64_t a, uint64_t b)
    {
        switch (node.op) {
        case BinaryOp::Add:
            return cutTo(node.dtype, a + b);
        case BinaryOp::Sub:
            return cutTo(node.dtype, a - b);
        case BinaryOp::Mul: // only of floats
            return bitsOf(asFloat(a) * asFloat(b));
        case BinaryOp::EQ:
            return a == b;
        case BinaryOp::LT:
            return a < b;
        case BinaryOp::LE:
            return a <= b;
        default:
            throw InternalError("an operation that the conversions do not need");
        }
    }

    static uint64_t operation(OpId op, uint64_t a, uint64_t b)
    {
        if (op == OpId::shift_left)
            return a << b;
        if (op == OpId::shift_right)
            return a >> b;
        if (op == OpId::bitwise_and)
            return a & b;
        if (op == OpId::bitwise_or)
            return a | b;
        throw InternalError("an operation that the conversions do not need");
    }

    uint64_t m_input;
};

/// The value of the bits of a finite 8-bit float.
double meaning(DType type, unsigned bits)
{
    const FloatFormat format = floatFormat(type);
    const unsigned mantissa = bits & ((1U << format.mantissaBits) - 1);
    const int exponent = int(bits >> format.mantissaBits) & ((1 << format.exponentBits) - 1);
    const double magnitude = exponent == 0 ? std::ldexp(mantissa, 1 - format.bias - format.mantissaBits)
                                           : std::ldexp((1U << format.mantissaBits) + mantissa,
                                                        exponent - format.bias - format.mantissaBits);
    return bits >> 7 ? -magnitude : magnitude;
}

/// Infinities and NaNs have the largest exponent of e5m2, and one value of each sign in e4m3fn.
bool isFinite(DType type, unsigned bits)
{
    return type == E4M3 ? (bits & 0x7F) != 0x7F : (bits & 0x7C) != 0x7C;
}

} // namespace

class TestFloatBits : public QObject {
    Q_OBJECT

private slots:
    void everyFloat8Widens()
    {
        Arena arena;
        for (const DType type : {E4M3, E5M2}) {
            const auto* input = arena.make<Var>("x", primType(arena, type));
            const Expr* wide = widenedByBits(arena, Float32, input, TinyValues::Exact);
            for (unsigned bits = 0; bits < 256; ++bits)
                if (isFinite(type, bits))
                    QCOMPARE(double(asFloat(Evaluator(bits)(wide))), meaning(type, bits));
        }
    }

    void zeroIsTinyAsTvmWidensIt()
    {
        Arena arena;
        const auto* input = arena.make<Var>("x", primType(arena, E4M3));
        const Expr* wide = widenedByBits(arena, Float32, input, TinyValues::AsNormal);
        QCOMPARE(asFloat(Evaluator(0)(wide)), std::ldexp(1.0F, -7));
        QCOMPARE(asFloat(Evaluator(0x38)(wide)), 1.0F);
    }

    void everyNormalFloat8ComesBack()
    {
        Arena arena;
        for (const DType type : {E4M3, E5M2}) {
            const auto* input = arena.make<Var>("x", primType(arena, Float32));
            const Expr* narrow = narrowedByBits(arena, type, input, TinyValues::Exact);
            for (unsigned bits = 0; bits < 256; ++bits) {
                const double value = meaning(type, bits);
                const bool isNormal = std::abs(value) >= std::ldexp(1.0, 1 - floatFormat(type).bias);
                if (isFinite(type, bits))
                    QCOMPARE(Evaluator(bitsOf(float(value)))(narrow), uint64_t(isNormal ? bits : 0));
            }
        }
    }

    void roundsToNearestEven_data()
    {
        QTest::addColumn<float>("value");
        QTest::addColumn<float>("rounded");
        QTest::newRow("exact") << 1.0F << 1.0F;
        QTest::newRow("below the middle") << 1.00390F << 1.0F;
        QTest::newRow("middle goes to even, down") << 1.00390625F << 1.0F;
        QTest::newRow("middle goes to even, up") << 1.01171875F << 1.015625F;
        QTest::newRow("above the middle") << 1.00391F << 1.0078125F;
        QTest::newRow("negative") << -1.01171875F << -1.015625F;
        QTest::newRow("carries into the exponent") << 1.999F << 2.0F;
    }

    void roundsToNearestEven()
    {
        QFETCH(float, value);
        QFETCH(float, rounded);
        Arena arena;
        const auto* input = arena.make<Var>("x", primType(arena, Float32));
        const Expr* narrow = narrowedByBits(arena, BFloat16, input, TinyValues::Exact);
        const Expr* back = widenedByBits(arena, Float32, narrow, TinyValues::Exact);
        QCOMPARE(asFloat(Evaluator(bitsOf(value))(back)), rounded);
    }

    void vectorsAreConvertedLaneByLane()
    {
        Arena arena;
        const auto* input = arena.make<Var>("x", primType(arena, E4M3.withLanes(4)));
        const Expr* wide = widenedByBits(arena, Float32.withLanes(4), input, TinyValues::Exact);
        QCOMPARE(toString(wide->dtype), std::string("float32x4"));
        const Expr* back = narrowedByBits(arena, E4M3.withLanes(4), wide, TinyValues::Exact);
        QCOMPARE(toString(back->dtype), std::string("float8_e4m3fnx4"));
    }
};

TIR_TEST(TestFloatBits)
#include "tst_float_conversion.moc"
