/// Errors of a text: all of them, each at its position, with the found and the expected text. No text crashes the
/// parser.

#include "core/script/reading/parser.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// `line:column message`, one a line.
QString errorsOf(const std::string& text)
{
    const SourceText source("case.py", text);
    const auto parsed = parseModule(source);
    QStringList lines;
    for (const Diagnostic& diagnostic : parsed.diagnostics()) {
        const LineColumn at = source.lineColumn(diagnostic.span ? diagnostic.span->begin : 0);
        lines +=
            QString("%1:%2 %3").arg(at.line).arg(at.column).arg(QString::fromStdString(diagnostic.message));
    }
    return lines.join('\n');
}

const std::string Head =
    "@T.prim_func(s_tir=True)\n"
    "def main(A: T.Buffer((16,), \"float32\"), B: T.Buffer((4, 4), \"float32\"), n: T.int32):\n";

} // namespace

class TstParserErrors : public QObject {
    Q_OBJECT

private slots:
    void inOneLine_data();
    void inOneLine();
    void inOneFileAreAllReported();
    void inBodiesOfBrokenHeadsAreReported_data();
    void inBodiesOfBrokenHeadsAreReported();
    void doNotCascade();
    void pointAtTheirCause_data();
    void pointAtTheirCause();
    void inModules_data();
    void inModules();
    void deepTextsAreRefused_data();
    void deepTextsAreRefused();
    void manyErrorsAreBounded();
    void everyTruncationIsSafe();
};

