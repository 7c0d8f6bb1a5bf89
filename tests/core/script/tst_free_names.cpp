/// Names that a text takes from its Python context: their uses, and the kinds of values that fit.

#include "core/script/reading/free_names.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// `name: kinds @line:column …` or `name! advice`, one a line.
QString namesOf(const std::string& text)
{
    const SourceText source("case.py", text);
    QStringList lines;
    for (const FreeName& name : freeNames(source)) {
        QString line = QString::fromStdString(name.name);
        if (!name.advice.empty()) {
            line += "! " + QString::fromStdString(name.advice);
        } else {
            QStringList kinds;
            for (const DefineKind kind : name.kinds)
                kinds += QString::fromUtf8(toString(kind).data());
            line += ": " + kinds.join('|');
        }
        for (const Span use : name.uses) {
            const LineColumn at = source.lineColumn(use.begin);
            line += QString(" @%1:%2").arg(at.line).arg(at.column);
        }
        lines += line;
    }
    return lines.join('\n');
}

const std::string Head = "@T.prim_func\ndef main(A: T.Buffer((16,), \"float32\"), n: T.int32):\n    ";

} // namespace

class TstFreeNames : public QObject {
    Q_OBJECT

private slots:
    void inOneLine_data();
    void inOneLine();
    void areFoundInBrokenTexts();
    void areThoseOfThePrograms_data();
    void areThoseOfThePrograms();
    void doNotIncludeWhatTheTextDefines();
    void valuesSayTheirKind_data();
    void valuesSayTheirKind();
    void valuesAreReadInTheirPlaces_data();
    void valuesAreReadInTheirPlaces();
};

void TstFreeNames::inOneLine_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("names");
    const auto row = [](const char* line, const char* names) { QTest::newRow(line) << line << names; };
    row("A[0] = T.float32(1)", "");
    row("for i in range(N): A[i] = 1.0", "N: integer @3:20");
    row("for i, j in T.grid(N, M * 2): A[i] = 1.0", "N: integer @3:24\nM: integer @3:27");
    row("B = T.alloc_buffer((N, 4), dtype)", "N: integer @3:25\ndtype: data type @3:32");
    row("B = T.alloc_buffer(shape, scope=where)",
        "shape: tuple|integer @3:24\nwhere: string|data type @3:37");
    row("A[0] = T.Cast(dtype, n)", "dtype: data type @3:19");
    row("A[0] = A[0] * scale", "scale: integer|float @3:19");
    row("A[offset] = 1.0", "offset: integer @3:7");
    row("A[0] = c", "c: integer|float|boolean|data type|string|tuple @3:12");
    row("A[0] = c + T.Cast(\"float32\", c)", "c: integer|float @3:12 @3:34");
    row("if flag: A[0] = 1.0", "flag: boolean|integer @3:8");
    row("x: dtype = 1", "dtype: data type @3:8");
    row("A[0] = call(n)", ""); // a function that is printed alone calls others by their bare names
    row("A[0] = config.value", "config! 'config' is an object of Python: write the value of its attribute in "
                               "its place @3:12");
    row("B[0] = 1.0",
        "B! 'B' is stored into: declare it, as in 'B = T.alloc_buffer((n,), \"float32\")' @3:5");
    row("x = len(A.shape)", "");
    row("T.launch_thread(\"threadIdx.x\", threads)", "threads: integer @3:36");
    row("A[0] = T.reinterpret(dtype, n)", "dtype: data type @3:26");
}

void TstFreeNames::inOneLine()
{
    QFETCH(const QString, line);
    QFETCH(const QString, names);
    const QString found = namesOf(Head + line.toStdString() + "\n");
    QCOMPARE(found, names);
}

void TstFreeNames::areFoundInBrokenTexts()
{
    QCOMPARE(namesOf(Head + "A[N] = = 1\n    for i in range(M):\n        A[i] = (\n"), "M: integer @4:20");
}

