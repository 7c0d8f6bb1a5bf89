/// Texts of other versions of TVM: spellings that are kept, those that are read as today's name, and those that are
/// rejected with the current spelling. And the detected dialect of a text.

#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "core/script/syntax/dialect.h"
#include "tests/core/script/script_case.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

const std::string Head = "# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n";

} // namespace

class TstDrift : public QObject {
    Q_OBJECT

private slots:
    void unknownOperationsAreKept_data();
    void unknownOperationsAreKept();
    void oldSpellingsAreReadAsTodays_data();
    void oldSpellingsAreReadAsTodays();
    void oldFilesMeanWhatTheyMeant();
    void packedCallsTakeBuffers();
    void importsGiveTheDialectItsName();
    void statementsWithoutAFunctionAreRead();
    void pythonIsEvaluatedWhereItsValuesAreKnown();
    void regionsHaveBounds_data();
    void regionsHaveBounds();
    void dialects_data();
    void dialects();
};

void TstDrift::unknownOperationsAreKept_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("remark");
    const auto row = [](const char* body, const char* remark) { QTest::newRow(body) << body << remark; };
    row("T.evaluate(n)", "");
    row("T.foo(n, A.data)", "note 6:5 'foo' is not an operation that TVM registers; it is kept as it is");
    row("T.lauch_thread(\"threadIdx.x\", n)",
        "note 6:5 'lauch_thread' is not an operation that TVM registers; it is kept as it is; did you mean "
        "'launch_thread'?");
    row("T.tvm_storage_snyc(\"shared\")", "note 6:5 'tvm_storage_snyc' is not an operation that TVM "
                                          "registers; it is kept as it is; did you mean 'tvm_storage_sync'?");
    row("T.a.b.c(n)", "note 6:5 'a.b.c' is not an operation that TVM registers; it is kept as it is");
    row("A[0] = T.a.b.c(n)", "note 6:12 'a.b.c' is not an operation that TVM registers; it is kept as it is");
    row("T.foo(n, how=\"fast\", often=n + 1)",
        "note 6:5 'foo' is not an operation that TVM registers; it is kept as it is");
    row("T.foo([1, n], (n,), (), [], None)",
        "note 6:5 'foo' is not an operation that TVM registers; it is kept as it is");
    row("T.foo(n, T.bar(x=n))",
        "note 6:14 'bar' is not an operation that TVM registers; it is kept as it is\n"
        "note 6:5 'foo' is not an operation that TVM registers; it is kept as it is");
    row("for i in T.parallel(4, color=\"red\"):\n        T.evaluate(i)",
        "note 6:28 'parallel' has no argument 'color' in this version; it is kept as it is");
    row("for i in T.serial(4, annotations={\"a\": 1}, color=[1, 2]):\n        T.evaluate(i)",
        "note 6:48 'serial' has no argument 'color' in this version; it is kept as it is");
    row("B = T.alloc_buffer((4,), scope=\"shared.dyn\", color=3)\n    B[0] = A[0]",
        "note 6:50 'alloc_buffer' has no argument 'color' in this version; it is kept as it is");
    row("B = T.decl_buffer((4,), data=A.data, color=[1, 2])\n    B[0] = A[0]",
        "note 6:42 'decl_buffer' has no argument 'color' in this version; it is kept as it is");
    row("B = T.Buffer((4,), data=A.data, color=None)\n    B[0] = A[0]",
        "note 6:37 'Buffer' has no argument 'color' in this version; it is kept as it is");
    row("A[0] = T.Cast(\"float32\", n, color=\"even\")",
        "note 6:33 'Cast' has no argument 'color' in this version; it is kept as it is");
    row("T.func_attr({\"tirx.new_thing\": {\"a\": [1, T.bool(True)]}})\n    T.evaluate(n)", "");
    row("with T.attr(A.data, \"new_key\", n):\n        T.evaluate(n)\n    T.evaluate(n)", "");
}

void TstDrift::unknownOperationsAreKept()
{
    QFETCH(const QString, body);
    QFETCH(const QString, remark);
    for (const char* options : {"", "(speed=\"fast\")", "(private=True, speed=[1, 2], more=None)"}) {
        std::string text =
            Head + "@T.prim_func" + options + "\ndef main(A: T.Buffer((16,), \"float32\"), n: T.int32):\n";
        // Line 5 is the head of the function: the body starts at line 6 in every case.
        text += "    " + body.toStdString();
        const SourceText source("case.py", text);
        const auto parsed = parseModule(source);
        QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
        std::string printed = printScript(*parsed->module.module, {.asBareFunction = true});
        // Without `s_tir` the prefix is Tx.
        const SourceText again("printed.py", printed);
        size_t at = 0;
        while ((at = printed.find("Tx", at)) != std::string::npos)
            printed.replace(at, 2, "T");
        QCOMPARE(QString::fromStdString(printed), QString::fromStdString(text));
        QVERIFY(parseModule(again));
        if (*options == '\0')
            QCOMPARE(remarksOf(*parsed, source), remark);
        else
            QVERIFY(remarksOf(*parsed, source)
                        .contains("'prim_func' has no option 'speed' in this version; it is kept as it is"));
    }
}

