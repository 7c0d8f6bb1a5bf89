/// Solving comparisons: bounds for one variable and ranges for several, compared with trying all small values.

#include "core/arith/analyzer.h"
#include "core/arith/deduce_bound.h"
#include "core/arith/linear_inequalities.h"
#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/expression_list.h"
#include "tests/core/arith/evaluator.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>

using namespace tir;
using namespace tir::arith;
using namespace tir::testing;

namespace {

ParsedExprs read(const QString& expr)
{
    Result<ParsedExprs> parsed =
        parseExprs({expr.toStdString()}, {{"v", "int32"}, {"x", "int32"}, {"y", "int32"}});
    if (!parsed)
        qFatal("%s", parsed.diagnostics().front().message.c_str());
    return std::move(parsed).value();
}

std::vector<const Expr*> conjuncts(const Expr* condition)
{
    const auto* both = as<Binary>(condition);
    if (!both || both->op != BinaryOp::And)
        return {condition};
    std::vector<const Expr*> parts = conjuncts(both->a);
    parts.push_back(both->b);
    return parts;
}

bool isInside(const VarRanges& ranges, const Values& values)
{
    return std::ranges::all_of(ranges, [&](const VarRange& range) {
        const int64_t offset = values.at(range.var) - *evaluate(*range.min, values);
        return offset >= 0 && offset < *evaluate(*range.extent, values);
    });
}

QString text(const Expr* end)
{
    return end ? QString::fromStdString(printExpr(*end)) : "?";
}

} // namespace

class TestInequalities : public QObject {
    Q_OBJECT

private slots:
    void deducesBounds_data()
    {
        QTest::addColumn<QString>("condition");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* condition, const char* expected) {
            QTest::newRow(condition) << condition << expected;
        };
        row("v < 7", "? to 6");
        row("7 < v", "8 to ?");
        row("v >= n", "n to ?");
        row("v * 4 < 10", "? to 2");
        row("v * 4 >= 10", "3 to ?");
        row("v * -3 < 10", "-3 to ?");
        row("v * 4 == 8", "2 to 2");
        row("v * 4 == 9", "none");
        row("9 - v * 2 > 0", "? to 4");
        row("v // 4 <= 2", "? to 11");
        row("v // 4 >= 2", "8 to ?");
        row("v // -4 <= 2", "-11 to ?");
        row("v // -4 >= 2", "? to -8");
        row("v // 4 == 2", "none");
        row("v * 8 + x < 40", "? to 4"); // x runs through 0 to 3
        row("v * 8 + x >= 8", "1 to ?");
        row("v * n < 10", "none");
        row("v * v < 10", "none");
        row("v % 4 < 2", "none");
        row("v != 4", "none");
        row("x < 2", "none");
        row("v == x", "none");
    }

    void deducesBounds()
    {
        QFETCH(QString, condition);
        QFETCH(QString, expected);
        const ParsedExprs parsed = read(condition);
        Arena arena;
        Analyzer analyzer(arena);
        const Var* var = parsed.variables.at("v");
        const Var* relaxed = parsed.variables.at("x");
        const IntSet set = deduceBound(analyzer, var, parsed.exprs[0], {},
                                       {{relaxed, IntSet{int32(arena, 0), int32(arena, 3)}}});
        QCOMPARE(set.isNothing ? "none" : text(set.min) + " to " + text(set.max), expected);
        if (set.isNothing)
            return;
        // In the bound, the condition holds for all values of x; outside, not for all of them.
        constexpr int Limit = 40;
        for (int value = -Limit; value <= Limit; ++value) {
            bool holds = true;
            Values values{{var, value}};
            if (const auto n = parsed.variables.find("n"); n != parsed.variables.end())
                values[n->second] = 5;
            for (int x = 0; x <= 3; ++x) {
                values[relaxed] = x;
                holds = holds && *evaluate(*parsed.exprs[0], values) != 0;
            }
            const bool isInside = (!set.min || *evaluate(*set.min, values) <= value) &&
                                  (!set.max || value <= *evaluate(*set.max, values));
            QCOMPARE(isInside, holds);
        }
    }

    void findsRanges_data()
    {
        QTest::addColumn<QString>("condition"); ///< x is in [0, 16), y in [0, 8)
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* condition, const char* expected) {
            QTest::newRow(condition) << condition << expected;
        };
        row("x < 5", "x 0 5");
        row("x < 5 and 2 <= x", "x 2 3");
        row("3 <= x and x < 20", "x 3 13");
        row("x * 2 < 9", "x 0 5");
        row("x == 3", "x 3 1");
        row("x < 5 and y > 2", "y 3 5 x 0 5");
        row("4 <= x + 2", "x 2 14");
        row("x < y", "none"); // says more than ranges
        row("x % 2 == 0", "none");
        row("x < 5 and x > 9", "none"); // no solution
        row("x < n", "none");           // n has no range
    }

    void findsRanges()
    {
        QFETCH(QString, condition);
        QFETCH(QString, expected);
        const ParsedExprs parsed = read(condition);
        Arena arena;
        const Var* x = parsed.variables.at("x");
        const Var* y = parsed.variables.at("y");
        std::vector<const Var*> variables;
        for (const Var* var : {x, y})
            if (mentions(parsed.exprs[0], var))
                variables.push_back(var);
        const VarRanges known{{x, int32(arena, 0), int32(arena, 16)}, {y, int32(arena, 0), int32(arena, 8)}};
        const auto ranges = solveInequalities(arena, variables, known, conjuncts(parsed.exprs[0]));
        QStringList found;
        if (ranges)
            for (const VarRange& range : *ranges)
                found << QString::fromUtf8(range.var->name.data(), qsizetype(range.var->name.size()))
                      << text(range.min) << text(range.extent);
        QCOMPARE(ranges ? found.join(' ') : "none", expected);
        if (!ranges)
            return;
        for (int xValue = 0; xValue < 16; ++xValue) {
            for (int yValue = 0; yValue < 8; ++yValue) {
                const Values values{{x, xValue}, {y, yValue}};
                QCOMPARE(isInside(*ranges, values), *evaluate(*parsed.exprs[0], values) != 0);
            }
        }
    }

    void rangesMayDependOnOtherVariables()
    {
        const ParsedExprs parsed = read("x <= y and y <= 5 and 0 <= x");
        const Var* x = parsed.variables.at("x");
        const Var* y = parsed.variables.at("y");
        Arena arena;
        const auto ranges = solveInequalities(arena, {x, y}, {}, conjuncts(parsed.exprs[0]));
        QVERIFY(ranges);
        for (int yValue = -9; yValue <= 9; ++yValue)
            for (int xValue = -9; xValue <= 9; ++xValue)
                QCOMPARE(isInside(*ranges, {{x, xValue}, {y, yValue}}),
                         0 <= xValue && xValue <= yValue && yValue <= 5);
    }
};

TIR_TEST(TestInequalities)
#include "tst_inequalities.moc"
