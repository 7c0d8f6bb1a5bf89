/// TVM's JSON: read, written, read again; damaged graphs are rejected with the node.

#include "core/ir/mutator.h"
#include "core/ir/structural_equal.h"
#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QtTest>

using namespace tir;

namespace {

/// Of the corpus.
constexpr int LeastModules = 18;

/// A graph whose nodes are given, the last one the root.
std::string graph(const std::vector<std::string>& nodes)
{
    std::string text = "{\"root_index\": " + std::to_string(nodes.size() - 1) + ", \"nodes\": [";
    for (size_t i = 0; i < nodes.size(); ++i)
        text += (i ? ", " : "") + nodes[i];
    return text + "]}";
}

const std::vector<std::string> FloatModule{
    R"({"type": "None"})",
    R"({"type": "ir.FloatImm", "data": {"span": 0, "dtype": "float32", "value": -Infinity}})",
    R"({"type": "tirx.Evaluate", "data": {"span": 0, "value": 1}})",
    R"({"type": "ffi.Array", "data": []})",
    R"({"type": "ffi.Map", "data": []})",
    R"({"type": "ir.DictAttrs", "data": {"__dict__": 4}})",
    R"({"type": "ir.TupleType", "data": {"span": 0, "fields": 3}})",
    R"({"type": "tirx.PrimFunc", "data": {"attrs": 5, "params": 3, "ret_type": 6, "buffer_map": 4, "body": 2}})",
    R"({"type": "ffi.String", "data": "NaN"})",
    R"({"type": "ir.GlobalVar", "data": {"span": 0, "name_hint": 8}})",
    R"({"type": "ffi.Map", "data": [9, 7]})",
    R"({"type": "ir.IRModule", "data": {"functions": 10, "attrs": 5, "global_infos": 4}})",
};

/// The type of a call whose value is not used is not in the text: TVM's passes and its reader give
/// it different ones.
class EffectTypes : public Mutator {
public:
    using Mutator::mutate;
    using Mutator::Mutator;

private:
    using Mutator::visit;
    const Stmt* visit(const Evaluate& evaluate) override
    {
        const auto* call = as<Call>(evaluate.value);
        if (!call || !call->op || call->op->dtypePosition != DTypePosition::None)
            return Mutator::visit(evaluate);
        return arena().make<Evaluate>(arena().make<Call>(Void, call->op, call->args, call->annotations));
    }
};

const Module* withoutTypesOfEffects(Arena& arena, const Module& module)
{
    std::vector<ModuleEntry> entries;
    for (const ModuleEntry& entry : module.functions)
        entries.push_back({entry.var, EffectTypes(arena).mutate(*as<PrimFunc>(entry.function))});
    return withFunctions(arena, module, arena.copy(entries));
}

} // namespace

class TstTvmJson : public QObject {
    Q_OBJECT

private slots:
    void readsTokensOutsideOfStandardJson();
    void refusesBrokenGraphs_data();
    void refusesBrokenGraphs();
    void refusesAxesThatNoBlockHas();
    void refusesRangesWithoutASum();
    void boundsWhatAGraphUnfoldsTo_data();
    void boundsWhatAGraphUnfoldsTo();
    void sharingIsAllowed();
    void refusesBuffersWithoutMemory_data();
    void refusesBuffersWithoutMemory();
    void corpusSurvivesWritingAndReading();
    void corpusMeansTheSameAsItsText();
    void modulesOfDumpsAreAmongTheirTexts();
    void whatOnlyTheTextKnowsSurvives();
};

void TstTvmJson::readsTokensOutsideOfStandardJson()
{
    const auto read = fromTvmJson(graph(FloatModule));
    QVERIFY2(read, read ? "" : read.diagnostics().at(0).message.c_str());
    const ModuleEntry* entry = read->module->find("NaN"); // a text of that name stays a text
    QVERIFY(entry);
    const auto* body = as<Evaluate>(as<PrimFunc>(entry->function)->body);
    QCOMPARE(as<FloatImm>(body->value)->value, -std::numeric_limits<double>::infinity());

    const std::string written = toTvmJson(*read->module);
    QVERIFY(written.find("-Infinity") != std::string::npos);
    const auto again = fromTvmJson(written);
    QVERIFY(again);
    QVERIFY(!findDifference(*read->module, *again->module));
}

