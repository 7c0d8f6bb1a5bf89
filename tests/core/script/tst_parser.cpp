/// Reading: sugar has the meaning of TVM's print of it; printed texts are reproduced; places have text ranges.

#include "core/ir/structural_equal.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "tests/core/script/script_case.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

/// The body of a function of ten names that cases may use, as the printer has it after reading.
const std::string Head = "@T.prim_func(s_tir=True)\n"
                         "def main(A: T.Buffer((16,), \"float32\"), B: T.Buffer((16, 16), \"float32\"), "
                         "K: T.Buffer((16,), \"int32\"), n: T.int32, m: T.int64, p: T.handle):\n";

} // namespace

class TstParser : public QObject {
    Q_OBJECT

private slots:
    void readingIsWatched();
    void printsWhatIsMeant_data();
    void printsWhatIsMeant();
    void printedTextsComeBack_data();
    void printedTextsComeBack();
    void prefixFollowsTheFunctions();
    void definesStandForPythonNames();
    void codeForPythonIsLeftOut();
    void joinedStringsOutliveTheSource();
    void metadataStaysOpaque();
    void foreignFunctionsStayText();
    void placesHaveTheirText();
    void sameNameGoesToTheRightPlace();
    void launchVariablesAreWhereTheyAreDefined();
};

