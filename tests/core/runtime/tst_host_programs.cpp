/// Results of expressions and statements of host functions, compared with formulas in C++.

#include "core/codegen/llvm_ir/emit.h"
#include "core/ir/make.h"
#include "core/script/reading/parser.h"
#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <cmath>

using namespace tir;
using tir::testing::Checked;
using tir::testing::Numbers;
using tir::testing::runMain;
using tir::testing::runProgram;
using tir::testing::RunResult;
using tir::testing::troubleOf;

class TstHostPrograms : public QObject {
    Q_OBJECT

private slots:
    void divides_data();
    void divides();
    void divisionByZeroIsAnError();
    void integersWrap();
    void casts_data();
    void casts();
    void castsRoundOnce_data();
    void castsRoundOnce();
    void comparesWhatIsNoNumber_data();
    void comparesWhatIsNoNumber();
    void roundsAfterEveryOperation_data();
    void roundsAfterEveryOperation();
    void computes_data();
    void computes();
    void vectors_data();
    void vectors();
    void branchesAreNotEvaluatedInVain();
    void loops_data();
    void loops();
    void freshMemoryIsFilled();
    void stridesAndDimensions();
    void callsFunctions();
    void returnsAValue();
    void assertionsEndTheRun();
    void booleansAreBytes();
    void manyParameters_data();
    void manyParameters();
};

void TstHostPrograms::divides_data()
{
    QTest::addColumn<QString>("dtype");
    for (const char* dtype : {"int8", "int32", "int64", "uint8", "uint32"})
        QTest::newRow(dtype) << QString(dtype);
}

void TstHostPrograms::divides()
{
    QFETCH(QString, dtype);
    const bool isSigned = !dtype.startsWith('u');
    Numbers dividends;
    Numbers divisors;
    for (const int dividend : {-128, -9, -8, -7, -1, 0, 1, 7, 8, 9, 127})
        for (const int divisor : {-128, -4, -3, -1, 1, 3, 4, 127}) {
            const bool overflows = dividend == -128 && divisor == -1;
            if (overflows || (!isSigned && (dividend < 0 || divisor < 0)))
                continue;
            dividends.push_back(dividend);
            divisors.push_back(divisor);
        }
    const QString count = QString::number(dividends.size());
    const QString type = QStringLiteral("T.Buffer((%1,), \"%2\")").arg(count, dtype);
    const RunResult result =
        runMain(QStringLiteral("A: %1, B: %1, Q: %1, R: %1, FQ: %1, FR: %1").arg(type).toStdString(),
                QStringLiteral("for i in range(%1):\n"
                               "    Q[i] = T.truncdiv(A[i], B[i])\n    R[i] = T.truncmod(A[i], B[i])\n"
                               "    FQ[i] = A[i] // B[i]\n    FR[i] = A[i] % B[i]")
                    .arg(count)
                    .toStdString(),
                {{"A", dividends}, {"B", divisors}});
    QCOMPARE(troubleOf(result), QString());
    for (size_t index = 0; index < dividends.size(); ++index) {
        const double quotient = dividends[index] / divisors[index];
        QCOMPARE(result.after.at("Q")[index], std::trunc(quotient));
        QCOMPARE(result.after.at("R")[index], dividends[index] - std::trunc(quotient) * divisors[index]);
        QCOMPARE(result.after.at("FQ")[index], std::floor(quotient));
        QCOMPARE(result.after.at("FR")[index], dividends[index] - std::floor(quotient) * divisors[index]);
    }
}

void TstHostPrograms::divisionByZeroIsAnError()
{
    const RunResult result = runMain("A: T.Buffer((2,), \"int32\")", "A[0] = A[0] // A[1]", {{"A", {5, 0}}});
    QVERIFY(result.error.has_value());
    QCOMPARE(result.error->kind, std::string("ZeroDivisionError"));
}