void TstTvmJson::refusesBrokenGraphs_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const std::string& json, const char* expected) {
        QTest::newRow(name) << QByteArray::fromStdString(json) << expected;
    };
    const auto replaced = [](size_t index, const char* node) {
        std::vector<std::string> nodes = FloatModule;
        nodes[index] = node;
        return graph(nodes);
    };
    row("no JSON", "{\"nodes\": [", "this is not JSON");
    row("no nodes", "[]", "expected an object with a list under 'nodes'");
    row("no module", graph({R"({"type": "None"})"}), "the root of the graph is not an ir.IRModule");
    row("node without type", replaced(1, "3"), "node 1: expected an object with a string under 'type'");
    row("missing field", replaced(2, R"({"type": "tirx.Evaluate", "data": {"span": 0}})"),
        "node 2: the field 'value' of tirx.Evaluate is missing");
    row("forward index", replaced(2, R"({"type": "tirx.Evaluate", "data": {"value": 7}})"),
        "node 2: 'value' is not an index of an earlier node");
    row("statement for an expression", replaced(2, R"({"type": "tirx.Evaluate", "data": {"value": 0}})"),
        "node 2: 'value' of tirx.Evaluate must not be empty");
    row("bad dtype", replaced(1, R"({"type": "ir.IntImm", "data": {"dtype": "int33x", "value": 1}})"),
        "node 1: 'int33x' is not a data type");
    for (const char* type : {"float33", "uint65", "int8x0", "bfloat17", "float8_e9m9"})
        row(type,
            replaced(
                1, (R"({"type": "ir.IntImm", "data": {"dtype": ")" + std::string(type) + R"(", "value": 1}})")
                       .c_str()),
            ("node 1: '" + std::string(type) + "' is not a data type").c_str());
    row("dtype that is no text", replaced(1, R"({"type": "ir.IntImm", "data": {"dtype": 3, "value": 1}})"),
        "node 1: 'dtype' is not a data type");
    row("unknown fields are ignored",
        replaced(6, R"({"type": "ir.TupleType", "data": {"fields": 3, "x": 1}})"), "");
    std::vector<std::string> nested = FloatModule;
    nested[3] = R"({"type": "ffi.Array", "data": [2, 2]})";
    nested[4] = R"({"type": "tirx.SeqStmt", "data": {"seq": 3}})";
    nested[5] = R"({"type": "ffi.Array", "data": [4, 2]})";
    nested[6] = R"({"type": "tirx.SeqStmt", "data": {"seq": 5}})";
    row("sequence in a sequence", graph(nested), "node 6: 'seq' holds another tirx.SeqStmt");
    row("int that does not fit", replaced(0, R"({"type": "int", "data": 1180591620717411303424})"),
        "node 0: 'data' is not an int of 64 bits");
    row("int that would wrap", replaced(0, R"({"type": "int", "data": 9223372036854775808})"),
        "node 0: 'data' is not an int of 64 bits");
    row("text for an int", replaced(0, R"({"type": "int", "data": "1"})"),
        "node 0: 'data' is not an int of 64 bits");
    row("text for a bool", replaced(0, R"({"type": "bool", "data": "True"})"),
        "node 0: 'data' is not a bool");
    row("text for a float", replaced(0, R"({"type": "float", "data": "x"})"),
        "node 0: 'data' is not a float");
    row("field that would wrap",
        replaced(1, R"({"type": "ir.IntImm", "data": {"dtype": "int64", "value": 9223372036854775808}})"),
        "node 1: 'value' is not an integer of 64 bits");
    row("unknown function type", replaced(7, R"({"type": "relax.expr.Function", "data": {}})"),
        "node 11: 'functions' must map names to functions that this reader knows");
}

void TstTvmJson::refusesBrokenGraphs()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, expected);
    const auto read = fromTvmJson(json.toStdString());
    QCOMPARE(read ? QString() : QString::fromStdString(read.diagnostics().at(0).message), expected);
}