void TstDrift::oldSpellingsAreReadAsTodays_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("printed");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* text, const char* printed, const char* expected) {
        QTest::newRow(name) << text << printed << expected;
    };
    row("block", "with T.block(\"b\"):\n        vi = T.axis.spatial(16, n)\n        A[vi] = T.float32(1.0)",
        "with T.sblock(\"b\"):", "'T.block' is called 'T.sblock' today");
    row("block attributes",
        "with T.block(\"b\"):\n        T.block_attr({\"k\": 1})\n        A[0] = T.float32(1.0)",
        "T.sblock_attr({\"k\": 1})", "'T.block_attr' is called 'T.sblock_attr' today");
    row("allocation of a block",
        "with T.block(\"b\"):\n        B = T.alloc_buffer((4,))\n        B[0] = A[0]",
        "B = T.sblock_alloc_buffer((4,))",
        "'T.alloc_buffer' of a block is called 'T.sblock_alloc_buffer' today");
    const char* const allocation = "B = T.alloc_shared((16,))";
    const char* const pointer = "'T.allocate' makes a pointer; today 'T.alloc_buffer' makes a buffer";
    row("allocation of a pointer",
        "B = T.allocate([16], \"float32\", \"shared\")\n"
        "    B_1 = T.Buffer((16,), data=B, scope=\"shared\")\n    B_1[0] = A[0]",
        allocation, pointer);
    row("allocation of a pointer for some statements",
        "with T.allocate([16], \"float32\", \"shared\") as B:\n"
        "        B_1 = T.Buffer((16,), data=B, scope=\"shared\")\n        B_1[0] = A[0]",
        allocation, pointer);
    row("declaration for some statements",
        "B = T.allocate([16], \"float32\", \"shared\")\n"
        "    with T.decl_buffer((16,), data=B, scope=\"shared\") as C:\n        C[0] = A[0]",
        "C = T.decl_buffer((16,), data=B.data, scope=\"shared\")", pointer);
    row("value for some statements", "with T.LetStmt(n + 1) as x:\n        A[x] = A[0]",
        "x: T.let[T.int32] = n + 1", "'T.LetStmt' is written 'x: T.let = value' today");
    row("keys", "T.func_attr({\"tir.noalias\": True})\n    T.evaluate(0)",
        "T.func_attr({\"tirx.noalias\": True})", "'tir.noalias' is called 'tirx.noalias' today");
    row("operation by name", "A[0] = T.call_intrin(\"float32\", \"tir.exp\", A[0])", "A[0] = T.exp(A[0])",
        "");
    row("pointer", "p = T.Ptr(\"float32\", \"shared\")\n    T.evaluate(p)",
        "p = T.handle(\"float32\", \"shared\")", "'T.Ptr' is called 'T.handle' today");
    row("whole path of the decorator", "T.evaluate(n)", "T.evaluate(n)", "");
}

void TstDrift::oldSpellingsAreReadAsTodays()
{
    QFETCH(const QString, text);
    QFETCH(const QString, printed);
    QFETCH(const QString, expected);
    const bool isWhole = text == "T.evaluate(n)";
    const SourceText source("old.py", std::string("# from tvm.script import tir as T\n") +
                                          (isWhole ? "@tvm.script.tir.prim_func" : "@T.prim_func") +
                                          "\ndef main(A: T.Buffer[(16,), \"float32\"], n: T.int32):\n    " +
                                          text.toStdString() + "\n");
    const auto parsed = parseModule(source);
    QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
    const QString result =
        QString::fromStdString(printScript(*parsed->module.module, {.asBareFunction = true}));
    QVERIFY2(result.contains(printed), qPrintable(result));
    QVERIFY2(result.contains("@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((16,), \"float32\")"),
             qPrintable(result));
    const QString remarks = remarksOf(*parsed, source);
    QVERIFY2(remarks.contains("'Buffer[...]' is written 'Buffer(...)' today"), qPrintable(remarks));
    QVERIFY2(remarks.contains(expected), qPrintable(remarks));
    QVERIFY2(remarks.contains("note 1:1 a text from before 'tir' was renamed to 'tirx'"),
             qPrintable(remarks));
    QVERIFY(!remarks.contains("warning"));
}

