/// Printing: TVM's modules, read from its JSON, print as TVM prints them; tokens and places agree with the
/// text.

#include "core/ir/make.h"
#include "core/ir/module.h"
#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// The modules of the corpus that exist as JSON and as text.
QStringList jsonFiles()
{
    return testing::filesBelow(*testing::corpusFolder() + "/tvm_json", {"*.json"});
}

/// A function of bindings with these hints, one after another; those in a pair of loops end with it.
std::string printed(const std::vector<std::string>& hints, size_t inLoop)
{
    Arena arena;
    std::vector<const Stmt*> inner;
    std::vector<const Stmt*> outer;
    for (size_t i = 0; i < hints.size(); ++i) {
        const auto* var = arena.make<Var>(arena.intern(hints[i]), primType(arena, Int32));
        (i < inLoop ? inner : outer).push_back(arena.make<Bind>(var, int32(arena, int64_t(i))));
    }
    if (!inner.empty()) {
        const auto* loop = arena.make<Var>("k", primType(arena, Int32));
        outer.insert(outer.begin(), arena.make<For>(loop, int32(arena, 0), int32(arena, 2), ForKind::Serial,
                                                    sequence(arena, inner)));
    }
    const auto* function = arena.make<PrimFunc>(VarList(), sequence(arena, outer), voidType(arena),
                                                std::span<const BufferBinding>(), Dict());
    const std::vector<ModuleEntry> entries{ModuleEntry{arena.make<GlobalVar>("main"), function}};
    return printScript(*arena.make<Module>("Module", arena.copy(entries), Dict(), Dict()));
}

} // namespace

class TstPrinter : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(!testing::corpusFolder() || jsonFiles().size() >= 18); }
    void printsAsTvmDoes();
    void tokensCoverTheTextInOrder();
    void placesNestAsTheirNodesDo();
    void namesHaveTheFirstFreeNumber();
    void manyEqualNamesArePrintedFast();
    void statementsHaveTheirLines_data();
    void statementsHaveTheirLines();
};

void TstPrinter::printsAsTvmDoes()
{
    TIR_SKIP_WITHOUT_CORPUS();
    for (const QString& file : jsonFiles()) {
        const auto read = fromTvmJson(*testing::readFile(file));
        QVERIFY(read);
        QString textFile = file;
        textFile.replace(".json", ".nometa.py");
        const QString expected = QString::fromStdString(*testing::readFile(textFile)).trimmed();
        QCOMPARE(QString::fromStdString(printScript(*read->module)), expected);
    }
}

void TstPrinter::tokensCoverTheTextInOrder()
{
    TIR_SKIP_WITHOUT_CORPUS();
    for (const QString& file : jsonFiles()) {
        const auto read = fromTvmJson(*testing::readFile(file));
        const PlaceTable places(*read->module);
        const PrintedText printed = printWithPlaces(*read->module, places);
        QCOMPARE(printed.text, printScript(*read->module));
        uint32_t end = 0;
        for (const TokenRange& token : printed.tokens) {
            QVERIFY(token.begin >= end && token.begin < token.end);
            end = token.end;
            const std::string word = printed.text.substr(token.begin, token.end - token.begin);
            QVERIFY(word.find('\n') == std::string::npos);
            if (const auto* function = as<GlobalVar>(token.entity))
                QCOMPARE(word, std::string(function->name));
        }
        QVERIFY(end <= printed.text.size());
    }
}

void TstPrinter::placesNestAsTheirNodesDo()
{
    TIR_SKIP_WITHOUT_CORPUS();
    for (const QString& file : jsonFiles()) {
        const auto read = fromTvmJson(*testing::readFile(file));
        const PlaceTable places(*read->module);
        const PrintedText printed = printWithPlaces(*read->module, places);
        size_t statements = 0;
        size_t shown = 0;
        for (Place place = 1; place < places.size(); ++place) {
            const bool isSequence = places[place].node->kind == NodeKind::SeqStmt;
            if (!places[place].node->isStmt() || isSequence)
                continue;
            ++statements;
            shown += !printed.placeSpans[place].isEmpty();
        }
        QCOMPARE(shown, statements);
    }
}

/// Numbers are free again after the scope of their name.
void TstPrinter::namesHaveTheFirstFreeNumber()
{
    const std::string text = printed({"v", "v", "v_1", "v", "v", "v_1", "v"}, 4);
    QStringList names;
    for (const QString& line : QString::fromStdString(text).split('\n'))
        if (line.contains(": Tx.let"))
            names += line.trimmed().section(':', 0, 0);
    QCOMPARE(names, QStringList({"v", "v_1", "v_1_1", "v_2", "v", "v_1", "v_2"}));
}

void TstPrinter::manyEqualNamesArePrintedFast()
{
    QElapsedTimer timer;
    timer.start();
    const std::string text = printed(std::vector<std::string>(30'000, "v"), 0);
    QVERIFY(text.find("v_29999: Tx.let") != std::string::npos);
    QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
}

void TstPrinter::statementsHaveTheirLines_data()
{
    QTest::addColumn<QString>("body");
    const auto row = [](const char* name, const QString& body) { QTest::newRow(name) << body; };
    row("one after the other", "    A[0] = n\n    A[1] = n\n");
    row("nest of loops", "    for i, j in T.grid(4, 4):\n        A[i] = j\n        A[j] = i\n");
    row("attribute", "    with T.attr({\"a\": 1}):\n        A[0] = n\n        A[1] = n\n    A[2] = n\n");
    row("attributes in one dictionary", "    with T.attr({\"a\": 1, \"b\": n, \"c\": 3}):\n"
                                        "        A[0] = n\n"
                                        "        for i in range(4):\n"
                                        "            A[i] = n\n"
                                        "    A[2] = n\n");
    row("attributes that are the whole body", "    T.attr({\"a\": 1, \"b\": n})\n"
                                              "    A[0] = n\n"
                                              "    T.evaluate(n)\n");
    row("dictionaries in each other", "    with T.attr({\"a\": 1, \"b\": n}):\n"
                                      "        A[0] = n\n"
                                      "        with T.attr({\"a\": 1, \"b\": n}):\n"
                                      "            A[0] = n\n"
                                      "        A[0] = n\n"
                                      "    A[0] = n\n");
}

void TstPrinter::statementsHaveTheirLines()
{
    QFETCH(const QString, body);
    const std::string text = "# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n"
                             "@T.prim_func(s_tir=True)\n"
                             "def main(A: T.Buffer((16,), \"int32\"), n: T.int32):\n" +
                             body.trimmed().prepend("    ").toStdString();
    const SourceText source("case.py", text);
    const Result<ParsedModule> parsed = parseModule(source);
    QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
    const PlaceTable places(*parsed->module.module);
    const PrintedText printed = printWithPlaces(*parsed->module.module, places, {.asBareFunction = true});
    QCOMPARE(QString::fromStdString(printed.text), QString::fromStdString(text));
    for (Place place = 1; place < places.size(); ++place) {
        const Node& node = *places[place].node;
        if (!node.isStmt() || node.kind == NodeKind::SeqStmt)
            continue;
        QVERIFY2(!printed.placeSpans[place].isEmpty(), std::string(toString(node.kind)).c_str());
        Place read = place;
        while (parsed->spans[read].isEmpty()) // of a dictionary or a nest, the reader knows the first
            read = places[read].parent;
        QCOMPARE(source.lineColumn(printed.placeSpans[place].begin).line,
                 source.lineColumn(parsed->spans[read].begin).line);
    }
}

TIR_TEST(TstPrinter)
#include "tst_printer.moc"
