/// Metadata sections: read, substituted, printed again; unreadable objects stay references.

#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// `metadata = …` with the nodes, the last of which is the root.
std::string section(const std::string& nodes, int root)
{
    std::string json = "{\"root_index\": " + std::to_string(root) + ", \"nodes\": [" + nodes + "]}";
    std::string text;
    for (const char c : json)
        text += c == '"' ? std::string("\\\"") : c == '\\' ? std::string("\\\\") : std::string(1, c);
    return "metadata = tvm.ir.load_json(\"\"\"" + text + "\"\"\")\n";
}

const std::string Head = "@T.prim_func(s_tir=True)\ndef f(n: T.int32):\n";

/// Two constants that are equal but two objects, and an object of a type that we do not know.
const std::string Nodes = R"({"type": "ffi.String", "data": "tirx.StringImm"}, {"type": "None"},
    {"type": "ffi.String", "data": "a\nb"},
    {"type": "tirx.StringImm", "data": {"span": 1, "dtype": "handle", "value": 2}},
    {"type": "tirx.StringImm", "data": {"span": 1, "dtype": "handle", "value": 2}},
    {"type": "ffi.Array", "data": [3, 4]},
    {"type": "ffi.String", "data": "relax.expr.Constant"},
    {"type": "relax.expr.Constant", "data": {"span": 1, "value": "AAAA"}},
    {"type": "ffi.Array", "data": [7]},
    {"type": "ffi.Map", "data": [0, 5, 6, 8]})";

QString remarks(const ParsedModule& parsed)
{
    QStringList words;
    for (const Diagnostic& remark : parsed.remarks)
        words += QString::fromStdString(remark.message);
    return words.join('\n');
}

} // namespace

class TstMetadata : public QObject {
    Q_OBJECT

private slots:
    void objectsStandWhereTheyAreNamed();
    void numbersFollowIdentity();
    void unknownObjectsComeBackWithTheirSection();
    void newObjectsAreNumberedAfterReferences();
    void brokenSectionsLeaveReferences_data();
    void brokenSectionsLeaveReferences();
    void placesFollowTheSection();
    void corpusSectionsComeBack();
};

void TstMetadata::objectsStandWhereTheyAreNamed()
{
    const SourceText source(
        "m.py", section(Nodes, 9) + Head +
                    "    T.evaluate(T.call_extern(\"int32\", \"g\", metadata[\"tirx.StringImm\"][1]))\n");
    const auto parsed = parseModule(source);
    QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
    const auto* function = as<PrimFunc>(parsed->module.module->functions[0].function);
    const auto* call = as<Call>(as<Evaluate>(function->body)->value);
    const auto* text = as<StringImm>(call->args[1]);
    QVERIFY(text);
    QCOMPARE(text->value, std::string_view("a\nb"));
    QVERIFY(parsed->remarks.empty());
}

void TstMetadata::numbersFollowIdentity()
{
    const std::string body = "    T.call_extern(\"int32\", \"g\", metadata[\"tirx.StringImm\"][1], "
                             "metadata[\"tirx.StringImm\"][0], metadata[\"tirx.StringImm\"][1])\n";
    const auto parsed = parseModule(SourceText("m.py", section(Nodes, 9) + Head + body));
    QVERIFY(parsed);
    const std::string printed =
        printScript(*parsed->module.module, {.asBareFunction = true, .showMeta = true});
    QVERIFY2(printed.find("\"g\", metadata[\"tirx.StringImm\"][0], metadata[\"tirx.StringImm\"][1], "
                          "metadata[\"tirx.StringImm\"][0])") != std::string::npos,
             printed.c_str());
    QVERIFY(printed.starts_with("metadata = tvm.ir.load_json(\"\"\"{\n  \\\"root_index\\\": 6,\n"));
    QVERIFY(printed.find("\"\"\")\n# from tvm.script import tirx as T\n") != std::string::npos);
    QVERIFY(printed.find("# Metadata omitted") == std::string::npos);
    const auto again = parseModule(SourceText("again.py", printed));
    QVERIFY(again);
    QCOMPARE(printScript(*again->module.module, {.asBareFunction = true, .showMeta = true}), printed);

    const std::string without = printScript(*parsed->module.module, {.asBareFunction = true});
    QVERIFY(without.ends_with("# Metadata omitted. Use show_meta=True in script() method to show it."));
    QVERIFY(without.find("load_json") == std::string::npos);
}

void TstMetadata::unknownObjectsComeBackWithTheirSection()
{
    const std::string text =
        section(Nodes, 9) + "# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n" +
        Head + "    T.func_attr({\"k\": metadata[\"relax.expr.Constant\"][0]})\n    T.evaluate(n)";
    const auto parsed = parseModule(SourceText("m.py", text));
    QVERIFY(parsed);
    const Module& module = *parsed->module.module;
    const PrintOptions whole{.asBareFunction = true, .showMeta = true, .metadata = parsed->metadata};
    QCOMPARE(printScript(module, whole), text);
    // Without the original section the reference cannot be defined.
    const std::string dangling = printScript(module, {.asBareFunction = true, .showMeta = true});
    QVERIFY(dangling.find("metadata[\"relax.expr.Constant\"][0]") != std::string::npos);
    QVERIFY(dangling.ends_with("# Metadata omitted. Use show_meta=True in script() method to show it."));
}