void TstDrift::oldFilesMeanWhatTheyMeant()
{
    const std::string function = "@T.prim_func\ndef main(A: T.Buffer((16,), \"float32\")):\n"
                                 "    x: T.float32 = A[0] + T.float32(1.0)\n    A[1] = x\n";
    const auto old = parseModule(SourceText("old.py", "# from tvm.script import tir as T\n" + function));
    QVERIFY(old);
    QVERIFY(printScript(*old->module.module).find("x: T.let[T.float32] = A[0]") != std::string::npos);
    QVERIFY(remarksOf(*old, SourceText("old.py", function)).contains("makes a mutable scalar today"));

    const auto today = parseModule(SourceText("today.py", "# from tvm.script import tirx as T\n" + function));
    QVERIFY(today);
    QVERIFY(printScript(*today->module.module).find("x: Tx.float32 = A[0]") != std::string::npos);
    QVERIFY(today->remarks.empty());
}

void TstDrift::packedCallsTakeBuffers()
{
    const SourceText source(
        "case.py",
        "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((16, 4), \"int8\"), b: T.handle, n: T.int32):\n"
        "    B = T.match_buffer(b, (4,), strides=(n,), elem_offset=3)\n"
        "    T.call_packed(\"f\", n, A, B)\n    T.call_extern(\"int32\", \"g\", A)\n");
    const auto parsed = parseModule(source);
    QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
    const std::string printed = printScript(*parsed->module.module);
    QVERIFY2(printed.find(
                 "T.call_packed(\"f\", n, T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(16, 4), 0, "
                 "2, T.int8(0), 0), T.tvm_stack_make_array(B.data, T.tvm_stack_make_shape(4), "
                 "T.tvm_stack_make_shape(n), 1, T.float32(0.0), 3))") != std::string::npos,
             printed.c_str());
    QVERIFY2(printed.find("T.call_extern(\"int32\", \"g\", A.data)") != std::string::npos, printed.c_str());
}

void TstDrift::importsGiveTheDialectItsName()
{
    for (const char* import :
         {"from tvm.script import tirx as X", "# from tvm.script import tirx as X",
          "from tvm.script.parser import (ir as J, tirx as X)", "import tvm.script.tirx as X"}) {
        const SourceText source("case.py", std::string(import) +
                                               "\n@X.prim_func\ndef f(n: X.int32):\n    X.evaluate(n)\n");
        const auto parsed = parseModule(source);
        QVERIFY2(parsed, parsed ? import : render(parsed.diagnostics(), source).c_str());
        QCOMPARE(parsed->dialect.prefix, std::string("X"));
    }
}

void TstDrift::statementsWithoutAFunctionAreRead()
{
    const SourceText source("case.py",
                            "A = T.Buffer((16,), \"float32\")\nfor i in range(16):\n    A[i] = 1.0\n");
    const auto parsed = parseModule(source);
    QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
    QVERIFY(parsed->isBareFunction);
    const std::string printed = printScript(*parsed->module.module, {.asBareFunction = true});
    QVERIFY2(printed.ends_with("@Tx.prim_func(private=True)\ndef main():\n    for i in range(16):\n"
                               "        A = Tx.Buffer((16,))\n        A[i] = Tx.float32(1.0)"),
             printed.c_str());
    QVERIFY(remarksOf(*parsed, source).contains("no function is around the statements"));
    QVERIFY(!parseModule(SourceText("no.py", "import numpy\nx = 3\n")));
}

void TstDrift::pythonIsEvaluatedWhereItsValuesAreKnown()
{
    const SourceText source("case.py",
                            "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((16, 4), \"float32\")):\n"
                            "    for i in range(len(A.shape) + max(1, 2) + min((3, 1)) + int(2.5)):\n"
                            "        A[i, tvm.tirx.const(1, \"int64\")] = float(2)\n");
    const auto parsed = parseModule(source);
    QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
    const std::string printed = printScript(*parsed->module.module);
    QVERIFY2(printed.ends_with("for i in range(7):\n            A[i, T.int64(1)] = T.float32(2.0)"),
             printed.c_str());
}

void TstDrift::regionsHaveBounds_data()
{
    QTest::addColumn<QString>("index");
    QTest::addColumn<QString>("region");
    const auto row = [](const char* index, const char* region) { QTest::newRow(index) << index << region; };
    row("i", "A[0:8]");
    row("i * 2 + 1", "A[1:16]");
    row("i // 2", "A[0:4]");
    row("i % 4", "A[0:4]");
    row("(i + 8) % 16", "A[8:16]"); // one period: the remainder follows
    row("T.min(i, 3)", "A[0:4]");
    row("T.Select(n > 0, i, i + 4)", "A[0:12]");
    row("n", "A[n]");
    row("T.Cast(\"int32\", K[i])", "A[0:16]"); // a value from memory: anywhere
    row("T.shift_right(i, 1)", "A[0:16]");
}

