/// Iteration maps and regions: which forms are found, that simplified indices keep their values, that exact
/// regions contain what is touched and nothing else, and that inverted maps give the iterators back.

#include "core/arith/analyzer.h"
#include "core/arith/region.h"
#include "core/ir/make.h"
#include "core/ir/substitute.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/expression_list.h"
#include "tests/core/arith/evaluator.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <set>

using namespace tir;
using namespace tir::arith;
using namespace tir::testing;

namespace {

/// Indices, a predicate, and the ranges of variables, which are given as "i:8 j:2:5" (extent, or first value
/// and extent).
struct Problem {
    Problem(const QString& indexTexts, const QString& ranges, const QString& predicateText)
    {
        std::vector<std::string> texts;
        for (const QString& text : indexTexts.split(';'))
            texts.push_back(text.trimmed().toStdString());
        texts.push_back(predicateText.isEmpty() ? "True" : predicateText.toStdString());
        std::map<std::string, std::string> types;
        for (const QString& range : ranges.split(' ', Qt::SkipEmptyParts))
            types[range.section(':', 0, 0).toStdString()] = "int32";
        Result<ParsedExprs> read = parseExprs(texts, types);
        if (!read)
            qFatal("%s", read.diagnostics().front().message.c_str());
        parsed = std::move(read).value();
        indices.assign(parsed.exprs.begin(), parsed.exprs.end() - 1);
        predicate = parsed.exprs.back();
        for (const QString& range : ranges.split(' ', Qt::SkipEmptyParts)) {
            const QStringList parts = range.split(':');
            const Var* var = parsed.variables.at(parts[0].toStdString());
            const int first = parts.size() > 2 ? parts[1].toInt() : 0;
            domains.push_back({var, int32(arena, first), int32(arena, parts.back().toInt())});
        }
    }

    int64_t first(size_t iterator) const { return to<IntImm>(*domains[iterator].min).value; }
    int64_t extent(size_t iterator) const { return to<IntImm>(*domains[iterator].extent).value; }

    /// `expr` for values of the iterators; other variables are 1000.
    int64_t evaluate(const Expr* expr, const std::vector<int64_t>& values)
    {
        Values known;
        for (const auto& [name, var] : parsed.variables)
            known[var] = 1000;
        for (size_t i = 0; i < domains.size(); ++i)
            known[domains[i].var] = values[i];
        const std::optional<int64_t> value = testing::evaluate(*expr, known);
        if (!value)
            qFatal("%s has no value", printExpr(*expr).c_str());
        return *value;
    }

    /// Calls `visit(values)` for every combination of values of the iterators for which the predicate holds.
    template <class Visit>
    void forAllValues(const Visit& visit)
    {
        std::vector<int64_t> values;
        for (size_t i = 0; i < domains.size(); ++i)
            values.push_back(first(i));
        while (true) {
            if (evaluate(predicate, values) != 0)
                visit(values);
            size_t at = 0;
            while (at < values.size() && ++values[at] == first(at) + extent(at)) {
                values[at] = first(at);
                ++at;
            }
            if (at == values.size())
                return;
        }
    }

    Arena arena;
    ParsedExprs parsed;
    std::vector<const Expr*> indices;
    const Expr* predicate = nullptr;
    VarRanges domains;
};

QString text(const std::vector<const Expr*>& exprs)
{
    QStringList texts;
    for (const Expr* expr : exprs)
        texts << QString::fromStdString(printExpr(*expr));
    return texts.join("; ");
}

QString text(const Expr* end)
{
    return end ? QString::fromStdString(printExpr(*end)) : "?";
}

} // namespace

