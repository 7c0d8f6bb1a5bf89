/// Constants, operators with type matching and folding, sequences; names that are free.

#include "core/ir/make.h"
#include "core/ir/module.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TstMake : public QObject {
    Q_OBJECT

private slots:
    void foldsIntegers_data();
    void foldsIntegers();
    void keepsWhatDoesNotFold();
    void foldsNeutralElements();
    void matchesTypes_data();
    void matchesTypes();
    void broadcastsScalarAgainstVector();
    void wrapsConstantsToTheirWidth();
    void divisionByZeroIsAnInternalError();
    void vectorPlusZeroDoesNotFold();
    void sequenceSplicesAndDropsNoOps();
    void freshNamesTakeTheFirstFreeNumber();

private:
    Arena m_arena;
};

void TstMake::foldsIntegers_data()
{
    QTest::addColumn<int>("op");
    QTest::addColumn<qint64>("a");
    QTest::addColumn<qint64>("b");
    QTest::addColumn<qint64>("expected");
    const auto row = [](const char* name, BinaryOp op, qint64 a, qint64 b, qint64 expected) {
        QTest::newRow(name) << int(op) << a << b << expected;
    };
    row("add", BinaryOp::Add, 2, 3, 5);
    row("add wraps", BinaryOp::Add, 2147483647, 1, -2147483648LL);
    row("div truncates", BinaryOp::Div, -7, 2, -3);
    row("floordiv floors", BinaryOp::FloorDiv, -7, 2, -4);
    row("mod keeps the dividend's sign", BinaryOp::Mod, -7, 2, -1);
    row("floormod keeps the divisor's sign", BinaryOp::FloorMod, -7, 2, 1);
    row("floormod, negative divisor", BinaryOp::FloorMod, 7, -2, -1);
    row("min", BinaryOp::Min, 4, -4, -4);
    row("less", BinaryOp::LT, 1, 2, 1);
    row("not equal", BinaryOp::NE, 2, 2, 0);
}

void TstMake::foldsIntegers()
{
    QFETCH(int, op);
    QFETCH(qint64, a);
    QFETCH(qint64, b);
    QFETCH(qint64, expected);
    const Expr* result = binary(m_arena, BinaryOp(op), int32(m_arena, a), int32(m_arena, b));
    QVERIFY(as<IntImm>(result));
    QCOMPARE(as<IntImm>(result)->value, expected);
}

void TstMake::keepsWhatDoesNotFold()
{
    const Var x("x", primType(m_arena, Int32));
    const Expr* sum = binary(m_arena, BinaryOp::Add, &x, int32(m_arena, 1));
    QVERIFY(as<Binary>(sum));
    QCOMPARE(as<Binary>(sum)->a, static_cast<const Expr*>(&x));
    // Remainders of narrow integers stay.
    const Expr* rest =
        binary(m_arena, BinaryOp::FloorMod, intImm(m_arena, Int8, 7), intImm(m_arena, Int8, 2));
    QVERIFY(as<Binary>(rest));
}

void TstMake::foldsNeutralElements()
{
    const Var x("x", primType(m_arena, Int32));
    const IntImm* zero = int32(m_arena, 0);
    const IntImm* one = int32(m_arena, 1);
    QCOMPARE(binary(m_arena, BinaryOp::Add, &x, zero), &x);
    QCOMPARE(binary(m_arena, BinaryOp::Mul, one, &x), &x);
    QCOMPARE(binary(m_arena, BinaryOp::FloorDiv, &x, one), &x);
    QVERIFY(isConstInt(binary(m_arena, BinaryOp::Mul, &x, zero), 0));
    QVERIFY(isConstInt(binary(m_arena, BinaryOp::FloorMod, &x, one), 0));
    QVERIFY(as<Binary>(binary(m_arena, BinaryOp::Sub, zero, &x)));
}

void TstMake::matchesTypes_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<QString>("common");
    QTest::newRow("wider int") << "int32"
                               << "int64"
                               << "int64";
    QTest::newRow("unsigned wins at equal width") << "int32"
                                                  << "uint32"
                                                  << "uint32";
    QTest::newRow("wider wins over unsigned") << "int64"
                                              << "uint32"
                                              << "int64";
    QTest::newRow("float wins over int") << "int64"
                                         << "float16"
                                         << "float16";
    QTest::newRow("wider float") << "float16"
                                 << "float32"
                                 << "float32";
    QTest::newRow("float wins over bfloat16") << "bfloat16"
                                              << "float16"
                                              << "float16";
    QTest::newRow("bfloat16 wins over float8") << "float8_e4m3fn"
                                               << "bfloat16"
                                               << "bfloat16";
    QTest::newRow("int wins over bool") << "bool"
                                        << "int8"
                                        << "int8";
}

