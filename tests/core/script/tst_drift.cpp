/// Texts of other times and other versions: what is kept as it came, what is read under today's name, and
/// what is refused with what to write. And which dialect a text is taken for.

#include "core/ir/structural_equal.h"
#include "core/script/dialect.h"
#include "core/script/parser.h"
#include "core/script/printer.h"
#include "core/script/tvm_json.h"

#include <QtTest>

using namespace tir;

namespace {

const std::string Head = "# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n";

/// The remarks: `severity line:column message`, one a line.
QString remarksOf(const ParsedModule& parsed, const SourceText& source)
{
    static constexpr const char* Names[] = {"note", "warning", "error"};
    QStringList lines;
    for (const Diagnostic& remark : parsed.remarks) {
        const LineColumn at = source.lineColumn(remark.span.value_or(Span()).begin);
        lines += QString("%1 %2:%3 %4")
                     .arg(Names[size_t(remark.severity)])
                     .arg(at.line)
                     .arg(at.column)
                     .arg(QString::fromStdString(remark.message));
    }
    return lines.join('\n');
}

} // namespace

class TstDrift : public QObject {
    Q_OBJECT

private slots:
    void whatNobodyKnowsIsKept_data();
    void whatNobodyKnowsIsKept();
    void buffersKeepWhatNobodyKnows();
    void statementsKeepWhatNobodyKnows_data();
    void statementsKeepWhatNobodyKnows();
    void whatHasNoPlaceIsLeftOut();
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

void TstDrift::whatNobodyKnowsIsKept_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("remark");
    const auto row = [](const char* body, const char* remark) { QTest::newRow(body) << body << remark; };
    row("T.evaluate(n)", "");
    row("T.foo(n, A.data)", "note 6:5 'foo' is no operation that TVM registers; it is kept as it stands");
    row("T.a.b.c(n)", "note 6:5 'a.b.c' is no operation that TVM registers; it is kept as it stands");
    row("A[0] = T.a.b.c(n)", "note 6:12 'a.b.c' is no operation that TVM registers; it is kept as it stands");
    row("T.foo(n, how=\"fast\", often=n + 1)",
        "note 6:5 'foo' is no operation that TVM registers; it is kept as it stands");
    row("T.foo([1, n], (n,), (), [], None)",
        "note 6:5 'foo' is no operation that TVM registers; it is kept as it stands");
    row("T.foo(n, T.bar(x=n))",
        "note 6:14 'bar' is no operation that TVM registers; it is kept as it stands\n"
        "note 6:5 'foo' is no operation that TVM registers; it is kept as it stands");
    row("for i in T.parallel(4, color=\"red\"):\n        T.evaluate(i)",
        "note 6:28 'parallel' has no argument 'color' in this version; it is kept as it stands");
    row("for i in T.serial(4, annotations={\"a\": 1}, color=[1, 2]):\n        T.evaluate(i)",
        "note 6:48 'serial' has no argument 'color' in this version; it is kept as it stands");
    row("B = T.alloc_buffer((4,), scope=\"shared.dyn\", color=3)\n    B[0] = A[0]",
        "note 6:50 'alloc_buffer' has no argument 'color' in this version; it is kept as it stands");
    row("B = T.decl_buffer((4,), data=A.data, color=[1, 2])\n    B[0] = A[0]",
        "note 6:42 'decl_buffer' has no argument 'color' in this version; it is kept as it stands");
    row("B = T.Buffer((4,), data=A.data, color=None)\n    B[0] = A[0]",
        "note 6:37 'Buffer' has no argument 'color' in this version; it is kept as it stands");
    row("A[0] = T.Cast(\"float32\", n, color=\"even\")",
        "note 6:33 'Cast' has no argument 'color' in this version; it is kept as it stands");
    row("T.func_attr({\"tirx.new_thing\": {\"a\": [1, T.bool(True)]}})\n    T.evaluate(n)", "");
    row("with T.attr(A.data, \"new_key\", n):\n        T.evaluate(n)\n    T.evaluate(n)", "");
}

void TstDrift::whatNobodyKnowsIsKept()
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
            QVERIFY(
                remarksOf(*parsed, source)
                    .contains("'prim_func' has no option 'speed' in this version; it is kept as it stands"));
    }
}

