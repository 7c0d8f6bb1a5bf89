/// In sound mode, simplified expressions have the values of the expressions as they were written: for the
/// forms in which TVM's normal form of indices goes wrong, and for everything near them.

#include "core/arith/analyzer.h"
#include "core/arith/int_set.h"
#include "core/ir/make.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/expression_list.h"
#include "tests/core/arith/evaluator.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

constexpr int Limit = 20;

} // namespace

class TestSoundMode : public QObject {
    Q_OBJECT

private slots:
    /// ((i % upper) // lower * scale) divided once more, or compared, with either division.
    void scaledPartsKeepTheirValues_data()
    {
        QTest::addColumn<bool>("isFloor");
        QTest::addColumn<int>("upper");
        for (const bool isFloor : {true, false})
            for (const int upper : {0, 4, 8, -8})
                QTest::addRow("%s %d", isFloor ? "floor" : "trunc", upper) << isFloor << upper;
    }

    void scaledPartsKeepTheirValues()
    {
        QFETCH(bool, isFloor);
        QFETCH(int, upper);
        m_quotient = isFloor ? BinaryOp::FloorDiv : BinaryOp::Div;
        m_remainder = isFloor ? BinaryOp::FloorMod : BinaryOp::Mod;
        const Expr* part = upper == 0 ? m_i : made(m_remainder, m_i, upper);
        for (const int lower : {1, 2, 4})
            for (const int scale : {-4, -2, -1, 1, 2, 4})
                for (const int divisor : {2, 4, 6, 16})
                    checkDivisions(made(BinaryOp::Mul, made(m_quotient, part, lower), scale), divisor);
    }

    void remaindersMayBeNegative()
    {
        // A truncated remainder says less about what is compared with it than a floored one.
        const Expr* rest = made(BinaryOp::Mod, binary(m_arena, BinaryOp::Sub, m_j, m_i), 8);
        checkSame(binary(m_arena, BinaryOp::GT, made(BinaryOp::Mul, m_j, 4), rest));
        checkSame(
            binary(m_arena, BinaryOp::LT, rest, made(BinaryOp::FloorMod, made(BinaryOp::Mul, m_i, 2), 8)));
    }

    void conditionsOnRemainders_data()
    {
        QTest::addColumn<int>("divisor");
        QTest::addColumn<int>("rest");
        for (const int divisor : {-5, -3, 3, 5})
            for (int rest = -2; rest <= 2; ++rest)
                QTest::addRow("%d %d", divisor, rest) << divisor << rest;
    }

    void conditionsOnRemainders()
    {
        QFETCH(int, divisor);
        QFETCH(int, rest);
        for (const BinaryOp op : {BinaryOp::FloorMod, BinaryOp::Mod}) {
            arith::Analyzer analyzer(m_arena, {.isSound = true});
            const Expr* condition = made(BinaryOp::EQ, made(op, m_i, divisor), rest);
            const arith::Constraint constraint = analyzer.enterConstraint(condition);
            const arith::ModularSet set = analyzer.modularSet(m_i);
            for (int i = -Limit; i <= Limit; ++i)
                if (evaluate(*condition, {{m_i, i}}) == 1)
                    QCOMPARE((i - set.base) % set.coeff, int64_t(0));
        }
    }

    /// The result depends on the operand: infinite numbers, NaN, and the sign of zero.
    void operationsWithZeroAreKept_data()
    {
        QTest::addColumn<bool>("isKept");
        for (const char* expr : {"x * T.float32(0)", "T.float32(0) * x", "T.float32(0) / x",
                                 "x + T.float32(0)", "T.float32(0) + x", "x - x"})
            QTest::newRow(expr) << true;
        for (const char* expr : {"x - T.float32(0)", "x * T.float32(1)", "x / T.float32(1)", "T.max(x, x)"})
            QTest::newRow(expr) << false;
    }

    void operationsWithZeroAreKept()
    {
        QFETCH(bool, isKept);
        const Result<ParsedExprs> read = parseExprs({QTest::currentDataTag()}, {{"x", "float32"}});
        QVERIFY(read);
        Arena arena;
        const Expr* expr = read->exprs.front();
        arith::Analyzer analyzer(arena, {.isSound = true});
        for (const Expr* simple :
             {analyzer.simplify(expr), analyzer.rewriteSimplify(expr), analyzer.canonicalSimplify(expr)})
            QCOMPARE(printExpr(*simple), isKept ? printExpr(*expr) : "x");
    }

