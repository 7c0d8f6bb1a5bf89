/// Damaged texts: bytes and lexemes deleted, doubled, swapped, replaced. Whatever comes out is read or
/// refused, never a crash; what is read prints, and the print is read again.

#include "core/script/lexer.h"
#include "core/script/parser.h"
#include "core/script/printer.h"
#include "tests/support/test_files.h"

#include <QElapsedTimer>
#include <QtTest>

#include <random>

using namespace tir;

namespace {

constexpr qint64 BudgetMs = 5000;

uint64_t seedOfThisRun()
{
    const QByteArray given = qgetenv("TIR_FUZZ_SEED");
    return given.isEmpty() ? std::random_device()() : given.toULongLong();
}

class Mutator {
public:
    explicit Mutator(uint64_t seed) : m_random(seed) {}

    size_t below(size_t bound) { return bound == 0 ? 0 : m_random() % bound; }

    std::string mutate(std::string text)
    {
        for (size_t i = 0, count = 1 + below(4); i < count; ++i)
            text = below(3) == 0 ? withDamagedByte(std::move(text)) : withDamagedLexeme(text);
        return text;
    }

private:
    std::string withDamagedByte(std::string text)
    {
        const size_t at = below(text.size() + 1);
        switch (below(4)) {
        case 0:
            return text.substr(0, at);
        case 1:
            return text.insert(at, 1, char(below(256)));
        case 2:
            return at < text.size() ? text.erase(at, 1 + below(8)) : text;
        default:
            if (at < text.size())
                text[at] = char(below(256));
            return text;
        }
    }

    std::string withDamagedLexeme(const std::string& text)
    {
        Arena arena;
        Diagnostics ignored;
        const std::vector<script::Lexeme> lexemes = script::lex(text, arena, ignored);
        const auto spelling = [&](const script::Lexeme& lexeme) {
            return text.substr(lexeme.span.begin, lexeme.span.end - lexeme.span.begin);
        };
        const script::Lexeme& target = lexemes[below(lexemes.size())];
        const script::Lexeme& other = lexemes[below(lexemes.size())];
        std::string with = spelling(other);
        switch (below(5)) {
        case 0:
            with.clear();
            break;
        case 1:
            with = spelling(target) + " " + spelling(target);
            break;
        case 2:
            with = "99999999999";
            break;
        case 3:
            with = "-1";
            break;
        default:
            break;
        }
        return text.substr(0, target.span.begin) + with + text.substr(target.span.end);
    }

    std::mt19937_64 m_random;
};

} // namespace

class TstFuzzScript : public QObject {
    Q_OBJECT

private slots:
    void damagedTextsAreReadOrRefused();
};

void TstFuzzScript::damagedTextsAreReadOrRefused()
{
    std::vector<std::string> texts;
    for (const QString& file : testing::filesBelow(testing::sourcePath("samples"), {"*.py"}))
        texts.push_back(*testing::readFile(file));
    for (const QString& file : testing::filesBelow(testing::sourcePath("tests/golden"), {"*.py"}))
        texts.push_back(*testing::readFile(file));
    QVERIFY(!texts.empty());
    const uint64_t seed = seedOfThisRun();
    qInfo("TIR_FUZZ_SEED=%llu", static_cast<unsigned long long>(seed));
    Mutator mutator(seed);
    QElapsedTimer timer;
    timer.start();
    int read = 0;
    int refused = 0;
    while (timer.elapsed() < BudgetMs) {
        const std::string text = mutator.mutate(texts[mutator.below(texts.size())]);
        try {
            const SourceText source("fuzz.py", text);
            const auto parsed = parseModule(source);
            if (!parsed) {
                ++refused;
                QVERIFY(!render(parsed.diagnostics(), source).empty());
                continue;
            }
            ++read;
            const std::string printed =
                printScript(*parsed->module.module, {.asBareFunction = parsed->isBareFunction});
            const SourceText again("printed.py", printed);
            const auto reparsed = parseModule(again);
            QVERIFY2(reparsed,
                     reparsed ? "" : (text + "\n----\n" + render(reparsed.diagnostics(), again)).c_str());
        } catch (const std::exception& exception) {
            QFAIL((std::string(exception.what()) + " on\n" + text).c_str());
        }
    }
    qInfo("%d read, %d refused", read, refused);
    QVERIFY(read > 0 && refused > 0);
}

QTEST_APPLESS_MAIN(TstFuzzScript)
#include "tst_fuzz_script.moc"
