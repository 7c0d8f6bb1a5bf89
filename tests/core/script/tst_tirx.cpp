/// The tile dialect: layouts, scopes of execution, tile primitives. Printed programs are reproduced, as text and as
/// JSON; passes rewrite them; different ones compare as different.

#include "core/analysis/verify/verifier.h"
#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/ir/places.h"
#include "core/ir/ssa.h"
#include "core/ir/structural_equal.h"
#include "core/ir/use_def.h"
#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "tests/core/script/script_case.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

const std::string Head = "@Tx.prim_func\n"
                         "def main(A: Tx.Buffer((64, 64), \"float32\"), B: Tx.Buffer((64, 64), \"float32\"), "
                         "n: Tx.int32):\n";

std::string function(const QString& body)
{
    return Head + indented(body.toStdString());
}

/// Keeps the arena of the parser alive; fails the test if the text cannot be read.
struct Program {
    explicit Program(std::string text) : source("tirx.py", std::move(text)), parsed(parseModule(source))
    {
        if (!parsed)
            qWarning("%s", render(parsed.diagnostics(), source).c_str());
    }
    const Module& module() const { return *parsed->module.module; }
    const PrimFunc& main() const { return *as<PrimFunc>(module().functions[0].function); }
    std::string text() const { return printScript(module(), {.asBareFunction = parsed->isBareFunction}); }

    SourceText source;
    Result<ParsedModule> parsed;
};

QString bodyOf(const Program& program)
{
    return testing::bodyOf(program.text());
}

} // namespace

class TstTirx : public QObject {
    Q_OBJECT

private slots:
    void printedProgramsComeBack_data();
    void printedProgramsComeBack();
    void jsonHasTvmsFields_data();
    void jsonHasTvmsFields();
    void printsWhatIsMeant_data();
    void printsWhatIsMeant();
    void whatDiffersIsUnequal_data();
    void whatDiffersIsUnequal();
    void refuses_data();
    void refuses();
    void reductionsSayWhatIsMissing();
    void variablesInLayoutsAreUses();
    void scopesEndNoDefinitions();
    void tilesAreUses();
};

void TstTirx::printedProgramsComeBack_data()
{
    QTest::addColumn<QString>("path");
    const QStringList files = testing::filesBelow(testing::sourcePath("tests/golden/script"), {"*.py"});
    QVERIFY(!files.isEmpty());
    for (const QString& file : files)
        QTest::newRow(qPrintable(QFileInfo(file).baseName())) << file;
}

void TstTirx::printedProgramsComeBack()
{
    QFETCH(QString, path);
    QString text = QString::fromStdString(*testing::readFile(path)).trimmed();
    text = text.mid(text.indexOf("# from")); // below the comment about the file
    const Program program(text.toStdString());
    QVERIFY(program.parsed);
    if (qEnvironmentVariableIntValue("TIR_BLESS") != 0) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QByteArray about = file.readAll().split('#')[1];
        file.resize(0);
        file.write('#' + about + QByteArray::fromStdString(program.text()) + '\n');
        return;
    }
    QCOMPARE(QString::fromStdString(program.text()).split('\n'), text.split('\n'));

    const PlaceTable places(program.module());
    QCOMPARE(printWithPlaces(program.module(), places, {.asBareFunction = true}).text, program.text());
    QVERIFY2(!hasError(verify(program.module())) || path.contains("free_variables"), "ill-formed");

    const std::string json = toTvmJson(program.module());
    const auto fromJson = fromTvmJson(json);
    QVERIFY2(fromJson, fromJson ? "" : fromJson.diagnostics().at(0).message.c_str());
    const auto difference = findDifference(program.module(), *fromJson->module, {.mapFreeVars = true});
    QVERIFY2(!difference, difference ? difference->message.c_str() : "");
    QCOMPARE(structuralHash(program.module()), structuralHash(*fromJson->module));
    QCOMPARE(toTvmJson(*fromJson->module), json);
    QCOMPARE(printScript(*fromJson->module, {.asBareFunction = true}), program.text());

    // Renaming every variable touches every expression there is; the result is the same program.
    Arena arena;
    const PrimFunc* renamed = withFreshVars(arena, program.main());
    QVERIFY(structuralEqual(program.main(), *renamed, {.mapFreeVars = true}));
    const auto isKept = [&](const Node& node) { return as<Var>(&node) && !node.origin; };
    QVERIFY(!contains(*renamed, isKept, Role::Part));
}