void TstParser::printsWhatIsMeant_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("printed");
    const auto row = [](const char* name, const char* source, const char* printed) {
        QTest::newRow(name) << source << printed;
    };
    row("stored numbers take the type of the buffer", "A[0] = 1", "A[0] = T.float32(1.0)");
    row("Python numbers are computed", "A[2 ** 3 - 3 * 2 + 7 // 2] = 2 * 0.5", "A[5] = T.float32(1.0)");
    row("powers", "A[(-1) ** 9223372036854775807 + 2 ** 2 + 0 ** 5 + 7 ** 0] = 1", "A[4] = T.float32(1.0)");
    row("the largest and the smallest integers",
        "T.evaluate(T.uint64(18446744073709551615))\nT.evaluate(T.int64(-9223372036854775808))",
        "T.evaluate(T.uint64(18446744073709551615))\nT.evaluate(T.int64(-9223372036854775808))");
    row("operators fold as they are built", "K[0] = 1 * n + 0", "K[0] = n");
    row("no algebra", "K[0] = n - 3 + 3", "K[0] = n - 3 + 3");
    row("numbers take the type of the other side", "K[0] = T.if_then_else(m < 3, 1, 2)",
        "K[0] = T.if_then_else(m < T.int64(3), 1, 2)");
    row("narrow integers are widened", "for i in range(n + m):\n    T.evaluate(i)",
        "for i in range(T.Cast(\"int64\", n) + m):\n    T.evaluate(i)");
    row("chained comparison", "if 0 < n < 4:\n    A[0] = 1.0",
        "if 0 < n and n < 4:\n    A[0] = T.float32(1.0)");
    row("logic does not fold", "if n > 1 and True:\n    A[0] = 1.0",
        "if T.And(n > 1, T.bool(True)):\n    A[0] = T.float32(1.0)");
    row("Python decides constant branches", "if 1 < 2:\n    A[0] = 1.0\nelse:\n    A[1] = 1.0",
        "A[0] = T.float32(1.0)");
    row("elif", "if n > 1:\n    A[0] = 1.0\nelif n > 0:\n    A[1] = 1.0\nelse:\n    A[2] = 1.0",
        "if n > 1:\n    A[0] = T.float32(1.0)\nelse:\n    if n > 0:\n        A[1] = T.float32(1.0)\n    "
        "else:\n"
        "        A[2] = T.float32(1.0)");
    row("conditional expression", "A[0] = A[1] if n > 0 else A[2]",
        "A[0] = T.if_then_else(n > 0, A[1], A[2])");
    row("minus", "K[0] = -n", "K[0] = n * -1");
    row("shifts and bits", "K[0] = (n << 2) | (n & 7) ^ ~n",
        "K[0] = T.bitwise_or(T.shift_left(n, 2), T.bitwise_xor(T.bitwise_and(n, 7), T.bitwise_not(n)))");
    row("augmented store", "A[n] += 1.0", "A[n] = A[n] + T.float32(1.0)");
    row("scalar by assignment", "x = n + 1\nK[x] = x", "x: T.int32 = n + 1\nK[x] = x");
    row("scalar is stored again", "x = n + 1\nx = x * 2\nK[0] = x",
        "x: T.int32 = n + 1\nx = x * 2\nK[0] = x");
    row("typed scalar", "x: T.f16\nx = 1", "x: T.float16 = T.float16(1.0)");
    row("let takes its type from the value", "x: T.let = n * 2\nK[0] = x",
        "x: T.let[T.int32] = n * 2\nK[0] = x");
    row("T.bind", "x = T.bind(n * 2)\nK[0] = x", "x: T.let[T.int32] = n * 2\nK[0] = x");
    row("slice with a step is a vector", "A[0:8:2] = A[8:16:2]", "A[0:8:2] = A[8:16:2]");
    row("slices on both sides", "A[0:4] = A[4:8] + A[8:12]", "A[0:4] = A[4:8] + A[8:12]");
    row("row of a region", "T.evaluate(T.address_of(B[1, 2]))", "T.address_of(B[1, 2])");
    row("pointer to an element", "T.evaluate(A.ptr_to([n]))", "T.address_of(A[n])");
    row("access pointer", "T.evaluate(A.access_ptr(\"r\", offset=4))",
        "T.tvm_access_ptr(T.type_annotation(\"float32\"), A.data, 4, 12, 1)");
    row("astype folds", "A[0] = T.int32(3).astype(\"float32\")", "A[0] = T.float32(3.0)");
    row("T.cast does not", "A[0] = T.cast(n, \"float32\")", "A[0] = T.Cast(\"float32\", n)");
    row("ceildiv", "K[0] = T.ceildiv(n, 4)", "K[0] = (n + 4 - 1) // 4");
    row("truncating division", "K[0] = T.truncdiv(n, 4)", "K[0] = T.Div(n, 4)");
    row("absolute value of an integer", "K[0] = T.abs(n)", "K[0] = T.Select(n >= 0, n, 0 - n)");
    row("infinity as a condition", "if T.isinf(A[0]):\n    A[0] = 1.0",
        "if T.fabs(A[0]) == T.float32(\"inf\") and not T.isnan(A[0]):\n    A[0] = T.float32(1.0)");
    row("neither infinity nor NaN", "if T.isfinite(A[0]):\n    A[0] = 1.0",
        "if not (T.fabs(A[0]) == T.float32(\"inf\") and not T.isnan(A[0])) and not T.isnan(A[0]):\n"
        "    A[0] = T.float32(1.0)");
    row("integers are finite", "K[0] = T.Select(T.isfinite(n), 1, 2)", "K[0] = T.Select(T.bool(True), 1, 2)");
    row("limits", "A[0] = T.min_value(\"float32\")",
        "A[0] = T.float32(-340282346638528859811704183484516925440.0)");
    row("infinity", "A[0] = T.float32(\"-inf\")", "A[0] = T.float32(\"-inf\")");
    row("serial with start and stop", "for i in T.serial(2, 10):\n    A[i] = 1.0",
        "for i in range(2, 10):\n    A[i] = T.float32(1.0)");
    row("grid of one", "for i in T.grid(4):\n    A[i] = 1.0",
        "for i in range(4):\n    A[i] = T.float32(1.0)");
    row("nested loops are a grid", "for i in range(4):\n    for j in range(4):\n        B[i, j] = 1.0",
        "for i, j in T.grid(4, 4):\n    B[i, j] = T.float32(1.0)");
    row("thread binding by position", "for i in T.thread_binding(16, \"threadIdx.x\"):\n    A[i] = 1.0",
        "for i in T.thread_binding(16, thread=\"threadIdx.x\"):\n    A[i] = T.float32(1.0)");
    row("unroll flag", "for i in T.serial(4, unroll=True):\n    A[i] = 1.0",
        "for i in T.serial(4, unroll=True):\n    A[i] = T.float32(1.0)");
    row("environment thread", "tx = T.env_thread(\"threadIdx.x\")\nT.launch_thread(tx, 16)\nA[tx] = 1.0",
        "tx = T.launch_thread(\"threadIdx.x\", 16)\nA[tx] = T.float32(1.0)");
    row("several items of with",
        "with T.launch_thread(\"blockIdx.x\", 2) as bx, T.launch_thread(\"threadIdx.x\", 8) as tx:\n"
        "    A[bx * 8 + tx] = 1.0",
        "bx = T.launch_thread(\"blockIdx.x\", 2)\ntx = T.launch_thread(\"threadIdx.x\", 8)\n"
        "A[bx * 8 + tx] = T.float32(1.0)");
    row("plain assertion", "assert n > 0, \"positive\"", "assert n > 0, (\"RuntimeError\", [\"positive\"])");
    row("break is a call", "while n > 0:\n    break", "while n > 0:\n    T.break_loop()");
    row("return", "return n", "return n");
    row("a declaration without a pointer allocates", "C = T.decl_buffer((4,), \"float32\")\nC[0] = 1.0",
        "C = T.alloc_buffer((4,))\nC[0] = T.float32(1.0)");
    row("array declaration", "x: T.float32[2, 3]\nx[0, 1] = 1.0",
        "x = T.alloc_local((2, 3))\nx[0, 1] = T.float32(1.0)");
    row("no-ops in sequences go", "T.evaluate(0)\nA[0] = 1.0\npass", "A[0] = T.float32(1.0)");
    row("an empty body", "pass", "T.evaluate(0)");
    row("names by two", "a, b = T.int32(), T.int64()\nK[a] = T.Cast(\"int32\", b)",
        "b = T.int64()\na = T.int32()\nK[a] = T.Cast(\"int32\", b)");
    row("unknown operations are kept", "T.evaluate(T.ptx.no_such.thing(A.data, n, \"x\"))",
        "T.ptx.no_such.thing(A.data, n, \"x\")");
    row("call with a type by keyword", "A[0] = T.call_extern(\"f\", n, dtype=\"float32\")",
        "A[0] = T.call_extern(\"float32\", \"f\", n)");
    row("block with detected regions",
        "for i, j in T.grid(16, 16):\n    with T.sblock(\"b\"):\n        vi, vj = T.axis.remap(\"SS\", [i, "
        "j])\n"
        "        B[vi, vj] = A[vj] + 1.0",
        "# with T.sblock(\"root\"):\nfor i, j in T.grid(16, 16):\n    with T.sblock(\"b\"):\n"
        "        vi, vj = T.axis.remap(\"SS\", [i, j])\n        T.reads(A[vj])\n        T.writes(B[vi, vj])\n"
        "        B[vi, vj] = A[vj] + T.float32(1.0)");
    row("regions are hulls over inner loops",
        "for i in range(4):\n    with T.sblock(\"b\"):\n        vi = T.axis.S(4, i)\n        for k in "
        "range(4):\n"
        "            A[vi * 4 + k] = B[k, vi]",
        "# with T.sblock(\"root\"):\nfor i in range(4):\n    with T.sblock(\"b\"):\n"
        "        vi = T.axis.spatial(4, i)\n        T.reads(B[0:4, vi])\n        T.writes(A[vi * 4:vi * 4 + "
        "4])\n"
        "        for k in range(4):\n            A[vi * 4 + k] = B[k, vi]");
    row("regions leave out buffers on pointers that the block binds",
        "with T.sblock(\"b\"):\n    q: T.let[T.handle(\"float32\", \"global\")] = A.data\n"
        "    C = T.decl_buffer((4,), data=q)\n    A[0] = C[1]",
        "with T.sblock(\"b\"):\n    T.reads()\n    T.writes(A[0])\n"
        "    q: T.let[T.handle(\"float32\", \"global\")] = A.data\n"
        "    C = T.decl_buffer((4,), data=q)\n    A[0] = C[1]");
    row("regions at indices that the block allocates are whole",
        "with T.sblock(\"b\"):\n    L = T.alloc_buffer((4,), \"int32\", scope=\"local\")\n"
        "    A[L[0] * 2] = 1.0",
        "with T.sblock(\"b\"):\n    T.reads()\n    T.writes(A[0:16])\n"
        "    L = T.alloc_local((4,), \"int32\")\n    A[L[0] * 2] = T.float32(1.0)");
    row("regions know the values of let expressions",
        "x = T.int32()\nwith T.sblock(\"b\"):\n    A[0] = T.Let(A[x + 1], where={x: 2})",
        "with T.sblock(\"b\"):\n    T.reads(A[3])\n    T.writes(A[0])\n    x = T.int32()\n"
        "    A[0] = T.Let(A[x + 1], where={x: 2})");
}

