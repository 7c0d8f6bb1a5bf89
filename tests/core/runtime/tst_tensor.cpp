/// Numbers in tensors: the values of each type, and rounding.

#include "core/runtime/narrow_float.h"
#include "core/runtime/tensor.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <cmath>
#include <cstring>

using namespace tir;

class TstTensor : public QObject {
    Q_OBJECT

private slots:
    void countsElements();
    void rounds_data();
    void rounds();
    void everyNarrowPatternIsItsOwnNearest_data();
    void everyNarrowPatternIsItsOwnNearest();
    void everyHalfIsItsOwnNearest();
    void lanesFollowEachOther();
};

void TstTensor::countsElements()
{
    QCOMPARE(elementCount({}), int64_t(1));
    QCOMPARE(elementCount({3, 0, 5}), int64_t(0));
    QCOMPARE(elementCount({3, 4}), int64_t(12));
    QVERIFY(elementCount({int64_t(1) << 40, int64_t(1) << 40}) < 0);
    QVERIFY(elementCount({-1}) < 0);
}

void TstTensor::rounds_data()
{
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<double>("value");
    QTest::addColumn<quint64>("bits");
    const auto row = [](const char* name, const char* dtype, double value, quint64 bits) {
        QTest::newRow(name) << QString(dtype) << value << bits;
    };
    row("half one", "float16", 1, 0x3c00);
    row("half minus two", "float16", -2, 0xc000);
    row("half largest", "float16", 65504, 0x7bff);
    row("half below the limit", "float16", 65519, 0x7bff);
    row("half overflow", "float16", 65520, 0x7c00);
    row("half smallest normal", "float16", 0x1p-14, 0x0400);
    row("half smallest", "float16", 0x1p-24, 0x0001);
    row("half tie to even, down", "float16", 0x1p-25, 0x0000);
    row("half tie to even, up", "float16", 3 * 0x1p-25, 0x0002);
    row("half carries into the exponent", "float16", 2047.9, 0x6800);
    row("half carries out of subnormals", "float16", 0x1p-14 - 0x1p-26, 0x0400);
    row("bfloat one", "bfloat16", 1, 0x3f80);
    row("bfloat tie to even", "bfloat16", 1 + 0x1p-8, 0x3f80);
    row("bfloat tie to even, up", "bfloat16", 1 + 3 * 0x1p-8, 0x3f82);
    row("e4m3fn one", "float8_e4m3fn", 1, 0x38);
    row("e4m3fn largest", "float8_e4m3fn", 448, 0x7e);
    row("e4m3fn saturates", "float8_e4m3fn", 1000, 0x7e);
    row("e4m3fn smallest", "float8_e4m3fn", -0x1p-9, 0x81);
    row("e4m3fn tie to even", "float8_e4m3fn", 17, 0x58);
    row("e5m2 largest", "float8_e5m2", 57344, 0x7b);
    row("e5m2 one", "float8_e5m2", 1, 0x3c);
    row("e4m3fnuz has no minus zero", "float8_e4m3fnuz", -0.0, 0x00);
    row("e8m0fnu one", "float8_e8m0fnu", 1, 127);
    row("int8 wraps", "int8", 200, 0xc8);
    row("int64 negative", "int64", -1, ~quint64(0));
    row("bool", "bool", 7, 1);
    row("float32", "float32", 0.1, 0x3dcccccd);
}

void TstTensor::rounds()
{
    QFETCH(QString, dtype);
    QFETCH(double, value);
    QFETCH(quint64, bits);
    Tensor tensor = makeTensor(*dtypeFromString(dtype.toStdString()), {1});
    setNumber(tensor, 0, value);
    quint64 stored = 0;
    std::memcpy(&stored, tensor.bytes.data(), tensor.bytes.size());
    QCOMPARE(stored, bits);
    // The stored number is a value of the type: storing it again changes nothing.
    setNumber(tensor, 0, numberAt(tensor, 0));
    stored = 0;
    std::memcpy(&stored, tensor.bytes.data(), tensor.bytes.size());
    QCOMPARE(stored, bits);
}

void TstTensor::everyNarrowPatternIsItsOwnNearest_data()
{
    QTest::addColumn<int>("code");
    for (int code = int(TypeCode::Float8E3M4); code <= int(TypeCode::Float8E8M0FNU); ++code)
        QTest::newRow(toString(DType{TypeCode(code), 8, 1}).c_str()) << code;
}

void TstTensor::everyNarrowPatternIsItsOwnNearest()
{
    QFETCH(int, code);
    for (int bits = 0; bits < 256; ++bits) {
        const float value = narrowFloatFromBits(TypeCode(code), uint8_t(bits));
        const uint8_t back = narrowFloatToBits(TypeCode(code), value);
        if (std::isnan(value))
            QVERIFY(std::isnan(narrowFloatFromBits(TypeCode(code), back)));
        else if (!std::isinf(value)) // infinities become the largest finite value
            QCOMPARE(int(back), bits);
    }
}

/// Halves are in the order of their bits: a number between two of them is rounded to the nearer one, half-way to the
/// even one.
void TstTensor::everyHalfIsItsOwnNearest()
{
    constexpr DType Half{TypeCode::Float, 16, 1};
    const auto bitsOf = [&](double value) {
        uint16_t bits = 0;
        writeNumber(Half, reinterpret_cast<std::byte*>(&bits), value);
        return bits;
    };
    const auto valueOf = [&](uint16_t bits) {
        return numberAt(Half, reinterpret_cast<const std::byte*>(&bits), 0);
    };
    QCOMPARE(valueOf(0x0001), 0x1p-24);
    QCOMPARE(valueOf(0x0400), 0x1p-14);
    QCOMPARE(valueOf(0x3c00), 1.0);
    QCOMPARE(valueOf(0x7bff), 65504.0);
    for (uint32_t bits = 0; bits < 0x7c00; ++bits) {
        const auto low = uint16_t(bits);
        const double value = valueOf(low);
        const double next = bits == 0x7bff ? 65536 : valueOf(uint16_t(bits + 1));
        const double middle = (value + next) / 2;
        const auto even = uint16_t(bits % 2 == 0 ? bits : bits + 1);
        const bool isRight = next > value && bitsOf(value) == low && bitsOf(-value) == (low | 0x8000) &&
                             bitsOf(middle) == even && bitsOf(std::nextafter(middle, 0)) == low &&
                             bitsOf(std::nextafter(middle, 1e9)) == bits + 1;
        QVERIFY2(isRight, qPrintable(QString::number(bits, 16)));
    }
    QCOMPARE(bitsOf(HUGE_VAL), uint16_t(0x7c00));
    QCOMPARE(bitsOf(-1e300), uint16_t(0xfc00));
    QVERIFY(std::isnan(valueOf(bitsOf(std::nan("")))));
}

void TstTensor::lanesFollowEachOther()
{
    Tensor tensor = makeTensor(Float32.withLanes(4), {2});
    QCOMPARE(tensor.bytes.size(), size_t(32));
    QCOMPARE(numberCount(tensor), int64_t(8));
    setNumber(tensor, 5, 2.5);
    QCOMPARE(numberAt(tensor, 5), 2.5);
    QCOMPARE(numberAt(tensor, 4), 0.0);
}

TIR_TEST(TstTensor)
#include "tst_tensor.moc"