/// Buffers of parameters and blocks have no statement that could carry what nobody knows: they do.
void TstDrift::buffersKeepWhatNobodyKnows()
{
    const std::string text = Head +
                             "@T.prim_func(s_tir=True)\n"
                             "def main(A: T.Buffer((16,), \"float32\", color=1), b: T.handle):\n"
                             "    B = T.match_buffer(b, (16,), align=128, color={\"a\": 1})\n"
                             "    # with T.sblock(\"root\"):\n"
                             "    C = T.sblock_alloc_buffer((16,), color=[1, 2])\n"
                             "    for i in range(16):\n"
                             "        with T.sblock(\"copy\"):\n"
                             "            vi = T.axis.spatial(16, i)\n"
                             "            T.reads(A[vi])\n"
                             "            T.writes(B[vi], C[vi])\n"
                             "            D = T.match_buffer(C[vi], (1,), offset_factor=1, color=None)\n"
                             "            B[vi] = A[vi]\n"
                             "            D[0] = A[vi]";
    const SourceText source("case.py", text);
    const auto parsed = parseModule(source);
    QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
    QCOMPARE(QString::fromStdString(printScript(*parsed->module.module, {.asBareFunction = true})),
             QString::fromStdString(text));
    QCOMPARE(parsed->remarks.size(), size_t(4));

    const auto again = fromTvmJson(toTvmJson(*parsed->module.module));
    QVERIFY(again);
    QVERIFY(structuralEqual(*again->module, *parsed->module.module));
    std::string other = text;
    other.replace(other.find("color=1"), 7, "color=2");
    const auto different = parseModule(SourceText("other.py", other));
    QVERIFY(different);
    QVERIFY(!structuralEqual(*different->module.module, *parsed->module.module));
}

/// Axes, launches and scopes have no attributes of their own: what is around them keeps their arguments.
void TstDrift::statementsKeepWhatNobodyKnows_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("calls");
    const auto row = [](const char* name, const char* text, const QStringList& calls) {
        QTest::newRow(name) << text << calls;
    };
    row("blocks",
        "@T.prim_func(s_tir=True)\n"
        "def main(A: T.Buffer((16, 16), \"float32\")):\n"
        "    T.func_attr({\"tirx.noalias\": True}, color=0)\n"
        "    # with T.sblock(\"root\"):\n"
        "    for i, j in T.grid(16, 16, color=1):\n"
        "        with T.sblock(\"fill\", color=2, more=[1, i]):\n"
        "            vi = T.axis.spatial(16, i, color=3)\n"
        "            vj = T.axis.spatial(16, j, color=4)\n"
        "            T.where(i < 8, color=5)\n"
        "            T.reads(color=6)\n"
        "            T.writes(A[vi, vj], color=7)\n"
        "            T.sblock_attr({\"key\": 1}, color=8)\n"
        "            with T.init(color=9):\n"
        "                A[vi, vj] = T.float32(0.0)\n"
        "            A[vi, vj] = T.float32(1.0)\n"
        "    for i, j in T.grid(16, 16):\n"
        "        with T.sblock(\"again\"):\n"
        "            vi, vj = T.axis.remap(\"SS\", [i, j], color=None)\n"
        "            T.where(T.bool(True), color=\"always\")\n"
        "            T.reads()\n"
        "            T.writes(A[vi, vj])\n"
        "            T.sblock_attr({}, color=8)\n"
        "            A[vi, vj] = T.float32(1.0)",
        {"func_attr", "grid", "sblock", "sblock", "axis.spatial", "axis.spatial", "where", "reads", "writes",
         "sblock_attr", "init", "axis.remap", "where", "sblock_attr"});
    row("launches",
        "@T.prim_func(s_tir=True)\n"
        "def main(A: T.Buffer((16, 16), \"float32\"), n: T.int32):\n"
        "    with T.launch_thread(\"blockIdx.x\", 16, color=2, more={\"a\": n}) as bx:\n"
        "        with T.attr(A.data, \"key\", n, color=0):\n"
        "            ty = T.env_thread(\"threadIdx.y\", color=1)\n"
        "            T.launch_thread(ty, 1)\n"
        "            tx = T.launch_thread(\"threadIdx.x\", 16, color=[1, 2])\n"
        "            T.attr({\"a\": 1, \"b\": n}, color=3)\n"
        "            A[bx, tx] = T.float32(1.0)\n"
        "        for i in T.thread_binding(16, thread=\"threadIdx.z\", color=4):\n"
        "            T.evaluate(i)\n"
        "    T.evaluate(n, color=5)",
        {"env_thread", "launch_thread", "launch_thread", "attr", "launch_thread", "attr", "thread_binding",
         "evaluate"});
    row("scalars",
        "@T.prim_func\n"
        "def main(p: T.handle(\"int32\"), n: T.int32):\n"
        "    x = T.local_scalar(\"int32\", color=1)\n"
        "    x = n\n"
        "    y = T.shared_scalar(\"float32\", color=2)\n"
        "    y = T.float32(1.0)\n"
        "    z = T.alloc_scalar(\"int32\", \"shared.dyn\", color=[n])\n"
        "    z = x\n"
        "    w = T.decl_scalar(\"int32\", data=p, elem_offset=3, scope=\"global\", color=3)\n"
        "    w = z",
        {"local_scalar", "shared_scalar", "alloc_scalar", "decl_scalar"});
    row("scopes",
        "@T.prim_func\n"
        "def main(n: T.int32):\n"
        "    with T.kernel(color=1):\n"
        "        bx, by = T.cta_id([8, 8], color=2)\n"
        "        tx = T.thread_id([32])\n"
        "        with T.thread(tx == 0, color=3):\n"
        "            T.evaluate(bx + by)",
        {"kernel", "cta_id", "thread"});
}