/// A thread axis may lack a domain, the axis of a block may not: readers of blocks rely on it, and on its kind.
void TstTvmJson::refusesAxesThatNoBlockHas()
{
    const auto parsed = parseModule(SourceText("block.py", R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.sblock("A"):
            v = T.axis.spatial(64, i)
            A[v] = T.float32(1)
)"));
    QVERIFY(parsed);
    QString json = QString::fromStdString(toTvmJson(*parsed->module.module));
    QVERIFY(fromTvmJson(json.toStdString()));
    const QString first = json.mid(json.indexOf("\"nodes\""), 40).simplified();
    QVERIFY2(first.contains("\"None\""), qPrintable(first)); // node 0
    static const QRegularExpression domain(R"("dom": *\d+)");
    QCOMPARE(json.count(domain), 1);
    static const QRegularExpression kind(R"("iter_type": *0)");
    QCOMPARE(json.count(kind), 1);
    const auto other = fromTvmJson(QString(json).replace(kind, R"("iter_type": 6)").toStdString());
    QVERIFY(!other);
    QVERIFY2(other.diagnostics().at(0).message.ends_with(
                 "'iter_vars' holds 'v' of kind Vectorized, which no axis of a block is of"),
             other.diagnostics().at(0).message.c_str());
    json.replace(domain, R"("dom": 0)");
    const auto read = fromTvmJson(json.toStdString());
    QVERIFY(!read);
    QVERIFY2(read.diagnostics().at(0).message.ends_with("'iter_vars' holds 'v', which has no domain"),
             read.diagnostics().at(0).message.c_str());
}

/// The printer writes the end of a range, which is the sum of its parts.
void TstTvmJson::refusesRangesWithoutASum()
{
    std::vector<std::string> nodes = FloatModule;
    nodes.resize(1); // None
    nodes.push_back(R"({"type": "ir.IntImm", "data": {"dtype": "int32", "value": 4}})");
    nodes.push_back(R"({"type": "ffi.String", "data": "p"})");
    nodes.push_back(R"({"type": "ir.PrimType", "data": {"dtype": "handle"}})");
    nodes.push_back(R"({"type": "tirx.Var", "data": {"name": 2, "type_annotation": 3}})");
    nodes.push_back(R"({"type": "tirx.Evaluate", "data": {"value": 1}})");
    nodes.push_back(R"({"type": "ffi.Map", "data": []})");
    const auto messageFor = [&](const std::string& node) {
        std::vector<std::string> all = nodes;
        all.push_back(node);
        return QString::fromStdString(fromTvmJson(graph(all)).diagnostics().at(0).message);
    };
    QCOMPARE(messageFor(R"({"type": "ir.Range", "data": {"min": 4, "extent": 1}})"),
             QStringLiteral("node 7: 'min' is of type handle and 'extent' of type int32, which have no sum"));
    const std::string loop = R"({"type": "tirx.For", "data": {"loop_var": 4, "min": 1, "extent": 1, "kind": 0,
        "body": 5, "thread_binding": 0, "annotations": 6, "step": 0}})";
    QCOMPARE(messageFor(loop),
             QStringLiteral("node 7: 'loop_var' of tirx.For is of type handle, which is not an integer"));
}

void TstTvmJson::boundsWhatAGraphUnfoldsTo_data()
{
    QTest::addColumn<QByteArray>("node"); // with BEFORE in place of the number of the node before
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("expected");
    const QString isDeep = "nested more than 3000 levels deep";
    const QString isShared = "it shares so many nodes that it unfolds to more than";
    QTest::newRow("deep sum") << QByteArray(R"({"type": "tirx.Add", "data": {"a": BEFORE, "b": 1}})")
                              << 100000 << isDeep;
    QTest::newRow("deep sum to the right")
        << QByteArray(R"({"type": "tirx.Add", "data": {"a": 1, "b": BEFORE}})") << 100000 << isDeep;
    QTest::newRow("deep lists") << QByteArray(R"({"type": "ffi.Array", "data": [BEFORE]})") << 100000
                                << isDeep;
    QTest::newRow("deep maps") << QByteArray(R"({"type": "ffi.Map", "data": [BEFORE, BEFORE]})") << 100000
                               << isShared;
    QTest::newRow("shared sum") << QByteArray(R"({"type": "tirx.Add", "data": {"a": BEFORE, "b": BEFORE}})")
                                << 30 << isShared;
    QTest::newRow("shared list") << QByteArray(
                                        R"({"type": "ffi.Array", "data": [BEFORE, BEFORE, BEFORE, BEFORE]})")
                                 << 12 << isShared;
    QTest::newRow("more sharing than there are numbers")
        << QByteArray(R"({"type": "tirx.Add", "data": {"a": BEFORE, "b": BEFORE}})") << 200 << isShared;
}