void TstTirx::jsonHasTvmsFields_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("pattern");
    const auto row = [](const char* name, const char* body, const char* pattern) {
        QTest::newRow(name) << body << pattern;
    };
    const char* tile =
        "S = Tx.alloc_shared((8,), layout=Tx.TileLayout(Tx.S[8:4 @ Axis.laneid] + 64))\nS[0] = 1";
    row("TileLayout", tile, R"("tirx.TileLayout","data":{"shard":\d+,"replica":\d+,"offset":\d+})");
    row("Iter", tile, R"("tirx.Iter","data":{"extent":\d+,"stride":\d+,"axis":\d+})");
    row("Axis", tile, R"("tirx.Axis","data":"laneid")");
    const char* compose = "S = Tx.alloc_shared((8,), layout=Tx.ComposeLayout(Tx.SwizzleLayout(3, 2, 4), "
                          "Tx.TileLayout(Tx.S[8:1])))\nS[0] = 1";
    row("ComposeLayout", compose, R"("tirx.ComposeLayout","data":{"swizzle":\d+,"tile_layout":\d+})");
    row("SwizzleLayout", compose,
        R"("tirx.SwizzleLayout","data":{"per_element":3,"swizzle_len":2,"atom_len":4,"swizzle_inner":true,)"
        R"("inner_mask":3,"outer_mask":48})");
    const char* scope = "with Tx.warpgroup():\n    w = Tx.warp_id_in_wg()\n    A[w, 0] = 1";
    row("ExecScopeStmt", scope, R"("tirx.ExecScopeStmt","data":{"span":0,"exec_scope":\d+,"body":\d+})");
    row("ExecScope", scope, R"("tirx.ExecScope","data":{"kind":4,"scope_id_def":\d+})");
    row("ScopeIdDef", scope,
        R"("tirx.ScopeIdDef","data":{"def_ids":\d+,"extents":0,"scope":5,"preferred_extents":0})");
    row("preferred", "with Tx.cta():\n    w = Tx.cta_id_in_cluster([2], preferred=[4])\n    A[w, 0] = 1",
        R"("extents":[1-9]\d*,"scope":2,"preferred_extents":[1-9]\d*})");
    const char* call = "Tx.select(A, B, 0.5, lambda i, j: i < j)";
    row("TilePrimitiveCall", call,
        R"("tirx.TilePrimitiveCall","data":{"span":0,"op":\d+,"args":\d+,"workspace":\d+,"config":\d+,"dispatch":0})");
    row("operation", call, R"("ir.Op","data":"tirx.select")");
    row("plain number", call, R"("float","data":0.5)");
    row("Predicate", call, R"("tirx.Predicate","data":{"vars":\d+,"pred":\d+})");
}

void TstTirx::jsonHasTvmsFields()
{
    QFETCH(QString, body);
    QFETCH(QString, pattern);
    const Program program(function(body));
    QVERIFY(program.parsed);
    const QString json = QString::fromStdString(toTvmJson(program.module()));
    pattern.replace("{", "\\{").replace("}", "\\}");
    const QRegularExpression expression(pattern);
    QVERIFY(expression.isValid());
    QVERIFY2(expression.match(json).hasMatch(), qPrintable(json));
}

