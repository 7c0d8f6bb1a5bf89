/// Lines and columns of a text, and how an error in it is shown.

#include "core/script/syntax/source.h"
#include "core/support/result.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TstSource : public QObject {
    Q_OBJECT

private slots:
    void findsLines();
    void rendersLineAndCarets();
    void rendersNotes();
    void countsLettersNotBytes();
    void cutsLongLines();
};

void TstSource::findsLines()
{
    const SourceText source("a.py", "one\r\ntwo\n\nfour");
    QCOMPARE(source.line(1), std::string_view("one"));
    QCOMPARE(source.line(2), std::string_view("two"));
    QCOMPARE(source.line(3), std::string_view(""));
    QCOMPARE(source.line(4), std::string_view("four"));
    QCOMPARE(source.line(5), std::string_view(""));
    QCOMPARE(source.lineColumn(0).line, 1);
    QCOMPARE(source.lineColumn(5).line, 2);
    QCOMPARE(source.lineColumn(7).column, 3);
    QCOMPARE(source.lineColumn(1000).line, 4);
    QCOMPARE(SourceText().lineColumn(0).line, 1);
}

void TstSource::rendersLineAndCarets()
{
    const SourceText source("a.py", "x = 1\n\ty = zz + 1\n");
    Diagnostic diagnostic = error("undefined-name", "undefined name 'zz'");
    diagnostic.span = Span{11, 13};
    QCOMPARE(QString::fromStdString(render(diagnostic, source)), "a.py:2:6: error: undefined name 'zz'\n"
                                                                 "\ty = zz + 1\n"
                                                                 "\t    ^~\n");
    diagnostic.span.reset();
    QCOMPARE(QString::fromStdString(render(diagnostic, source)), "a.py: error: undefined name 'zz'\n");
}

void TstSource::rendersNotes()
{
    const SourceText source("a.py", "one\ntwo\n");
    Diagnostic diagnostic = error("twice", "defined twice");
    diagnostic.span = Span{4, 7};
    diagnostic.notes.push_back({.message = "the first one", .span = Span{0, 3}});
    QCOMPARE(QString::fromStdString(render(diagnostic, source)), "a.py:2:1: error: defined twice\n"
                                                                 "two\n"
                                                                 "^~~\n"
                                                                 "a.py:1:1: note: the first one\n"
                                                                 "one\n"
                                                                 "^~~\n");
}

void TstSource::countsLettersNotBytes()
{
    const SourceText source("a.py", "größe = ?");
    Diagnostic diagnostic = error("unexpected-character", "unexpected '?'");
    diagnostic.span = Span{10, 11};
    QCOMPARE(QString::fromStdString(render(diagnostic, source)),
             QString::fromUtf8("a.py:1:11: error: unexpected '?'\ngröße = ?\n        ^\n"));
}

void TstSource::cutsLongLines()
{
    const SourceText source("a.py", std::string(5000, 'x') + "!" + std::string(5000, 'y'));
    Diagnostic diagnostic = error("unexpected-character", "unexpected '!'");
    diagnostic.span = Span{5000, 5001};
    const QStringList lines = QString::fromStdString(render(diagnostic, source)).split('\n');
    QVERIFY(lines[1].size() < 200);
    QCOMPARE(lines[1][lines[2].indexOf('^')], QChar('!'));
}

TIR_TEST(TstSource)
#include "tst_source.moc"