void TstHostPrograms::integersWrap()
{
    const RunResult result =
        runMain("A: T.Buffer((4,), \"int8\")", "A[0] = A[0] + A[1]\nA[2] = T.truncdiv(A[2], A[3])",
                {{"A", {127, 1, -128, -1}}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A"), (Numbers{-128, 1, -128, -1}));
}

void TstHostPrograms::casts_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* from, const char* to, double value, double expected) {
        QTest::newRow(qPrintable(QStringLiteral("%1 %2 to %3").arg(from).arg(value).arg(to)))
            << QString(from) << QString(to) << value << expected;
    };
    row("float32", "int32", -2.75, -2);
    row("float32", "int32", 1e20, 2147483647);
    row("float32", "uint8", -5, 0);
    row("float32", "bool", 0.5, 1);
    row("int32", "int8", 300, 44);
    row("int32", "uint8", -1, 255);
    row("uint8", "int32", 200, 200);
    row("int8", "uint32", -1, 4294967295.0);
    row("int32", "float32", -7, -7);
    row("uint32", "float64", 4294967295.0, 4294967295.0);
    row("bool", "float32", 1, 1);
    row("float64", "float16", 2049, 2048);
    row("float16", "float32", 0.333251953125, 0.333251953125);
    row("float32", "bfloat16", 1.01171875, 1.015625); // a tie, to even
    row("float32", "float8_e4m3fn", 17, 16);
    row("float8_e5m2", "float32", 1.25, 1.25);
}

void TstHostPrograms::casts()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(double, value);
    QFETCH(double, expected);
    const RunResult result = runMain(
        QStringLiteral("A: T.Buffer((1,), \"%1\"), B: T.Buffer((1,), \"%2\")").arg(from, to).toStdString(),
        QStringLiteral("B[0] = T.Cast(\"%1\", A[0])").arg(to).toStdString(), {{"A", {value}}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("B")[0], expected);
}

void TstHostPrograms::castsRoundOnce_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<int>("bits"); // of the significand
    QTest::newRow("half of double") << "float64"
                                    << "float16" << 11;
    QTest::newRow("bfloat16 of double") << "float64"
                                        << "bfloat16" << 8;
    QTest::newRow("bfloat16 of int") << "int32"
                                     << "bfloat16" << 8;
    QTest::newRow("bfloat16 of unsigned") << "uint32"
                                          << "bfloat16" << 8;
}

/// Not to float32 first: a value close to the middle of two numbers would be rounded to the middle.
void TstHostPrograms::castsRoundOnce()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(int, bits);
    const bool isFloat = from.startsWith("float");
    Numbers given;
    for (int exponent = isFloat ? -10 : 27; exponent < (isFloat ? 15 : 31); ++exponent)
        for (int step = 0; step < 8; ++step)
            for (const double beside : {-1.0, 0.0, 1.0}) {
                const double middle = std::ldexp(1 + (step + 0.5) * std::ldexp(1, 1 - bits), exponent);
                const double distance = isFloat ? std::ldexp(1, exponent - 40) : 1;
                given.push_back(middle + beside * distance);
                if (!from.startsWith('u'))
                    given.push_back(-given.back());
            }
    const std::string shape = "T.Buffer((" + std::to_string(given.size()) + ",), \"";
    const RunResult result =
        runMain("A: " + shape + from.toStdString() + "\"), B: " + shape + to.toStdString() + "\")",
                "for i in range(" + std::to_string(given.size()) + "):\n        B[i] = T.Cast(\"" +
                    to.toStdString() + "\", A[i])",
                {{"A", given}});
    QCOMPARE(troubleOf(result), QString());
    for (size_t index = 0; index < given.size(); ++index) {
        int exponent = 0;
        const double part = std::frexp(given[index], &exponent);
        const double expected = std::ldexp(std::nearbyint(std::ldexp(part, bits)), exponent - bits);
        QCOMPARE(result.after.at("B")[index], expected);
    }
}

void TstHostPrograms::comparesWhatIsNoNumber_data()
{
    QTest::addColumn<QString>("dtype");
    // The narrower floats, float6 and float4, have no NaN.
    for (const char* dtype :
         {"float64", "float32", "float16", "bfloat16", "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz",
          "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz"})
        QTest::newRow(dtype) << QString(dtype);
}

