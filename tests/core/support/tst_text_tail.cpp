/// The end of a long text: the kept part, the cut, and its notice.

#include "core/support/text_tail.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TstTextTail : public QObject {
    Q_OBJECT

private slots:
    void keepsWhatFits();
    void keepsTheEnd();
    void doesNotDependOnThePieces();
    void neverCutsACharacter();
    void lastLines_data();
    void lastLines();
};

void TstTextTail::keepsWhatFits()
{
    TextTail tail(8);
    QCOMPARE(tail.text(), std::string());
    tail.append("four");
    tail.append("five");
    QCOMPARE(tail.text(), std::string("fourfive"));
}

void TstTextTail::keepsTheEnd()
{
    TextTail lines(10);
    lines.append("one\ntwo\nthree\nfour\n");
    QCOMPARE(lines.text(), std::string("(the first 14 bytes are left out)\nfour\n"));
    TextTail line(4); // without an end of a line to cut at
    line.append("0123456789");
    QCOMPARE(line.text(), std::string("(the first 6 bytes are left out)\n6789"));
}

void TstTextTail::doesNotDependOnThePieces()
{
    std::string all;
    for (int number = 0; number < 100; ++number)
        all += "line " + std::to_string(number) + '\n';
    TextTail whole(64);
    whole.append(all);
    for (const size_t size : {size_t(1), size_t(7), size_t(63), size_t(64), size_t(65), size_t(200)}) {
        TextTail pieces(64);
        for (size_t at = 0; at < all.size(); at += size)
            pieces.append(std::string_view(all).substr(at, size));
        QCOMPARE(pieces.text(), whole.text());
    }
    QVERIFY(whole.text().ends_with("line 98\nline 99\n"));
}

void TstTextTail::neverCutsACharacter()
{
    TextTail tail(4);
    tail.append("aäöü");
    QCOMPARE(tail.text(), std::string("(the first 3 bytes are left out)\nöü"));
    TextTail odd(3);
    odd.append("aäöü");
    QCOMPARE(odd.text(), std::string("(the first 5 bytes are left out)\nü"));
}

void TstTextTail::lastLines_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("nothing") << QByteArray() << QByteArray();
    QTest::newRow("blank") << QByteArray(" \n\n") << QByteArray();
    QTest::newRow("one line") << QByteArray("one") << QByteArray("one");
    QTest::newRow("several") << QByteArray("one\n  two words \n\n") << QByteArray("two words");
    QTest::newRow("long") << QByteArray(300, 'x') << QByteArray(200, 'x');
}

void TstTextTail::lastLines()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, line);
    QCOMPARE(lastLine(text.toStdString()), std::string_view(line.constData(), size_t(line.size())));
}

TIR_TEST(TstTextTail)
#include "tst_text_tail.moc"