void TstParserErrors::inOneLine_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* line, const char* error) { QTest::newRow(line) << line << error; };
    row("A[0] = ", "3:12 found end of line, expected an expression");
    row("A[0 = 1.0", "3:6 '[' is never closed\n3:9 found '=', expected ']' to close the indices");
    row("A[0] = 1.0 2.0", "3:16 found '2.0', expected the end of the line");
    row("for in range(4):", "3:9 found 'in', expected an expression");
    row("for i range(4):", "3:11 found 'range', expected 'in' after the loop variables");
    row("x = undefined + 1", "3:9 undefined name 'undefined'");
    for (const char* definition : {"v: T.int32 = n", "v: T.let[T.int32] = n"})
        for (const char* header : {"T.where(v < 4)", "T.reads(A[v])", "T.writes(A[v])",
                                   "w = T.axis.spatial(v, n)", "w = T.axis.reduce(16, v)"})
            row(qPrintable(QString("with T.sblock(\"b\"):\n        %1\n        %2\n        A[0] = 1.0")
                               .arg(definition, header)),
                "3:5 the header of the block uses 'v', which its body defines");
    row("A[m] = 1.0", "3:7 undefined name 'm'");
    row("A[0, 0] = 1.0", "3:5 buffer 'A' has 1 dimension, but 2 indices are given");
    row("B[0] = 1.0", "3:5 buffer 'B' has 2 dimensions, but 1 index is given");
    row("A[1.5] = 1.0", "3:7 an index has type float32, expected an integer");
    row("A[0:4] = 1.0", "3:14 a value of type float32 is stored where float32x4 is expected");
    row("A[0] = \"x\"", "3:12 a value of type handle is stored where float32 is expected");
    row("n[0] = 1", "3:5 found an expression, expected a buffer to store into");
    row("A[0] = A", "3:12 'A' is a buffer; an element of it needs indices");
    row("x = n / 2", "3:9 '/' on integers; '//' divides rounding down, 'T.truncdiv' rounding toward zero");
    row("x = n // 0", "3:9 division by zero");
    row("x = 1 % 0", "3:9 division by zero");
    row("x = 99999999999999999999", "3:9 integer does not fit in 64 bits");
    row("x = 2 ** 100", "3:9 integer does not fit in 64 bits");
    row("x = (-1) ** 9223372036854775807 + n / 2", "3:39 '/' on integers; '//' divides rounding down, "
                                                   "'T.truncdiv' rounding toward zero");
    row("x = ~1.5", "3:9 unary '~' takes no floats");
    row("x = 3 in 2", "3:9 operator 'in' does not work on expressions");
    row("x = \"a\" not in \"abc\"", "3:9 operator 'not in' does not work on expressions");
    row("x = None < 3", "3:9 found None, expected an expression");
    row("x = n + 18446744073709551615", "3:13 the number 18446744073709551615 does not fit into int32");
    row("x = 18446744073709551615 > 0",
        "3:9 an integer from 2**63 on needs a type, as in T.uint64(18446744073709551615)");
    row("x = T.int64(9223372036854775808)", "3:9 the number 9223372036854775808 does not fit into int64");
    row("x = \"text\"", "3:9 a string has no scalar type; 'x: T.let = \"...\"' binds it");
    row("x: T.let[T.int64] = n", "3:25 'x' has type int64, its value has type int32");
    row("x = [i for i in range(3)]", "3:9 only Python can evaluate a comprehension; write its items out");
    row("x = f\"{n}\"",
        "3:9 only Python can evaluate a string with values in it; write the string that it gives");
    row("x = sorted(n)", "3:9 only Python can evaluate 'sorted(...)'; write what it gives in its place");
    row("x = zip", "3:9 only Python can evaluate 'zip'; write what it gives in its place");
    row("x = tvm.arith.detect(n)",
        "3:9 only Python can evaluate 'tvm.arith.detect'; write what it gives in its place");
    row("x = T.Cast(\"flaot32\", n)", "3:16 'flaot32' is not a data type");
    for (const char* type : {"float33", "int7x0", "uint65", "bfloat17", "float8_e9m9", "int3", "float1x4"}) {
        const QString error = QString(" '%1' is not a data type").arg(type);
        const auto rejected = [&](const char* body, const char* place) {
            row(qPrintable(QString(body).arg(type)), qPrintable(place + error));
        };
        rejected("x = T.Cast(\"%1\", n)", "3:16");
        rejected("x = T.%1(1)", "3:9");
        rejected("x: T.%1 = 1", "3:8");
        rejected("x: T.let[T.%1] = n", "3:14");
        rejected("C = T.alloc_buffer((4,), \"%1\")", "3:30");
        rejected("C = T.decl_buffer((4,), dtype=\"%1\", data=A.data)", "3:35");
        rejected("x = n.astype(\"%1\")", "3:18");
        rejected("x: T.let[T.handle(\"%1\")] = A.data", "3:23");
        rejected("A[0] = T.reinterpret(\"%1\", n)", "3:26");
        rejected("A[0] = T.call_extern(\"%1\", \"f\", n)", "3:26");
    }
    row("x = T.min(n)", "3:9 'min' takes two arguments");
    row("C = T.alloc_buffer((4,), shpae=(4,))",
        "3:30 'alloc_buffer' has no argument 'shpae'; did you mean 'shape'?");
    row("C = T.alloc_buffer((4,), scop=\"shared\")",
        "3:30 'alloc_buffer' has no argument 'scop'; did you mean 'scope'?");
    row("for i in T.serial(4, annotation={}): pass",
        "3:26 'serial' has no argument 'annotation'; did you mean 'annotations'?");
    row("C = T.allocate([4, 8], \"float32\", \"shared\")",
        "3:9 'T.allocate' opened a scope over the statements below it; write 'C = T.alloc_buffer((4, 8), "
        "\"float32\", scope=\"shared\")'");
    row("with T.let(n, 1): A[0] = 1.0",
        "3:10 'T.let' opened a scope over the statements below it; write 'x: T.let[T.int32] = value'");
    row("with T.LetStmt(n): A[0] = 1.0",
        "3:10 'T.LetStmt' opened a scope over the statements below it; write 'x: T.let[T.int32] = value'");
    row("with T.realize(A[0:4], \"shared\"): A[0] = 1.0",
        "3:10 'T.realize' has no form today: lower it to buffers first");
    row("with T.unheard_of(): A[0] = wrong",
        "3:10 'with' on 'unheard_of' is not known\n3:33 undefined name 'wrong'");
    row("C = T.alloc_buffer((4,), shape=(4,))",
        "3:36 argument 'shape' is given twice, by position and by name");
    row("C = T.alloc_buffer((4.5,))", "3:24 an extent has type float32, expected an integer");
    row("C = T.match_buffer(n, (4,))", "3:24 parameter 'n' has type int32, expected a handle");
    row("T.reads(A[0])", "3:5 'reads' is outside of a block");
    row("C = T.alloc_buffer((4,), \"void\")",
        "3:9 buffer 'C' has elements of type void, which take no memory");
    row("C = T.decl_buffer((4,), \"void\", data=A.data)",
        "3:9 buffer 'C' has elements of type void, which take no memory");
    row("C = T.alloc_buffer((T.int64(2305843009213693952),), \"float32\")",
        "3:9 buffer 'C' takes more than 16 TiB, which no memory holds");
    row("C = T.alloc_buffer((T.int64(4611686018427387904), n), \"float32\")",
        "3:9 buffer 'C' takes more than 16 TiB, which no memory holds");
    row("C = T.decl_buffer((T.int64(-9223372036854775807), 4), \"float32\", data=A.data)",
        "3:9 buffer 'C' takes more than 16 TiB, which no memory holds");
    row("C: T.float32[T.int64(4398046511104), 2]",
        "3:8 buffer 'C' takes more than 16 TiB, which no memory holds");
    row("C = A.view(T.int64(4398046511105))", "3:9 buffer 'C' takes more than 16 TiB, which no memory holds");
    row("C = T.decl_buffer((4, 4), data=A.data, strides=[T.int64(1)])",
        "3:9 buffer 'C' has 1 stride, but 2 axes");
    row("C = T.alloc_buffer((4, 4), axis_separators=[3])",
        "3:9 buffer 'C' has the axis separator 3; separators are positions from 0 to 2 in ascending order");
    row("C = T.alloc_buffer((4, 4), axis_separators=[2, 1])",
        "3:9 buffer 'C' has the axis separator 1; separators are positions from 0 to 2 in ascending order");
    row("C = T.alloc_buffer((4, 4), axis_separators=[-1])",
        "3:9 buffer 'C' has the axis separator -1; separators are positions from 0 to 2 in ascending order");
    row("return", "3:5 'return' needs a value");
    row("assert n > 0, 5", "3:19 the message of an assertion is a string or (\"Kind\", [\"part\", ...])");
    row("if A[0]: pass", "3:8 the condition has type float32, expected bool");
    row("x = n < 5000000000", "3:13 the number 5000000000 does not fit into int32");
    row("x = T.uint8(256)", "3:9 the number 256 does not fit into uint8");
    row("x = T.uint32(-1)", "3:9 the number -1 does not fit into uint32");
    row("x = not n", "3:9 'not' takes a boolean, its operand has type int32");
    row("x = n and n", "3:9 'and' takes booleans, found a value of type int32");
    row("x = n(1)", "3:9 an expression cannot be called");
    row("x = A.shap", "3:11 a buffer has no attribute 'shap'");
    row("a, b = T.int32(), T.int32(), T.int32()", "3:5 2 names for 3 values");
    row("T.func_attr({\"target\": T.target(\"cdua\")})", "3:28 unknown target kind 'cdua'");
}