void TstParser::printsWhatIsMeant()
{
    QFETCH(const QString, source);
    QFETCH(const QString, printed);
    const SourceText text("case.py", Head + indented(source.toStdString()));
    const auto parsed = parseModule(text);
    QVERIFY2(parsed, qPrintable(messages(parsed, text)));
    QVERIFY(parsed->isBareFunction);
    const std::string out = printScript(*parsed->module.module, {.asBareFunction = true});
    QCOMPARE(bodyOf(out), printed);

    // The printed text has the same meaning, and is printed the same.
    const SourceText again("again.py", out);
    const auto reparsed = parseModule(again);
    QVERIFY2(reparsed, qPrintable(messages(reparsed, again)));
    QCOMPARE(printScript(*reparsed->module.module, {.asBareFunction = true}), out);
    const auto difference =
        findDifference(*parsed->module.module, *reparsed->module.module, {.mapFreeVars = true});
    QVERIFY2(!difference, difference ? difference->message.c_str() : "");
}

void TstParser::printedTextsComeBack_data()
{
    QTest::addColumn<QString>("body");
    const auto row = [](const char* name, const char* body) { QTest::newRow(name) << body; };
    row("launches and attributes",
        "with T.launch_thread(\"blockIdx.x\", 4) as bx:\n    tx = T.launch_thread(\"threadIdx.x\", 16)\n"
        "    T.attr({\"pragma\": 1, \"name\": \"x\"})\n    A[tx] = T.float32(0.0)\n"
        "with T.launch_thread(\"threadIdx.x\", 8) as tx:\n    A[tx] = T.float32(1.0)");
    row("shared and dynamic memory",
        "tx = T.launch_thread(\"threadIdx.x\", 16)\nS = T.alloc_shared((16,))\n"
        "D = T.alloc_buffer((64,), \"uint8\", scope=\"shared.dyn\", annotations={\"tirx.volatile\": True})\n"
        "V = T.decl_buffer((8,), data=D.data, scope=\"shared.dyn\")\nV[tx] = A[tx]\n"
        "T.tvm_storage_sync(\"shared\")\nA[tx] = V[7 - tx]");
    row("loop with annotations and step",
        "for i in T.serial(8, annotations={\"key\": [1, 2.5, \"x\"], \"other\": T.bool(True)}):\n"
        "    for j in range(0, 16, 4):\n        A[i + j] = T.float32(1.0)");
    row("declared on the spot", "X = T.Buffer((16,), scope=\"shared\")\nk = T.int32()\nX[k] = A[k]");
    row("scalar in the initialization of a block, before its own line",
        "# with T.sblock(\"root\"):\nfor i in range(4):\n    with T.sblock(\"step\"):\n"
        "        T.reads(A[0:16])\n        T.writes(A[0:16])\n"
        "        k = T.Buffer((1,), \"int32\", scope=\"local\", layout=T.TileLayout(T.S[1:1]))\n"
        "        with T.init():\n            A[k] = T.float32(0.0)\n"
        "        k: T.int32 = i\n        A[k] = A[k] + T.float32(1.0)");
    row("types of constants",
        "x: T.let[T.uint8] = T.uint8(255)\ny: T.let[T.bool] = T.bool(True)\n"
        "z: T.let[T.handle(\"float16\", \"global\")] = T.reinterpret(\"handle\", m)\n"
        "w: T.let[T.float32x4] = T.Broadcast(T.float32(1.0), 4)\nT.call_extern(\"void\", \"f\", x, y, z, w)");
    row("let expressions", "v = T.int32()\nK[0] = T.Let(v + v, where={v: n * 2})");
    row("reductions",
        "with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), \"reduce_scope\", "
        "T.reinterpret(\"handle\", T.uint64(0))):\n    A[0] = T.float32(1.0)\nA[1] = T.float32(2.0)");
    row("predicated access",
        "A.vstore([T.Ramp(0, 1, 4)], A.vload([T.Ramp(4, 1, 4)], predicate=T.Broadcast(T.bool(True), 4)), "
        "predicate=T.Broadcast(T.bool(True), 4))");
    row("folded operators are calls", "K[0] = T.Add(1, 2)\nK[1] = T.Mul(n, 1)\nK[2] = T.FloorMod(n, 1)");
    row("scalable vectors",
        "A[0:T.vscale() * 4] = A[0:T.vscale() * 4] + T.Broadcast(T.float32(1.0), T.vscale() * 4)");
    row("metadata left out", "assert n > 0, (\"TypeError\", [metadata[\"tirx.StringImm\"][0], \"rest\"])");
    row("strings with bytes", "T.call_extern(\"void\", \"\\xC3\\xA9\\t\\\"\\\\\")");
}

