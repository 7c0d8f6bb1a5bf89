/// Line diffs as text: one line per row, with the changed words of both sides in brackets.

#include "core/diff/diff_text.h"
#include "core/diff/line_diff.h"
#include "core/diff/sequence_diff.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <random>

using namespace tir;

namespace {

/// The line with its marks in brackets.
std::string marked(std::string_view text, std::string_view line, const std::vector<Span>& marks)
{
    const auto begin = uint32_t(line.data() - text.data());
    std::string result;
    for (uint32_t at = begin; at <= begin + line.size(); ++at) {
        for (const Span& mark : marks)
            result += mark.end == at && mark.begin >= begin ? "]" : "";
        for (const Span& mark : marks)
            result += mark.begin == at && at < begin + line.size() ? "[" : "";
        if (at < begin + line.size())
            result += text[at];
    }
    return result;
}

/// `  same`, `- removed`, `+ added`, `~ before -> after`.
QString asText(std::string_view before, std::string_view after)
{
    const LineDiff diff = diffLines(before, after);
    const std::vector<std::string_view> beforeLines = splitLines(before);
    const std::vector<std::string_view> afterLines = splitLines(after);
    std::string text;
    for (const DiffRow& row : diff.rows) {
        const std::string left =
            row.before < 0 ? "" : marked(before, beforeLines[size_t(row.before)], diff.beforeWords);
        const std::string right =
            row.after < 0 ? "" : marked(after, afterLines[size_t(row.after)], diff.afterWords);
        switch (row.change) {
        case LineChange::Same:
            text += "  " + left + "\n";
            break;
        case LineChange::Changed:
            text += "~ " + left + " -> " + right + "\n";
            break;
        case LineChange::Added:
            text += "+ " + right + "\n";
            break;
        case LineChange::Removed:
            text += "- " + left + "\n";
            break;
        }
    }
    return QString::fromStdString(text);
}

/// Fewest insertions and deletions, by the quadratic table.
size_t fewestEdits(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b)
{
    std::vector<std::vector<size_t>> common(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = a.size(); i-- > 0;)
        for (size_t j = b.size(); j-- > 0;)
            common[i][j] =
                a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    return a.size() + b.size() - 2 * common[0][0];
}

std::vector<uint32_t> kept(const std::vector<uint32_t>& items, const std::vector<bool>& isOnly)
{
    std::vector<uint32_t> result;
    for (size_t i = 0; i < items.size(); ++i)
        if (!isOnly[i])
            result.push_back(items[i]);
    return result;
}

} // namespace

class TestLineDiff : public QObject {
    Q_OBJECT
private slots:
    void rows_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("expected");