void TstParserErrors::inOneLine()
{
    QFETCH(const QString, line);
    QFETCH(const QString, error);
    const QString found = errorsOf(Head + "    " + line.toStdString() + "\n");
    QCOMPARE(found, error);
}

void TstParserErrors::inOneFileAreAllReported()
{
    const QString found = errorsOf(Head + "    A[0] = undefined\n"
                                          "    for i in range(n:\n"
                                          "        A[i] = 1.0\n"
                                          "    for i in range(4):\n"
                                          "        A[i] = wrong(\n"
                                          "        A[i, i] = 1.0\n");
    QVERIFY(found.contains("3:12 undefined name 'undefined'"));
    QVERIFY(found.contains("4:19 '(' is never closed") || found.contains("7:21 '(' is never closed"));

    const QString separate = errorsOf(Head + "    A[0] = first\n"
                                             "    for i in range(4):\n"
                                             "        A[i] = second\n"
                                             "        if i < third:\n"
                                             "            A[i] = = 1\n"
                                             "            A[i, i] = 1.0\n"
                                             "    A[1] = fourth\n");
    QCOMPARE(separate, "3:12 undefined name 'first'\n"
                       "5:16 undefined name 'second'\n"
                       "6:16 undefined name 'third'\n"
                       "7:20 found '=', expected an expression\n"
                       "8:13 buffer 'A' has 1 dimension, but 2 indices are given\n"
                       "9:12 undefined name 'fourth'");
}

