/// Tokens: kinds, texts and spans; text that is not a token is reported at its position.

#include "core/script/syntax/lexer.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::script;

namespace {

static_assert(sizeof(Token) == 12, "a dense text has a token for every two bytes");

/// `name:x symbol:= integer:1 newline end`.
QString asText(const Tokens& tokens)
{
    static constexpr const char* Names[] = {"name",   "integer", "float",  "string", "foreign",
                                            "symbol", "newline", "indent", "dedent", "end"};
    QStringList parts;
    for (const Token& token : tokens) {
        QString part = Names[size_t(token.kind)];
        if (token.kind < Token::Kind::Newline) {
            const std::string_view text = tokens.textOf(token);
            part += ":" + QString::fromUtf8(text.data(), qsizetype(text.size()));
        }
        parts += part;
    }
    return parts.join(' ');
}

} // namespace

class TstLexer : public QObject {
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void reports_data();
    void reports();
    void spansGiveBackTheText();
};

void TstLexer::reads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("tokens");
    QTest::newRow("nothing") << QByteArray("") << "end";
    QTest::newRow("blank lines and comments") << QByteArray("\n  # hint\n\n") << "end";
    QTest::newRow("assignment") << QByteArray("x = 1\n") << "name:x symbol:= integer:1 newline end";
    QTest::newRow("no final newline") << QByteArray("x") << "name:x newline end";
    QTest::newRow("windows line ends") << QByteArray("a\r\nb\r\n") << "name:a newline name:b newline end";
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBFx\n") << "name:x newline end";
    QTest::newRow("indentation")
        << QByteArray("if a:\n    b\nc\n")
        << "name:if name:a symbol:: newline indent name:b newline dedent name:c newline end";
    QTest::newRow("blocks closed by the end")
        << QByteArray("a:\n b:\n  c")
        << "name:a symbol:: newline indent name:b symbol:: newline indent "
           "name:c newline dedent dedent end";
    QTest::newRow("brackets join lines")
        << QByteArray("f(a,\n  b)\n") << "name:f symbol:( name:a symbol:, name:b symbol:) newline end";
    QTest::newRow("backslash joins lines")
        << QByteArray("a + \\\n  b\n") << "name:a symbol:+ name:b newline end";
    QTest::newRow("longest symbol first") << QByteArray("a//=b**c->d")
                                          << "name:a symbol://= name:b symbol:** name:c "
                                             "symbol:-> name:d newline end";
    QTest::newRow("numbers")
        << QByteArray("1_000 0x1F 1.5 .5 2. 1e-5 1e300")
        << "integer:1_000 integer:0x1F float:1.5 float:.5 float:2. float:1e-5 float:1e300 "
           "newline end";
    QTest::newRow("slice of numbers") << QByteArray("0:4") << "integer:0 symbol:: integer:4 newline end";
    QTest::newRow("escapes") << QByteArray(R"("a\"\\\x41\101")") << "string:a\"\\AA newline end";
    QTest::newRow("bytes of utf-8") << QByteArray(R"("\xC3\xA9")")
                                    << QString::fromUtf8("string:é newline end");
    QTest::newRow("code point") << QByteArray("\"\\u00e9\"") << QString::fromUtf8("string:é newline end");
    QTest::newRow("raw string") << QByteArray(R"(r"\n")") << "string:\\n newline end";
    QTest::newRow("triple quotes") << QByteArray("\"\"\"a\n\"b\"\"\"") << "string:a\n\"b newline end";
    QTest::newRow("format string") << QByteArray("f\"{x}\"") << "foreign:{x} newline end";
    QTest::newRow("letters of any language")
        << QByteArray("größe") << QString::fromUtf8("name:größe newline end");
}

void TstLexer::reads()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, tokens);
    Arena arena;
    Diagnostics diagnostics;
    QCOMPARE(asText(lex({text.data(), size_t(text.size())}, arena, diagnostics)), tokens);
    QVERIFY(diagnostics.empty());
}

void TstLexer::reports_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    QTest::addColumn<int>("begin");
    QTest::newRow("stray character") << QByteArray("a ? b") << "unexpected '?'" << 2;
    QTest::newRow("control byte") << QByteArray("a \x01") << "unexpected byte 0x01" << 2;
    QTest::newRow("zero byte") << QByteArray("a \0 b", 5) << "unexpected byte 0x00" << 2;
    QTest::newRow("open string") << QByteArray("x = \"abc\ny") << "string has no closing quote" << 4;
    QTest::newRow("open bracket") << QByteArray("f(a\n") << "'(' is never closed" << 1;
    QTest::newRow("brackets, all of them closed") << QByteArray(2000, '(') + '1' + QByteArray(2000, ')')
                                                  << "more than 1000 brackets in each other" << 999;
    QTest::newRow("number with letters") << QByteArray("12ab") << "'12ab' is not a number" << 0;
    QTest::newRow("half a dedent") << QByteArray("a:\n    b\n  c\n")
                                   << "indentation matches no block around it" << 9;
    QTest::newRow("short escape") << QByteArray(R"("\x4")") << "escape needs 2 hex digits" << 1;
}

void TstLexer::reports()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, message);
    QFETCH(const int, begin);
    Arena arena;
    Diagnostics diagnostics;
    lex({text.data(), size_t(text.size())}, arena, diagnostics);
    QCOMPARE(diagnostics.size(), size_t(1));
    QCOMPARE(QString::fromStdString(diagnostics[0].message), message);
    QCOMPARE(int(diagnostics[0].span->begin), begin);
}

void TstLexer::spansGiveBackTheText()
{
    const std::string_view text = "for i in range(10):\n    A[i] = B[i] * 2.5 # all\n";
    Arena arena;
    Diagnostics diagnostics;
    uint32_t end = 0;
    const Tokens tokens = lex(text, arena, diagnostics);
    for (const Token& token : tokens) {
        QVERIFY(token.span.begin >= end);
        end = token.span.end;
        if (token.kind < Token::Kind::Newline)
            QCOMPARE(text.substr(token.span.begin, token.span.end - token.span.begin), tokens.textOf(token));
    }
}

TIR_TEST(TstLexer)
#include "tst_lexer.moc"
