/// Arguments by name: known ones of an operation get their position, unknown ones are kept and printed unchanged, in
/// text and in JSON.

#include "core/ir/structural_equal.h"
#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "tests/core/script/script_case.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

const std::string Head = "# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n";

} // namespace

class TstUnknownArguments : public QObject {
    Q_OBJECT

private slots:
    void buffersKeepUnknownArguments();
    void statementsKeepUnknownArguments_data();
    void statementsKeepUnknownArguments();
    void whatHasNoPlaceIsLeftOut();
    void methodsBecomeOperations_data();
    void methodsBecomeOperations();
    void namedArgumentsFindTheirPlace_data();
    void namedArgumentsFindTheirPlace();
    void namedArgumentsAreChecked_data();
    void namedArgumentsAreChecked();
};

/// Buffers of parameters and blocks have no statement for unknown arguments: the buffers store them.
void TstUnknownArguments::buffersKeepUnknownArguments()
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

/// Axes, launches and scopes have no attributes: the enclosing node stores their unknown arguments.
void TstUnknownArguments::statementsKeepUnknownArguments_data()
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
    row("accesses",
        "@T.prim_func(s_tir=True)\n"
        "def main(A: T.Buffer((16,), \"float32\"), n: T.int32):\n"
        "    x = T.bind(n + 1, color=1)\n"
        "    p = T.bind(A.data, T.handle(\"float32\"), color=2)\n"
        "    T.buffer_store(A, T.float32(1.0), [x], color=3)\n"
        "    A.vstore([x], T.float32(2.0), color=4)\n"
        "    T.buffer_store(A, A[0], [n], predicate=T.bool(True), color=[n])\n"
        "    A[0] = A.vload([x], color=5)\n"
        "    A[1] = A.vload([n], predicate=T.bool(True), color=\"a\")\n"
        "    T.tvm_access_ptr(T.type_annotation(\"float32\"), A.data, 0, 16, 1, color=6)\n"
        "    T.max(n, x, shade=1, color={\"a\": [n]})\n"
        "    T.min(n, x, color=T.Range(0, n))\n"
        "    T.evaluate(p)",
        {"bind", "max", "max", "min", "bind", "buffer_store", "buffer_store", "vstore", "vload", "vload",
         "tvm_access_ptr"});
    row("nodes",
        "@T.prim_func(s_tir=True)\n"
        "def main(A: T.Buffer((16,), \"float32\"), n: T.int32):\n"
        "    v = T.int32()\n"
        "    with T.attr(T.iter_var(v, T.Range(0, 16, color=2), \"DataPar\", \"\", color=1), \"key\", 0):\n"
        "        T.evaluate(v)\n"
        "    with T.attr(T.comm_reducer(lambda a, b: a + b, [T.float32(0.0)], color=3), \"reduce_scope\", "
        "n):\n"
        "        T.evaluate(n)",
        {"Range", "comm_reducer", "iter_var"});
    row("layouts",
        "@T.prim_func\n"
        "def main(n: T.int32):\n"
        "    A = T.alloc_buffer((8, 8), layout=T.TileLayout(T.S[(8, 8):(8, 1)], color=1))\n"
        "    C = T.alloc_buffer((8, 8), layout=T.TileLayout.from_iters([T.Iter(8, 8, \"m\", color=1), "
        "T.Iter(8, 1, "
        "\"m\")], []))\n"
        "    B = T.alloc_buffer((8, 8), layout=T.ComposeLayout(T.SwizzleLayout(3, 3, 3, swizzle_inner=True, "
        "color=2), T.TileLayout(T.S[(8, 8):(8, 1)], color=[1]), color=3))\n"
        "    A[0, 0] = B[0, 0]",
        {"TileLayout", "ComposeLayout", "SwizzleLayout", "TileLayout", "Iter"});
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

void TstUnknownArguments::statementsKeepUnknownArguments()
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
    QCOMPARE(unplacedStatements(module), QString());
    QStringList noted;
    for (const Diagnostic& remark : parsed->remarks) {
        noted += QString::fromStdString(remark.message).section('\'', 1, 1);
        QVERIFY2(remark.message.ends_with("it is kept as it is"), remark.message.c_str());
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

/// A variable that is only declared has no statement.
void TstUnknownArguments::whatHasNoPlaceIsLeftOut()
{
    const SourceText source("case.py", Head + "@T.prim_func\ndef main(n: T.int32):\n"
                                              "    x = T.int32(color=1)\n"
                                              "    T.evaluate(x)\n");
    const auto parsed = parseModule(source);
    QVERIFY(parsed);
    QCOMPARE(remarksOf(*parsed, source),
             "note 6:17 'int32' has no argument 'color' in this version; it is left out");
}

/// Sugar is removed, unknown arguments stay.
void TstUnknownArguments::methodsBecomeOperations_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("printed");
    QTest::newRow("cast") << "n.astype(\"int8\", color=1)"
                          << "T.Cast(\"int8\", n, color=1)";
    QTest::newRow("cast of a call") << "T.exp(A[0]).astype(\"float32\", color=1)"
                                    << "T.Cast(\"float32\", T.exp(A[0]), color=1)";
    QTest::newRow("cast of what is kept") << "T.exp(A[0], shade=1).astype(\"float32\", color=1)"
                                          << "T.Cast(\"float32\", T.exp(A[0], shade=1), color=1)";
    QTest::newRow("comparison") << "n.equal(3, color=1)"
                                << "T.EQ(n, 3, color=1)";
    QTest::newRow("pointer to an element") << "A.ptr_to([n], color=1)"
                                           << "T.address_of(A[n], color=1)";
    QTest::newRow("pointer") << "A.access_ptr(\"r\", color=1)"
                             << "T.tvm_access_ptr(T.type_annotation(\"float32\"), A.data, 0, 16, 1, color=1)";
}