void TstDrift::regionsHaveBounds()
{
    QFETCH(const QString, index);
    QFETCH(const QString, region);
    const SourceText source("case.py",
                            "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((16,), \"float32\"), "
                            "K: T.Buffer((16,), \"int64\"), n: T.int32):\n"
                            "    with T.sblock(\"b\"):\n        for i in range(8):\n            A[" +
                                index.toStdString() + "] = 1.0\n");
    const auto parsed = parseModule(source);
    QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
    const QString printed = QString::fromStdString(printScript(*parsed->module.module));
    QVERIFY2(printed.contains("T.writes(" + region + ")"), qPrintable(printed));
}

void TstDrift::dialects_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("signs");
    const auto row = [](const char* name, const char* text, const char* label, const char* signs) {
        QTest::newRow(name) << text << label << signs;
    };
    row("nothing tells", "@T.prim_func\ndef f():\n    T.evaluate(0)\n", "tirx", "");
    row("header of today", "# from tvm.script import tirx as T\n@T.prim_func\ndef f():\n    T.evaluate(0)\n",
        "tirx, current syntax", "1 the module is named 'tirx'");
    row("marked functions", "@T.prim_func(s_tir=True)\ndef f():\n    T.evaluate(0)\n",
        "s_tir, current syntax", "1 functions are marked 's_tir'");
    row("blocks", "@T.prim_func\ndef f():\n    with T.sblock(\"b\"):\n        T.evaluate(0)\n",
        "s_tir, current syntax", "3 'T.sblock' is a spelling of today");
    row("header of before", "# from tvm.script import tir as T\n@T.prim_func\ndef f():\n    T.evaluate(0)\n",
        "tir, before the rename", "1 the module is named 'tir'; today's is 'tirx'");
    row("import of before", "from tvm.script import tir as T\n@T.prim_func\ndef f():\n    T.evaluate(0)\n",
        "tir, before the rename", "1 the module is named 'tir'; today's is 'tirx'");
    row("spelling of before", "@T.prim_func\ndef f():\n    with T.block(\"b\"):\n        T.evaluate(0)\n",
        "tir, before the rename", "3 'T.block' is a spelling from before the rename");
    row("a scope for a value", "@T.prim_func\ndef f():\n    with T.let(x, 1):\n        T.evaluate(x)\n",
        "tir, before the rename", "3 'T.let' opens a scope");
    row("a binding", "@T.prim_func\ndef f():\n    x: T.let = 1\n    T.evaluate(x)\n", "tirx, current syntax",
        "3 'T.let' is an annotation");
    row("mixed versions",
        "# from tvm.script import tirx as T\n@T.prim_func\ndef f():\n    with T.block(\"b\"):\n        "
        "T.evaluate(0)\n",
        "tirx, mixed versions",
        "1 the module is named 'tirx'\n4 'T.block' is a spelling from before the rename");
    row("tile programs", "@Tx.prim_func\ndef f():\n    with Tx.kernel():\n        pass\n",
        "tirx, current syntax", "3 'Tx.kernel' belongs to TIRx");
    row("Relax",
        "@I.ir_module\nclass M:\n    @R.function\n    def g():\n        return 0\n    "
        "@T.prim_func(s_tir=True)\n"
        "    def f():\n        T.evaluate(0)\n",
        "s_tir, current syntax, with Relax", "6 functions are marked 's_tir'");
    row("keys", "@T.prim_func\ndef f():\n    T.func_attr({\"tir.noalias\": True})\n",
        "tir, before the rename", "3 keys start with 'tir.'");
    row("broken", "# from tvm.script import tirx as T\n@T.prim_func(\n", "tirx, current syntax",
        "1 the module is named 'tirx'");
}

void TstDrift::dialects()
{
    QFETCH(const QString, text);
    QFETCH(const QString, label);
    QFETCH(const QString, signs);
    const SourceText source("case.py", text.toStdString());
    const Dialect dialect = detectDialect(source);
    QCOMPARE(QString::fromStdString(dialect.label()), label);
    QStringList lines;
    for (const Dialect::Sign& sign : dialect.signs)
        lines += QString::number(source.lineColumn(sign.span.begin).line) + " " +
                 QString::fromStdString(sign.message);
    QCOMPARE(lines.join('\n'), signs);
}

TIR_TEST(TstDrift)
#include "tst_drift.moc"