void TstTirx::printsWhatIsMeant_data()
{
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("printed");
    const auto row = [](const char* name, const char* written, const char* printed) {
        QTest::newRow(name) << written << printed;
    };
    row("buffers are whole tiles", "Tx.copy(A, B)", "Tx.copy(A[0:64, 0:64], B[0:64, 0:64])");
    row("a row is a tile", "Tx.copy(A[0], B[n])", "Tx.copy(A[0, 0:64], B[n, 0:64])");
    row("in place is written once", "Tx.sqrt(A, A)", "Tx.sqrt(A[0:64, 0:64])");
    row("None at the end goes", "Tx.sqrt(A, B, None, None)", "Tx.sqrt(A[0:64, 0:64], B[0:64, 0:64])");
    row("options are sorted", "Tx.copy(A, B, z=1, config={\"b\": 2}, dispatch=\"d\", a=[n])",
        "Tx.copy(A[0:64, 0:64], B[0:64, 0:64], dispatch=\"d\", a=[n], b=2, z=1)");
    row("unknown names are tile primitives", "Tx.mything(A, 1)", "Tx.tirx.mything(A[0:64, 0:64], 1)");
    row("a product has defaults", "Tx.gemm(A, A, B, B)",
        "Tx.gemm(A[0:64, 0:64], A[0:64, 0:64], B[0:64, 0:64], B[0:64, 0:64], False, False, Tx.float32(1.0), "
        "Tx.float32(0.0))");
    row("a product with names", "Tx.gemm(A, A, B, B, False, beta=1.0, transpose_B=True, dispatch=\"d\")",
        "Tx.gemm(A[0:64, 0:64], A[0:64, 0:64], B[0:64, 0:64], B[0:64, 0:64], False, True, Tx.float32(1.0), "
        "1.0, dispatch=\"d\")");
    row("a reduction with names", "Tx.sum(A[0, 0], B[0:64, 0], accum=True, axes=[0])",
        "Tx.sum(A[0, 0], B[0:64, 0], [0], True)");
    row("an expression stays one", "Tx.sqrt(A[0, 0])\nTx.evaluate(Tx.max(n, 4))",
        "Tx.sqrt(A[0, 0])\nTx.evaluate(Tx.max(n, 4))");
    row("scopes in one line", "with Tx.cta(), Tx.thread():\n    A[0, 0] = 1",
        "with Tx.cta():\n    with Tx.thread():\n        A[0, 0] = Tx.float32(1.0)");
    row("numbers of a scope come first",
        "with Tx.cta():\n    A[0, 0] = 1\n    w = Tx.warp_id([4])\n    A[w, 0] = 1",
        "with Tx.cta():\n    w = Tx.warp_id([4])\n    A[0, 0] = Tx.float32(1.0)\n    A[w, 0] = "
        "Tx.float32(1.0)");
    row("a branch becomes one line with its scope", "if n < 4:\n    with Tx.warp():\n        A[0, 0] = 1",
        "with Tx.warp(n < 4):\n    A[0, 0] = Tx.float32(1.0)");
    row("offsets on one axis add up",
        "S = Tx.alloc_shared((8,), layout=Tx.TileLayout(Tx.S[8:1] + 1 + 1 @ Axis.tx + 2))\nS[0] = 1",
        "S = Tx.alloc_shared((8,), layout=Tx.TileLayout(Tx.S[8:1] + (3 + 1 @ Axis.tx)))\nS[0] = "
        "Tx.float32(1.0)");
    row("iterations by name",
        "S = Tx.alloc_shared((8,), layout=Tx.TileLayout.from_iters(shard=[Tx.Iter(8, 2, \"m\")], "
        "replica=[Tx.Iter(2, 1, \"laneid\")], offset={\"tx\": 1}))\nS[0] = 1",
        "S = Tx.alloc_shared((8,), layout=Tx.TileLayout(Tx.S[8:2] + Tx.R[2:1 @ Axis.laneid] + 1 @ Axis.tx))\n"
        "S[0] = Tx.float32(1.0)");
    row("axes that a program imports",
        "S = Tx.alloc_shared((8,), layout=Tx.TileLayout(Tx.S[8:1 @ laneid]))\nS[0] = 1",
        "S = Tx.alloc_shared((8,), layout=Tx.TileLayout(Tx.S[8:1 @ Axis.laneid]))\nS[0] = Tx.float32(1.0)");
    row("the default layout is not written",
        "S = Tx.alloc_shared((8, 4), layout=Tx.TileLayout(Tx.S[(8, 4):(4, 1)]))\nS[0, 0] = 1",
        "S = Tx.alloc_shared((8, 4))\nS[0, 0] = Tx.float32(1.0)");
    row("a layout of another buffer",
        "S = Tx.alloc_shared((8, 4), layout=Tx.TileLayout(Tx.S[(8, 4):(1, 8)]))\n"
        "U = Tx.alloc_shared((8, 4), layout=S.layout)\nU[0, 0] = S[0, 0]",
        "S = Tx.alloc_shared((8, 4), layout=Tx.TileLayout(Tx.S[(8, 4):(1, 8)]))\n"
        "U = Tx.alloc_shared((8, 4), layout=Tx.TileLayout(Tx.S[(8, 4):(1, 8)]))\nU[0, 0] = S[0, 0]");
}

void TstTirx::printsWhatIsMeant()
{
    QFETCH(QString, written);
    QFETCH(QString, printed);
    const Program program(function(written));
    QVERIFY(program.parsed);
    QCOMPARE(bodyOf(program), printed);
    const Program again(program.text());
    QVERIFY(again.parsed);
    const auto difference = findDifference(program.module(), again.module());
    QVERIFY2(!difference || written.contains("None"), difference ? difference->message.c_str() : "");
}

