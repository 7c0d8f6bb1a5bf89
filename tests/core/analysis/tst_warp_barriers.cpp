/// Barriers of a warp that only some of its lanes may reach.

#include "core/analysis/warp_barriers.h"
#include "tests/core/analysis/program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

constexpr const char* Kernel = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float32"), n: T.int32):
        T.func_attr({"calling_conv": 2, "global_symbol": "kernel", "target": T.target({"kind": "cuda"})})
        A = T.decl_buffer((64,), data=A_ptr)
        bx = T.launch_thread("blockIdx.x", 4)
        tx = T.launch_thread("threadIdx.x", 64)
)";

constexpr const char* Helper = R"(
    @T.prim_func(private=True, s_tir=True)
    def helper(x: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"kind": "cuda"})})
)";

QString indented(const QString& body)
{
    QString text;
    for (const QString& line : body.split('\n', Qt::SkipEmptyParts))
        text += "        " + line + "\n";
    return text;
}

} // namespace

class TestWarpBarriers : public QObject {
    Q_OBJECT
private slots:
    void divergent_data()
    {
        QTest::addColumn<QString>("kernel"); ///< `sync` ends in " # some" or " # all"
        QTest::addColumn<QString>("helper");
        const auto row = [](const char* name, const char* kernel, const char* helper = "") {
            QTest::newRow(name) << QString(kernel) << QString(helper);
        };
        row("no condition", "sync # all");
        row("a branch", "if tx < 5:\n    sync # some\nelse:\n    sync # some\nsync # all");
        row("a branch of the block", "if bx < n:\n    sync # all");
        row("a branch on memory", "if A[0] > T.float32(0):\n    sync # some");
        row("a branch on a vote", "if T.tvm_warp_activemask() > T.uint32(7):\n    sync # some");
        row("the same in all threads", "if T.tvm_thread_invariant(A[0]) > T.float32(0):\n    sync # all");
        row("a variable", "k: T.let[T.int32] = tx % 4\nif k < 2:\n    sync # some");
        row("a variable of the block", "k: T.let[T.int32] = bx % 4\nif k < 2:\n    sync # all");
        row("a while loop", "while A[tx] < T.float32(1):\n    sync # some");
        row("a loop", "for k in range(4):\n    sync # all");
        row("a loop of uniform length", "for k in range(n + bx):\n    sync # all");
        row("a loop of another length for each lane", "for k in range(tx % 4):\n    sync # some");
        row("a loop of a length in memory", "for k in range(T.Cast(\"int32\", A[0])):\n    sync # some");
        row("a loop with another start for each lane", "for k in range(tx, tx + 4):\n    sync # all");
        row("a loop with another step for each lane", "for k in range(0, 8, tx + 1):\n    sync # some");
        row("a branch on the index of a loop", "for k in range(4):\n    if k < n:\n        sync # all");
        row("a branch on an index that differs",
            "for k in range(tx, tx + 4):\n    if k < n:\n        sync # some");
        row("nested",
            "for k in range(tx % 4):\n    for i in range(4):\n        sync # some\nfor i in range(4):\n"
            "    sync # all");
        row("some lanes break", "for k in range(4):\n    sync # some\n    if tx < k:\n        break\n    "
                                "sync # some\nsync # all");
        row("some lanes continue",
            "for k in range(4):\n    if A[tx] > T.float32(0):\n        continue\n    sync # some");
        row("all lanes break", "for k in range(4):\n    if k > n:\n        break\n    sync # all");
        row("some lanes break an inner loop",
            "for k in range(4):\n    for i in range(4):\n        if tx < i:\n            break\n"
            "        sync # some\n    sync # all");
        row("some threads end", "if tx < n:\n    T.thread_return()\nsync # all");
        row("a function", "T.evaluate(Module.helper(tx))", "sync # all\nreturn x");
        row("a function called in a branch", "if tx < 5:\n    T.evaluate(Module.helper(n))",
            "sync # some\nreturn x");
        row("a function called twice",
            "T.evaluate(Module.helper(n))\nif tx < 5:\n    T.evaluate(Module.helper(n))",
            "sync # some\nreturn x");
        row("a function called in a loop", "for k in range(tx):\n    T.evaluate(Module.helper(n))",
            "sync # some\nreturn x");
        row("a function called in an expression",
            "A[tx] = T.Cast(\"float32\", T.if_then_else(tx < 5, Module.helper(n), 0))",
            "sync # some\nreturn x");
        row("a function called by its symbol", "if tx < 5:\n    T.call_extern(\"int32\", \"helper\", n)",
            "sync # some\nreturn x");
        row("an argument that differs", "T.evaluate(Module.helper(tx))",
            "if x < 5:\n    sync # some\nreturn x");
        row("an argument that does not", "T.evaluate(Module.helper(bx))",
            "if x < 5:\n    sync # all\nreturn x");
        row("an argument by symbol", "T.call_extern(\"int32\", \"helper\", tx)",
            "if x < 5:\n    sync # some\nreturn x");
        row("the result of a function", "if Module.helper(n) > 0:\n    sync # some", "return x");
        row("some lanes leave the function", "T.evaluate(Module.helper(tx))",
            "if x < 5:\n    T.thread_return()\nsync # some\nreturn x");
    }

    void divergent()
    {
        QFETCH(QString, kernel);
        QFETCH(QString, helper);
        QString text = Kernel + indented(kernel);
        if (!helper.isEmpty())
            text += Helper + indented(helper);
        const Program program(text.replace("sync #", "T.tvm_storage_sync(\"warp\") #"));
        const QStringList lines = text.split('\n');
        const std::unordered_set<const Call*> divergent = divergentWarpBarriers(program.module());
        const PlaceTable places(program.module());
        int count = 0;
        for (Place place = 0; place < places.size(); ++place) {
            const auto* call = as<Call>(places[place].node);
            if (!call || !isWarpBarrier(*call))
                continue;
            ++count;
            const QString& line = lines.at(program.line(place) - 1);
            QVERIFY2(line.endsWith(divergent.contains(call) ? "# some" : "# all"), qPrintable(text + line));
        }
        QCOMPARE(count, int(text.count(" # ")));
    }

    void kinds_data()
    {
        QTest::addColumn<QString>("call");
        QTest::addColumn<bool>("isBarrier");
        QTest::newRow("of a warp") << "T.tvm_storage_sync(\"warp\")" << true;
        QTest::newRow("of a block") << "T.tvm_storage_sync(\"shared\")" << false;
        QTest::newRow("of CUDA") << "T.cuda.warp_sync()" << true;
        QTest::newRow("of CUDA, with a mask") << "T.cuda.warp_sync(T.uint32(3))" << false;
        QTest::newRow("of CUDA, for a block") << "T.cuda.cta_sync()" << false;
        QTest::newRow("external") << "T.call_extern(\"void\", \"__syncwarp\")" << true;
        QTest::newRow("external, with a mask")
            << "T.call_extern(\"void\", \"__syncwarp\", T.uint32(3))" << false;
        QTest::newRow("external, for a block") << "T.call_extern(\"void\", \"__syncthreads\")" << false;
    }

    void kinds()
    {
        QFETCH(QString, call);
        QFETCH(bool, isBarrier);
        const Program program(Kernel + indented("if tx < 5:\n    " + call));
        QCOMPARE(divergentWarpBarriers(program.module()).size(), size_t(isBarrier ? 1 : 0));
    }
};

TIR_TEST(TestWarpBarriers)
#include "tst_warp_barriers.moc"
