/// Making modules smaller while they still show something.

#include "core/analysis/verify/verifier.h"
#include "core/ir/places.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "passes/workbench/reproduce/reduce_module.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>
#include <limits>

using namespace tir;

namespace {

constexpr const char* Program = R"(# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def other(Z: T.Buffer((4,), "float32")):
        Z[0] = T.float32(1)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32"), Y: T.Buffer((128,), "float32")):
        for i in range(64):
            if i < 32:
                Y[i] = X[i] * T.float32(2) + T.float32(1)
            else:
                Y[i] = X[i]
        for j, k in T.grid(8, 16):
            Y[j * 16 + k] = T.exp(Y[j * 16 + k])
)";

OwnedModule module()
{
    return parseModule(SourceText("test", Program)).value().module;
}

bool isWellFormed(const OwnedModule& module)
{
    return !hasError(verify(*module.module, {}));
}

bool calls(const OwnedModule& module, std::string_view op)
{
    return printScript(*module.module).find(op) != std::string::npos;
}

std::string bodyOf(const OwnedModule& module)
{
    const std::string text = printScript(*module.module);
    return text.substr(text.find("    def "));
}

} // namespace

class TstReduceModule : public QObject {
    Q_OBJECT

private slots:
    void nothingGoesThatShows()
    {
        const OwnedModule whole = module();
        const ReducedModule reduced = reduceModule(
            whole, [&](const OwnedModule& smaller) { return smaller.module == whole.module; }, {});
        QCOMPARE(reduced.module.module, whole.module);
        QCOMPARE(reduced.statements, reduced.statementsBefore);
        QVERIFY(reduced.isFinished);
    }

    void onlyWhatShowsIsLeft()
    {
        const ReducedModule reduced = reduceModule(
            module(),
            [](const OwnedModule& smaller) { return isWellFormed(smaller) && calls(smaller, "T.exp("); }, {});
        QVERIFY(reduced.isFinished);
        QCOMPARE(reduced.statements, size_t(1));
        QCOMPARE(QString::fromStdString(bodyOf(reduced.module)),
                 QStringLiteral(
                     "    def main(Y: T.Buffer((1,), \"float32\")):\n        Y[0] = T.exp(T.float32(0.0))"));
    }

    void enclosingStatementsStayIfTheyShow()
    {
        const ReducedModule reduced = reduceModule(module(),
                                                   [](const OwnedModule& smaller) {
                                                       return isWellFormed(smaller) &&
                                                              calls(smaller, "else:") &&
                                                              calls(smaller, "range(64)");
                                                   },
                                                   {});
        QVERIFY(reduced.isFinished);
        QVERIFY2(calls(reduced.module, "for i in range(64)"), bodyOf(reduced.module).c_str());
        QVERIFY(!calls(reduced.module, "T.exp("));
        QVERIFY(!calls(reduced.module, "other"));
    }

    void largeIntegersShrink()
    {
        const std::string text = "@T.prim_func(s_tir=True)\n"
                                 "def main(Y: T.Buffer((4,), \"float32\"), n: T.int64):\n"
                                 "    if n < T.int64(9223372036854775807):\n"
                                 "        Y[0] = T.float32(1)\n";
        const auto contains = [](const OwnedModule& smaller) {
            return calls(smaller, "T.int64(9223372036854775807)") && calls(smaller, "if n <");
        };
        const ReducedModule reduced =
            reduceModule(parseModule(SourceText("test", text)).value().module, contains, {});
        QVERIFY(reduced.isFinished);
        QVERIFY(calls(reduced.module, "9223372036854775807"));
    }

    void aTimeLimitMayBeInfinite()
    {
        const auto never = [](const OwnedModule&) { return false; };
        const double infinity = std::numeric_limits<double>::infinity();
        QVERIFY(reduceModule(module(), never, {.timeLimitSeconds = infinity}).isFinished);
    }

    void timeAndCancellationEndIt()
    {
        const auto always = [](const OwnedModule&) { return true; };
        const ReducedModule late = reduceModule(module(), always, {.timeLimitSeconds = 0});
        QVERIFY(!late.isFinished);
        QCOMPARE(late.tried, size_t(0));

        std::atomic<bool> cancelled = false;
        size_t heard = 0;
        const auto progress = [&](const ReduceProgress& now) {
            heard = now.tried;
            cancelled = now.tried == 3;
        };
        const ReducedModule stopped =
            reduceModule(module(), always, {.cancelled = &cancelled, .progress = progress});
        QVERIFY(!stopped.isFinished);
        QCOMPARE(stopped.tried, size_t(3));
        QCOMPARE(heard, size_t(3));
    }
};

TIR_TEST(TstReduceModule)
#include "tst_reduce_module.moc"
