/// The pipeline that fits a program, and the message about one that does not.

#include "core/script/reading/parser.h"
#include "passes/fitting_pipeline.h"
#include "passes/framework/pass_manager.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

const std::string Lowered = R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    tx = T.launch_thread("threadIdx.x", 64)
    A[tx] = A[tx] + T.float32(1)
)";

const std::string Bound = R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    for tx in T.thread_binding(64, thread="threadIdx.x"):
        A[tx] = A[tx] + T.float32(1)
)";

const std::string Blocks = R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.sblock("A"):
            v = T.axis.spatial(64, i)
            A[v] = A[v] + T.float32(1)
)";

const std::string Scheduled = R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    for tx in T.thread_binding(64, thread="threadIdx.x"):
        with T.sblock("A"):
            v = T.axis.spatial(64, tx)
            A[v] = A[v] + T.float32(1)
)";

const std::string Tile = R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    tx = T.launch_thread("threadIdx.x", 64)
    S = T.alloc_buffer((8, 8), "float32", scope="shared")
    S[tx // 8, tx % 8] = A[tx]
    A[tx] = S[tx // 8, tx % 8]
)";

const std::string VirtualThread = R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    tx = T.launch_thread("threadIdx.x", 16)
    vx = T.launch_thread("vthread.x", 4)
    A[tx * 4 + vx] = A[tx * 4 + vx] + T.float32(1)
)";

const std::string ForAdreno = R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    T.func_attr({"target": T.target({"kind": "opencl", "keys": ["adreno", "opencl", "gpu"], "tag": ""})})
    for tx in T.thread_binding(64, thread="threadIdx.x"):
        A[tx] = A[tx] + T.float32(1)
)";

OwnedModule parsed(const std::string& text)
{
    Result<ParsedModule> module = parseModule(SourceText("program.py", text));
    return module ? module->module : OwnedModule{};
}

/// The module after the split.
OwnedModule splitModule()
{
    const auto recording = runPasses(parsed(Lowered), findPipeline("split")->passes, "split", {});
    return {recording->arena, recording->result};
}

} // namespace

class TestFittingPipeline : public QObject {
    Q_OBJECT

private slots:
    void programs_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("pipeline");
        QTest::newRow("launches") << QString::fromStdString(Lowered) << "split";
        QTest::newRow("bound loops") << QString::fromStdString(Bound) << "s_tir";
        QTest::newRow("blocks") << QString::fromStdString(Blocks) << "s_tir";
        QTest::newRow("bound loops around blocks") << QString::fromStdString(Scheduled) << "s_tir";
        QTest::newRow("shared memory of two dimensions") << QString::fromStdString(Tile) << "s_tir";
        QTest::newRow("virtual threads") << QString::fromStdString(VirtualThread) << "s_tir";
        QTest::newRow("for Adreno") << QString::fromStdString(ForAdreno) << "adreno";
    }

    void programs()
    {
        QFETCH(QString, text);
        QFETCH(QString, pipeline);
        const OwnedModule program = parsed(text.toStdString());
        QVERIFY(program.module);
        const FittingPipeline fitting = fittingPipeline(*program.module);
        QCOMPARE(QString::fromStdString(fitting.pipeline->name), pipeline);
        QVERIFY(!fitting.reason.empty());
        QCOMPARE(fitting.whyNot(*fitting.pipeline), std::string());
    }

    void aModuleThatIsSplitIsFinished()
    {
        const OwnedModule module = splitModule();
        const FittingPipeline fitting = fittingPipeline(*module.module);
        QCOMPARE(fitting.pipeline->name, std::string("finish"));
        QCOMPARE(fitting.whyNot(*fitting.pipeline), std::string());
        QVERIFY(!fitting.whyNot(*findPipeline("split")).empty());
    }

    /// After the split, `finish` runs the rest of `build`.
    void finishIsTheEndOfBuild()
    {
        std::vector<PassInvocation> rest = findPipeline("build")->passes;
        rest.erase(rest.begin(), rest.begin() + std::ptrdiff_t(findPipeline("split")->passes.size()));
        QVERIFY(rest == findPipeline("finish")->passes);
    }

    void unfitPipelines_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("pipeline");
        for (const char* pipeline : {"split", "build", "narrow", "split@before"}) {
            QTest::addRow("bound loops, %s", pipeline) << QString::fromStdString(Bound) << pipeline;
            QTest::addRow("blocks, %s", pipeline) << QString::fromStdString(Blocks) << pipeline;
        }
        QTest::newRow("blocks, default_tirx") << QString::fromStdString(Blocks) << "default_tirx";
    }

    void unfitPipelines()
    {
        QFETCH(QString, text);
        QFETCH(QString, pipeline);
        const OwnedModule program = parsed(text.toStdString());
        const std::string why =
            fittingPipeline(*program.module).whyNot(*findPipeline(pipeline.toStdString()));
        QVERIFY2(why.ends_with("'" + pipeline.toStdString() + "' does not accept that; use pipeline 's_tir'"),
                 why.c_str());
    }

    void pipelinesForMoreThanTheProgramFit_data()
    {
        QTest::addColumn<QString>("pipeline");
        for (const char* pipeline : {"s_tir", "s_tir@before", "adreno", "build", "split"})
            QTest::newRow(pipeline) << pipeline;
    }

    void pipelinesForMoreThanTheProgramFit()
    {
        QFETCH(QString, pipeline);
        const OwnedModule program = parsed(Lowered);
        QCOMPARE(fittingPipeline(*program.module).whyNot(*findPipeline(pipeline.toStdString())),
                 std::string());
    }
};

TIR_TEST(TestFittingPipeline)
#include "tst_fitting_pipeline.moc"
