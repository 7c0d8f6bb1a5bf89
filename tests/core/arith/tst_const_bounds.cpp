/// Constant bounds: every value that an operation can take lies within them, they are tight where both
/// operands are constants, and conditions count where they hold and nowhere else.

#include "core/arith/const_bounds.h"
#include "core/ir/make.h"

#include <QtTest>

using namespace tir;

namespace {

int64_t evaluated(BinaryOp op, int64_t a, int64_t b)
{
    const int64_t rest = b == 0 ? 0 : a % b;
    const bool isRounded = rest != 0 && (rest < 0) != (b < 0);
    switch (op) {
    case BinaryOp::Add:
        return a + b;
    case BinaryOp::Sub:
        return a - b;
    case BinaryOp::Mul:
        return a * b;
    case BinaryOp::Div:
        return a / b;
    case BinaryOp::Mod:
        return rest;
    case BinaryOp::FloorDiv:
        return a / b - (isRounded ? 1 : 0);
    case BinaryOp::FloorMod:
        return isRounded ? rest + b : rest;
    case BinaryOp::Min:
        return std::min(a, b);
    default:
        return std::max(a, b);
    }
}

bool isDivision(BinaryOp op)
{
    return op >= BinaryOp::Div && op <= BinaryOp::FloorMod;
}

} // namespace

class TestConstBounds : public QObject {
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
        ConstBounds bounds;
        for (int aMin = -Limit; aMin <= Limit; ++aMin)
            for (int aMax = aMin; aMax <= Limit; ++aMax)
                for (int bMin = -Limit; bMin <= Limit; ++bMin)
                    for (int bMax = bMin; bMax <= Limit; ++bMax) {
                        bounds.bind(*a, {aMin, aMax});
                        bounds.bind(*b, {bMin, bMax});
                        const ConstBound bound = bounds.of(*expr);
                        for (int x = aMin; x <= aMax; ++x)
                            for (int y = bMin; y <= bMax; ++y) {
                                if (y == 0 && isDivision(kind))
                                    continue;
                                const int64_t value = evaluated(kind, x, y);
                                QVERIFY2(bound.min <= value && value <= bound.max,
                                         qPrintable(QStringLiteral("%1, %2 give %3, bounds are %4 to %5")
                                                        .arg(x)
                                                        .arg(y)
                                                        .arg(value)
                                                        .arg(bound.min)
                                                        .arg(bound.max)));
                            }
                    }
    }

    void conditionsHoldWhereTheyAreEntered()
    {
        const Var* n = variable("n");
        ConstBounds bounds;
        const Expr* condition = binary(m_arena, BinaryOp::GE, n, number(3));
        const size_t mark = bounds.enter(*condition);
        QCOMPARE(bounds.of(*n).min, 3);
        bounds.leave(mark);
        QCOMPARE(bounds.of(*n), boundOfType(Int32));
        bounds.enterNegated(*condition);
        QCOMPARE(bounds.of(*n).max, 2);
    }

    void everyPartOfAConjunctionHolds()
    {
        const Var* n = variable("n");
        const Expr* sum = add(m_arena, n, number(1));
        ConstBounds bounds;
        bounds.enter(*binary(m_arena, BinaryOp::And, binary(m_arena, BinaryOp::LT, number(0), n),
                             binary(m_arena, BinaryOp::LE, sum, number(9))));
        QCOMPARE(bounds.of(*n).min, 1);
        // A bound holds for the expression it speaks of, not for its parts.
        QCOMPARE(bounds.of(*n).max, boundOfType(Int32).max);
        QCOMPARE(bounds.of(*add(m_arena, n, number(1))).max, 9);
    }

    void aBoundOfAQuotientBoundsTheDividend()
    {
        const Var* n = variable("n");
        ConstBounds bounds;
        bounds.enter(*binary(m_arena, BinaryOp::EQ, floorDiv(m_arena, n, number(4)), number(2)));
        QCOMPARE(bounds.of(*n), (ConstBound{8, 11}));
    }

    void aRangeOfUnknownExtentHasNoEnd()
    {
        const Var* i = variable("i");
        ConstBounds bounds;
        bounds.bindRange(*i, *number(0), *variable("n"));
        QCOMPARE(bounds.of(*i).min, 0);
        QVERIFY(bounds.of(*i).max > 1 << 30);
    }

private:
    const Var* variable(const char* name) { return m_arena.make<Var>(name, primType(m_arena, Int32)); }
    const Expr* number(int value) { return int32(m_arena, value); }

    Arena m_arena;
};

QTEST_GUILESS_MAIN(TestConstBounds)
#include "tst_const_bounds.moc"
