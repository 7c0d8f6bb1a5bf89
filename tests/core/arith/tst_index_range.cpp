/// Bounds of indices: they are exact for the forms that indices have, and there is no result if a part is not bounded.

#include "core/arith/index_range.h"
#include "core/ir/make.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TestIndexRange : public QObject {
    Q_OBJECT
private slots:
    void expressions_data()
    {
        QTest::addColumn<const Expr*>("expr");
        QTest::addColumn<bool>("isKnown");
        QTest::addColumn<int>("low");
        QTest::addColumn<int>("high");

        // tx is 0 … 63, k is 2 … 5, n is not bounded.
        const auto op = [this](BinaryOp kind, const Expr* a, const Expr* b) -> const Expr* {
            return m_arena.make<Binary>(kind, a, b);
        };
        const auto call = [this](OpId id, const Expr* a, const Expr* b) -> const Expr* {
            return callOp(m_arena, Int32, id, {a, b});
        };
        const auto number = [this](int value) { return int32(m_arena, value); };
        const Var* tx = variable("tx");
        const Var* k = variable("k");
        const Var* n = variable("n");
        m_ranges.define(*tx, *number(0), *number(64));
        m_ranges.define(*k, *number(2), *number(4));
        m_ranges.define(*n, *number(0), *variable("m"));

        const auto row = [](const char* name, const Expr* expr, int low, int high) {
            QTest::newRow(name) << expr << true << low << high;
        };
        const auto unknown = [](const char* name, const Expr* expr) {
            QTest::newRow(name) << expr << false << 0 << 0;
        };
        row("constant", number(7), 7, 7);
        row("thread", tx, 0, 63);
        row("loop that starts at 2", k, 2, 5);
        unknown("extent not known", n);
        row("sum", op(BinaryOp::Add, tx, number(128)), 128, 191);
        row("mirrored", op(BinaryOp::Sub, number(63), tx), 0, 63);
        row("product with a negative", op(BinaryOp::Mul, tx, number(-2)), -126, 0);
        row("floor division", op(BinaryOp::FloorDiv, tx, number(4)), 0, 15);
        row("floor division below zero", op(BinaryOp::FloorDiv, op(BinaryOp::Sub, tx, number(1)), number(2)),
            -1, 31);
        row("modulo that does nothing", op(BinaryOp::FloorMod, k, number(8)), 2, 5);
        row("modulo", op(BinaryOp::FloorMod, tx, number(8)), 0, 7);
        row("modulo of anything", op(BinaryOp::FloorMod, n, number(8)), 0, 7);
        row("least", op(BinaryOp::Min, tx, number(10)), 0, 10);
        row("greatest", op(BinaryOp::Max, tx, number(10)), 10, 63);
        row("cast", cast(m_arena, Int64, tx), 0, 63);
        row("lanes of a vector", m_arena.make<Ramp>(op(BinaryOp::Mul, k, number(4)), number(1), 4), 8, 23);
        row("same in all lanes", m_arena.make<Broadcast>(k, 4), 2, 5);
        row("truncating modulo", op(BinaryOp::Mod, tx, number(8)), 0, 7);
        row("truncating modulo that does nothing", op(BinaryOp::Mod, k, number(8)), 2, 5);
        row("mask", call(OpId::bitwise_and, tx, number(12)), 0, 12);
        row("mask of anything", call(OpId::bitwise_and, n, number(7)), 0, 7);
        row("bits of one or the other", call(OpId::bitwise_or, k, number(9)), 9, 15);
        row("bits that differ", call(OpId::bitwise_xor, tx, k), 0, 63);
        row("bits that differ from a power of two", call(OpId::bitwise_xor, k, number(8)), 0, 15);
        row("shift to the right", call(OpId::shift_right, op(BinaryOp::Sub, tx, number(1)), number(2)), -1,
            15);
        row("shift to the left", call(OpId::shift_left, op(BinaryOp::Sub, k, number(3)), number(4)), -16, 32);
        unknown("mask below zero", call(OpId::bitwise_and, n, number(-8)));
        unknown("bits that differ from anything", call(OpId::bitwise_xor, tx, n));
        unknown("bits that differ below zero",
                call(OpId::bitwise_xor, op(BinaryOp::Sub, tx, number(1)), number(4)));
        unknown("shift by what varies", call(OpId::shift_left, tx, k));
        unknown("shift of all bits", call(OpId::shift_left, k, number(32)));
        unknown("truncating modulo below zero",
                op(BinaryOp::Mod, op(BinaryOp::Sub, tx, number(1)), number(2)));
        unknown("division by what may be zero", op(BinaryOp::FloorDiv, tx, tx));
        unknown("truncating division below zero",
                op(BinaryOp::Div, op(BinaryOp::Sub, tx, number(1)), number(2)));
        unknown("a part is not bounded", op(BinaryOp::Add, tx, n));
        unknown("too large for an index",
                op(BinaryOp::Mul, op(BinaryOp::Mul, tx, number(1 << 20)), number(1 << 20)));
    }

    void expressions()
    {
        QFETCH(const Expr*, expr);
        QFETCH(bool, isKnown);
        const std::optional<IndexRange> range = m_ranges.of(*expr);
        QCOMPARE(range.has_value(), isKnown);
        if (range) {
            QTEST(int(range->low), "low");
            QTEST(int(range->high), "high");
        }
    }

    void bindingsCarryTheBoundsOfTheirValues()
    {
        const Var* row = variable("row");
        const Var* tx = variable("tx");
        IndexRanges ranges;
        ranges.define(*tx, *int32(m_arena, 0), *int32(m_arena, 32));
        ranges.define(*row, *add(m_arena, tx, int32(m_arena, 1)));
        QCOMPARE(ranges.of(*row).value(), (IndexRange{1, 32}));
    }

    void sizesAreKnownByTheirVariables()
    {
        const Var* n = variable("n");
        const Var* m = variable("m");
        const IndexRanges ranges(
            [n](const Var& var) { return &var == n ? std::optional<int64_t>(70) : std::nullopt; });
        QCOMPARE(ranges.valueOf(*mul(m_arena, n, int32(m_arena, 4))), std::optional<int64_t>(280));
        QCOMPARE(ranges.valueOf(*m_arena.make<Binary>(BinaryOp::FloorMod, n, int32(m_arena, 64))),
                 std::optional<int64_t>(6));
        QCOMPARE(ranges.valueOf(*add(m_arena, n, m)), std::optional<int64_t>());
        // A variable with several values has no known value.
        IndexRanges loop;
        loop.define(*m, *int32(m_arena, 0), *int32(m_arena, 2));
        QCOMPARE(loop.valueOf(*m), std::optional<int64_t>());
        QVERIFY(loop.of(*m).has_value());
    }

private:
    const Var* variable(std::string_view name)
    {
        return m_arena.make<Var>(m_arena.intern(name), primType(m_arena, Int32));
    }

    Arena m_arena;
    IndexRanges m_ranges;
};

TIR_TEST(TestIndexRange)
#include "tst_index_range.moc"