void TstParser::printedTextsComeBack()
{
    QFETCH(const QString, body);
    const SourceText text("case.py", Head + indented(body.toStdString()));
    const auto parsed = parseModule(text);
    QVERIFY2(parsed, qPrintable(messages(parsed, text)));
    QString printed = bodyOf(printScript(*parsed->module.module, {.asBareFunction = true}));
    // The notice about omitted metadata follows the function.
    printed = printed.split("\n\n").first().section("\nadata omitted", 0, 0);
    QVERIFY2(printed.startsWith(body), qPrintable(printed));
}

void TstParser::prefixFollowsTheFunctions()
{
    const std::string plain =
        "@Tx.prim_func\ndef f(A: Tx.Buffer((4,), \"float32\")):\n    A[0] = Tx.float32(1.0)\n";
    const auto parsed = parseModule(SourceText("f.py", plain));
    QVERIFY(parsed);
    const std::string printed = printScript(*parsed->module.module, {.asBareFunction = true});
    QCOMPARE(QString::fromStdString(printed).section("\n\n", 1), QString::fromStdString(plain).trimmed());
    const auto bound =
        parseModule(SourceText("f.py", "@T.prim_func(s_tir=True, private=True)\ndef f():\n    pass\n"));
    QVERIFY(bound);
    QVERIFY(globalSymbol(*bound->module.module->functions[0].function).empty());
}