void TstParserErrors::inBodiesOfBrokenHeadsAreReported_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("errors");
    const auto row = [](const char* name, const char* body, const char* errors) {
        QTest::newRow(name) << body << errors;
    };
    row("for without in", "for i range(4):\n        A[i] = wrong\n    A[0] = bad",
        "3:11 found 'range', expected 'in' after the loop variables\n4:16 undefined name 'wrong'\n"
        "5:12 undefined name 'bad'");
    row("for with a broken range", "for i in range(4:\n        A[i] = wrong\n    A[0] = bad",
        "3:19 '(' is never closed\n3:21 found ':', expected ')' or ',' in the arguments\n"
        "4:16 undefined name 'wrong'\n5:12 undefined name 'bad'");
    row("no colon", "for i in range(4)\n        A[i] = wrong",
        "3:22 found end of line, expected ':' before the body\n4:16 undefined name 'wrong'");
    row("if with an assignment", "if n = 1:\n        A[0] = wrong\n    else:\n        A[1] = bad",
        "3:10 found '=', expected ':' before the body\n4:16 undefined name 'wrong'\n6:16 undefined name "
        "'bad'");
    row("if without a condition", "if :\n        A[0] = wrong\n    elif n > 1:\n        A[1] = bad",
        "3:8 found ':', expected an expression\n4:16 undefined name 'wrong'\n6:16 undefined name 'bad'");
    row("while", "while (:\n        A[0] = wrong",
        "3:11 '(' is never closed\n3:12 found ':', expected an expression\n4:16 undefined name 'wrong'");
    row("with as nothing", "with T.launch_thread(\"threadIdx.x\", 4) 4 as tx:\n        A[tx] = wrong",
        "3:44 found '4', expected ':' before the body\n4:11 undefined name 'tx'\n4:17 undefined name "
        "'wrong'");
    row("block with a broken name",
        "with T.sblock(\"a\" \"b\" c):\n        vi = T.axis.spatial(4, n)\n"
        "        T.reads(A[vi])\n        A[vi] = wrong",
        "3:27 found 'c', expected ')' or ',' in the arguments\n6:17 undefined name 'wrong'");
    row("indentation without reason", "A[0] = 1.0\n        A[1] = wrong\n    A[2] = bad",
        "4:1 unexpected indentation\n4:16 undefined name 'wrong'\n5:12 undefined name 'bad'");
    row("what a broken assignment defines", "x = = n\n    A[x] = x", "3:9 found '=', expected an expression");
    row("an unclosed bracket ends at the next statement",
        "A[0] = T.exp(A[1]\n    A[1] = wrong\n    for i in range(4):\n        A[i] = bad",
        "3:17 '(' is never closed\n3:22 found end of line, expected ')' or ',' in the arguments\n"
        "4:12 undefined name 'wrong'\n6:16 undefined name 'bad'");
}

void TstParserErrors::inBodiesOfBrokenHeadsAreReported()
{
    QFETCH(const QString, body);
    QFETCH(const QString, errors);
    QCOMPARE(errorsOf(Head + "    " + body.toStdString() + "\n"), errors);
}

void TstParserErrors::pointAtTheirCause_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("note");
    const auto row = [](const char* body, const char* note) { QTest::newRow(body) << body << note; };
    row("A[0, 0] = 1.0", "2:10 'A' is declared here");
    row("A[0] = \"x\"", "2:10 'A' is declared here");
    row("x = (n + 1", "3:9 opened here");
    row("A[0] = [1, 2", "3:12 opened here");
    row("width = n\n    x = widht + 1", "3:5 'width' is defined here");
    row("for i in range(4):\n        A[i] = 1.0\n    A[i] = 2.0",
        "3:9 'i' was defined here, for statements that have ended");
}

