/// Opening programs, and placing diagnostics about them.

#include "core/ir/places.h"
#include "core/ir/structural_equal.h"
#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "passes/workbench/program/open.h"
#include "passes/workbench/program/text_file.h"
#include "passes/workbench/trace/step_text.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

constexpr const char* Program = "@T.prim_func(s_tir=True)\n"
                                "def f(A: T.Buffer((N,), \"float32\")):\n"
                                "    for i in range(N):\n"
                                "        A[i] = T.float32(0.0)\n";

} // namespace

class TestOpen : public QObject {
    Q_OBJECT
private slots:
    void opensWithDefinitions()
    {
        ParseOptions options;
        QVERIFY(addDefine(options, "N=8").hasValue());
        const OpenedProgram program = openText("f.py", Program, options);
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        QVERIFY(program.parsed->isBareFunction);
        QCOMPARE(program.module().functions.size(), size_t(1));
    }

    void keepsTheTextOfWhatDoesNotOpen()
    {
        const OpenedProgram program = openText("f.py", Program);
        QVERIFY(!program.isOpen());
        QCOMPARE(std::string(program.source.text()), std::string(Program));
        QVERIFY2(program.rendered().starts_with("f.py:2:"), program.rendered().c_str());
    }

    void tvmJsonOpensAsItsPrint()
    {
        const OpenedProgram text = openText("f.py", std::string(Program), {.defines = {{"N", "8"}}});
        QVERIFY(text.isOpen());
        const std::string json = toTvmJson(text.module());
        const OpenedProgram program = openText("f.json", json);
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        QVERIFY(!findDifference(program.module(), text.module()));
        QCOMPARE(std::string(program.source.text()), printScript(text.module(), {.showMeta = true}));
        QCOMPARE(toTvmJson(program.module()), json);
        QCOMPARE(program.parsed->spans.size(), PlaceTable(program.module()).size());

        const OpenedProgram damaged = openText("f.json", json.substr(0, json.size() / 2));
        QVERIFY(!damaged.isOpen());
        QVERIFY2(damaged.rendered().starts_with("f.json: error:"), damaged.rendered().c_str());
    }

    /// Whether the graph is one line or has a line for each node.
    void errorsInTvmJsonHaveAPlace()
    {
        const OpenedProgram text = openText("f.py", std::string(Program), {.defines = {{"N", "8"}}});
        for (const char* type : {"float33", "uint65", "int8x0", "bfloat17", "float8_e9m9"})
            for (const char* nodeStart : {"{\"type\"", "\n  {\"type\""}) {
                const QByteArray wrong = '"' + QByteArray(type) + '"';
                const QByteArray json = QByteArray::fromStdString(toTvmJson(text.module()))
                                            .replace("\"float32\"", wrong)
                                            .replace("{\"type\"", nodeStart);
                const qsizetype at = json.indexOf(wrong);
                const qsizetype line = json.lastIndexOf('\n', at) + 1;
                const QByteArray place = QByteArray::number(json.first(at).count('\n') + 1) + ':' +
                                         QByteArray::number(at - line + 1);
                const QByteArray shown =
                    QByteArray::fromStdString(openText("f.json", json.toStdString()).rendered());
                QVERIFY2(shown.startsWith("f.json:" + place + ": error: node "), shown.constData());
                QVERIFY2(shown.contains(": '" + QByteArray(type) + "' is not a data type\n"),
                         shown.constData());
                QVERIFY2(shown.contains('^' + QByteArray(wrong.size() - 1, '~')), shown.constData());
            }
    }

    void tvmJsonOfTheCorpusOpens()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        const QDir folder(*tir::testing::corpusFolder() + QStringLiteral("/tvm_json"));
        const QStringList names = folder.entryList({QStringLiteral("*.json")});
        QVERIFY(names.size() >= 18);
        for (const QString& name : names) {
            const std::string path = folder.filePath(name).toStdString();
            const OpenedProgram program = openFile(path);
            QVERIFY2(program.isOpen(), program.rendered().c_str());
            const Result<OwnedModule> direct = fromTvmJson(*readBytes(path));
            const PrintOptions withMeta{.showMeta = true};
            QVERIFY2(printScript(program.module(), withMeta) == printScript(*direct->module, withMeta),
                     path.c_str());
            // Types of calls and other facts that are not part of the text.
            const std::optional<Difference> difference =
                findDifference(program.module(), *direct->module, {.mapFreeVars = true});
            QVERIFY2(!difference, (path + ": " + (difference ? difference->message : "")).c_str());
            QVERIFY2(program.parsed->spans.size() == PlaceTable(program.module()).size(), path.c_str());
        }
    }

    void unreadableFileSaysWhy()
    {
        const OpenedProgram program = openFile("no_such_folder/f.py");
        QVERIFY(!program.isOpen());
        QVERIFY2(program.rendered().find("cannot read 'no_such_folder/f.py'") != std::string::npos,
                 program.rendered().c_str());
    }

    void definitionsAreChecked_data()
    {
        QTest::addColumn<QString>("assignment");
        QTest::newRow("no value") << "N";
        QTest::newRow("no name") << "=1";
        QTest::newRow("no name of Python") << "2N=1";
        QTest::newRow("blank") << "";
        QTest::newRow("65 bits") << "N=99999999999999999999";
        QTest::newRow("negative, 65 bits") << "N=-99999999999999999999";
        QTest::newRow("digits and letters") << "N=16x";
        QTest::newRow("sum of 65 bits") << "N=9223372036854775807 + 1";
    }

    void definitionsAreChecked()
    {
        QFETCH(QString, assignment);
        ParseOptions options;
        QVERIFY(!addDefine(options, assignment.toStdString()).hasValue());
        QVERIFY(options.defines.empty());
    }

    void valuesMayHoldEqualsSigns()
    {
        ParseOptions options;
        QVERIFY(addDefine(options, "name=a=b").hasValue());
        QCOMPARE(options.defines["name"], std::string("a=b"));
    }

    void placesAreFoundInSourceAndInPrint()
    {
        const OpenedProgram program = openText("f.py", Program, {.defines = {{"N", "8"}}});
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        for (const StepText& text : {sourceText(program), printedText(program.module(), "f.py@1:P")}) {
            Place loop = NoPlace;
            for (Place place = 0; place < text.places.size(); ++place)
                if (as<For>(text.places[place].node))
                    loop = place;
            const std::optional<Span> span = text.spanOf(loop);
            QVERIFY(span.has_value());
            QVERIFY(text.source.text().substr(span->begin).starts_with("for i in range("));
            QCOMPARE(text.spanOf(text.places[loop].node), span);
            const Diagnostics placed =
                text.placed({{.code = "x", .message = "x", .place = loop, .span = {}}});
            QCOMPARE(placed[0].span, span);
        }
    }
};

TIR_TEST(TestOpen)
#include "tst_open.moc"