void TstMake::matchesTypes()
{
    QFETCH(QString, a);
    QFETCH(QString, b);
    QFETCH(QString, common);
    const Var left("l", primType(m_arena, *dtypeFromString(a.toStdString())));
    const Var right("r", primType(m_arena, *dtypeFromString(b.toStdString())));
    for (const auto& [first, second] : {std::pair(&left, &right), std::pair(&right, &left)}) {
        const Expr* x = first;
        const Expr* y = second;
        QVERIFY(matchTypes(m_arena, x, y));
        QCOMPARE(QString::fromStdString(toString(x->dtype)), common);
        QVERIFY(x->dtype == y->dtype);
    }
}

void TstMake::broadcastsScalarAgainstVector()
{
    const Var vector("v", primType(m_arena, Float32.withLanes(4)));
    const Expr* product = binary(m_arena, BinaryOp::Mul, &vector, floatImm(m_arena, Float32, 2));
    QVERIFY(product->dtype == Float32.withLanes(4));
    QVERIFY(as<Broadcast>(as<Binary>(product)->b));
}

void TstMake::wrapsConstantsToTheirWidth()
{
    QCOMPARE(intImm(m_arena, Int8, 200)->value, int64_t(-56));
    QCOMPARE(intImm(m_arena, UInt8, -1)->value, int64_t(255));
    QCOMPARE(boolImm(m_arena, true)->value, int64_t(1));
}

void TstMake::divisionByZeroIsAnInternalError()
{
    const Var x("x", primType(m_arena, Int32));
    QVERIFY_EXCEPTION_THROWN(binary(m_arena, BinaryOp::FloorDiv, &x, int32(m_arena, 0)), InternalError);
    QVERIFY_EXCEPTION_THROWN(binary(m_arena, BinaryOp::Mod, int32(m_arena, 1), int32(m_arena, 0)),
                             InternalError);
}

void TstMake::vectorPlusZeroDoesNotFold()
{
    const Expr* ramp = m_arena.make<Ramp>(int32(m_arena, 4), int32(m_arena, 1), 4);
    const Expr* sum = binary(m_arena, BinaryOp::Add, ramp, int32(m_arena, 0));
    QVERIFY(as<Binary>(sum));
    QVERIFY(as<Broadcast>(as<Binary>(sum)->b));
}

void TstMake::sequenceSplicesAndDropsNoOps()
{
    const Stmt* a = m_arena.make<Break>();
    const Stmt* b = m_arena.make<Continue>();
    QVERIFY(isNoOp(sequence(m_arena, {noOp(m_arena), nullptr})));
    QCOMPARE(sequence(m_arena, {noOp(m_arena), a}), a);
    const Stmt* inner = sequence(m_arena, {a, b});
    const auto* joined = as<SeqStmt>(sequence(m_arena, {inner, noOp(m_arena), a}));
    QVERIFY(joined);
    QCOMPARE(joined->seq.size(), size_t(3));
}

void TstMake::freshNamesTakeTheFirstFreeNumber()
{
    const auto entry = [this](std::string_view name) {
        return ModuleEntry{m_arena.make<GlobalVar>(name), m_arena.make<OpaqueFunc>("", Dict())};
    };
    const std::vector<ModuleEntry> functions{entry("f"), entry("f_2")};
    NameSupply names(Module("Module", functions, {}, {}));
    QCOMPARE(names.fresh("f"), std::string("f_1"));
    QCOMPARE(names.fresh("f"), std::string("f_3"));
    QCOMPARE(names.fresh("f"), std::string("f_4"));
    QCOMPARE(names.fresh("f_1"), std::string("f_1_1"));
    QCOMPARE(names.fresh("a.b"), std::string("a_b"));
    QCOMPARE(names.fresh("a_b"), std::string("a_b_1"));
}

TIR_TEST(TstMake)
#include "tst_make.moc"
