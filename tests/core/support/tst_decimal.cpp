/// Floating-point numbers as text: as the C library in the C locale, in every locale.

#include "core/support/decimal.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

using namespace tir;

namespace {

constexpr double Values[] = {0.0,
                             -0.0,
                             0.5,
                             2.75,
                             -1.0,
                             1e22,
                             1.5e300,
                             2e-310,
                             0.1,
                             1.0 / 3,
                             123.0,
                             1234567,
                             1234.56,
                             1.0625e-7,
                             65504,
                             4.9e-324,
                             std::numeric_limits<double>::max()};

std::string printed(const char* format, double value)
{
    char text[400];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// Every text of every value.
std::vector<std::string> allTexts()
{
    std::vector<std::string> texts;
    for (const double value : Values)
        for (const std::string& text :
             {decimalText(value, 3), decimalText(value, 17), shortestText(value), fixedText(value, 1),
              scientificText(value), hexadecimalText(double(float(value)))})
            texts.push_back(text);
    return texts;
}

} // namespace

class TstDecimal : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheCLocale();
    void readsWhatItWrote();
    void readsEveryForm_data();
    void readsEveryForm();
    void localesDoNotMatter();
};

void TstDecimal::agreesWithTheCLocale()
{
    for (const double value : Values) {
        QCOMPARE(decimalText(value, 3), printed("%.3g", value));
        QCOMPARE(decimalText(value, 17), printed("%.17g", value));
        QCOMPARE(fixedText(value, 1), printed("%.1f", value));
        QCOMPARE(scientificText(value), printed("%e", value));
        if (std::isfinite(float(value)))
            QCOMPARE(hexadecimalText(double(float(value))), printed("%a", double(float(value))));
    }
}

void TstDecimal::readsWhatItWrote()
{
    for (const double value : Values) {
        QCOMPARE(parseDouble(decimalText(value, 17)), std::optional(value));
        QCOMPARE(parseDouble(shortestText(value)), std::optional(value));
    }
    QCOMPARE(shortestText(0.1), std::string("0.1"));
    QCOMPARE(shortestText(-2), std::string("-2"));
}

void TstDecimal::readsEveryForm_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isNumber");
    for (const char* text :
         {"1", "1.", ".5", "1.5e3", "1.5E+3", "1.e-3", "-2.5", "00.5", "1e400", "-1e400", "1e-400",
          "0.0000000000000001e-320", "1000000000000000000000e300", "0e999999999999", "1e99999999999999999999",
          "1e-99999999999999999999", "inf", "nan"})
        QTest::newRow(text) << QByteArray(text) << true;
    for (const char* text : {"", " ", "x", "1,5", "1.5x", "1.5 ", "0x10", "1e", "--1"})
        QTest::newRow(text) << QByteArray(text) << false;
}

void TstDecimal::readsEveryForm()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isNumber);
    const std::optional<double> value = parseDouble(text.toStdString());
    QCOMPARE(value.has_value(), isNumber);
    if (!isNumber)
        return;
    const double expected = std::strtod(text.constData(), nullptr);
    QVERIFY(std::isnan(expected) ? std::isnan(*value) : *value == expected);
    QCOMPARE(std::signbit(*value), std::signbit(expected));
}

void TstDecimal::localesDoNotMatter()
{
    const QByteArray locale = testing::commaLocale();
    QVERIFY2(!locale.isEmpty(), "no sources of locales, the package 'locales' is missing");
    const std::vector<std::string> texts = allTexts();
    QVERIFY(std::setlocale(LC_ALL, locale.constData()));
    const std::string native = printed("%g", 0.5);
    const std::vector<std::string> again = allTexts();
    const std::optional<double> read = parseDouble("2.75");
    std::setlocale(LC_ALL, "C");
    QCOMPARE(native, std::string("0,5")); // the locale is in force
    QVERIFY(again == texts);
    QCOMPARE(read, std::optional(2.75));
}

TIR_TEST(TstDecimal)
#include "tst_decimal.moc"