void TstTirx::whatDiffersIsUnequal_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    const auto row = [](const char* name, const char* pattern, const char* a, const char* b) {
        QTest::newRow(name) << QString(pattern).arg(a) << QString(pattern).arg(b);
    };
    const char* layout = "S = Tx.alloc_shared((8,), layout=%1)\nS[0] = 1";
    row("strides", layout, "Tx.TileLayout(Tx.S[8:2])", "Tx.TileLayout(Tx.S[8:3])");
    row("axes", layout, "Tx.TileLayout(Tx.S[8:2 @ Axis.tx])", "Tx.TileLayout(Tx.S[8:2 @ Axis.bx])");
    row("axes of offsets", layout, "Tx.TileLayout(Tx.S[8:2] + 1 @ Axis.tx)",
        "Tx.TileLayout(Tx.S[8:2] + 1 @ Axis.bx)");
    row("shard and replica", layout, "Tx.TileLayout(Tx.S[8:2] + Tx.S[2:1])",
        "Tx.TileLayout(Tx.S[8:2] + Tx.R[2:1])");
    row("variables", layout, "Tx.TileLayout(Tx.S[8:n])", "Tx.TileLayout(Tx.S[8:4])");
    row("no layout", layout, "None", "\"default\"");
    row("kinds of layouts", layout, "Tx.SwizzleLayout(3, 3, 3)", "None");
    row("swizzles", layout, "Tx.SwizzleLayout(3, 3, 3)", "Tx.SwizzleLayout(3, 3, 3, swizzle_inner=False)");
    const char* scope = "with Tx.%1:\n    A[0, 0] = 1";
    row("scopes", scope, "cta()", "warp()");
    row("numbers", "with Tx.cta():\n    w = Tx.%1\n    A[w, 0] = 1", "warp_id([4])", "thread_id([4])");
    row("known extents", "with Tx.cta():\n    w = Tx.%1\n    A[w, 0] = 1", "warp_id([4])", "warp_id()");
    row("preferred extents", "with Tx.cta():\n    w = Tx.cta_id_in_cluster([4]%1)\n    A[w, 0] = 1", "",
        ", preferred=[4]");
    const char* tile = "Tx.copy(A, B%1)";
    row("dispatch", tile, ", dispatch=\"a\"", ", dispatch=\"b\"");
    row("no dispatch", tile, "", ", dispatch=\"\"");
    row("options", tile, ", k=1", ", k=2");
    row("names of options", tile, ", k=1", ", l=1");
    row("plain and IR constants", tile, ", 1.0", ", Tx.float32(1.0)");
    row("workspaces", tile, ", workspace={\"w\": A}", ", workspace={\"w\": B}");
    row("regions", tile, "[0:4, 0:4]", "[0:4, 0:5]");
    row("operations", "Tx.%1(A, B)", "copy", "cast");
    row("predicates", "Tx.select(A, B, 0.0, lambda i, j: %1)", "i < j", "j < i");
}

void TstTirx::whatDiffersIsUnequal()
{
    QFETCH(QString, a);
    QFETCH(QString, b);
    const Program left(function(a));
    const Program leftAgain(function(a));
    const Program right(function(b));
    QVERIFY(left.parsed && leftAgain.parsed && right.parsed);
    QVERIFY(!findDifference(left.module(), leftAgain.module()));
    QVERIFY(findDifference(left.module(), right.module()));
}

void TstTirx::refuses_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* body, const char* expected) {
        QTest::newRow(name) << body << expected;
    };
    const char* layout = "S = Tx.alloc_shared((8,), layout=%1)";
    const auto bad = [&](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QString(layout).arg(text) << expected;
    };
    bad("unknown axis", "Tx.TileLayout(Tx.S[8:1 @ Axis.lanes])", "expected an axis");
    bad("strides missing", "Tx.TileLayout(Tx.S[8])", "expected [extents:strides]");
    bad("too few strides", "Tx.TileLayout(Tx.S[(8, 2):1])", "extents and strides differ in number: 2 and 1");
    bad("no specification", "Tx.TileLayout()", "takes one specification");
    bad("strides of floats", "Tx.TileLayout(Tx.S[8:1.5])", "found type float32 in a layout");
    bad("huge swizzle", "Tx.SwizzleLayout(3, 3, 99)", "from 0 to 15");
    bad("composition of itself", "Tx.ComposeLayout(Tx.TileLayout(Tx.S[8:1]), Tx.TileLayout(Tx.S[8:1]))",
        "takes a swizzle layout and a tile layout");
    bad("no layout at all", "4", "expected a layout or None");
    bad("tiled", "Tx.TileLayout(Tx.S[8:1]).tile(Tx.TileLayout(Tx.S[4:1]), (4,), (8,))",
        "TVM computes 'tile' of a layout; write the layout that it gives");
    row("applied", "x: Tx.let = Tx.TileLayout(Tx.S[8:1]).apply(n)",
        "TVM computes 'apply' of a layout; write the indices that it gives");
    row("offset of an element", "x: Tx.let = A.elem_offset_of([n, 0])",
        "TVM computes 'elem_offset_of' of a buffer; write the offset that it gives");
    row("numbers outside of a scope", "w = Tx.warp_id([4])", "outside of a scope");
    row("too many numbers", "with Tx.cta():\n    w = Tx.warp_id([4, 4])\n    A[w, 0] = 1",
        "variables and extents differ in number: 1 and 2");
    row("a condition that is not boolean", "with Tx.thread(A[0, 0]):\n    A[0, 0] = 1", "expected bool");
    row("composition of statements", "with Tx.compose_op():\n    A[0, 0] = 1", "nothing but tile primitives");
    row("no threads", "S = Tx.alloc_shared((8,))\nL = S.local()", "spreads it over no threads");
    row("permutation", "S = Tx.alloc_shared((8, 4))\nL = S.permute(1, 1)", "every axis of the buffer once");
    row("partition", "S = Tx.alloc_shared((8, 4))\nL = S.partition(num_tiles=(4,))", "takes num_tiles=");
    row("workspace", "Tx.copy(A, B, workspace={\"w\": 4})", "maps names to buffers");
    row("predicate", "Tx.select(A, B, 0.0, lambda i, j: (i, j))", "has one result");
}