void TstParserErrors::pointAtTheirCause()
{
    QFETCH(const QString, body);
    QFETCH(const QString, note);
    const SourceText source("case.py", Head + "    " + body.toStdString() + "\n");
    const auto parsed = parseModule(source);
    QStringList notes;
    for (const Diagnostic& diagnostic : parsed.diagnostics())
        for (const DiagnosticNote& given : diagnostic.notes) {
            const LineColumn at = source.lineColumn(given.span.value_or(Span()).begin);
            notes +=
                QString("%1:%2 %3").arg(at.line).arg(at.column).arg(QString::fromStdString(given.message));
        }
    QCOMPARE(notes.join('\n'), note);
}

void TstParserErrors::doNotCascade()
{
    // Uses of the result of an erroneous statement are not reported.
    QCOMPARE(errorsOf(Head + "    C = T.alloc_buffer((wrong,))\n"
                             "    tx = T.launch_thread(\"threadIdx.x\", bad)\n"
                             "    C[tx] = C[tx + 1] * 2.0\n"
                             "    x: T.let = C[0]\n"
                             "    A[x] = 1.0\n"),
             "3:25 undefined name 'wrong'\n4:41 undefined name 'bad'");
}

void TstParserErrors::inModules_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    QTest::newRow("empty") << ""
                           << "1:1 the file is empty, expected '@I.ir_module' or '@T.prim_func'";
    QTest::newRow("blank") << " \n\n"
                           << "1:1 the file is empty, expected '@I.ir_module' or '@T.prim_func'";
    QTest::newRow("prose")
        << "After [integer] passes the text is some prose.\n"
        << "1:1 the text is not a TVMScript module or function, expected '@I.ir_module' or '@T.prim_func'";
    QTest::newRow("undecorated") << "def f():\n    pass\n"
                                 << "1:1 function 'f' has no decorator '@T.prim_func'";
    QTest::newRow("two functions") << "@T.prim_func\ndef f():\n    pass\n@T.prim_func\ndef g():\n    pass\n"
                                   << "4:1 a text holds one module or one function, this is a second one";
    QTest::newRow("parameter described by the body")
        << "@T.prim_func\ndef f(a: T.handle):\n    n: T.int32 = 4\n    A = T.match_buffer(a, (4,), "
           "align=64, elem_offset=n)\n"
        << "4:9 a parameter is matched with a buffer that depends on 'n', which is not there where the "
           "function "
           "is entered";
    QTest::newRow("TIR function of another module")
        << "# from tvm.script import relax as T\n@I.ir_module\nclass M:\n    @T.prim_func\n    def f():\n    "
           "    "
           "pass\n"
        << "4:6 the module before 'prim_func' here is not TIR, which has it";
    QTest::newRow("same name") << "@I.ir_module\nclass M:\n    @T.prim_func\n    def f():\n        pass\n"
                                  "    @T.prim_func\n    def f():\n        pass\n"
                               << "7:9 two functions are called 'f'";
    QTest::newRow("parameter without a type") << "@T.prim_func\ndef f(a):\n    T.evaluate(a)\n"
                                              << "2:7 parameter 'a' has no type";
    QTest::newRow("broken decorator")
        << "@T.prim_func(private=)\ndef f(a: T.int32):\n    T.evaluate(a + wrong)\n"
        << "1:22 found ')', expected an expression\n3:20 undefined name 'wrong'";
    QTest::newRow("broken signature")
        << "@I.ir_module\nclass M:\n    @T.prim_func\n    def f(a: T.int32, b c):\n        T.evaluate(a + b "
           "+ c + "
           "wrong)\n    @T.prim_func\n    def g():\n        T.evaluate(bad)\n"
        << "4:25 found 'c', expected ')' or ',' after a parameter\n5:32 undefined name 'wrong'\n"
           "8:20 undefined name 'bad'";
    QTest::newRow("class without a colon")
        << "@I.ir_module\nclass M\n    @T.prim_func\n    def f():\n        T.evaluate(wrong)\n"
        << "2:8 found end of line, expected ':' before the body\n5:20 undefined name 'wrong'";
    QTest::newRow("decorator without a function")
        << "@I.ir_module\nclass M:\n    @T.prim_func\n\n@T.prim_func\ndef g():\n    T.evaluate(wrong)\n"
        << "5:1 found end of block, expected 'def' or 'class' after a decorator\n"
           "5:1 a text holds one module or one function, this is a second one";
    QTest::newRow("default value") << "@T.prim_func\ndef f(a: T.int32 = 1):\n    pass\n"
                                   << "2:18 a parameter has a default value; TVMScript has none";
    QTest::newRow("no body") << "@T.prim_func\ndef f():\n"
                             << "3:1 found end of file, expected an indented body";
}

