/// Call graph and function table as text: one line a node, an edge, a function.

#include "core/analysis/call_graph.h"
#include "core/analysis/functions.h"
#include "tests/core/analysis/program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

QString string(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

QString graphText(const Module& module)
{
    const CallGraph graph = callGraph(module);
    QString text;
    for (const CallNode& node : graph.nodes)
        text += QString("%1: %2 %3\n")
                    .arg(string(node.id), string(toString(node.kind)), string(node.target))
                    .replace(" \n", "\n");
    for (const CallEdge& edge : graph.edges)
        text += QString("%1 -> %2: %3 %4 %5 %6")
                    .arg(string(graph.nodes[edge.from].id), string(graph.nodes[edge.to].id),
                         string(toString(edge.kind)), string(edge.grid), string(edge.block),
                         string(edge.dynamicBytes))
                    .trimmed() +
                "\n";
    return text;
}

QString tableText(const Module& module)
{
    QString text;
    for (const FunctionRow& row : functionTable(module)) {
        QStringList params;
        for (const std::string& param : row.launchParams)
            params << string(param);
        text += QString("%1 | %2 | %3 | %4 | %5 | %6 | %7 | dynamic %8 | static %9%10%11\n")
                    .arg(string(row.name), string(row.target), string(row.host), string(row.convention),
                         string(row.symbol), string(row.returnType), params.join("; "))
                    .arg(string(row.dynamicBytes), string(row.staticBytes))
                    .arg(row.isEntry ? " | entry" : "", row.isPrivate ? " | private" : "");
    }
    return text;
}

const char* const BeforeSplit = R"(@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def helper(x: T.float32) -> T.float32:
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90"})})
        return x + T.float32(1)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32"), n: T.int32):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}}), "tirx.is_entry_func": True})
        with T.launch_thread("blockIdx.x", n) as bx:
            by = T.launch_thread("blockIdx.y", 4)
            tx = T.launch_thread("threadIdx.x", 64)
            A = T.alloc_buffer((64,), scope="shared.dyn")
            B = T.alloc_buffer((n,), scope="shared.dyn")
            S = T.alloc_buffer((32,), "int8", scope="shared")
            A[tx] = Module.helper(X[tx])
        with T.launch_thread("threadIdx.y", 8) as ty:
            T.evaluate(T.call_extern("int32", "log_it", ty))
        T.evaluate(T.call_packed("tell", n))
)";

const char* const AfterSplit = R"(@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(X_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"calling_conv": 2, "target": T.target({"kind": "cuda", "arch": "sm_90"}), "tirx.kernel_launch_params": ["threadIdx.x", "blockIdx.y", "tirx.use_dyn_shared_memory"]})
        X = T.decl_buffer((128,), data=X_ptr)
        with T.launch_thread("threadIdx.x", 64) as tx:
            by = T.launch_thread("blockIdx.y", n)
            A = T.alloc_buffer((64,), scope="shared.dyn")
            A[tx] = X[tx]

    @T.prim_func(private=True, s_tir=True)
    def uncalled(X_ptr: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90"}), "tirx.is_global_func": True})
        X = T.decl_buffer((128,), data=X_ptr)
        with T.launch_thread("threadIdx.x", 64) as tx:
            X[tx] = T.float32(1)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32"), n: T.int32):
        T.func_attr({"calling_conv": 1, "target": T.target({"kind": "llvm"})})
        T.call_packed("main_kernel", X.data, n, 64, n + 1, 256)
        Module.uncalled(X.data)
)";

} // namespace

class TestCallGraph : public QObject {
    Q_OBJECT
private slots:
    void neighborhoodOfAFunction()
    {
        CallGraph graph; // a -> b -> c -> d, and e alone
        for (const char* id : {"a", "b", "c", "d", "e"})
            graph.nodes.push_back({.id = id, .label = id});
        graph.edges = {{.from = 0, .to = 1}, {.from = 1, .to = 2}, {.from = 2, .to = 3}};
        const auto names = [&](const char* center, int depth) {
            const CallGraph part = neighborhood(graph, center, depth);
            QString text;
            for (const CallNode& node : part.nodes)
                text += string(node.id);
            for (const CallEdge& edge : part.edges)
                text += ' ' + string(part.nodes[edge.from].id) + string(part.nodes[edge.to].id);
            return text;
        };
        QCOMPARE(names("c", 0), QString("c"));
        QCOMPARE(names("c", 1), QString("bcd bc cd"));
        QCOMPARE(names("c", 2), QString("abcd ab bc cd"));
        QCOMPARE(names("a", 1), QString("ab ab"));
        QCOMPARE(names("e", 3), QString("e"));
        QCOMPARE(names("x", 3), QString());
    }

    void regionsBeforeTheSplit()
    {
        QCOMPARE(graphText(testing::Program(BeforeSplit).module()),
                 "helper: device helper cuda\n"
                 "main: host function cuda\n"
                 "main/region 1: device region cuda\n"
                 "main/region 2: device region cuda\n"
                 "extern log_it: external\n"
                 "packed tell: external\n"
                 "main -> main/region 1: region (n, 4) 64 256 + n * 4\n"
                 "main -> main/region 2: region  (1, 8)\n"
                 "main/region 1 -> helper: call\n"
                 "main/region 2 -> extern log_it: extern\n"
                 "main -> packed tell: packed\n");
    }

    void launchesAfterTheSplit()
    {
        QCOMPARE(graphText(testing::Program(AfterSplit).module()),
                 "main_kernel: kernel cuda\n"
                 "uncalled: kernel cuda\n"
                 "main: host function llvm\n"
                 "main -> main_kernel: launch (1, n + 1) 64 256\n"
                 "main -> uncalled: call\n");
    }

    void placesLeadToCallsAndLaunches()
    {
        const testing::Program program(BeforeSplit);
        const CallGraph graph = callGraph(program.module());
        QCOMPARE(program.line(graph.nodes[2].place), 11); // the outermost axis of the first launch
        QCOMPARE(program.line(graph.edges[2].place), 17); // the call of the helper
    }

    void tableBeforeTheSplit()
    {
        QCOMPARE(
            tableText(testing::Program(BeforeSplit).module()),
            "helper | cuda (sm_90) |  | default |  | float32 |  | dynamic  | static  | private\n"
            "main | cuda (sm_90) | llvm | default | main | void | launch 1: blockIdx.x = n; launch 1: "
            "blockIdx.y = 4; launch 1: threadIdx.x = 64; launch 2: threadIdx.y = 8 | dynamic 256 + n * 4 | "
            "static 32 | entry\n");
    }

    void tableAfterTheSplit()
    {
        QCOMPARE(tableText(testing::Program(AfterSplit).module()),
                 "main_kernel | cuda (sm_90) |  | kernel launch | main_kernel | void | threadIdx.x = 64; "
                 "blockIdx.y = n "
                 "| dynamic 256 | static \n"
                 "uncalled | cuda (sm_90) |  | default |  | void | threadIdx.x = 64 | dynamic  | static  | "
                 "private\n"
                 "main | llvm |  | packed | main | void |  | dynamic  | static \n");
    }
};

TIR_TEST(TestCallGraph)
#include "tst_call_graph.moc"