void TstDrift::statementsKeepWhatNobodyKnows()
{
    QFETCH(const QString, text);
    QFETCH(const QStringList, calls);
    const std::string written = Head + text.toStdString();
    const SourceText source("case.py", written);
    const auto parsed = parseModule(source);
    QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
    const Module& module = *parsed->module.module;
    const auto printed = [&](const Module& printedModule) {
        QString result = QString::fromStdString(printScript(printedModule, {.asBareFunction = true}));
        return result.replace("Tx", "T"); // without `s_tir` the prefix is Tx
    };
    QVERIFY2(printed(module) == QString::fromStdString(written), qPrintable(printed(module)));
    QStringList noted;
    for (const Diagnostic& remark : parsed->remarks) {
        noted += QString::fromStdString(remark.message).section('\'', 1, 1);
        QVERIFY2(remark.message.ends_with("it is kept as it stands"), remark.message.c_str());
    }
    noted.sort();
    QStringList expected = calls;
    expected.sort();
    QCOMPARE(noted, expected);

    const auto again = fromTvmJson(toTvmJson(module));
    QVERIFY(again);
    QVERIFY(structuralEqual(*again->module, module));
    QCOMPARE(printed(*again->module), QString::fromStdString(written));
    // Each of the values counts.
    QString other = text;
    const auto different =
        parseModule(SourceText("other.py", Head + other.replace("color=1", "color=77").toStdString()));
    QVERIFY(different);
    QVERIFY(!structuralEqual(*different->module.module, module));
}

void TstDrift::whatHasNoPlaceIsLeftOut()
{
    const SourceText source("case.py", Head + "@T.prim_func\ndef main(n: T.int32):\n"
                                              "    x = T.bind(n + 1, color=1)\n"
                                              "    T.evaluate(x)\n");
    const auto parsed = parseModule(source);
    QVERIFY(parsed);
    QCOMPARE(remarksOf(*parsed, source),
             "note 6:23 'bind' has no argument 'color' in this version; it is left out");
}

void TstDrift::oldSpellingsAreReadAsTodays_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("printed");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* text, const char* printed, const char* words) {
        QTest::newRow(name) << text << printed << words;
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
    QFETCH(const QString, words);
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
    QVERIFY2(remarks.contains(words), qPrintable(remarks));
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
        "tirx, today's", "1 the module is named 'tirx'");
    row("marked functions", "@T.prim_func(s_tir=True)\ndef f():\n    T.evaluate(0)\n", "s_tir, today's",
        "1 functions are marked 's_tir'");
    row("blocks", "@T.prim_func\ndef f():\n    with T.sblock(\"b\"):\n        T.evaluate(0)\n",
        "s_tir, today's", "3 'T.sblock' is a spelling of today");
    row("header of before", "# from tvm.script import tir as T\n@T.prim_func\ndef f():\n    T.evaluate(0)\n",
        "tir, before the rename", "1 the module is named 'tir'; today's is 'tirx'");
    row("import of before", "from tvm.script import tir as T\n@T.prim_func\ndef f():\n    T.evaluate(0)\n",
        "tir, before the rename", "1 the module is named 'tir'; today's is 'tirx'");
    row("spelling of before", "@T.prim_func\ndef f():\n    with T.block(\"b\"):\n        T.evaluate(0)\n",
        "tir, before the rename", "3 'T.block' is a spelling from before the rename");
    row("a scope for a value", "@T.prim_func\ndef f():\n    with T.let(x, 1):\n        T.evaluate(x)\n",
        "tir, before the rename", "3 'T.let' opens a scope");
    row("a binding", "@T.prim_func\ndef f():\n    x: T.let = 1\n    T.evaluate(x)\n", "tirx, today's",
        "3 'T.let' is an annotation");
    row("of two times",
        "# from tvm.script import tirx as T\n@T.prim_func\ndef f():\n    with T.block(\"b\"):\n        "
        "T.evaluate(0)\n",
        "tirx, of two times",
        "1 the module is named 'tirx'\n4 'T.block' is a spelling from before the rename");
    row("tile programs", "@Tx.prim_func\ndef f():\n    with Tx.kernel():\n        pass\n", "tirx, today's",
        "3 'Tx.kernel' belongs to TIRx");
    row("Relax",
        "@I.ir_module\nclass M:\n    @R.function\n    def g():\n        return 0\n    "
        "@T.prim_func(s_tir=True)\n"
        "    def f():\n        T.evaluate(0)\n",
        "s_tir, today's, with Relax", "6 functions are marked 's_tir'");
    row("keys", "@T.prim_func\ndef f():\n    T.func_attr({\"tir.noalias\": True})\n",
        "tir, before the rename", "3 keys start with 'tir.'");
    row("broken", "# from tvm.script import tirx as T\n@T.prim_func(\n", "tirx, today's",
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
                 QString::fromStdString(sign.words);
    QCOMPARE(lines.join('\n'), signs);
}

QTEST_APPLESS_MAIN(TstDrift)
#include "tst_drift.moc"