void TstMetadata::newObjectsAreNumberedAfterReferences()
{
    // The section has one of the two: the other stays a reference, and keeps its number.
    const std::string nodes = R"({"type": "ffi.String", "data": "tirx.StringImm"}, {"type": "None"},
        {"type": "ffi.String", "data": "a\nb"},
        {"type": "tirx.StringImm", "data": {"span": 1, "dtype": "handle", "value": 2}},
        {"type": "ffi.Array", "data": [3, 1]}, {"type": "ffi.Map", "data": [0, 4]})";
    const auto parsed = parseModule(
        SourceText("m.py", section(nodes, 5) + Head +
                               "    T.call_extern(\"int32\", \"g\", metadata[\"tirx.StringImm\"][0], "
                               "metadata[\"tirx.StringImm\"][1])\n"));
    QVERIFY(parsed);
    const std::string printed =
        printScript(*parsed->module.module, {.asBareFunction = true, .showMeta = true});
    QVERIFY2(printed.find("\"g\", metadata[\"tirx.StringImm\"][2], metadata[\"tirx.StringImm\"][1])") !=
                 std::string::npos,
             printed.c_str());
    const auto again = parseModule(SourceText("again.py", printed));
    QVERIFY(again);
    QCOMPARE(printScript(*again->module.module, {.asBareFunction = true, .showMeta = true}), printed);
}

void TstMetadata::brokenSectionsLeaveReferences_data()
{
    QTest::addColumn<QString>("section");
    QTest::addColumn<QString>("remark");
    const QString rest = "; the objects of the metadata stay references";
    QTest::newRow("no JSON") << QString::fromStdString("metadata = tvm.ir.load_json(\"\"\"{\"\"\")\n")
                             << "the metadata is not JSON" + rest;
    QTest::newRow("no call") << "metadata = {}\n"
                             << "found no 'tvm.ir.load_json(\"\"\"...\"\"\")'" + rest;
    QTest::newRow("no map") << QString::fromStdString(section(R"({"type": "ffi.String", "data": "x"})", 0))
                            << "the metadata is not a map of type keys" + rest;
    QTest::newRow("broken object") << QString::fromStdString(
                                          section(R"({"type": "tirx.StringImm", "data": {}})", 0))
                                   << "node 0: the field 'value' of tirx.StringImm is missing" + rest;
    QTest::newRow("no such object") << QString::fromStdString(section(Nodes, 9))
                                    << "the metadata has no such object; it stays a reference";
}

void TstMetadata::brokenSectionsLeaveReferences()
{
    QFETCH(const QString, section);
    QFETCH(const QString, remark);
    const auto parsed =
        parseModule(SourceText("m.py", section.toStdString() + Head +
                                           "    T.func_attr({\"k\": metadata[\"tirx.StringImm\"][7]})\n"));
    QVERIFY(parsed);
    QCOMPARE(remarks(*parsed), remark);
    QVERIFY(printScript(*parsed->module.module).find("metadata[\"tirx.StringImm\"][7]") != std::string::npos);
}

void TstMetadata::placesFollowTheSection()
{
    const auto parsed =
        parseModule(SourceText("m.py", section(Nodes, 9) + Head +
                                           "    T.evaluate(n)\n    T.call_extern(\"int32\", \"g\", "
                                           "metadata[\"tirx.StringImm\"][0])\n"));
    QVERIFY(parsed);
    const Module& module = *parsed->module.module;
    const PlaceTable places(module);
    const PrintedText printed = printWithPlaces(module, places, {.showMeta = true});
    QCOMPARE(printed.text, printScript(module, {.showMeta = true}));
    const auto at = uint32_t(printed.text.find("T.evaluate(n)"));
    QVERIFY(as<Evaluate>(places[printed.placeAt(at)].node));
    for (const TokenRange& token : printed.tokens)
        QVERIFY(token.begin >= printed.text.find("# from tvm.script"));
}

void TstMetadata::corpusSectionsComeBack()
{
    TIR_SKIP_WITHOUT_CORPUS();
    int texts = 0;
    int sections = 0;
    for (const QString& name : testing::filesBelow(*testing::corpusFolder() + "/tvm_json", {"*.py"})) {
        if (name.endsWith(".nometa.py"))
            continue;
        const std::string text = *testing::readFile(name);
        const auto parsed = parseModule(SourceText(name.toStdString(), text));
        QVERIFY2(parsed, qPrintable(name));
        ++texts;
        sections += parsed->metadata.empty() ? 0 : 1;
        QCOMPARE(printScript(*parsed->module.module, {.showMeta = true}) + "\n", text);
        QString bare = name;
        bare.replace(".py", ".nometa.py");
        QCOMPARE(printScript(*parsed->module.module) + "\n", *testing::readFile(bare));
    }
    qInfo("%d texts come back byte for byte, %d of them with a section", texts, sections);
    QVERIFY(texts >= 18);
    QVERIFY(sections >= 6);
}

TIR_TEST(TstMetadata)
#include "tst_metadata.moc"
