/// Peaks of arithmetic against the data sheets of GPUs: operations a second are operations a clock times the number of
/// multiprocessors and their boost clock.

#include "core/runtime/arithmetic_peak.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <cmath>

using namespace tir;

class TstArithmeticPeak : public QObject {
    Q_OBJECT

private slots:
    void agreesWithDataSheets_data();
    void agreesWithDataSheets();
    void isZeroWithoutSuchArithmetic_data();
    void isZeroWithoutSuchArithmetic();
};

void TstArithmeticPeak::agreesWithDataSheets_data()
{
    QTest::addColumn<QString>("arch");
    QTest::addColumn<int>("multiprocessors");
    QTest::addColumn<double>("gigahertz");
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("isMatrix");
    QTest::addColumn<double>("teraops");
    const auto row = [](const char* gpu, const char* arch, int multiprocessors, double gigahertz,
                        const char* type, bool isMatrix, double teraops) {
        QTest::addRow("%s, %s%s", gpu, type, isMatrix ? " matrix" : "")
            << QString(arch) << multiprocessors << gigahertz << QString(type) << isMatrix << teraops;
    };
    row("V100", "sm_70", 80, 1.53, "float64", false, 7.8);
    row("V100", "sm_70", 80, 1.53, "float32", false, 15.7);
    row("V100", "sm_70", 80, 1.53, "float16", true, 125);
    row("T4", "sm_75", 40, 1.59, "float32", false, 8.1);
    row("T4", "sm_75", 40, 1.59, "int8", true, 130);
    row("A100", "sm_80", 108, 1.41, "float64", false, 9.7);
    row("A100", "sm_80", 108, 1.41, "float64", true, 19.5);
    row("A100", "sm_80", 108, 1.41, "float32", false, 19.5);
    row("A100", "sm_80", 108, 1.41, "float32", true, 156);
    row("A100", "sm_80", 108, 1.41, "bfloat16", true, 312);
    row("A100", "sm_80", 108, 1.41, "int8", true, 624);
    row("RTX A6000", "sm_86", 84, 1.80, "float32", false, 38.7);
    row("RTX A6000", "sm_86", 84, 1.80, "float16", true, 154.8);
    row("RTX 6000 Ada", "sm_89", 142, 2.505, "float32", false, 91.1);
    row("RTX 6000 Ada", "sm_89", 142, 2.505, "float8_e4m3fn", true, 728.5);
    row("H100 SXM", "sm_90a", 132, 1.98, "float64", false, 33.5);
    row("H100 SXM", "sm_90", 132, 1.98, "float32", false, 66.9);
    row("H100 SXM", "sm_90", 132, 1.83, "float16", true, 989.4);
    row("H100 SXM", "sm_90", 132, 1.83, "float8_e5m2", true, 1978.9);
    row("H100 SXM", "sm_90", 132, 1.83, "uint8", true, 1978.9);
    row("B300", "sm_103a", 148, 1.98, "float32", false, 75);
    row("B300", "sm_103", 148, 1.86, "float16", true, 2250);
    row("B300", "sm_103", 148, 1.86, "float8_e4m3fn", true, 4500);
    row("Jetson T5000", "sm_110", 20, 1.575, "float32", false, 8.06);
    row("Jetson T5000", "sm_101", 20, 1.575, "float8_e4m3fn", true, 517);
    row("RTX PRO 6000", "sm_120", 188, 2.617, "float32", false, 125);
    row("GB10", "sm_121", 48, 2.525, "float32", false, 31);
}

void TstArithmeticPeak::agreesWithDataSheets()
{
    QFETCH(QString, arch);
    QFETCH(int, multiprocessors);
    QFETCH(double, gigahertz);
    QFETCH(QString, type);
    QFETCH(bool, isMatrix);
    QFETCH(double, teraops);
    const auto dtype = dtypeFromString(type.toStdString());
    QVERIFY(dtype);
    const double found =
        operationsPerClock(arch.toStdString(), *dtype, isMatrix) * multiprocessors * gigahertz / 1e3;
    QVERIFY2(std::fabs(found - teraops) < 0.015 * teraops, qPrintable(QString::number(found)));
}

void TstArithmeticPeak::isZeroWithoutSuchArithmetic_data()
{
    QTest::addColumn<QString>("arch");
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("isMatrix");
    QTest::newRow("no fp8 instructions") << "sm_80"
                                         << "float8_e4m3fn" << true;
    QTest::newRow("no bfloat16 yet") << "sm_75"
                                     << "bfloat16" << true;
    QTest::newRow("fp8 is converted") << "sm_90"
                                      << "float8_e4m3fn" << false;
    QTest::newRow("another architecture") << "gfx90a"
                                          << "float32" << false;
    QTest::newRow("not documented") << "sm_88"
                                    << "float32" << false;
    QTest::newRow("an unknown one") << "sm_999"
                                    << "float32" << false;
}

void TstArithmeticPeak::isZeroWithoutSuchArithmetic()
{
    QFETCH(QString, arch);
    QFETCH(QString, type);
    QFETCH(bool, isMatrix);
    QCOMPARE(operationsPerClock(arch.toStdString(), *dtypeFromString(type.toStdString()), isMatrix), 0);
}

TIR_TEST(TstArithmeticPeak)
#include "tst_arithmetic_peak.moc"
