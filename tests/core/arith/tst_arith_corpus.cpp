/// Every query of the corpus to TVM's analyzer, asked again here: all answers agree.

#include "tests/core/arith/query.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <sstream>

using namespace tir;
using namespace tir::testing;

namespace {

/// Queries that TVM was asked with more than their line says.
struct Unrecorded {
    int number; ///< of the line in arith.jsonl, from 0
    const char* what;
    Settings settings;
};

const Unrecorded UnrecordedSettings[] = {
    {32, "an earlier query bound the axis k to [0, 10)", {.ranges = {{"k", {0, 9}}}}},
    {93, "three steps", {.steps = 3}},
    {184, "the extension for products and sums", {.options = {.comparisonOfProductAndSum = true}}},
    {185, "the extension for products and sums", {.options = {.comparisonOfProductAndSum = true}}},
    {483, "symbolic bounds", {.strength = arith::ProofStrength::SymbolicBound}},
    {484, "symbolic bounds", {.strength = arith::ProofStrength::SymbolicBound}},
    {485, "symbolic bounds", {.strength = arith::ProofStrength::SymbolicBound}},
    {486, "symbolic bounds", {.strength = arith::ProofStrength::SymbolicBound}},
};

/// Null when the line says everything.
const Unrecorded* unrecorded(const QString& file, int number)
{
    const auto* found = std::ranges::find(UnrecordedSettings, number, &Unrecorded::number);
    return file == "arith.jsonl" && found != std::end(UnrecordedSettings) ? found : nullptr;
}

} // namespace

class TestArithCorpus : public QObject {
    Q_OBJECT

private slots:
    void answersAgree_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("minimum");
        QTest::addColumn<int>("unrecorded");
        QTest::newRow("arith") << "arith.jsonl" << 586 << int(std::size(UnrecordedSettings));
        QTest::newRow("pipeline") << "arith_pipeline.jsonl" << 2802 << 0;
    }

    void answersAgree()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        QFETCH(QString, file);
        QFETCH(int, minimum);
        QFETCH(int, unrecorded);
        const std::optional<std::string> text = readFile(*corpusFolder() + "/" + file);
        QVERIFY(text);
        std::istringstream lines(*text);
        int number = 0;
        int agreeing = 0;
        int agreeingWithMore = 0;
        std::map<std::string, std::pair<int, int>> byKind; ///< how many agree, of how many
        for (std::string line; std::getline(lines, line); ++number) {
            const Query query = readQuery(nlohmann::json::parse(line));
            if (!query.error.empty()) {
                qInfo("%d unread: %s", number, query.error.c_str());
                continue;
            }
            const Unrecorded* more = ::unrecorded(file, number);
            const Answer answer = ask(query, more ? more->settings : Settings());
            (more ? agreeingWithMore : agreeing) += answer.agrees;
            byKind[query.op].first += answer.agrees;
            ++byKind[query.op].second;
            if (!answer.agrees)
                qInfo("%d %s: %s\n    expected %s\n    found    %s", number, query.op.c_str(),
                      query.text.c_str(), query.answerText.c_str(), answer.text.c_str());
        }
        qInfo("%s: %d of %d answers agree, and %d with more than the line of the query says",
              qPrintable(file), agreeing, number, agreeingWithMore);
        for (const auto& [kind, counts] : byKind) {
            qInfo("%s: %d of %d agree", kind.c_str(), counts.first, counts.second);
            QVERIFY2(counts.first * 100 >= counts.second * 98, kind.c_str());
        }
        QCOMPARE(agreeing, minimum);
        QCOMPARE(agreeingWithMore, unrecorded);
    }
};

TIR_TEST(TestArithCorpus)
#include "tst_arith_corpus.moc"