void TstParserErrors::inModules()
{
    QFETCH(const QString, text);
    QFETCH(const QString, error);
    QCOMPARE(errorsOf(text.toStdString()), error);
}

void TstParserErrors::deepTextsAreRefused_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("expected");
    const auto repeated = [](const char* text, int count) { return QString(text).repeated(count); };
    QTest::newRow("parentheses") << "x = " + repeated("(", 100000) + "1" + repeated(")", 100000)
                                 << "levels deep";
    QTest::newRow("lists") << "x = " + repeated("[", 100000) + repeated("]", 100000) << "levels deep";
    QTest::newRow("nots") << "x = " + repeated("not ", 100000) + "n"
                          << "levels deep";
    QTest::newRow("minuses") << "x = " + repeated("-", 100000) + "n"
                             << "levels deep";
    QTest::newRow("powers") << "x = " + repeated("n ** ", 100000) + "n"
                            << "levels deep";
    QTest::newRow("long sum") << "x = n" + repeated(" + n", 100000) << "operations in each other";
    QTest::newRow("long conjunction")
        << "x = n < 1" + repeated(" and n < 1", 100000) << "operations in each other";
    QTest::newRow("long chain of calls") << "x = n" + repeated(".a", 100000) << "operations in each other";
    QTest::newRow("attributes") << repeated("T.attr(0, \"k\", 1)\n    ", 100000)
                                << "launches and attributes nest";
    QTest::newRow("elif") << "if n < 1:\n        pass\n    " +
                                 repeated("elif n < 1:\n        pass\n    ", 10000)
                          << "branches follow each other";
}

void TstParserErrors::deepTextsAreRefused()
{
    QFETCH(const QString, body);
    QFETCH(const QString, expected);
    const QString found = errorsOf(Head + "    " + body.toStdString() + "\n");
    QVERIFY2(found.contains(expected), qPrintable(found.left(300)));
}

void TstParserErrors::manyErrorsAreBounded()
{
    const auto parsed = parseModule(SourceText("noise.py", "T.evaluate(0)\n" + std::string(1000000, '$')));
    QVERIFY(!parsed);
    QCOMPARE(parsed.diagnostics().size(), size_t(101));
    QVERIFY(parsed.diagnostics().back().message.starts_with("and at least "));
}

void TstParserErrors::everyTruncationIsSafe()
{
    const std::string text =
        Head + "    T.func_attr({\"target\": T.target({\"kind\": \"cuda\", \"keys\": [\"gpu\"]})})\n"
               "    with T.launch_thread(\"threadIdx.x\", 16) as tx:\n"
               "        S = T.alloc_shared((16,))\n"
               "        for i, j in T.grid(4, 4):\n"
               "            with T.sblock(\"b\"):\n"
               "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
               "                B[vi, vj] = T.if_then_else(vi < vj, A[vi], S[tx]) * 2.0\n"
               "        A[0:4] = T.Broadcast(T.float32(\"inf\"), 4)\n";
    for (size_t length = 0; length <= text.size(); ++length) {
        const auto parsed = parseModule(SourceText("cut.py", text.substr(0, length)));
        QVERIFY(parsed || !parsed.diagnostics().empty());
    }
    QVERIFY(parseModule(SourceText("whole.py", text)));
}

TIR_TEST(TstParserErrors)
#include "tst_parser_errors.moc"