void TstParser::definesStandForPythonNames()
{
    const SourceText text("f.py",
                          "@T.prim_func\ndef f(A: T.Buffer((N, M), dtype)):\n    A[0, 0] = A[N - 1, 1]\n");
    QVERIFY(!parseModule(text));
    const auto parsed = parseModule(text, {.defines = {{"N", "1024"}, {"M", "8"}, {"dtype", "float16"}}});
    QVERIFY2(parsed, qPrintable(messages(parsed, text)));
    const auto& function = to<PrimFunc>(*parsed->module.module->functions[0].function);
    QVERIFY(function.bufferMap[0].buffer->dtype == Float16);
    QCOMPARE(constantElementCount(*function.bufferMap[0].buffer), int64_t(1024 * 8));
}

/// A file that people run: helpers, and what is done with the module.
void TstParser::codeForPythonIsLeftOut()
{
    const std::string module = "@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n"
                               "    def main(A: T.Buffer((8,), \"float32\")):\n        A[0] = T.float32(1)\n";
    const auto result = parseModule(SourceText(
        "test", "import tvm\n\ndef helper(n):\n    return n + 1\n\n" + module +
                    "\ndef build(target):\n    return tvm.build(Module, target=target)\n"
                    "\nif __name__ == \"__main__\":\n    lib = build(\"cuda\")\n    print(lib)\n"));
    QVERIFY2(result, result ? "" : result.diagnostics().front().message.c_str());
    QCOMPARE(result->module.module->functions.size(), size_t(1));
    QCOMPARE(result->remarks.size(), size_t(1));
    QCOMPARE(result->remarks.front().code, std::string("code-for-python"));
    // A function alone is taken for the program.
    const auto alone = parseModule(SourceText("test", "def helper(n):\n    return n + 1\n"));
    QVERIFY(!alone);
    QCOMPARE(alone.diagnostics().front().code, std::string("not-a-prim-func"));
    // Before the module, statements may give names their values.
    const auto before = parseModule(SourceText("test", "for i in range(3):\n    pass\n\n" + module));
    QVERIFY(!before);
    QCOMPARE(before.diagnostics().front().code, std::string("unexpected-statement"));
}