/// As CUDA C and PTX have it, and as constants fold: the least and the greatest of a number and a NaN is the number,
/// on whichever side it is; a NaN differs from everything and is neither less nor greater.
void TstHostPrograms::comparesWhatIsNoNumber()
{
    QFETCH(QString, dtype);
    const double nan = std::nan("");
    const Numbers left = {nan, 1, nan, 2, -1, 2};
    const Numbers right = {1, nan, nan, -2, 1, 2};
    const std::map<BinaryOp, std::pair<std::string, Numbers>> operations = {
        {BinaryOp::Min, {"T.min({a}, {b})", {1, 1, nan, -2, -1, 2}}},
        {BinaryOp::Max, {"T.max({a}, {b})", {1, 1, nan, 2, 1, 2}}},
        {BinaryOp::EQ, {"{a} == {b}", {0, 0, 0, 0, 0, 1}}},
        {BinaryOp::NE, {"{a} != {b}", {1, 1, 1, 1, 1, 0}}},
        {BinaryOp::LT, {"{a} < {b}", {0, 0, 0, 0, 1, 0}}},
        {BinaryOp::LE, {"{a} <= {b}", {0, 0, 0, 0, 1, 1}}},
        {BinaryOp::GT, {"{a} > {b}", {0, 0, 0, 1, 0, 0}}},
        {BinaryOp::GE, {"{a} >= {b}", {0, 0, 0, 1, 0, 1}}}};
    Arena arena;
    const DType type = *dtypeFromString(dtype.toStdString());
    const auto isSame = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    for (const auto& [op, operation] : operations) {
        QString text = QString::fromStdString(operation.first);
        text.replace("{a}", "T.Cast(\"" + dtype + "\", A[i])")
            .replace("{b}", "T.Cast(\"" + dtype + "\", B[i])");
        const std::string buffer = ": T.Buffer((6,), \"float64\")";
        const RunResult result =
            runMain("A" + buffer + ", B" + buffer + ", C" + buffer,
                    "for i in range(6):\n        C[i] = T.Cast(\"float64\", " + text.toStdString() + ")",
                    {{"A", left}, {"B", right}});
        QCOMPARE(troubleOf(result), QString());
        for (size_t index = 0; index < left.size(); ++index) {
            const double expected = operation.second[index];
            const QString shown = QStringLiteral("%1 with a = %2, b = %3")
                                      .arg(QString::fromStdString(operation.first))
                                      .arg(left[index])
                                      .arg(right[index]);
            QVERIFY2(isSame(result.after.at("C")[index], expected), qPrintable("run: " + shown));
            const Expr* folded = foldBinary(arena, op, floatImm(arena, type, left[index]),
                                            floatImm(arena, type, right[index]));
            const auto* real = as<FloatImm>(folded);
            const auto* truth = as<IntImm>(folded);
            QVERIFY2(real || truth, qPrintable("not folded: " + shown));
            QVERIFY2(isSame(real ? real->value : double(truth->value), expected),
                     qPrintable("folded: " + shown));
        }
    }
}

void TstHostPrograms::roundsAfterEveryOperation_data()
{
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<double>("a");
    QTest::addColumn<double>("b");
    QTest::addColumn<double>("expected"); // (a + b) - b
    QTest::newRow("half") << "float16" << 1.0 << 2048.0 << 0.0;
    QTest::newRow("half, tie to even") << "float16" << 3.0 << 2048.0 << 4.0;
    QTest::newRow("bfloat") << "bfloat16" << 1.0 << 256.0 << 0.0;
    QTest::newRow("fp8") << "float8_e4m3fn" << 1.0 << 16.0 << 0.0;
    QTest::newRow("single") << "float32" << 1.0 << 16777216.0 << 0.0;
    QTest::newRow("double") << "float64" << 1.0 << 16777216.0 << 1.0;
}