void TstTvmJson::boundsWhatAGraphUnfoldsTo()
{
    QFETCH(QByteArray, node);
    QFETCH(int, count);
    QFETCH(QString, expected);
    std::vector<std::string> nodes = FloatModule;
    nodes.resize(2); // None and a number
    for (int number = 2; number < count; ++number)
        nodes.push_back(QByteArray(node).replace("BEFORE", QByteArray::number(number - 1)).toStdString());
    const auto read = fromTvmJson(graph(nodes));
    QVERIFY(!read);
    const QString found = QString::fromStdString(read.diagnostics().at(0).message);
    QVERIFY2(found.contains(expected), qPrintable(found));
}

/// Passes share copied nodes: a statement may occur a thousand times.
void TstTvmJson::sharingIsAllowed()
{
    std::vector<std::string> nodes = FloatModule;
    std::string list = "2";
    for (int i = 0; i < 5000; ++i)
        list += ", 2";
    nodes.push_back(R"({"type": "ffi.Array", "data": [)" + list + "]}");
    nodes.push_back(R"({"type": "tirx.SeqStmt", "data": {"seq": 12}})");
    nodes.push_back(
        R"({"type": "tirx.PrimFunc", "data": {"attrs": 5, "params": 3, "ret_type": 6, "buffer_map": 4, "body": 13}})");
    nodes.push_back(R"({"type": "ffi.Map", "data": [9, 14]})");
    nodes.push_back(R"({"type": "ir.IRModule", "data": {"functions": 15, "attrs": 5, "global_infos": 4}})");
    const auto read = fromTvmJson(graph(nodes));
    QVERIFY2(read, read ? "" : read.diagnostics().at(0).message.c_str());
}

void TstTvmJson::refusesBuffersWithoutMemory_data()
{
    QTest::addColumn<QByteArray>("dtype");
    QTest::addColumn<QByteArray>("extent");
    QTest::addColumn<QString>("expected");
    QTest::newRow("void") << QByteArray("void") << QByteArray("4")
                          << "node 7: buffer 'B' has elements of type void, which take no memory";
    QTest::newRow("empty") << QByteArray() << QByteArray("4")
                           << "node 7: buffer 'B' has elements of type void, which take no memory";
    for (const char* extent : {"4398046511105", "9223372036854775807", "-9223372036854775807"})
        QTest::newRow(extent) << QByteArray("float32") << QByteArray(extent)
                              << "node 7: buffer 'B' takes more than 16 TiB, which no memory holds";
    QTest::newRow("large") << QByteArray("float32") << QByteArray("4398046511104")
                           << "the root of the graph is not an ir.IRModule"; // the buffer is read
}

void TstTvmJson::refusesBuffersWithoutMemory()
{
    QFETCH(QByteArray, dtype);
    QFETCH(QByteArray, extent);
    QFETCH(QString, expected);
    const auto read = fromTvmJson(graph({
        R"({"type": "ffi.String", "data": "B"})",
        R"({"type": "ir.PrimType", "data": {"dtype": "handle"}})",
        R"({"type": "tirx.Var", "data": {"name": 0, "dtype": "handle", "type_annotation": 1}})",
        R"({"type": "ir.IntImm", "data": {"dtype": "int64", "value": )" + extent.toStdString() + "}}",
        R"({"type": "ffi.Array", "data": [3]})",
        R"({"type": "ffi.Array", "data": []})",
        R"({"type": "None"})",
        R"({"type": "tirx.Buffer", "data": {"data": 2, "dtype": ")" + dtype.toStdString() +
            R"(", "shape": 4, "strides": 5, "elem_offset": 3, "name": 0, "axis_separators": 5,
                "data_alignment": 64, "offset_factor": 1, "buffer_type": 1, "layout": 6, "allocated_addr": 5}})",
    }));
    QCOMPARE(read ? QString() : QString::fromStdString(read.diagnostics().at(0).message), expected);
}

void TstTvmJson::corpusSurvivesWritingAndReading()
{
    TIR_SKIP_WITHOUT_CORPUS();
    int count = 0;
    for (const QString& name : testing::filesBelow(*testing::corpusFolder() + "/tvm_json", {"*.json"})) {
        const auto read = fromTvmJson(*testing::readFile(name));
        QVERIFY2(read, qPrintable(name + ": " + (read ? "" : read.diagnostics().at(0).message.c_str())));
        const auto again = fromTvmJson(toTvmJson(*read->module));
        QVERIFY2(again, qPrintable(name));
        const auto difference = findDifference(*read->module, *again->module, {.mapFreeVars = true});
        QVERIFY2(!difference, qPrintable(name + ": " + (difference ? difference->message.c_str() : "")));
        QCOMPARE(structuralHash(*read->module), structuralHash(*again->module));
        QVERIFY2(toTvmJson(*again->module) == toTvmJson(*read->module), qPrintable(name));
        ++count;
    }
    qInfo("%d modules read, written and read again", count);
    QVERIFY(count >= LeastModules);
}