    /// TVM takes the extreme integers for infinities, and folds constants that do not fit their type.
    void extremeIntegersAreNumbers_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("condition");
        const std::pair<const char*, const char*> extremes[] = {
            {"int32", "-2147483648"},
            {"int32", "2147483647"},
            {"int64", "T.int64(-9223372036854775808)"},
            {"int64", "T.int64(9223372036854775807)"},
        };
        for (const auto& [type, extreme] : extremes)
            for (const char* form :
                 {"x < %1", "x <= %1", "x > %1", "x >= %1", "x == %1", "%1 == x", "x != %1"}) {
                const QString condition = QString(form).arg(extreme);
                QTest::newRow(qPrintable(condition)) << type << condition;
            }
        for (const char* expr : {"x // 65536 // 65536", "x // 100000 // 100000", "x // 65536 % 65536",
                                 "x // 65536 * 2 // 131072"})
            QTest::newRow(expr) << "int32" << expr;
        for (const char* expr : {"x // T.uint64(18446744073709551615)", "x % T.uint64(18446744073709551615)",
                                 "x * T.uint64(2) + x % T.uint64(2) // T.uint64(18446744073709551615)",
                                 "x < T.uint64(18446744073709551615)"})
            QTest::newRow(expr) << "uint64" << expr;
        for (const char* form : {"x % %1", "x // %1", "x // %1 // %1", "x % %1 < T.int64(0)"}) {
            const QString expr = QString(form).replace("%1", "T.int64(9223372036854775807)");
            QTest::newRow(qPrintable(expr)) << "int64" << expr;
        }
    }

    void extremeIntegersAreNumbers()
    {
        QFETCH(QString, type);
        QFETCH(QString, condition);
        const Result<ParsedExprs> read = parseExprs({condition.toStdString()}, {{"x", type.toStdString()}});
        QVERIFY(read);
        Arena arena;
        const Expr* expr = read->exprs.front();
        const Var* x = read->variables.at("x");
        const int64_t largest = type == "int32" ? INT32_MAX : INT64_MAX;
        arith::Analyzer analyzer(arena, {.isSound = true});
        for (const Expr* simple :
             {analyzer.simplify(expr), analyzer.rewriteSimplify(expr), analyzer.canonicalSimplify(expr)})
            for (const int64_t value : {-largest - 1, -largest, int64_t(-3), int64_t(-1), int64_t(0),
                                        int64_t(2), int64_t(2000000000), largest - 1, largest})
                QVERIFY2(
                    evaluate(*simple, {{x, value}}) == evaluate(*expr, {{x, value}}),
                    (printExpr(*expr) + " became " + printExpr(*simple) + " for " + std::to_string(value))
                        .c_str());
    }

    /// Casts, shifts, and sums of narrow types lose bits: the ends of the operands are not those of the result.
    void valuesThatWrap_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<int>("begin");
        QTest::addColumn<int>("end");
        const auto add = [](const char* type, int begin, int end, std::initializer_list<const char*> exprs) {
            for (const char* expr : exprs)
                QTest::addRow("%s for %s x in [%d, %d)", expr, type, begin, end) << type << begin << end;
        };
        add("int32", -5, 100,
            {"T.Cast(\"uint8\", x)", "T.Cast(\"uint8\", x) < T.uint8(200)",
             "T.Cast(\"uint32\", x) < T.uint32(100)", "T.Cast(\"int8\", x * 2)"});
        add("int32", 0, 300,
            {"T.Cast(\"int8\", x)", "T.Cast(\"int8\", x) < T.int8(50)", "T.Cast(\"int8\", x) >= T.int8(0)",
             "T.Cast(\"uint8\", x + 250)", "T.Cast(\"int32\", T.Cast(\"uint8\", x + 250)) * 2"});
        add("int32", 0, 20,
            {"T.shift_left(x, 31)", "T.shift_left(x, 31) < 0", "T.shift_left(x, 28) // 16",
             "T.shift_left(x * 3, 30) % 4", "T.shift_right(x - 10, 1)"});
        add("uint8", 0, 100,
            {"x + T.uint8(200)", "x - T.uint8(50)", "x * T.uint8(3)", "x * T.uint8(3) < T.uint8(250)",
             "T.Cast(\"int32\", x + T.uint8(200))", "T.shift_left(x, T.uint8(4))"});
        add("int8", -20, 100, {"x + T.int8(100)", "x - T.int8(120)", "x * T.int8(2) >= T.int8(-40)"});
    }

    void valuesThatWrap()
    {
        QFETCH(QString, type);
        QFETCH(int, begin);
        QFETCH(int, end);
        const std::string text = QString(QTest::currentDataTag()).section(" for ", 0, 0).toStdString();
        const Result<ParsedExprs> read = parseExprs({text}, {{"x", type.toStdString()}});
        QVERIFY(read);
        const Expr* expr = read->exprs.front();
        const Var* x = read->variables.at("x");
        Arena arena;
        arith::Analyzer analyzer(arena, {.isSound = true});
        const arith::IntSet domain{constant(arena, x->dtype, begin), constant(arena, x->dtype, end - 1)};
        const arith::IntSet set = arith::evalSet(analyzer, expr, {{x, domain}});
        analyzer.updateBound(x, {begin, end - 1});
        const arith::ConstIntBound bound = analyzer.constIntBound(expr);
        const arith::ModularSet steps = analyzer.modularSet(expr);
        const Expr* simple = analyzer.simplify(expr);
        const bool isProved = expr->dtype.isBool() && analyzer.canProve(expr);
        for (int number = begin; number < end; ++number) {
            const Values values{{x, number}};
            const int64_t value = evaluate(*expr, values).value();
            QCOMPARE(evaluate(*simple, values), std::optional(value));
            QVERIFY(bound.min <= value && value <= bound.max);
            QCOMPARE(steps.coeff == 0 ? value - steps.base : (value - steps.base) % steps.coeff, int64_t(0));
            QVERIFY(!set.min || evaluate(*set.min, values).value() <= value);
            QVERIFY(!set.max || evaluate(*set.max, values).value() >= value);
            QVERIFY(!isProved || value == 1);
        }
    }

    /// Sums, opposites, and products of constants next to the ends of their type do not fit it. Where the expression as
    /// written overflows, it has no value.
    void extremeConstants_data()
    {
        QTest::addColumn<QString>("type");
        const auto add = [](const char* type, std::initializer_list<const char*> exprs) {
            for (const char* expr : exprs)
                QTest::newRow(expr) << type;
        };
        add("int32",
            {"x - 1073741824 - x // 2 >= y * 46341 + 2147483646", "(x - 65536) * -2 >= -2147483647",
             "9 > (x + y) * 1073741824", "((x + y) * 1073741824 + 2) % 3",
             "(x + x + 1 + (-3 - y) * 1073741824) % 46341", "(x - y) * 3 + (y + x * 1073741824) <= -2",
             "(x + (y - 2)) * 1073741824 < x - 8", "x < y + (-2147483648)", "x < 2147483647"});
        add("int64",
            {"T.int64(-9) > (x + y) // T.int64(-9223372036854775808) + T.int64(9223372036854775807)",
             "x + T.int64(-9223372036854775807) - T.int64(5) < T.int64(9223372036854775807)",
             "x + y - T.int64(4611686018427387904) < T.int64(4611686018427387904)",
             "x + y + T.int64(9223372036854775806) + T.int64(-9223372036854775807) - T.int64(1)",
             "x % T.int64(-9223372036854775808) - y", "T.min(x * T.int64(-9223372036854775808), y)"});
    }

    void extremeConstants()
    {
        QFETCH(QString, type);
        const std::string text = QTest::currentDataTag();
        const std::string name = type.toStdString();
        const Result<ParsedExprs> read = parseExprs({text}, {{"x", name}, {"y", name}});
        QVERIFY(read);
        const Expr* expr = read->exprs.front();
        const Var* x = read->variables.at("x");
        const auto y = read->variables.find("y");
        constexpr int End = 12;
        Arena arena;
        arith::Analyzer analyzer(arena, {.isSound = true});
        for (const auto& [unused, var] : read->variables)
            analyzer.bind(var, constant(arena, var->dtype, -End), constant(arena, var->dtype, 2 * End));
        const arith::ConstIntBound bound = analyzer.constIntBound(expr);
        const std::vector<const Expr*> results{analyzer.simplify(expr), analyzer.rewriteSimplify(expr),
                                               analyzer.canonicalSimplify(expr)};
        const bool isProved =
            expr->dtype.isBool() && analyzer.canProve(expr, arith::ProofStrength::SymbolicBound);
        int compared = 0;
        for (int first = -End; first < End; ++first)
            for (int second = -End; second < End; ++second) {
                Values values{{x, first}};
                if (y != read->variables.end())
                    values.emplace(y->second, second);
                const std::optional<int64_t> value = evaluate(*expr, values, Overflow::Fails);
                if (!value)
                    continue;
                ++compared;
                for (const Expr* made : results)
                    QVERIFY2(evaluate(*made, values) == value, printExpr(*made).c_str());
                QVERIFY(!isProved || *value == 1);
                QVERIFY(bound.min <= *value || bound.min == arith::ConstIntBound::NegInf);
                QVERIFY(*value <= bound.max);
            }
        QVERIFY(compared > 0);
    }

    /// Constants from 2^63 on are negative in 64 bits.
    void shiftedConstants_data()
    {
        QTest::addColumn<QString>("expected");
        QTest::newRow("T.shift_right(T.uint64(18446744073709551615), T.uint64(60))") << "T.uint64(15)";
        QTest::newRow("T.shift_right(T.Cast(\"uint64\", T.int64(-1)), T.uint64(63))") << "T.uint64(1)";
        QTest::newRow("T.shift_right(-16, 2)") << "-4";
        QTest::newRow("T.shift_left(T.uint64(1), T.uint64(63))") << "T.uint64(9223372036854775808)";
        QTest::newRow("T.shift_left(1, 31)") << "-2147483648";
    }

    void shiftedConstants()
    {
        QFETCH(QString, expected);
        const Result<ParsedExprs> read = parseExprs({QTest::currentDataTag()}, {});
        QVERIFY(read);
        Arena arena;
        arith::Analyzer analyzer(arena, {.isSound = true});
        QCOMPARE(QString::fromStdString(printExpr(*analyzer.simplify(read->exprs.front()))), expected);
    }

    /// What is not a number is neither less than another one nor at least as large, and sums of floats are rounded.
    void floatsKeepTheirValues_data()
    {
        QTest::addColumn<QString>("expected");
        for (const char* kept : {"a <= b", "not a < b", "not a <= b", "a < b or b <= a", "a + b - b",
                                 "a + b - a", "a - a", "a - (b + a)", "a - (a + b)", "T.Select(c, a, b) - b"})
            QTest::newRow(kept) << kept;
    }

    void floatsKeepTheirValues()
    {
        QFETCH(QString, expected);
        const Result<ParsedExprs> read =
            parseExprs({expected.toStdString()}, {{"a", "float32"}, {"b", "float32"}, {"c", "bool"}});
        QVERIFY(read);
        Arena arena;
        arith::Analyzer analyzer(arena, {.isSound = true});
        QCOMPARE(QString::fromStdString(printExpr(*analyzer.simplify(read->exprs.front()))), expected);
    }