void TstUnknownArguments::methodsBecomeOperations()
{
    QFETCH(const QString, method);
    QFETCH(const QString, printed);
    const auto text = [](const QString& value) {
        return "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((16,), \"float32\"), n: T.int32):\n    "
               "T.evaluate(" +
               value.toStdString() + ")";
    };
    const auto parsed = parseModule(SourceText("case.py", Head + text(method)));
    QVERIFY(parsed);
    QCOMPARE(parsed->remarks.size(), size_t(method.count("=1")));
    const std::string first = printScript(*parsed->module.module, {.asBareFunction = true});
    QVERIFY2(QString::fromStdString(first).contains(printed), first.c_str());
    const auto again = parseModule(SourceText("again.py", first));
    QVERIFY(again);
    QVERIFY(structuralEqual(*again->module.module, *parsed->module.module));
}

/// Arguments by name are where TVM's constructors have them, in whatever order they are written.
void TstUnknownArguments::namedArgumentsFindTheirPlace_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("printed");
    const auto row = [](const char* call, const char* printed) { QTest::newRow(call) << call << printed; };
    row("T.TVMBackendFreeWorkspace(ptr=A.data, device_type=1, device_id=2)",
        "T.TVMBackendFreeWorkspace(1, 2, A.data)");
    row("T.handle_add_byte_offset(A.data, offset=4)", "T.handle_add_byte_offset(A.data, 4)");
    row("T.cuda.func_call(\"f\", n, source_code=\"int f(int)\", return_type=\"int32\")",
        "T.cuda.func_call(\"f\", n, source_code=\"int f(int)\", return_type=\"int32\")");
    row("T.cuda.func_call(\"f\", source_code=\"void f()\")",
        "T.cuda.func_call(\"f\", source_code=\"void f()\")");
    row("T.reinterpret(\"float32\", value=n)", "T.reinterpret(\"float32\", n)");
    row("T.reinterpret(dtype=\"float32\", value=n)", "T.reinterpret(\"float32\", n)");
    row("T.mma_fill_legacy(\"float32\", 8, local_ptr=A.data, offset=0)",
        "T.mma_fill_legacy(\"float32\", 8, A.data, 0)");
    row("A.vload([n], \"float32x4\")", "T.evaluate(A[n:n + 4])");
    row("A.vload([n], \"float32\", n > 1)", "T.evaluate(A.vload([n], predicate=n > 1))");
    row("A.access_ptr(\"r\", ptr_type=\"handle\", content_lanes=1)",
        "T.tvm_access_ptr(T.type_annotation(\"float32\"), A.data, 0, 16, 1)");
    // Only TVM knows the positions of these among its operands, and the ones before them.
    row("T.tvm_storage_sync(\"shared\", num_blocks=3)", "T.tvm_storage_sync(\"shared\", num_blocks=3)");
    row("T.ptx.cp_async(A.data, A.data, 16, prefetch_size=128)",
        "T.ptx.cp_async(A.data, A.data, 16, prefetch_size=128)");
}

void TstUnknownArguments::namedArgumentsFindTheirPlace()
{
    QFETCH(const QString, call);
    QFETCH(const QString, printed);
    const SourceText source("case.py", Head +
                                           "@T.prim_func(s_tir=True)\n"
                                           "def main(A: T.Buffer((16,), \"float32\"), n: T.int32):\n"
                                           "    T.evaluate(" +
                                           call.toStdString() + ")\n    T.evaluate(n)");
    const auto parsed = parseModule(source);
    QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
    QVERIFY(parsed->remarks.empty());
    const std::string text = printScript(*parsed->module.module, {.asBareFunction = true});
    QVERIFY2(QString::fromStdString(text).contains("    " + printed + "\n"), text.c_str());
}

void TstUnknownArguments::namedArgumentsAreChecked_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("excerpt");
    QTest::newRow("twice") << "T.handle_add_byte_offset(p, offset=4, offset=5)"
                           << "argument 'offset' is given twice";
    QTest::newRow("too many") << "T.bind(1, T.int32, 5)"
                              << "'bind' takes 2 arguments";
    QTest::newRow("too many of a method") << "p.astype(\"handle\", 5)"
                                          << "'astype' takes 1 argument";
    QTest::newRow("name of the operation") << "p.astype(\"handle\", value=5)"
                                           << "'astype' has no argument 'value'";
    QTest::newRow("no source") << "T.cuda.func_call(\"f\")"
                               << "takes the name of a function, and its source by name";
    QTest::newRow("typing error") << "T.handle_add_byte_offset(p, ofset=4)"
                                  << "did you mean 'offset'?";
}

void TstUnknownArguments::namedArgumentsAreChecked()
{
    QFETCH(const QString, call);
    QFETCH(const QString, excerpt);
    const SourceText source("case.py", Head + "@T.prim_func\ndef main(p: T.handle):\n    T.evaluate(" +
                                           call.toStdString() + ")\n");
    const auto parsed = parseModule(source);
    QVERIFY(!parsed);
    QCOMPARE(parsed.diagnostics().size(), size_t(1));
    QVERIFY2(QString::fromStdString(parsed.diagnostics()[0].message).contains(excerpt),
             parsed.diagnostics()[0].message.c_str());
}

TIR_TEST(TstUnknownArguments)
#include "tst_unknown_arguments.moc"
