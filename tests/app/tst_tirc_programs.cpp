/// print, verify, equal and list.

#include "core/runtime/finding.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QtTest>

using namespace tir::testing;

namespace {

constexpr const char* Bare = "# from tvm.script import tirx as T\n"
                             "\n"
                             "@T.prim_func(s_tir=True)\n"
                             "def fill(A: T.Buffer((16,), \"float32\")):\n"
                             "    for i in range(16):\n"
                             "        A[i] = T.float32(1.0)\n";

QStringList keys(const QJsonValue& value)
{
    return value.toObject().keys();
}

} // namespace

class TestTircPrograms : public QObject {
    Q_OBJECT
private slots:
    void printIsAFixedPoint_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString& path : filesBelow(sourcePath("samples"), {"*.py"}))
            QTest::newRow(qPrintable(QFileInfo(path).baseName())) << path;
    }

    void printIsAFixedPoint()
    {
        QFETCH(QString, path);
        const TircResult first = tirc({"print", path});
        QVERIFY2(first.exitCode == 0, first.errors.constData());
        QVERIFY(first.output.startsWith("# from tvm.script import ir as I\n"));
        const TircResult second = tirc({"print", "-"}, first.output);
        QVERIFY2(second.exitCode == 0, second.errors.constData());
        QCOMPARE(second.output, first.output);
        const TircResult json = tirc({"print", "--tvm-json", path});
        QVERIFY(json.output.startsWith("{\"root_index\":"));
        QCOMPARE(tirc({"print", "-"}, json.output).output, first.output);
        // TVM's text does not distinguish a variable that is out of scope.
        if (path.endsWith("out_of_scope.py"))
            return;
        const TircResult same = tirc({"equal", path, "-"}, first.output);
        QVERIFY2(same.exitCode == 0, same.errors.constData());
        QCOMPARE(same.output, QByteArray("equal\n"));
    }

    void diffTellsWhatChanged()
    {
        const QString path = sourcePath("samples/matmul.py");
        const TircResult same = tirc({"diff", path, path});
        QCOMPARE(same.exitCode, 0);
        QCOMPARE(same.output.count('\n'), 2); // the headings
        QByteArray changed = QByteArray::fromStdString(readFile(path).value());
        changed.replace("bias_row[tx] = bias[bx * 16 + tx]", "bias_row[tx] = bias[bx * 16 + ty]");
        const TircResult text = tirc({"diff", path, "-"}, changed);
        QCOMPARE(text.exitCode, 1);
        QVERIFY2(text.output.contains("\n# main, line 26: changed index 'tx' is now 'ty'\n"),
                 text.output.constData());
        const QJsonDocument json = tirc({"diff", path, "-", "--json"}, changed).json();
        QCOMPARE(keys(json.object()), QStringList({"added", "after", "before", "changed", "changes", "moved",
                                                   "removed", "renames", "respelled"}));
        const QJsonValue change = json["changes"].toArray()[0];
        QCOMPARE(keys(change),
                 QStringList({"after", "before", "function", "kind", "parts", "statement", "statements"}));
        QCOMPARE(change["kind"].toString(), QStringLiteral("changed"));
        QCOMPARE(change["after"]["line"].toInt(), 26);
        // Another name everywhere is not a change, but the lines differ.
        const QByteArray renamed = QByteArray::fromStdString(readFile(path).value()).replace("acc", "sum");
        QCOMPARE(tirc({"diff", path, "-"}, renamed).exitCode, 0);
        const TircResult lines = tirc({"diff", path, "-", "--lines"}, renamed);
        QCOMPARE(lines.exitCode, 1);
        QVERIFY(lines.output.contains("\n+        sum = T.alloc"));
    }

    void bareFunctionStaysBare()
    {
        const TircResult result = tirc({"print", "-"}, Bare);
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.output.contains("\n@T.prim_func(s_tir=True)\ndef fill("), result.output.constData());
        QVERIFY(!result.output.contains("class"));
    }

    void metadataIsShownOnRequest()
    {
        QByteArray nodes = "{'root_index': 5, 'nodes': [{'type': 'None'}, "
                           "{'type': 'ffi.String', 'data': 'tirx.StringImm'}, "
                           "{'type': 'ffi.String', 'data': 'a\\\\nb'}, "
                           "{'type': 'tirx.StringImm', 'data': {'span': 0, 'dtype': 'handle', 'value': 2}}, "
                           "{'type': 'ffi.Array', 'data': [3]}, {'type': 'ffi.Map', 'data': [1, 4]}]}";
        nodes.replace("'", "\\\"");
        const QByteArray section = "metadata = tvm.ir.load_json(\"\"\"" + nodes + "\"\"\")\n";
        const QByteArray program = QByteArray(Bare) + "    T.evaluate(T.call_extern(\"int32\", \"f\", "
                                                      "metadata[\"tirx.StringImm\"][0]))\n";
        const QByteArray shown = tirc({"print", "--show-meta", "-"}, section + program).output;
        QVERIFY2(shown.startsWith("metadata = tvm.ir.load_json(\"\"\"{\n  \\\"root_index"),
                 shown.constData());
        QVERIFY(!shown.contains("# Metadata omitted"));
        QCOMPARE(tirc({"print", "--show-meta", "-"}, shown).output, shown);

        const QByteArray omitted = tirc({"print", "-"}, section + program).output;
        QVERIFY(omitted.contains("metadata[\"tirx.StringImm\"][0]") && !omitted.contains("load_json"));
        QVERIFY(omitted.endsWith("# Metadata omitted. Use show_meta=True in script() method to show it.\n"));
        QCOMPARE(tirc({"print", "-"}, omitted).output, omitted);
        // Without its section a reference cannot be defined, which is reported again.
        QVERIFY(tirc({"print", "--show-meta", "-"}, omitted).output.contains("# Metadata omitted"));
    }

    void printJson()
    {
        const TircResult result = tirc({"print", "--json", "-"}, Bare);
        QCOMPARE(result.exitCode, 0);
        const QJsonObject json = result.json().object();
        QCOMPARE(json.keys(), QStringList({"dialect", "file", "isBareFunction", "text"}));
        QCOMPARE(json["isBareFunction"].toBool(), true);
        QCOMPARE(json["text"].toString().toUtf8() + "\n", tirc({"print", "-"}, Bare).output);
        const QJsonValue dialect = json["dialect"];
        QCOMPARE(keys(dialect), QStringList({"age", "hasBlocks", "hasRelax", "hasTilePrograms", "label",
                                             "module", "prefix", "signs"}));
        QCOMPARE(dialect["label"].toString(), "s_tir, current syntax");
        QCOMPARE(dialect["age"].toString(), "today");
        QCOMPARE(dialect["module"].toString(), "tirx");
        QCOMPARE(keys(dialect["signs"][0]),
                 QStringList({"column", "endColumn", "endLine", "line", "message"}));
    }

    void oldProgramsAreReadWithNotes()
    {
        const QByteArray old = "# from tvm.script import tir as T\n@T.prim_func\ndef f(A: T.Buffer((16,), "
                               "\"float32\")):\n    with T.block(\"b\"):\n        A[0] = T.float32(1.0)\n";
        const TircResult result = tirc({"print", "-"}, old);
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.output.contains("with T.sblock(\"b\"):"), result.output.constData());
        QVERIFY2(result.errors.contains("<stdin>:4:10: note: 'T.block' is called 'T.sblock' today\n"),
                 result.errors.constData());
        QCOMPARE(tirc({"verify", "--json", "-"}, old).json()["dialect"]["label"].toString(),
                 "tir, before the rename");
    }

    void definesFillInPythonNames()
    {
        const QByteArray text = QByteArray(Bare).replace("16", "N");
        QCOMPARE(tirc({"print", "-"}, text).exitCode, 2);
        const TircResult defined = tirc({"print", "--define", "N=16", "-"}, text);
        QVERIFY2(defined.exitCode == 0, defined.errors.constData());
        QCOMPARE(defined.output, tirc({"print", "-"}, Bare).output);
        for (const char* command : {"verify", "trace", "callgraph", "liveness", "check", "opt", "run"}) {
            QStringList arguments{command, "--define", "N=16", "-"};
            if (arguments[0] == "opt" || arguments[0] == "trace")
                arguments += {"--pipeline", "split"};
            if (arguments[0] == "trace")
                arguments += {"-o", "/dev/null"};
            const TircResult result = tirc(arguments, text);
            QVERIFY2(!result.errors.contains("undefined name"), result.errors.constData());
            QVERIFY2(result.exitCode < 2, result.errors.constData());
        }
        QCOMPARE(tirc({"equal", "--define", "N=16", "-", sample("reverse")}, text).exitCode, 1);
    }

    void namesWithoutValuesAreListed()
    {
        const QByteArray text = QByteArray(Bare).replace("16", "N").replace("T.float32(1.0)", "helper.value");
        QVERIFY(text.contains("helper"));
        const TircResult result = tirc({"print", "-"}, text);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("--define NAME=VALUE: N (integer)\n"), result.errors.constData());
        QVERIFY2(result.errors.contains("note: 'helper' is an object of Python: "),
                 result.errors.constData());

        const TircResult json = tirc({"verify", "--json", "-"}, text);
        QCOMPARE(json.exitCode, 2);
        QCOMPARE(json.json()["isReadable"].toBool(true), false);
        QVERIFY(!json.json()["diagnostics"].toArray().isEmpty());
        const QJsonArray names = json.json()["freeNames"].toArray();
        QCOMPARE(names.size(), 2);
        QCOMPARE(keys(names[0]), QStringList({"advice", "kinds", "name", "uses"}));
        QCOMPARE(names[0]["name"].toString(), "N");
        QCOMPARE(names[0]["kinds"].toArray(), QJsonArray{"integer"});
        QCOMPARE(keys(names[0]["uses"][0]), QStringList({"column", "endColumn", "endLine", "line"}));
        QVERIFY(names[1]["kinds"].toArray().isEmpty());
        QVERIFY(!names[1]["advice"].toString().isEmpty());
    }

    void verifySaysYes()
    {
        const TircResult result = tirc({"verify", sample("two_kernels")});
        QVERIFY2(result.exitCode == 0, result.errors.constData());
        QVERIFY(result.errors.isEmpty());
        QVERIFY(result.output.endsWith("two_kernels.py: well-formed\n"));
    }

    void verifySaysNoAndWhere()
    {
        const TircResult result = tirc({"verify", "samples/out_of_scope.py"});
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.output, QByteArray("samples/out_of_scope.py: ill-formed\n"));
        QVERIFY2(result.errors.contains("samples/out_of_scope.py:32:16: error: "), result.errors.constData());
        QVERIFY2(result.errors.contains("\n        Y[0] = tx\n               ^~\n"),
                 result.errors.constData());
        QVERIFY2(result.errors.contains("'scratch'"), result.errors.constData());
        QVERIFY2(result.errors.contains("note: "), result.errors.constData());
    }

    void verifyNotesWithoutSayingNo()
    {
        const TircResult result = tirc({"verify", sample("shared_outside_launch")});
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.errors.contains(": note: "), result.errors.constData());
        QVERIFY(!result.errors.contains("error"));
    }

    void verifyJson()
    {
        const QJsonObject clean = tirc({"verify", "--json", sample("reverse")}).json().object();
        QCOMPARE(clean.keys(),
                 QStringList({"diagnostics", "dialect", "file", "freeNames", "isReadable", "isWellFormed"}));
        QCOMPARE(clean["isWellFormed"].toBool(), true);
        QCOMPARE(clean["file"].toString(), sample("reverse"));

        const TircResult result = tirc({"verify", "--json", sample("out_of_scope")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY(result.errors.isEmpty());
        QCOMPARE(result.json()["isWellFormed"].toBool(true), false);
        const QJsonArray diagnostics = result.json()["diagnostics"].toArray();
        QVERIFY(!diagnostics.isEmpty());
        QCOMPARE(keys(diagnostics[0]), QStringList({"code", "column", "endColumn", "endLine", "line",
                                                    "message", "notes", "severity"}));
        bool hasThreadIndex = false;
        for (const QJsonValue& diagnostic : diagnostics)
            hasThreadIndex |= diagnostic["line"] == 32 && diagnostic["column"] == 16 &&
                              diagnostic["endColumn"] == 18 && diagnostic["code"] == "out-of-scope";
        QVERIFY2(hasThreadIndex, result.output.constData());
        const QJsonArray notes = diagnostics[0]["notes"].toArray();
        QVERIFY(!notes.isEmpty());
        QCOMPARE(keys(notes[0]), QStringList({"column", "endColumn", "endLine", "line", "message"}));
    }

    void equalIgnoresNames()
    {
        const QByteArray renamed =
            QByteArray(Bare).replace("A", "result").replace(" i ", " index ").replace("[i]", "[index]");
        QVERIFY(renamed != Bare);
        const TircResult written = tirc({"print", "-"}, Bare);
        const QTemporaryDir folder;
        const QString path = folder.filePath("bare.py");
        QCOMPARE(tirc({"print", "-", "-o", path}, Bare).exitCode, 0);
        const TircResult result = tirc({"equal", path, "-"}, renamed);
        QVERIFY2(result.exitCode == 0, result.errors.constData());
    }

    /// Names of node classes are for programmers, and a declaration is not where modules differ.
    void equalPointsAtTheDifferingUse_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* name, const char* from, const char* to, const char* message) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(message);
        };
        row("buffer", "B[j] = A[j]", "B[j] = B[j]", ":5:16: error: the buffer here is 'A', and in the other");
        row("variable", "A[j]", "A[n]", ":5:18: error: the variable 'j' is another one");
        row("kind", "A[j]", "A[j + 1]",
            ":5:18: error: this is the variable 'j', and in the other program the operation");
        row("inserted", "    for j", "    A[0] = T.float32(1.0)\n    for j",
            ":4:5: error: this is a loop, and in the other program a store");
        row("appended", "B[j] = A[j]", "B[j] = A[j]\n    A[0] = T.float32(1.0)",
            ":4:5: error: the other program goes on with a store after this");
        row("removed", "    A[n] = T.float32(0.0)\n", "",
            ":3:5: error: this is a sequence of statements, and in the other program a loop");
    }

    void equalPointsAtTheDifferingUse()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, message);
        const QByteArray text = R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32):
    A[n] = T.float32(0.0)
    for j in range(64):
        B[j] = A[j]
)";
        const QTemporaryDir folder;
        const QString path = folder.filePath("left.py");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        const TircResult result = tirc({"equal", path, "-"}, QByteArray(text).replace(from, to));
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("left.py" + message), result.errors.constData());
    }

    void equalShowsTheFirstDifferenceOnBothSides()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("bare.py");
        QCOMPARE(tirc({"print", "-", "-o", path}, Bare).exitCode, 0);
        const TircResult result = tirc({"equal", path, "-"}, QByteArray(Bare).replace("1.0", "2.0"));
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.output, QByteArray("different\n"));
        QVERIFY2(result.errors.contains("bare.py:7:16: error: "), result.errors.constData());
        QVERIFY2(result.errors.contains("A[i] = T.float32(1.0)"), result.errors.constData());
        QVERIFY2(result.errors.contains("<stdin>:6:16: note: "), result.errors.constData());
        QVERIFY2(result.errors.contains("A[i] = T.float32(2.0)"), result.errors.constData());
    }

    /// Not the declaration of the variable, which both programs have.
    void differenceInAVariableIsItsUse()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("bare.py");
        QCOMPARE(tirc({"print", "-", "-o", path}, Bare).exitCode, 0);
        const TircResult result = tirc({"equal", path, "-"}, QByteArray(Bare).replace("A[i]", "A[15 - i]"));
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("bare.py:7:11: error: "), result.errors.constData());
        QVERIFY2(result.errors.contains("<stdin>:6:11: note: "), result.errors.constData());
    }

    void listsAreJsonToo()
    {
        const QJsonArray passes = tirc({"list", "passes", "--json"}).json().array();
        QVERIFY(!passes.isEmpty());
        QCOMPARE(keys(passes[0]),
                 QStringList({"established", "invalidated", "name", "options", "required", "summary"}));
        const QJsonArray pipelines = tirc({"list", "pipelines", "--json"}).json().array();
        QVERIFY(!pipelines.isEmpty());
        QCOMPARE(keys(pipelines[0]),
                 QStringList({"devicePasses", "hostPasses", "name", "passes", "summary"}));
        QCOMPARE(pipelines[0]["name"].toString(), QStringLiteral("split"));
        const QJsonArray samples = tirc({"list", "samples", "--json"}).json().array();
        QCOMPARE(samples.size(), filesBelow(sourcePath("samples"), {"*.py"}).size());
        QCOMPARE(keys(samples[0]), QStringList({"fix", "fixMode", "group", "isRunnable", "name", "path",
                                                "pipeline", "summary", "title"}));
        for (const QJsonValue& entry : samples)
            QVERIFY2(QFile::exists(entry["path"].toString()), qPrintable(entry["path"].toString()));
    }

    void listsAreTextForPeople()
    {
        QVERIFY(tirc({"list", "passes"}).output.contains("\nSplitHostDevice "));
        QVERIFY(tirc({"list", "pipelines"}).output.contains("\nsplit@legacy-merge "));
        QVERIFY(tirc({"list", "findings"}).output.contains("missing-barrier "));
        const QJsonArray findings = tirc({"list", "findings", "--json"}).json().array();
        QCOMPARE(findings.size(), qsizetype(tir::allFindingKinds().size()));
        QCOMPARE(keys(findings[0]), QStringList({"kind", "severity", "summary"}));
        QVERIFY(tirc({"list", "defects"}).output.contains("defect-reuse-without-barrier "));
        const QJsonArray defects = tirc({"list", "defects", "--json"}).json().array();
        QCOMPARE(keys(defects[0]), QStringList({"code", "correction", "pass", "severity", "summary"}));
        QVERIFY(tirc({"list", "samples"}).output.contains("two_kernels.py "));
        QVERIFY(tirc({"list", "actions"}).output.contains("theme=[light|dark] "));
        const QJsonArray actions = tirc({"list", "actions", "--json"}).json().array();
        QCOMPARE(keys(actions[0]), QStringList({"argument", "id", "keys", "menu", "text"}));
    }
};

TIR_TEST(TestTircPrograms)
#include "tst_tirc_programs.moc"
