/// Operations on two known integers: rounding by sign, and operations without a result.

#include "core/ir/integers.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <cstdint>

using namespace tir;

class TestIntegers : public QObject {
    Q_OBJECT

private slots:
    void divides_data()
    {
        QTest::addColumn<int>("a");
        QTest::addColumn<int>("b");
        QTest::addColumn<int>("quotient"); ///< towards zero
        QTest::addColumn<int>("rest");
        QTest::addColumn<int>("floored");
        QTest::addColumn<int>("flooredRest");
        QTest::newRow("exact") << -8 << 4 << -2 << 0 << -2 << 0;
        QTest::newRow("both positive") << 7 << 2 << 3 << 1 << 3 << 1;
        QTest::newRow("negative dividend") << -7 << 2 << -3 << -1 << -4 << 1;
        QTest::newRow("negative divisor") << 7 << -2 << -3 << 1 << -4 << -1;
        QTest::newRow("both negative") << -7 << -2 << 3 << -1 << 3 << -1;
    }
    void divides()
    {
        QFETCH(int, a);
        QFETCH(int, b);
        QTEST(int(evaluateBinary(BinaryOp::Div, a, b).value()), "quotient");
        QTEST(int(evaluateBinary(BinaryOp::Mod, a, b).value()), "rest");
        QTEST(int(evaluateBinary(BinaryOp::FloorDiv, a, b).value()), "floored");
        QTEST(int(evaluateBinary(BinaryOp::FloorMod, a, b).value()), "flooredRest");
        QTEST(int(floorDivide(a, b)), "floored");
    }

    void hasNoAnswer_data()
    {
        QTest::addColumn<int>("op");
        QTest::addColumn<qint64>("a");
        QTest::addColumn<qint64>("b");
        QTest::newRow("division by zero") << int(BinaryOp::FloorDiv) << qint64(1) << qint64(0);
        QTest::newRow("rest by zero") << int(BinaryOp::Mod) << qint64(1) << qint64(0);
        QTest::newRow("quotient too large") << int(BinaryOp::Div) << qint64(INT64_MIN) << qint64(-1);
        QTest::newRow("sum too large") << int(BinaryOp::Add) << qint64(INT64_MAX) << qint64(1);
        QTest::newRow("difference too small") << int(BinaryOp::Sub) << qint64(INT64_MIN) << qint64(1);
        QTest::newRow("product too large") << int(BinaryOp::Mul) << qint64(INT64_MAX) << qint64(2);
    }
    void hasNoAnswer()
    {
        QFETCH(int, op);
        QFETCH(qint64, a);
        QFETCH(qint64, b);
        QVERIFY(!evaluateBinary(BinaryOp(op), a, b));
    }

    void remainderOfTheLeastNumber()
    {
        QCOMPARE(evaluateBinary(BinaryOp::FloorMod, INT64_MIN, 3).value(), int64_t(1));
    }
};

TIR_TEST(TestIntegers)
#include "tst_integers.moc"
