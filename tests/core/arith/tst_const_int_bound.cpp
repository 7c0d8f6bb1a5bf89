/// Constant bounds: every value that an operation can take is within them, they are tight where both
/// operands are constants, and conditions count where they hold and nowhere else.

#include "core/arith/analyzer.h"
#include "core/ir/make.h"
#include "tests/core/arith/evaluator.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::arith;
using namespace tir::testing;

class TestConstIntBound : public QObject {
    Q_OBJECT

private slots:
    void valuesLieWithinBounds_data()
    {
        QTest::addColumn<int>("op");
        for (int op = int(BinaryOp::Add); op <= int(BinaryOp::Max); ++op)
            QTest::newRow(std::string(toString(BinaryOp(op))).c_str()) << op;
    }

    void valuesLieWithinBounds()
    {
        QFETCH(int, op);
        const auto kind = BinaryOp(op);
        constexpr int Limit = 4;
        const Var* a = variable("a");
        const Var* b = variable("b");
        const Expr* expr = m_arena.make<Binary>(kind, a, b);
        for (int aMin = -Limit; aMin <= Limit; ++aMin)
            for (int aMax = aMin; aMax <= Limit; ++aMax) {
                Analyzer analyzer(m_arena, {.isSound = true});
                analyzer.updateBound(a, {aMin, aMax});
                for (int bMin = -Limit; bMin <= Limit; ++bMin)
                    for (int bMax = bMin; bMax <= Limit; ++bMax) {
                        analyzer.updateBound(b, {bMin, bMax});
                        const ConstIntBound bound = analyzer.constIntBound(expr);
                        for (int x = aMin; x <= aMax; ++x)
                            for (int y = bMin; y <= bMax; ++y) {
                                const auto value = evaluate(*expr, {{a, x}, {b, y}});
                                if (!value)
                                    continue; // a division by zero
                                QVERIFY2(bound.min <= *value && *value <= bound.max,
                                         qPrintable(QStringLiteral("%1, %2 give %3, bounds are %4 to %5")
                                                        .arg(x)
                                                        .arg(y)
                                                        .arg(*value)
                                                        .arg(bound.min)
                                                        .arg(bound.max)));
                            }
                    }
            }
    }

    void conditionsHoldWhereTheyAreEntered()
    {
        const Var* n = variable("n");
        Analyzer analyzer(m_arena);
        const Expr* condition = binary(m_arena, BinaryOp::GE, n, number(3));
        {
            const Constraint constraint = analyzer.enterConstraint(condition);
            QCOMPARE(analyzer.constIntBound(n).min, 3);
        }
        QCOMPARE(analyzer.constIntBound(n), boundOfType(Int32));
        const Constraint negation = analyzer.enterBranch(condition, false);
        QCOMPARE(analyzer.constIntBound(n).max, 2);
    }

    void everyPartOfAConjunctionHolds()
    {
        const Var* n = variable("n");
        const Expr* sum = add(m_arena, n, number(1));
        Analyzer analyzer(m_arena);
        const Constraint constraint = analyzer.enterConstraint(
            binary(m_arena, BinaryOp::And, binary(m_arena, BinaryOp::LT, number(0), n),
                   binary(m_arena, BinaryOp::LE, sum, number(9))));
        QCOMPARE(analyzer.constIntBound(n).min, 1);
        // A bound holds for the expression it speaks of, not for its parts.
        QCOMPARE(analyzer.constIntBound(n).max, boundOfType(Int32).max);
        QCOMPARE(analyzer.constIntBound(add(m_arena, n, number(1))).max, 9);
    }

    void aBoundOfAQuotientBoundsTheDividend()
    {
        const Var* n = variable("n");
        Analyzer analyzer(m_arena);
        const Constraint constraint =
            analyzer.enterBranch(binary(m_arena, BinaryOp::EQ, floorDiv(m_arena, n, number(4)), number(2)));
        QCOMPARE(analyzer.constIntBound(n), (ConstIntBound{8, 11}));
    }

    void aRangeOfUnknownExtentHasNoEnd()
    {
        const Var* i = variable("i");
        Analyzer analyzer(m_arena);
        analyzer.bind(i, number(0), variable("n"));
        QCOMPARE(analyzer.constIntBound(i).min, 0);
        QVERIFY(analyzer.constIntBound(i).max > 1 << 30);
    }

private:
    const Var* variable(const char* name) { return m_arena.make<Var>(name, primType(m_arena, Int32)); }
    const Expr* number(int value) { return int32(m_arena, value); }

    Arena m_arena;
};

TIR_TEST(TestConstIntBound)
#include "tst_const_int_bound.moc"