void TstHostPrograms::roundsAfterEveryOperation()
{
    QFETCH(QString, dtype);
    QFETCH(double, a);
    QFETCH(double, b);
    QFETCH(double, expected);
    const RunResult result = runMain(QStringLiteral("A: T.Buffer((3,), \"%1\")").arg(dtype).toStdString(),
                                     "A[2] = A[0] + A[1] - A[1]", {{"A", {a, b, 9}}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A")[2], expected);
}

void TstHostPrograms::computes_data()
{
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<QString>("expression"); // of A[0] and A[1]
    QTest::addColumn<double>("a");
    QTest::addColumn<double>("b");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* dtype, const char* expression, double a, double b, double expected) {
        QTest::newRow(expression) << QString(dtype) << QString(expression) << a << b << expected;
    };
    row("float32", "T.exp(A[0])", 1, 0, std::exp(1.0f));
    row("float64", "T.log(A[0])", 10, 0, std::log(10.0));
    row("float32", "T.sqrt(A[0])", 2, 0, std::sqrt(2.0f));
    row("float32", "T.rsqrt(A[0])", 4, 0, 0.5);
    row("float32", "T.tanh(A[0])", 0.5, 0, std::tanh(0.5f));
    row("float32", "T.erf(A[0])", 0.5, 0, std::erf(0.5f));
    row("float32", "T.sigmoid(A[0])", 0, 0, 0.5);
    row("float32", "T.pow(A[0], A[1])", 2, 10, 1024);
    row("float32", "T.floor(A[0]) + T.ceil(A[1])", -1.5, 1.5, 0);
    row("float32", "T.round(A[0]) + T.trunc(A[1])", 2.5, -1.5, 1);
    row("float32", "T.fabs(A[0])", -3, 0, 3);
    row("float32", "T.fmod(A[0], A[1])", -7.5, 2, -1.5);
    row("float32", "T.fma(A[0], A[1], A[0])", 3, 4, 15);
    row("float16", "T.exp(A[0])", 1, 0, 2.71875);
    row("float32", "T.min(A[0], A[1]) * T.max(A[0], A[1])", 3, -4, -12);
    row("float32", "T.Select(A[0] < A[1], A[0], A[1] * A[1])", 5, 3, 9);
    row("float32", "T.if_then_else(T.isnan(A[0] / A[1]), T.float32(1), T.float32(2))", 0, 0, 1);
    row("int32", "T.bitwise_and(A[0], 12) + T.bitwise_xor(A[0], A[1])", 10, 6, 8 + 12);
    row("int32", "T.bitwise_or(A[0], A[1]) + T.bitwise_not(A[1])", 8, 3, 11 - 4);
    row("int32", "T.shift_left(A[0], A[1])", 3, 4, 48);
    row("int32", "T.shift_right(A[0], A[1])", -16, 2, -4);
    row("int32", "T.shift_right(A[0], 40)", -16, 2, -1);
    row("uint32", "T.popcount(A[0])", 255, 0, 8);
    row("int32", "T.reinterpret(\"int32\", T.float32(1.0)) + A[0]", 0, 0, 0x3f800000);
    row("int32", "T.likely(A[0] < A[1])", 1, 2, 1);
    row("float32", "T.call_pure_extern(\"float32\", \"expf\", A[0])", 0, 0, 1);
    row("float32", "T.call_pure_extern(\"float32\", \"__expf\", A[0])", 0, 0, 1);
    row("float16", "T.call_pure_extern(\"float16\", \"hexp\", A[0])", 1, 0, 2.71875);
    row("float16", "T.call_pure_extern(\"float16\", \"hrint\", A[0])", 2.5, 0, 2);
    row("float16", "T.call_pure_extern(\"float16\", \"__habs\", A[0])", -2.5, 0, 2.5);
    row("float16", "T.call_pure_extern(\"float16\", \"hhypot\", A[0], A[1])", 3, 4, 5);
    row("float16", "T.call_pure_extern(\"float16\", \"hypot\", A[0], A[1])", 3, 4, 5);
    row("uint32", "T.call_pure_extern(\"uint32\", \"__popc\", A[0])", 255, 0, 8);
}

void TstHostPrograms::computes()
{
    QFETCH(QString, dtype);
    QFETCH(QString, expression);
    QFETCH(double, a);
    QFETCH(double, b);
    QFETCH(double, expected);
    const RunResult result = runMain(
        QStringLiteral("A: T.Buffer((2,), \"%1\"), R: T.Buffer((1,), \"%1\")").arg(dtype).toStdString(),
        QStringLiteral("R[0] = T.Cast(\"%1\", %2)").arg(dtype, expression).toStdString(), {{"A", {a, b}}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(float(result.after.at("R")[0]), float(expected));
}

void TstHostPrograms::vectors_data()
{
    QTest::addColumn<QString>("statements"); // A counts from 0 to 15, B starts as zeros
    QTest::addColumn<QVector<double>>("expected");
    const auto row = [](const char* name, const char* statements, const QVector<double>& expected) {
        QTest::newRow(name) << QString(statements) << expected;
    };
    row("contiguous", "B[0:4] = A[4:8] * T.Broadcast(T.float32(2), 4)", {8, 10, 12, 14, 0, 0, 0, 0});
    row("strided load", "B[T.Ramp(0, 1, 4)] = A[T.Ramp(1, 4, 4)]", {1, 5, 9, 13, 0, 0, 0, 0});
    row("strided store", "B[T.Ramp(0, 2, 4)] = A[T.Ramp(1, 1, 4)]", {1, 0, 2, 0, 3, 0, 4, 0});
    row("backwards", "B[T.Ramp(3, -1, 4)] = A[T.Ramp(0, 1, 4)]", {3, 2, 1, 0, 0, 0, 0, 0});
    row("shifted ramp", "B[T.Ramp(0, 1, 4) + T.Broadcast(2, 4)] = T.Broadcast(T.float32(7), 4)",
        {0, 0, 7, 7, 7, 7, 0, 0});
    row("shuffle", "B[T.Ramp(0, 1, 2)] = T.Shuffle([A[T.Ramp(0, 1, 4)]], [3, 1])", {3, 1, 0, 0, 0, 0, 0, 0});
    row("select",
        "B[T.Ramp(0, 1, 4)] = T.Select(A[T.Ramp(0, 1, 4)] < T.Broadcast(T.float32(2), 4), "
        "T.Broadcast(T.float32(-1), 4), A[T.Ramp(0, 1, 4)])",
        {-1, -1, 2, 3, 0, 0, 0, 0});
    row("vectorized loop", "for i in T.vectorized(8):\n    B[i] = A[i + 8]", {8, 9, 10, 11, 12, 13, 14, 15});
}

void TstHostPrograms::vectors()
{
    QFETCH(QString, statements);
    QFETCH(QVector<double>, expected);
    Numbers counting(16);
    for (size_t index = 0; index < counting.size(); ++index)
        counting[index] = double(index);
    const RunResult result = runMain("A: T.Buffer((16,), \"float32\"), B: T.Buffer((8,), \"float32\")",
                                     statements.toStdString(), {{"A", counting}, {"B", Numbers(8)}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("B"), Numbers(expected.begin(), expected.end()));
}

void TstHostPrograms::branchesAreNotEvaluatedInVain()
{
    // The branches not taken divide by zero, which would end the run.
    const RunResult result = runMain("A: T.Buffer((4,), \"int32\")",
                                     "A[1] = T.if_then_else(A[0] == 0, 5, 8 // A[0])\n"
                                     "A[2] = T.Cast(\"int32\", A[0] != 0 and 8 // A[0] == 1)\n"
                                     "A[3] = T.Cast(\"int32\", A[0] == 0 or 8 // A[0] == 1)",
                                     {{"A", {0, 0, 0, 0}}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A"), (Numbers{0, 5, 0, 1}));
}

void TstHostPrograms::loops_data()
{
    QTest::addColumn<QString>("statements"); // A[0] starts as 0
    QTest::addColumn<double>("expected");
    const auto row = [](const char* name, const char* statements, double expected) {
        QTest::newRow(name) << QString(statements) << expected;
    };
    row("sum", "for i in range(10):\n    A[0] = A[0] + i", 45);
    row("from a minimum", "for i in range(5, 8):\n    A[0] = A[0] + i", 18);
    row("no iteration", "for i in range(0):\n    A[0] = 1", 0);
    row("with a step", "for i in T.serial(0, 10, step=3):\n    A[0] = A[0] + i", 18);
    row("unrolled", "for i in T.unroll(4):\n    A[0] = A[0] + i", 6);
    row("parallel", "for i in T.parallel(4):\n    A[0] = A[0] + i", 6);
    row("while", "while A[0] < 7:\n    A[0] = A[0] + 2", 8);
    row("break", "for i in range(10):\n    if i == 3:\n        T.break_loop()\n    A[0] = A[0] + 1", 3);
    row("continue", "for i in range(10):\n    if i % 2 == 0:\n        T.continue_loop()\n    A[0] = A[0] + 1",
        5);
    row("nested", "for i in range(3):\n    for j in range(i):\n        A[0] = A[0] + j + 1", 4);
    row("else", "if A[0] > 0:\n    A[0] = 1\nelse:\n    A[0] = 2", 2);
}

void TstHostPrograms::loops()
{
    QFETCH(QString, statements);
    QFETCH(double, expected);
    const RunResult result = runMain("A: T.Buffer((1,), \"int32\")", statements.toStdString(), {{"A", {0}}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A")[0], expected);
}

void TstHostPrograms::freshMemoryIsFilled()
{
    const RunResult result =
        runMain("A: T.Buffer((2,), \"uint8\")", "X = T.alloc_buffer((4,), \"uint8\")\n"
                                                "X[0] = T.uint8(1)\nA[0] = X[0]\nA[1] = X[3]");
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A"), (Numbers{1, 0xCD}));
}

void TstHostPrograms::stridesAndDimensions()
{
    const RunResult result = runMain("A: T.Buffer((2, 3), \"int32\"), B: T.Buffer((6,), \"int32\")",
                                     "C = T.decl_buffer((3, 2), \"int32\", data=A.data, strides=(1, 3))\n"
                                     "for i, j in T.grid(2, 3):\n    B[i * 3 + j] = A[i, j] * 10 + C[j, i]",
                                     {{"A", {1, 2, 3, 4, 5, 6}}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("B"), (Numbers{11, 22, 33, 44, 55, 66}));
}

void TstHostPrograms::callsFunctions()
{
    const RunResult result = runProgram("@T.prim_func(private=True, s_tir=True)\n"
                                        "def twice(v: T.int32) -> T.int32:\n"
                                        "    return v * 2\n\n"
                                        "@T.prim_func(s_tir=True)\n"
                                        "def main(A: T.Buffer((2,), \"int32\")):\n"
                                        "    A[1] = Module.twice(A[0]) + Module.twice(1)\n",
                                        {{"A", {20, 0}}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("A")[1], 42.0);
}

void TstHostPrograms::returnsAValue()
{
    const RunResult result = runProgram("@T.prim_func(s_tir=True)\n"
                                        "def main(A: T.Buffer((1,), \"int32\")) -> T.int32:\n"
                                        "    if A[0] > 3:\n"
                                        "        return A[0] + 1\n"
                                        "    return 0\n",
                                        {{"A", {41}}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(int32_t(result.returned), 42);
}

void TstHostPrograms::assertionsEndTheRun()
{
    const RunResult result =
        runMain("A: T.Buffer((2,), \"int32\")",
                "A[0] = 1\nassert A[1] > 5, (\"ValueError\", [\"A[1] must be \", \"large\"])\nA[0] = 2",
                {{"A", {0, 3}}});
    QVERIFY(result.error.has_value());
    QCOMPARE(result.error->kind, std::string("ValueError"));
    QCOMPARE(result.error->message, std::string("A[1] must be large"));
    QCOMPARE(result.after.at("A")[0], 1.0);
}

void TstHostPrograms::booleansAreBytes()
{
    const RunResult result = runMain("A: T.Buffer((3,), \"bool\"), B: T.Buffer((3,), \"bool\")",
                                     "for i in range(3):\n    B[i] = not A[i]", {{"A", {1, 0, 1}}});
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("B"), (Numbers{0, 1, 0}));
}

void TstHostPrograms::manyParameters_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {1, 96, 97, 2000})
        QTest::addRow("%d", count) << count;
}

/// LLVM's time for a call of thousands of arguments grows with the square of their number: such an entry is not called.
void TstHostPrograms::manyParameters()
{
    QFETCH(int, count);
    std::string text = "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((2,), \"int32\")";
    std::map<std::string, std::vector<double>> given;
    for (int number = 0; number < count; ++number) {
        const std::string name = "p" + std::to_string(number);
        text += ", " + name + ": T.int32";
        given[name] = {double(number)};
    }
    text += ") -> T.int32:\n    A[0] = 0\n";
    int32_t expected = 0;
    for (int number = 0; number < count; number += 32) {
        text += "    A[0] = A[0] + p" + std::to_string(number) + "\n";
        expected += number;
    }
    text += "    if A[1] > 0:\n        return A[0] + 1\n    return 7\n";
    for (const Checked checked : {Checked::No, Checked::Yes})
        for (const bool isEarly : {false, true}) {
            given["A"] = {0, isEarly ? 1.0 : 0.0};
            const RunResult result = runProgram(text, given, {}, checked);
            QCOMPARE(troubleOf(result), QString());
            QCOMPARE(int32_t(result.after.at("A")[0]), expected);
            QCOMPARE(int32_t(result.returned), isEarly ? expected + 1 : 7);
        }

    const Result<ParsedModule> parsed = parseModule(SourceText("test.py", text));
    QVERIFY(parsed);
    const Result<LlvmProgram> program = emitLlvm(*parsed->module.module, {.entry = "main"});
    QVERIFY(program);
    const bool isCalled = llvmText(*program)->find("call i32 @main") != std::string::npos;
    QCOMPARE(isCalled, count + 4 <= 100); // with those of the emulator, and the buffer
}

TIR_TEST(TstHostPrograms)
#include "tst_host_programs.moc"
