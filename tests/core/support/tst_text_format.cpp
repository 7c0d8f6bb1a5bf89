/// Names in quotes, counts, amounts of memory, texts without white space at their ends.

#include "core/support/text_format.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TstTextFormat : public QObject {
    Q_OBJECT

private slots:
    void names();
    void counts();
    void whiteSpaceAtTheEnds_data();
    void whiteSpaceAtTheEnds();
    void identifiers();
    void amountsOfMemory_data();
    void amountsOfMemory();
};

void TstTextFormat::names()
{
    QCOMPARE(quoted(""), std::string("''"));
    QCOMPARE(quoted("A"), std::string("'A'"));
}

void TstTextFormat::counts()
{
    QCOMPARE(counted(0, "place"), std::string("0 places"));
    QCOMPARE(counted(1, "place"), std::string("1 place"));
    QCOMPARE(counted(2, "place"), std::string("2 places"));
    QCOMPARE(counted(1, "index", "indices"), std::string("1 index"));
    QCOMPARE(counted(2, "index", "indices"), std::string("2 indices"));
}

void TstTextFormat::whiteSpaceAtTheEnds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("trimmed");
    QTest::newRow("nothing") << ""
                             << "";
    QTest::newRow("none") << "a b"
                          << "a b";
    QTest::newRow("only white space") << " \t\r\n"
                                      << "";
    QTest::newRow("in front") << "\t a"
                              << "a";
    QTest::newRow("after it") << "a \r\n"
                              << "a";
    QTest::newRow("at both ends") << " a\nb "
                                  << "a\nb";
}

void TstTextFormat::whiteSpaceAtTheEnds()
{
    QFETCH(QString, text);
    QFETCH(QString, trimmed);
    const std::string given = text.toStdString();
    QCOMPARE(QString::fromStdString(std::string(tir::trimmed(given))), trimmed);
}

void TstTextFormat::identifiers()
{
    for (const char* text : {"a", "_", "A_1", "x9"})
        QVERIFY2(isIdentifier(text), text);
    for (const char* text :
         {"", "1", "9x", "a b", "a.b", "a-b", "\xc3\xa4", "\xe4"}) // the last ones in Latin-1, too
        QVERIFY2(!isIdentifier(text), text);
}

/// A small amount is never zero of a large unit.
void TstTextFormat::amountsOfMemory_data()
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

void TstTextFormat::amountsOfMemory()
{
    QFETCH(qulonglong, bytes);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(byteText(bytes)), text);
}

TIR_TEST(TstTextFormat)
#include "tst_text_format.moc"
