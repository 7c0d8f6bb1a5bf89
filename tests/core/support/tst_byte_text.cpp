/// Amounts of memory as text: a small amount is never zero of a large unit.

#include "core/support/byte_text.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TstByteText : public QObject {
    Q_OBJECT

private slots:
    void textsAreShort_data();
    void textsAreShort();
};

void TstByteText::textsAreShort_data()
{
    QTest::addColumn<qulonglong>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << qulonglong(0) << "0 bytes";
    QTest::newRow("one") << qulonglong(1) << "1 byte";
    QTest::newRow("less than a kibibyte") << qulonglong(1023) << "1023 bytes";
    QTest::newRow("a kibibyte") << qulonglong(1024) << "1 KiB";
    QTest::newRow("a fraction") << qulonglong(1536) << "1.5 KiB";
    QTest::newRow("almost a mebibyte") << qulonglong((1 << 20) - 1) << "1024 KiB";
    QTest::newRow("four digits") << qulonglong(600000000) << "572.2 MiB";
    QTest::newRow("gibibytes") << (qulonglong(4) << 30) << "4 GiB";
    QTest::newRow("the most") << ~qulonglong(0) << "16 EiB";
}

void TstByteText::textsAreShort()
{
    QFETCH(qulonglong, bytes);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(byteText(bytes)), text);
}

TIR_TEST(TstByteText)
#include "tst_byte_text.moc"