class TestIterMap : public QObject {
    Q_OBJECT

private slots:
    void simplifies_data()
    {
        QTest::addColumn<QString>("indices");
        QTest::addColumn<QString>("ranges");
        QTest::addColumn<QString>("predicate");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* indices, const char* ranges, const char* expected,
                            const char* predicate = "") {
            QTest::newRow(qPrintable(QString(indices) + " in " + ranges + " where " + predicate))
                << indices << ranges << predicate << expected;
        };
        row("bx", "bx:4", "bx");
        row("(ax * 4 + ty // 2) * 16 + ty % 2 * 8 + tx", "ax:4 ty:8 tx:8", "ax * 64 + ty * 8 + tx");
        row("(i * 16 + j) // 8 * 8 + (i * 16 + j) % 8", "i:4 j:16", "i * 16 + j");
        row("(ty * 8 + tx) // 64", "ty:8 tx:8", "0");
        row("(bx * 16 + ty * 8 + tx) // 16", "bx:4 ty:4 tx:8", "(bx * 16 + ty * 8 + tx) // 16");
        row("(i * 8 + j) // 8; (i * 8 + j) % 8", "i:4 j:8", "(i * 8 + j) // 8; (i * 8 + j) % 8");
        row("(i * 8 + j) // 4; (i * 8 + j) % 4", "i:4 j:8", "(i * 8 + j) // 4; (i * 8 + j) % 4");
        row("i + 1", "i:1", "1");
        row("i // 4; i % 4", "i:10", "i // 4; i % 4");
        row("(i + 2) // 4", "i:10", "(i + 2) // 4");
        row("(i - 3) // 4 * 4 + (i - 3) % 4", "i:3:16", "i - 3");
        row("(i * 2 + j) // 3; (i * 2 + j) % 3", "i:5 j:2", "(i * 2 + j) // 3; (i * 2 + j) % 3",
            "i * 2 + j < 9");
        row("i * j", "i:4 j:4", "i * j");
        row("T.min(i, 3)", "i:4", "T.min(i, 3)");
        row("n * 8 + i // 2 * 2 + i % 2", "i:8", "i + n * 8");
        // Iterators that count down.
        row("(1 - i) % 2", "i:16", "(1 - i) % 2");
        row("(15 - i) // 4; (7 - i) % 4", "i:16", "(15 - i) // 4; (7 - i) % 4");
        row("(16 - i * 4) // 4", "i:4", "i * -1 + 4");
    }

    void simplifies()
    {
        QFETCH(QString, indices);
        QFETCH(QString, ranges);
        QFETCH(QString, predicate);
        QFETCH(QString, expected);
        Problem problem(indices, ranges, predicate);
        Analyzer analyzer(problem.arena);
        const std::vector<const Expr*> made =
            iterMapSimplify(analyzer, problem.indices, problem.domains, {.predicate = problem.predicate});
        QCOMPARE(text(made), expected);
        problem.forAllValues([&](const std::vector<int64_t>& values) {
            for (size_t i = 0; i < made.size(); ++i)
                QCOMPARE(problem.evaluate(made[i], values), problem.evaluate(problem.indices[i], values));
        });
    }

    void findsMaps_data()
    {
        QTest::addColumn<QString>("indices");
        QTest::addColumn<QString>("ranges");
        QTest::addColumn<QString>("predicate");
        QTest::addColumn<bool>("isSurjective");
        QTest::addColumn<bool>("isBijective");
        const auto row = [](const char* indices, const char* ranges, bool isSurjective, bool isBijective,
                            const char* predicate = "") {
            QTest::newRow(qPrintable(QString(indices) + " in " + ranges + " where " + predicate))
                << indices << ranges << predicate << isSurjective << isBijective;
        };
        row("i; j", "i:3 j:4", true, true);
        row("i", "i:3 j:4", true, false);
        row("i; i", "i:3", false, false);
        row("i * 4 + j", "i:3 j:4", true, true);
        row("i * 3 + j", "i:3 j:4", true, false);
        row("i * 5 + j", "i:3 j:4", false, false);
        row("i // 4; i % 4", "i:12", true, true);
        row("i // 4; i % 4", "i:10", false, false);
        row("i // 4", "i:10", true, false);
        row("i % 4", "i:10", true, false);
        row("i % 4", "i:3", false, false);
        row("(i + 1) % 4", "i:7", true, false);
        row("i // 6; i // 2 % 3; i % 2", "i:24", true, true);
        row("i // 6; i % 2", "i:24", true, false);
        row("i * j", "i:3 j:4", false, false);
        row("i * 9 + j * 2 + k", "i:4 j:5 k:2", true, true, "j * 2 + k < 9");
        row("i", "i:8", true, true, "i < 5");
        row("i", "i:8", false, false, "i == 5");
    }

    void findsMaps()
    {
        QFETCH(QString, indices);
        QFETCH(QString, ranges);
        QFETCH(QString, predicate);
        QFETCH(bool, isSurjective);
        QFETCH(bool, isBijective);
        Problem problem(indices, ranges, predicate);
        Analyzer analyzer(problem.arena, {.isSound = true});
        const auto detected = [&](IterMapLevel level) {
            return detectIterMap(analyzer, problem.indices, problem.domains,
                                 {.predicate = problem.predicate, .level = level});
        };
        QCOMPARE(bool(detected(IterMapLevel::Surjective)), isSurjective);
        const IterMap map = detected(IterMapLevel::Bijective);
        QCOMPARE(bool(map), isBijective);
        if (!isBijective || predicate != "")
            return;
        std::vector<const Expr*> outputs;
        for (size_t i = 0; i < problem.indices.size(); ++i)
            outputs.push_back(problem.arena.make<Var>("o", primType(problem.arena, Int32)));
        const std::vector<VarValue> inverse = inverseAffineIterMap(analyzer, map.indices, outputs);
        QCOMPARE(inverse.size(), problem.domains.size());
        problem.forAllValues([&](const std::vector<int64_t>& values) {
            VarValues at;
            for (size_t i = 0; i < outputs.size(); ++i)
                at[as<Var>(outputs[i])] = int32(problem.arena, problem.evaluate(problem.indices[i], values));
            for (size_t i = 0; i < values.size(); ++i)
                for (const VarValue& entry : inverse)
                    if (entry.var == problem.domains[i].var)
                        QCOMPARE(problem.evaluate(substitute(problem.arena, entry.value, at), values),
                                 values[i]);
        });
    }

    void estimatesRegions_data()
    {
        QTest::addColumn<QString>("region"); ///< starts and extents
        QTest::addColumn<QString>("ranges");
        QTest::addColumn<QString>("predicate");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<bool>("isExact");
        const auto row = [](const char* region, const char* ranges, const char* expected, bool isExact,
                            const char* predicate = "") {
            QTest::newRow(qPrintable(QString(region) + " in " + ranges + " where " + predicate))
                << region << ranges << predicate << expected << isExact;
        };
        row("bx * 16 + tx * 2; 2; ty; 1", "tx:8 ty:4", "[bx * 16, 16 + bx * 16 - 1] [0, 3]", true);
        row("(ty * 8 + tx) // 16; 1; (ty * 8 + tx) % 16; 1", "ty:8 tx:8", "[0, 3] [0, 15]", true);
        row("ty * 2 + tx; 1", "tx:4 ty:4", "[0, 9]", true);
        row("ty * 8 + tx - 1; 3", "tx:8 ty:8", "[-1, 64]", true);
        row("bx * 8 + ty * 4 + tx; 1", "tx:4 ty:8", "[bx * 8, 20 + bx * 8 - 1]", true, "ty * 4 + tx < 20");
        row("7 - tx; 1", "tx:8", "[0, 7]", true);
        row("tx * 4; 2", "tx:8", "[0, 29]", false);
        row("tx; 1; tx; 1", "tx:8", "[0, 7] [0, 7]", false);
        row("T.max(tx - 2, 0); 1", "tx:8", "[0, 5]", false);
        row("tx % 256; 1", "tx:128", "[0, 127]", false); // the extent would be rounded up
        row("(tx + 5) % 8; 1", "tx:16", "[0, 7]", true);
    }

    void estimatesRegions()
    {
        QFETCH(QString, region);
        QFETCH(QString, ranges);
        QFETCH(QString, predicate);
        QFETCH(QString, expected);
        QFETCH(bool, isExact);
        Problem problem(region, ranges, predicate);
        Analyzer analyzer(problem.arena);
        std::vector<const Range*> asked;
        for (size_t i = 0; i < problem.indices.size(); i += 2)
            asked.push_back(problem.arena.make<Range>(problem.indices[i], problem.indices[i + 1]));
        const std::vector<IntSet> sets =
            estimateRegionUpperBound(analyzer, asked, problem.domains, problem.predicate);
        QStringList found;
        for (const IntSet& set : sets)
            found << "[" + text(set.min) + ", " + text(set.max) + "]";
        QCOMPARE(found.join(' '), expected);
        const auto strict = estimateRegionStrictBound(analyzer, asked, problem.domains, problem.predicate);
        QCOMPARE(strict.has_value(), isExact);

        // The touched elements, one dimension at a time.
        for (size_t i = 0; i < asked.size(); ++i) {
            std::set<int64_t> touched;
            problem.forAllValues([&](const std::vector<int64_t>& values) {
                const int64_t first = problem.evaluate(asked[i]->min, values);
                for (int64_t k = 0; k < problem.evaluate(asked[i]->extent, values); ++k)
                    touched.insert(first + k);
            });
            const std::vector<int64_t> start(problem.domains.size());
            const int64_t min = problem.evaluate(sets[i].min, start);
            const int64_t max = problem.evaluate(sets[i].max, start);
            QVERIFY(min <= *touched.begin() && *touched.rbegin() <= max);
            if (isExact)
                QCOMPARE(int64_t(touched.size()), max - min + 1);
        }
    }
};

TIR_TEST(TestIterMap)
#include "tst_iter_map.moc"
