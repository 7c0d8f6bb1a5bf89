/// Where functions run, and why, as text: one line per node.

#include "core/analysis/function_sides.h"
#include "tests/core/analysis/program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

QString asText(const CallGraph& graph)
{
    QString text;
    const std::vector<NodeSide> sides = sidesOf(graph);
    for (size_t i = 0; i < sides.size(); ++i) {
        QStringList reasons;
        for (const std::string& reason : sides[i].reasons)
            reasons << QString::fromStdString(reason);
        const std::string_view side = toString(sides[i].side);
        text += QString("%1: %2, %3\n")
                    .arg(QString::fromStdString(graph.nodes[i].label),
                         QString::fromUtf8(side.data(), qsizetype(side.size())), reasons.join("; "));
    }
    return text;
}

} // namespace

class TestFunctionSides : public QObject {
    Q_OBJECT
private slots:
    void nothingIsNowhere() { QCOMPARE(asText({}), QString()); }

    void aHelperOfBothIsOnBoth()
    {
        const testing::Program program(R"(@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def helper(n: T.int32) -> T.int32:
        return n + 1
    @T.prim_func(private=True, s_tir=True)
    def inner(n: T.int32) -> T.int32:
        return n + 2
    @T.prim_func(private=True, s_tir=True)
    def outer(n: T.int32) -> T.int32:
        return Module.inner(n) + Module.inner(n + 1)
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "int32")):
        n: T.let[T.int32] = Module.helper(3)
        with T.launch_thread("threadIdx.x", 64) as tx:
            X[tx] = Module.helper(n) + Module.outer(n)
)");
        QCOMPARE(asText(callGraph(program.module())),
                 "helper: host and device, called by 'main' on the host; called by launch 1 of 'main' on the "
                 "device\n"
                 "inner: device, called by 'outer' on the device, 2 times\n"
                 "outer: device, called by launch 1 of 'main' on the device\n"
                 "main: host, nothing on the device calls it\n"
                 "launch 1: device, it binds threads\n");
    }

    void kernelsAndTheirHelpers()
    {
        CallGraph graph;
        graph.nodes = {{.kind = CallNodeKind::HostFunction, .id = "main", .label = "main"},
                       {.kind = CallNodeKind::Kernel, .id = "k", .label = "k"},
                       {.kind = CallNodeKind::DeviceHelper, .id = "h", .label = "h", .target = "cuda"},
                       {.kind = CallNodeKind::External, .id = "exp", .label = "exp"}};
        graph.edges = {{.from = 0, .to = 1, .kind = CallEdgeKind::Launch},
                       {.from = 1, .to = 2, .kind = CallEdgeKind::Call},
                       {.from = 2, .to = 3, .kind = CallEdgeKind::Extern}};
        QCOMPARE(asText(graph), "main: host, nothing on the device calls it\n"
                                "k: device, it is a kernel; launched by 'main' on the host\n"
                                "h: device, its target is cuda; called by 'k' on the device\n"
                                "exp: device, called by 'h' on the device\n");
    }

    /// Until LowerDeviceKernelLaunch, the host calls its kernels. They are on the device all the same.
    void aCallOfTheHostDoesNotMoveAKernel()
    {
        CallGraph graph;
        graph.nodes = {{.kind = CallNodeKind::HostFunction, .id = "main", .label = "main"},
                       {.kind = CallNodeKind::Kernel, .id = "k", .label = "k"},
                       {.kind = CallNodeKind::DeviceHelper, .id = "h", .label = "h", .target = "cuda"}};
        graph.edges = {{.from = 0, .to = 1, .kind = CallEdgeKind::Call},
                       {.from = 1, .to = 2, .kind = CallEdgeKind::Call}};
        QCOMPARE(asText(graph), "main: host, nothing on the device calls it\n"
                                "k: device, it is a kernel; called by 'main' on the host\n"
                                "h: device, its target is cuda; called by 'k' on the device\n");
    }

    /// Functions that only call each other are on the host, where external callers may be.
    void cyclesHaveASide()
    {
        CallGraph graph;
        graph.nodes = {{.id = "a", .label = "a"}, {.id = "b", .label = "b"}};
        graph.edges = {{.from = 0, .to = 1}, {.from = 1, .to = 0}};
        QVERIFY(asText(graph).startsWith("a: host, called by 'b' on the host\n"));
    }
};

TIR_TEST(TestFunctionSides)
#include "tst_function_sides.moc"