void TstTirx::refuses()
{
    QFETCH(QString, body);
    QFETCH(QString, expected);
    const SourceText source("tirx.py", function(body));
    const auto parsed = parseModule(source);
    QVERIFY(!parsed);
    const QString shown = messages(parsed, source);
    QVERIFY2(shown.contains(expected), qPrintable(shown));
    QCOMPARE(shown.count("error:"), 1);
}

/// TVM's defaults for a reduction are not known here: they must be given, and the message says how.
void TstTirx::reductionsSayWhatIsMissing()
{
    const Program program(function("Tx.max(A[0, 0], B[0:64, 0])"));
    QVERIFY(program.parsed);
    QCOMPARE(bodyOf(program), "Tx.max(A[0, 0], B[0:64, 0])");
    QCOMPARE(program.parsed->remarks.size(), size_t(1));
    QCOMPARE(program.parsed->remarks[0].code, "default-arguments");
    QVERIFY(program.parsed->remarks[0].message.starts_with("'max' is given 2 of 4 arguments"));
}

void TstTirx::variablesInLayoutsAreUses()
{
    const Program program(function("for i in range(4):\n"
                                   "    S = Tx.alloc_shared((8,), layout=Tx.TileLayout(Tx.S[8:i]))\n"
                                   "    S[0] = 1"));
    QVERIFY(program.parsed);
    const auto* loop = as<For>(program.main().body);
    QVERIFY(loop);
    const UseDef uses = useDef(*loop->body, program.main().params);
    QCOMPARE(uses.undefinedVars.size(), size_t(1));
    QCOMPARE(uses.undefinedVars[0], loop->loopVar);
}

void TstTirx::scopesEndNoDefinitions()
{
    const Program program(function("with Tx.cta():\n"
                                   "    w = Tx.warp_id([4])\n"
                                   "    v: Tx.let[Tx.int32] = w + 1\n"
                                   "    A[v, 0] = 1"));
    QVERIFY(program.parsed);
    const auto* scope = as<ExecScopeStmt>(program.main().body);
    QVERIFY(scope);
    const auto* bind = as<Bind>(to<SeqStmt>(*scope->body).seq[0]);
    Arena arena;
    const Stmt* after = sequence(arena, {scope, arena.make<Evaluate>(bind->var)});
    const PrimFunc* function = withBody(arena, program.main(), after);
    const ModuleEntry entry{program.module().functions[0].var, function};
    const auto* module = arena.make<Module>("Module", arena.copy(std::vector{entry}), Dict(), Dict());
    QVERIFY(!hasError(verify(*module)));
    QVERIFY(useDef(*after, program.main().params).undefinedVars.empty() ||
            useDef(*after, program.main().params).undefinedVars[0]->type->kind == NodeKind::PointerType);
}

void TstTirx::tilesAreUses()
{
    const Program program(function("Tx.copy(A, B[n:n + 4, 0:64], workspace={\"w\": A}, k=n)"));
    QVERIFY(program.parsed);
    const UseDef uses = useDef(*program.main().body, {});
    QStringList names;
    for (const Var* var : uses.undefinedVars)
        names.append(QString::fromUtf8(var->name.data(), qsizetype(var->name.size())));
    QCOMPARE(names.join(' '), QString("A_ptr B_ptr n"));
    QCOMPARE(uses.undefinedBuffers.size(), size_t(2));
}

TIR_TEST(TstTirx)
#include "tst_tirx.moc"