private:
    const Expr* made(BinaryOp op, const Expr* a, int b)
    {
        return m_arena.make<Binary>(op, a, int32(m_arena, b));
    }

    void checkDivisions(const Expr* part, int divisor)
    {
        const Expr* quotient = made(m_quotient, part, divisor);
        const Expr* rest = made(m_remainder, part, divisor);
        checkSame(quotient);
        checkSame(rest);
        checkSame(made(m_quotient, rest, 6));
        checkSame(m_arena.make<Binary>(BinaryOp::LT, made(BinaryOp::Mul, m_j, divisor), rest));
        checkSame(m_arena.make<Binary>(BinaryOp::LT, rest, made(BinaryOp::Mul, m_j, 2)));
    }

    void checkSame(const Expr* expr)
    {
        arith::Analyzer analyzer(m_arena, {.isSound = true});
        analyzer.updateBound(m_j, {-3, 3});
        for (const Expr* simple :
             {analyzer.simplify(expr), analyzer.rewriteSimplify(expr), analyzer.canonicalSimplify(expr)})
            for (int i = -Limit; i <= Limit; ++i)
                for (int j = -3; j <= 3; j += 3)
                    QVERIFY2(evaluate(*simple, {{m_i, i}, {m_j, j}}) == evaluate(*expr, {{m_i, i}, {m_j, j}}),
                             (printExpr(*expr) + " became " + printExpr(*simple) + " for " +
                              std::to_string(i) + ", " + std::to_string(j))
                                 .c_str());
    }

    Arena m_arena;
    const Var* m_i = m_arena.make<Var>("i", primType(m_arena, Int32));
    const Var* m_j = m_arena.make<Var>("j", primType(m_arena, Int32));
    BinaryOp m_quotient = BinaryOp::FloorDiv;
    BinaryOp m_remainder = BinaryOp::FloorMod;
};

TIR_TEST(TestSoundMode)
#include "tst_sound_mode.moc"