void TstFreeNames::areThoseOfThePrograms_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QString>("names");
    QTest::newRow("prose") << std::string("Hello world, this is prose.\nIt has no code.\n") << "";
    QTest::newRow("prose with colons") << std::string("Note: this is it.\n    indented = words\n") << "";
    QTest::newRow("Python") << std::string("x = values[n]\nprint(x)\n") << "";
    QTest::newRow("function of Python") << std::string("def f(n):\n    return n + N\n") << "";
    QTest::newRow("statements") << std::string("for i in range(N):\n    T.evaluate(i)\n")
                                << "N: integer @1:16";
    QTest::newRow("around a program")
        << "K = M\n" + Head + "A[0] = A[N] + K\n\ndef build(n):\n    return n + target\n\nprint(result)\n"
        << "M: integer|float|boolean|data type|string|tuple @1:5\nN: integer @4:14";
}

void TstFreeNames::areThoseOfThePrograms()
{
    QFETCH(const std::string, text);
    QTEST(namesOf(text), "names");
}

void TstFreeNames::doNotIncludeWhatTheTextDefines()
{
    QCOMPARE(
        namesOf(
            "# from tvm.script import tirx as X\nfrom tvm.script import ir as J\nimport numpy as np\nK = 4\n"
            "@J.ir_module\nclass Module:\n    @X.prim_func\n    def f(a: X.handle):\n"
            "        m = X.int32()\n        B = X.match_buffer(a, (m, K))\n"
            "        with X.launch_thread(\"threadIdx.x\", 4) as tx:\n"
            "            X.evaluate(later + tx)\n            later: X.let = m\n"
            "            Module.f(B.data)\n            np.foo()\n"),
        "np! 'np' is an object of Python: write the value of its attribute in its place @15:13");
}

void TstFreeNames::valuesSayTheirKind_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("kind");
    const auto row = [](const char* value, const char* kind) { QTest::newRow(value) << value << kind; };
    row("1024", "integer");
    row("-3", "integer");
    row("0x40", "integer");
    row("16 * 4 + 1", "integer");
    row("0.5", "float");
    row("-1e3", "float");
    row("T.int64(4)", "integer");
    row("Tx.uint8(255)", "integer");
    row("int8(-128)", "integer");
    row("T.float16(0.5)", "float");
    row("T.float32(2)", "float");
    row("T.int8(128)", "string");
    row("T.int32x4(1)", "string");
    row("T.int64(0.5)", "string");
    row("T.int64(1, 2)", "string");
    row("True", "boolean");
    row("float16", "data type");
    row("\"float16x4\"", "data type");
    row("(16, 16)", "tuple");
    row("[1]", "tuple");
    row("16,", "tuple");
    row("shared.dyn", "string");
    row("\"global\"", "string");
    row("", "string");
    row("9223372036854775807 + 1", "string");
    row("f(", "string");
}

void TstFreeNames::valuesSayTheirKind()
{
    QFETCH(const QString, value);
    QFETCH(const QString, kind);
    QCOMPARE(QString::fromUtf8(toString(defineKind(value.toStdString())).data()), kind);
    QVERIFY(fits(defineKind(value.toStdString()), value.toStdString()));
    QCOMPARE(fits(DefineKind::Float, value.toStdString()), kind == "float" || kind == "integer");
}

void TstFreeNames::valuesAreReadInTheirPlaces_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* line, const char* value) { QTest::newRow(value) << line << value; };
    row("B = T.alloc_buffer(V)", "(16, 4)");
    row("for i in range(V): A[i] = 1.0", "2 * 8");
    row("B = T.alloc_buffer((4,), V)", "float16");
    row("B = T.alloc_buffer((4,), scope=V)", "\"shared.dyn\"");
    row("A[0] = A[1] * V", "-0.5");
    row("A[0] = A[1] * V", "T.float32(2)");
    row("for i in range(V): A[i] = 1.0", "T.int64(16)");
    row("B = T.alloc_buffer((V, 4))", "T.int64(16)");
    row("if V: A[0] = 1.0", "True");
}

void TstFreeNames::valuesAreReadInTheirPlaces()
{
    QFETCH(const QString, line);
    QFETCH(const QString, value);
    const SourceText source("case.py", Head + line.toStdString() + "\n");
    QVERIFY(!parseModule(source));
    const std::vector<FreeName> names = freeNames(source);
    QCOMPARE(names.size(), size_t(1));
    QVERIFY(fits(names[0].kinds.front(), value.toStdString()) || names[0].kinds.size() > 1);
    const auto parsed = parseModule(source, {.defines = {{"V", value.toStdString()}}});
    QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
}

TIR_TEST(TstFreeNames)
#include "tst_free_names.moc"