        QTest::newRow("both empty") << ""
                                    << ""
                                    << "";
        QTest::newRow("same") << "a\nb\n"
                              << "a\nb\n"
                              << "  a\n  b\n";
        QTest::newRow("final newline is not a line") << "a\n"
                                                     << "a"
                                                     << "  a\n";
        QTest::newRow("from nothing") << ""
                                      << "a\nb"
                                      << "+ a\n+ b\n";
        QTest::newRow("to nothing") << "a\nb"
                                    << ""
                                    << "- a\n- b\n";
        QTest::newRow("empty lines count") << "a\n\nb"
                                           << "a\nb"
                                           << "  a\n- \n  b\n";
        QTest::newRow("line added between") << "a\nc"
                                            << "a\nb\nc"
                                            << "  a\n+ b\n  c\n";
        QTest::newRow("one word changed") << "A[tx] = X[tx] + 1"
                                          << "A[tx] = Y[tx] + 1"
                                          << "~ A[tx] = [X][tx] + 1 -> A[tx] = [Y][tx] + 1\n";
        QTest::newRow("only insertions") << "B[tx] = A[tx]"
                                         << "B[tx + 128] = A[tx]"
                                         << "~ B[tx] = A[tx] -> B[tx[ + 128]] = A[tx]\n";
        QTest::newRow("indentation changed") << "x = y + z"
                                             << "    x = y + z"
                                             << "~ x = y + z -> [    ]x = y + z\n";
        QTest::newRow("nothing in common") << "alpha beta"
                                           << "gamma(delta)"
                                           << "- alpha beta\n+ gamma(delta)\n";
        QTest::newRow("the similar line is the partner, not the first")
            << "start\nA[tx] = B[tx]\nend"
            << "start\nT.sync()\nA[tx] = C[tx]\nend"
            << "  start\n+ T.sync()\n~ A[tx] = [B][tx] -> A[tx] = [C][tx]\n  end\n";
        QTest::newRow("marks of different lines stay apart")
            << "a = b + 1\nc = d + 1"
            << "a = b + 2\nc = d + 2"
            << "~ a = b + [1] -> a = b + [2]\n~ c = d + [1] -> c = d + [2]\n";
    }

    void rows()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, expected);
        QCOMPARE(asText(before.toStdString(), after.toStdString()), expected);
    }

    void countsChangedLinesOnBothSides()
    {
        const LineDiff diff =
            diffLines("same\nx = 1 + 2\ngone forever", "same\nx = 1 + 3\nnew one\nand (more)");
        QCOMPARE(diff.changedLines, 1);
        QCOMPARE(diff.removedLines, 2); // x, gone
        QCOMPARE(diff.addedLines, 3);   // x, new, and
        QVERIFY(!diff.isEmpty());
        QVERIFY(diffLines("a", "a").isEmpty());
    }

    void sequencesAreCorrectAndShortest()
    {
        const uint32_t seed = 20261;
        qInfo("seed %u", seed);
        std::mt19937 random(seed);
        for (int round = 0; round < 2000; ++round) {
            const auto make = [&] {
                std::vector<uint32_t> items(random() % 14);
                for (uint32_t& item : items)
                    item = random() % 4;
                return items;
            };
            const std::vector<uint32_t> a = make();
            const std::vector<uint32_t> b = make();
            for (const int maxCost : {1, 2, 1024}) {
                const SequenceDiff diff = diffSequences(a, b, maxCost);
                const std::vector<uint32_t> common = kept(a, diff.isOnlyLeft);
                QCOMPARE(common, kept(b, diff.isOnlyRight));
                const size_t edits = a.size() + b.size() - 2 * common.size();
                if (maxCost == 1024)
                    QCOMPARE(edits, fewestEdits(a, b));
            }
        }
    }

    void largeTexts_data()
    {
        QTest::addColumn<int>("changeEvery");
        QTest::newRow("few changes") << 1000;
        QTest::newRow("every third line") << 3;
        QTest::newRow("every line") << 1;
    }

    void largeTexts()
    {
        QFETCH(int, changeEvery);
        std::string before;
        std::string after;
        for (int i = 0; i < 15000; ++i) {
            before += "A[tx + " + std::to_string(i) + "] = B[tx // 2]\n";
            after += (i % changeEvery == 0 ? "A[tx * " : "A[tx + ") + std::to_string(i) + "] = B[tx // 2]\n";
        }
        const LineDiff diff = diffLines(before, after);
        QCOMPARE(diff.changedLines, (15000 + changeEvery - 1) / changeEvery);
        QCOMPARE(diff.rows.size(), size_t(15000));
    }

    /// Lines that repeat everywhere limit the search: its result may be larger than necessary.
    void shuffledRepetition()
    {
        std::mt19937 random(7);
        const auto make = [&] {
            std::string text;
            for (int i = 0; i < 15000; ++i)
                text += "line " + std::to_string(random() % 40) + "\n";
            return text;
        };
        const std::string before = make();
        const std::string after = make();
        const LineDiff diff = diffLines(before, after);
        int lines = 0;
        for (const DiffRow& row : diff.rows)
            lines += (row.before >= 0) + (row.after >= 0);
        QCOMPARE(lines, 30000);
    }

    void textIsUnified()
    {
        QCOMPARE(diffText("a\nb\n", "a\nb\n"), std::string());
        QCOMPARE(diffText("", "a"), std::string("@@ -0,0 +1,1 @@\n+a\n"));
        QCOMPARE(diffText("1\n2\n3\n4\n5\n6\n7\n8\n9", "1\n2\n3\n4\nfive\n6\n7\n8\n9"),
                 std::string("@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"));
        // Changes with few lines between them are one part.
        const std::string two = diffText("1\n2\n3\n4\n5\n6\n7", "one\n2\n3\n4\n5\n6\nseven");
        QCOMPARE(two, std::string("@@ -1,7 +1,7 @@\n-1\n+one\n 2\n 3\n 4\n 5\n 6\n-7\n+seven\n"));
    }
};

TIR_TEST(TestLineDiff)
#include "tst_line_diff.moc"