void TstTvmJson::corpusMeansTheSameAsItsText()
{
    TIR_SKIP_WITHOUT_CORPUS();
    int count = 0;
    for (QString name : testing::filesBelow(*testing::corpusFolder() + "/tvm_json", {"*.json"})) {
        const auto json = fromTvmJson(*testing::readFile(name));
        name.replace(".json", ".py");
        const SourceText source(name.toStdString(), *testing::readFile(name));
        const auto text = parseModule(source);
        QVERIFY2(json && text, qPrintable(name));
        Arena arena;
        const auto difference =
            findDifference(*withoutTypesOfEffects(arena, *json->module),
                           *withoutTypesOfEffects(arena, *text->module.module), {.mapFreeVars = true});
        QVERIFY2(!difference, qPrintable(name + ": " + (difference ? difference->message.c_str() : "")));
        QCOMPARE(printScript(*json->module, {.showMeta = true}) + "\n", std::string(source.text()));
        ++count;
    }
    qInfo("%d modules are equal as JSON and as text", count);
    QVERIFY(count >= LeastModules);
}

void TstTvmJson::modulesOfDumpsAreAmongTheirTexts()
{
    TIR_SKIP_WITHOUT_CORPUS();
    QStringList compared;
    QStringList withoutLog;
    for (const QString& name :
         testing::filesBelow(*testing::corpusFolder() + "/tvm_dumps", {"module.json"})) {
        const QString program = QFileInfo(name).dir().dirName();
        const auto module = fromTvmJson(*testing::readFile(name));
        QVERIFY2(module, qPrintable(name));
        const std::string printed = printScript(*module->module);
        // A log of the modules before each pass starts with the module itself.
        const QString log = QFileInfo(name).dir().filePath("print_before_all.log");
        if (!QFile::exists(log)) {
            withoutLog += program;
            continue;
        }
        QVERIFY2(testing::readFile(log)->find(printed) != std::string::npos, qPrintable(name));
        compared += program;
    }
    QVERIFY(!compared.isEmpty());
    QCOMPARE(withoutLog, QStringList("gpu_general_reduction_softmax_3_c75fa048"));
}

void TstTvmJson::whatOnlyTheTextKnowsSurvives()
{
    const SourceText source("m.py",
                            "# from tvm.script import ir as I\n"
                            "# from tvm.script import tirx as T\n"
                            "# from tvm.tirx.layout import Axis\n"
                            "# from tvm.script import relax as R\n"
                            "\n"
                            "@I.ir_module\n"
                            "class Module:\n"
                            "    @T.prim_func(s_tir=True, speed=\"fast\")\n"
                            "    def f(A: T.Buffer((16,), \"float32\"), n: T.int32):\n"
                            "        T.func_attr({\"k\": metadata[\"some.Thing\"][2]})\n"
                            "        for i in T.serial(16, hot=True):\n"
                            "            T.some.thing(A.data, [i, 1], (n,), None, way=\"up\")\n"
                            "        assert n > 0, (\"ValueError\", [metadata[\"tirx.StringImm\"][4]])\n"
                            "\n"
                            "    @R.function\n"
                            "    def g(x: R.Tensor((4,), dtype=\"float32\")):\n"
                            "        return x\n"
                            "\n"
                            "# Metadata omitted. Use show_meta=True in script() method to show it.");
    const auto parsed = parseModule(source);
    QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
    QCOMPARE(printScript(*parsed->module.module), std::string(source.text()));
    const std::string json = toTvmJson(*parsed->module.module);
    const auto read = fromTvmJson(json);
    QVERIFY2(read, read ? "" : read.diagnostics().at(0).message.c_str());
    QVERIFY(!findDifference(*parsed->module.module, *read->module));
    QCOMPARE(toTvmJson(*read->module), json);
    QCOMPARE(printScript(*read->module), std::string(source.text()));
}

TIR_TEST(TstTvmJson)
#include "tst_tvm_json.moc"
