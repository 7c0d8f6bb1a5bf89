/// Texts from outside are shown as they are, with the names that the module has.

#include "passes/workbench/trace/imported_text.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

constexpr std::string_view Comment = "# written by another printer: A, B\n";

/// The same program, as another printer could have written it.
std::string asWrittenElsewhere(const std::string& text)
{
    std::string other(Comment);
    bool isInText = false;
    for (size_t at = 0; at < text.size(); ++at) {
        isInText ^= text[at] == '"' && text[at - 1] != '\\';
        other += text[at];
        if (!isInText && text[at] == ',')
            other += " ";
    }
    return other;
}

bool isName(std::string_view text)
{
    return text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
           std::string_view::npos;
}

/// Every name of a variable or buffer, in the order of the text.
std::vector<TokenRange> namesIn(const PrintedText& text)
{
    std::vector<TokenRange> names;
    for (const TokenRange& token : text.tokens)
        if ((token.kind == TokenKind::Variable || token.kind == TokenKind::Buffer) && token.entity &&
            isName(std::string_view(text.text).substr(token.begin, token.end - token.begin)))
            names.push_back(token);
    return names;
}

QString textOf(const PrintedText& text, const TokenRange& token)
{
    return QString::fromStdString(text.text.substr(token.begin, token.end - token.begin));
}

} // namespace

class TestImportedText : public QObject {
    Q_OBJECT
private slots:
    void samples_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString& path : filesBelow(sourcePath("samples"), {"*.py"}))
            QTest::newRow(qPrintable(QFileInfo(path).baseName())) << path;
    }

    void samples()
    {
        QFETCH(QString, path);
        const OpenedProgram sample = openFile(path.toStdString());
        QVERIFY(sample.isOpen());
        const std::string print = printScript(sample.module());
        const OpenedProgram same = openText("same.py", print + "\n\n");
        QVERIFY2(same.isOpen(), same.rendered().c_str());
        const PlaceTable places(same.module());
        const PrintedText expected = printWithPlaces(same.module(), places);
        const PrintedText shown = importedText(same, places);
        QVERIFY(shown.text == same.source.text());
        QVERIFY(shown.placeSpans == expected.placeSpans);
        QCOMPARE(shown.tokens.size(), expected.tokens.size());

        const OpenedProgram other = openText("other.py", asWrittenElsewhere(print));
        QVERIFY2(other.isOpen(), other.rendered().c_str());
        const PlaceTable otherPlaces(other.module());
        checkNames(importedText(other, otherPlaces), printWithPlaces(other.module(), otherPlaces));
        QVERIFY(importedText(other, otherPlaces).text == other.source.text());
    }

    void tokensOfWhatIsWritten()
    {
        const OpenedProgram program = openText(
            "a.py", "import tvm  # A\n@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), \"int32\")):\n"
                    "  for i in range(2 * 2):  # i\n    if i < 3:\n      A[i] = A[ i ] + T.int32(1)\n");
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        const PlaceTable places(program.module());
        const PrintedText text = importedText(program, places);
        QStringList tokens;
        uint32_t end = 0;
        for (const TokenRange& token : text.tokens) {
            QVERIFY(token.begin >= end && token.begin < token.end);
            end = token.end;
            static constexpr const char* Kinds[] = {"plain",     "keyword", "comment",  "decorator",
                                                    "namespace", "builtin", "function", "variable",
                                                    "buffer",    "number",  "string"};
            tokens << QStringLiteral("%1 %2").arg(Kinds[size_t(token.kind)], textOf(text, token));
        }
        const QStringList expected = {"keyword import", "comment # A",      "decorator @T.prim_func",
                                      "keyword True",   "keyword def",      "function main",
                                      "buffer A",       "namespace T",      "builtin Buffer",
                                      "number 4",       "string \"int32\"", "keyword for",
                                      "variable i",     "keyword in",       "number 2",
                                      "number 2",       "comment # i",      "keyword if",
                                      "variable i",     "number 3",         "buffer A",
                                      "variable i",     "buffer A",         "variable i",
                                      "namespace T",    "builtin int32",    "number 1"};
        QCOMPARE(tokens, expected);
    }

private:
    static void checkNames(const PrintedText& shown, const PrintedText& expected)
    {
        const std::vector<TokenRange> names = namesIn(shown);
        const std::vector<TokenRange> printed = namesIn(expected);
        QCOMPARE(names.size(), printed.size());
        for (size_t index = 0; index < names.size(); ++index) {
            QCOMPARE(textOf(shown, names[index]), textOf(expected, printed[index]));
            QVERIFY2(names[index].entity == printed[index].entity,
                     qPrintable(QStringLiteral("%1, name %2: %3")
                                    .arg(QString::fromStdString(shown.text.substr(names[index].begin, 60)))
                                    .arg(index)
                                    .arg(textOf(shown, names[index]))));
        }
    }
};

TIR_TEST(TestImportedText)
#include "tst_imported_text.moc"