void TstParser::joinedStringsOutliveTheSource()
{
    OwnedModule module;
    {
        const SourceText source("joined.py", "@T.prim_func(s_tir=True)\ndef f():\n"
                                             "    T.func_attr({\"ke\" \"y\": \"joi\" \"ned\"})\n"
                                             "    T.evaluate(0)\n");
        const auto parsed = parseModule(source);
        QVERIFY2(parsed, qPrintable(messages(parsed, source)));
        module = parsed->module;
    }
    const AttrValue* value = find(module.module->functions[0].function->attrs, "key");
    QVERIFY(value);
    QCOMPARE(std::string(value->text()), std::string("joined"));
}

void TstParser::metadataStaysOpaque()
{
    const auto parsed = parseModule(SourceText("f.py", "@T.prim_func\ndef f():\n    T.func_attr({\"a\": "
                                                       "metadata[\"some.Thing\"][2]})\n    T.evaluate(0)\n"));
    QVERIFY(parsed);
    const AttrValue* value = find(parsed->module.module->functions[0].function->attrs, "a");
    QVERIFY(value && value->kind() == AttrValue::Kind::Opaque);
    QCOMPARE(value->typeKey(), std::string_view("some.Thing"));
    QCOMPARE(value->index(), int64_t(2));
}

void TstParser::foreignFunctionsStayText()
{
    const std::string function =
        "@R.function\n    def g(x: R.Tensor((4,), \"float32\")):\n        return x\n";
    const auto parsed = parseModule(SourceText("m.py", "@I.ir_module\nclass Module:\n    " + function));
    QVERIFY(parsed);
    const auto* opaque = as<OpaqueFunc>(parsed->module.module->functions[0].function);
    QVERIFY(opaque);
    QCOMPARE(opaque->text,
             std::string_view("@R.function\ndef g(x: R.Tensor((4,), \"float32\")):\n    return x"));
}

void TstParser::placesHaveTheirText()
{
    for (const QString& file : testing::filesBelow(testing::sourcePath("samples"), {"*.py"})) {
        const SourceText text(file.toStdString(), *testing::readFile(file));
        const auto parsed = parseModule(text);
        QVERIFY2(parsed, qPrintable(messages(parsed, text)));
        const PlaceTable places(*parsed->module.module);
        QCOMPARE(parsed->spans.size(), places.size());
        for (Place place = 0; place < places.size(); ++place) {
            const Span span = parsed->spans[place];
            if (span.isEmpty())
                continue;
            const Place parent = places[place].parent;
            if (parent != NoPlace && !parsed->spans[parent].isEmpty())
                QVERIFY(parsed->spans[parent].begin <= span.begin && span.end <= parsed->spans[parent].end);
            const std::string_view word = text.text().substr(span.begin, span.end - span.begin);
            const auto* var = as<Var>(places[place].node);
            // Fields of buffers denote their variables; names of strides may be strings.
            const bool isName = word.find_first_of(".\"") == std::string_view::npos;
            if (var && isName && !var->name.ends_with("_handle"))
                QCOMPARE(word, var->name);
            if (const auto* buffer = as<Buffer>(places[place].node))
                QCOMPARE(word, buffer->name);
        }
    }
}

void TstParser::sameNameGoesToTheRightPlace()
{
    const std::string body = "K[n] = n + n\n";
    const SourceText text("case.py", Head + indented(body));
    const auto parsed = parseModule(text);
    QVERIFY(parsed);
    const PlaceTable places(*parsed->module.module);
    const auto start = uint32_t(Head.size() + 4);
    std::vector<uint32_t> columns;
    for (Place place = 0; place < places.size(); ++place)
        if (const auto* var = as<Var>(places[place].node);
            var && var->name == "n" && places[place].role == Role::Value)
            columns.push_back(parsed->spans[place].begin - start);
    // In place order: the value before the index.
    QVERIFY((columns == std::vector<uint32_t>{7, 11, 2}));
}

void TstParser::launchVariablesAreWhereTheyAreDefined()
{
    for (const std::string body : {"tx = T.launch_thread(\"threadIdx.x\", 32)\nA[tx] = A[tx]\n",
                                   "with T.launch_thread(\"threadIdx.x\", 32) as tx:\n    A[tx] = A[tx]\n"}) {
        const SourceText text("case.py", Head + indented(body));
        const auto parsed = parseModule(text);
        QVERIFY2(parsed, qPrintable(messages(parsed, text)));
        const PlaceTable places(*parsed->module.module);
        for (Place place = 0; place < places.size(); ++place)
            if (const auto* var = as<Var>(places[place].node);
                var && var->name == "tx" && places[place].role == Role::VarDef)
                QCOMPARE(size_t(parsed->spans[place].begin), text.text().find("tx"));
    }
}

void TstParser::readingIsWatched()
{
    std::string text = "@T.prim_func\ndef f(A: T.Buffer((16,), \"float32\")):\n";
    for (int i = 0; i < 20000; ++i)
        text += "    A[3] = A[4] + T.float32(1.0)\n";
    const SourceText source("large.py", text);
    std::vector<int> reported;
    const auto watched = parseModule(source, {.defines = {}, .watch = [&](int percent) {
                                                  reported.push_back(percent);
                                                  return true;
                                              }});
    QVERIFY(watched);
    QVERIFY(reported.size() > 20);
    QVERIFY(std::ranges::is_sorted(reported));
    QVERIFY(reported.front() == 0 && reported.back() <= 100);

    // Whenever it is ended, nothing comes of it.
    for (size_t end = 0; end < reported.size(); end += 7) {
        size_t queries = 0;
        const auto ended =
            parseModule(source, {.defines = {}, .watch = [&](int) { return queries++ < end; }});
        QVERIFY(!ended);
        QCOMPARE(ended.diagnostics().size(), size_t(1));
        QCOMPARE(ended.diagnostics().front().code, std::string("cancelled"));
        QCOMPARE(queries, end + 1);
    }
}

TIR_TEST(TstParser)
#include "tst_parser.moc"
