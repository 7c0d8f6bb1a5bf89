/// The layout of the call graph: a node keeps its place over all steps, nothing overlaps, callers are above callees,
/// and a point leads back to its node. Coordinates themselves are Graphviz' business.

#include "passes/workbench/drawing/call_graph_layout.h"
#include "passes/workbench/drawing/graphviz.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <clocale>
#include <thread>

using namespace tir;

namespace {

CallNode node(const std::string& id, CallNodeKind kind = CallNodeKind::HostFunction)
{
    return {.kind = kind, .id = id, .label = id, .target = "cuda"};
}

/// main with a region; after the split, main launching a kernel that calls a helper.
std::vector<CallGraph> twoSteps()
{
    CallGraph before;
    before.nodes = {node("main"), node("main/region 1", CallNodeKind::DeviceRegion), node("helper")};
    before.edges = {{.from = 0, .to = 1, .kind = CallEdgeKind::Region}, {.from = 1, .to = 2}};
    CallGraph after;
    after.nodes = {node("helper"), node("main"), node("main_kernel", CallNodeKind::Kernel)};
    after.edges = {{.from = 1, .to = 2, .kind = CallEdgeKind::Launch, .grid = "32", .block = "(64, 2)"},
                   {.from = 2, .to = 0}};
    return {before, after};
}

bool overlap(const Rect& a, const Rect& b)
{
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

void verifyShape(const CallGraphLayout& layout)
{
    QCOMPARE(layout.nodes.size(), size_t(4)); // the union
    QCOMPARE(layout.edges.size(), size_t(4));
    // The kernel has the place of the region that it was.
    const auto isKernel = [](const GraphNodeBox& node) { return node.id == "main_kernel"; };
    for (size_t i = 0; i < layout.nodes.size(); ++i) {
        const Rect& rect = layout.nodes[i].rect;
        QVERIFY(rect.x > -0.5 && rect.y > -0.5 && rect.right() < layout.width + 0.5 &&
                rect.bottom() < layout.height + 0.5);
        for (size_t j = 0; j < i; ++j)
            QVERIFY(isKernel(layout.nodes[i]) || !overlap(rect, layout.nodes[j].rect));
    }
    for (const GraphEdgePath& edge : layout.edges) {
        const Rect& from = layout.nodes[edge.from].rect;
        const Rect& to = layout.nodes[edge.to].rect;
        QVERIFY(from.bottom() < to.y);
        QCOMPARE(edge.curve.size() % 3, size_t(1));
        // It leaves the lower border of one node and its arrow ends at the upper border of the other.
        QVERIFY(std::abs(edge.curve.front().y - from.bottom()) < 2);
        QVERIFY(std::abs(edge.tip.y - to.y) < 2);
    }
}

/// Graphviz goes on searching where the last layout ended, so that equally good positions can differ a little.
bool isAboutEqual(double a, double b)
{
    return std::abs(a - b) <= 5;
}

} // namespace

class TestCallGraphLayout : public QObject {
    Q_OBJECT
private slots:
    void nothingToLayOut()
    {
        const CallGraphLayout layout = layoutCallGraph({});
        QVERIFY(layout.nodes.empty());
        QCOMPARE(layout.width, 0.0);
        QCOMPARE(layout.nodeAt(0, 0), nullptr);
    }

    void graphvizLaysOutTheUnionOfAllSteps() { verifyShape(layoutCallGraph(twoSteps())); }

    void aKernelIsWhereItsRegionWas()
    {
        const CallGraphLayout layout = layoutCallGraph(twoSteps());
        QCOMPARE(layout.find("main_kernel")->rect, layout.find("main/region 1")->rect);
        QVERIFY(layout.find("main", "main_kernel") && layout.find("main_kernel", "helper"));
        // Not where a step has both.
        std::vector<CallGraph> steps = twoSteps();
        steps[1].nodes.push_back(node("main/region 1", CallNodeKind::DeviceRegion));
        const CallGraphLayout both = layoutCallGraph(steps);
        QVERIFY(!overlap(both.find("main_kernel")->rect, both.find("main/region 1")->rect));
    }

    void rowsDoWithoutGraphviz()
    {
        GraphToLayOut graph;
        for (const char* id : {"main", "main/region 1", "helper", "main_kernel"})
            graph.nodes.push_back({id, 120, 40});
        graph.edges = {{0, 1, ""}, {1, 2, ""}, {0, 3, ""}, {3, 2, ""}};
        verifyShape(layoutInRows(graph));
    }

    void rowsEndOnCycles()
    {
        GraphToLayOut graph;
        graph.nodes = {{"a", 100, 40}, {"b", 100, 40}};
        graph.edges = {{0, 1, ""}, {1, 0, ""}, {0, 0, ""}};
        QCOMPARE(layoutInRows(graph).edges.size(), size_t(3));
    }

    void cyclesAndAnyNameAreFine()
    {
        CallGraph graph;
        graph.nodes = {node("a \"b\" <c>\\"), node("")};
        graph.edges = {{.from = 0, .to = 1}, {.from = 1, .to = 0}, {.from = 0, .to = 0}};
        const CallGraphLayout layout = layoutCallGraph(std::vector{graph});
        QCOMPARE(layout.nodes.size(), size_t(2));
        for (const GraphEdgePath& edge : layout.edges)
            QVERIFY(!edge.curve.empty());
    }

    /// Two hundred functions with a launch each: rows of them, in their order, and nothing overlaps.
    void manyPartsAreRows()
    {
        CallGraph graph;
        for (int i = 0; i < 200; ++i) {
            graph.nodes.push_back(node("f" + std::to_string(i)));
            graph.nodes.push_back(node("f" + std::to_string(i) + "_kernel", CallNodeKind::Kernel));
            graph.edges.push_back({.from = size_t(2 * i),
                                   .to = size_t(2 * i + 1),
                                   .kind = CallEdgeKind::Launch,
                                   .grid = "32",
                                   .block = "128"});
        }
        const CallGraphLayout layout = layoutCallGraph(std::vector{graph});
        QVERIFY2(layout.width < 4 * layout.height,
                 qPrintable(QStringLiteral("%1 x %2").arg(layout.width).arg(layout.height)));
        for (size_t i = 0; i < layout.nodes.size(); ++i)
            for (size_t j = 0; j < i; ++j)
                QVERIFY(!overlap(layout.nodes[i].rect, layout.nodes[j].rect));
        const Rect& first = layout.find("f0")->rect;
        const Rect& second = layout.find("f1")->rect;
        QVERIFY(second.x > first.right());
        QCOMPARE(second.y, first.y);
        for (const GraphEdgePath& edge : layout.edges)
            QVERIFY(std::abs(edge.tip.y - layout.nodes[edge.to].rect.y) < 2);
    }

    /// The time of Graphviz grows faster than the number of parts that it gets at once.
    void thousandsOfPartsAreLaidOut()
    {
        CallGraph graph;
        for (size_t i = 0; i < 4000; ++i) {
            const std::string name = "f" + std::to_string(i);
            graph.nodes.push_back(node(name));
            graph.nodes.push_back(node(name + "_kernel", CallNodeKind::Kernel));
            graph.nodes.push_back(node(name + "_other_kernel", CallNodeKind::Kernel));
            graph.edges.push_back({.from = 3 * i, .to = 3 * i + 1, .kind = CallEdgeKind::Launch});
            graph.edges.push_back({.from = 3 * i, .to = 3 * i + 2, .kind = CallEdgeKind::Launch});
        }
        const CallGraphLayout layout = layoutCallGraph(std::vector{graph});
        QCOMPARE(layout.nodes.size(), graph.nodes.size());
        QCOMPARE(layout.nodes[3 * 3999 + 1].id, std::string("f3999_kernel"));
        QCOMPARE(layout.regionsOf(graph).size(), size_t(2 * 4000));
        for (size_t i = 0; i < layout.nodes.size(); ++i)
            for (size_t j = i < 10 ? 0 : i - 10; j < i; ++j)
                QVERIFY(!overlap(layout.nodes[i].rect, layout.nodes[j].rect));
        for (const GraphEdgePath& edge : layout.edges) {
            QVERIFY(std::abs(edge.tip.y - layout.nodes[edge.to].rect.y) < 2);
            const Rect& callee = layout.nodes[edge.to].rect;
            QVERIFY(edge.tip.x > callee.x && edge.tip.x < callee.right());
        }
    }

    /// A host function with a helper, and its kernel with another one: two frames that do not meet.
    void hostAndDeviceAreRegions()
    {
        CallGraph graph;
        graph.nodes = {{.kind = CallNodeKind::HostFunction, .id = "main", .label = "main"},
                       {.kind = CallNodeKind::Kernel, .id = "kernel", .label = "kernel"},
                       {.kind = CallNodeKind::HostFunction, .id = "round_up", .label = "round_up"},
                       {.kind = CallNodeKind::DeviceHelper, .id = "helper", .label = "helper"}};
        graph.edges = {{.from = 0, .to = 2, .kind = CallEdgeKind::Call},
                       {.from = 0, .to = 1, .kind = CallEdgeKind::Launch},
                       {.from = 1, .to = 3, .kind = CallEdgeKind::Call}};
        const CallGraphLayout layout = layoutCallGraph(std::vector{graph});
        const std::vector<GraphRegion> regions = layout.regionsOf(graph);
        QCOMPARE(regions.size(), size_t(2));
        QVERIFY(!regions[0].isDevice && regions[1].isDevice);
        QVERIFY(!overlap(regions[0].rect, regions[1].rect));
        for (const GraphNodeBox& node : layout.nodes) {
            const Rect& frame = regions[node.isDevice].rect;
            QVERIFY(frame.contains(node.rect.x, node.rect.y));
            QVERIFY(frame.contains(node.rect.right(), node.rect.bottom()));
            QCOMPARE(node.isDevice, node.id == "kernel" || node.id == "helper");
        }
        // A step frames its own nodes.
        graph.nodes.resize(1);
        graph.edges.clear();
        QCOMPARE(layout.regionsOf(graph).size(), size_t(1));
        QVERIFY(layout.regionsOf(graph)[0].rect.width < 200);
    }

    void nodesAreFoundByIdAndByPoint()
    {
        const CallGraphLayout layout = layoutCallGraph(twoSteps());
        const GraphNodeBox* kernel = layout.find("main_kernel");
        QVERIFY(kernel);
        QCOMPARE(layout.nodeAt(kernel->rect.center().x, kernel->rect.center().y),
                 layout.find("main/region 1")); // which has the same place
        QCOMPARE(layout.nodeAt(-5, -5), nullptr);
        QVERIFY(layout.find("main", "main_kernel"));
        QVERIFY(!layout.find("main_kernel", "main"));
        QVERIFY(!layout.find("missing"));
    }

    void nodesAreAsWideAsTheirTexts()
    {
        CallGraph graph;
        graph.nodes = {node("f"), node(std::string(60, 'k'))};
        GraphOptions options;
        options.characterWidth = 10;
        options.leastNodeWidth = 400;
        const CallGraphLayout layout = layoutCallGraph(std::vector{graph}, options);
        QCOMPARE(layout.find("f")->rect.width, 400.0);
        QCOMPARE(layout.find(graph.nodes[1].id)->rect.width, 640.0); // 60 letters and 4 of padding
    }

    /// Graphviz reads "1.5" in the locale of the process, where the comma may be the decimal point.
    void decimalCommasDoNoHarm()
    {
        const CallGraphLayout plain = layoutCallGraph(twoSteps());
        const QByteArray locale = tir::testing::commaLocale();
        if (locale.isEmpty())
            QSKIP("localedef cannot make a locale with a decimal comma");
        QVERIFY(std::setlocale(LC_ALL, locale.constData()));
        const CallGraphLayout other = layoutCallGraph(twoSteps());
        std::setlocale(LC_ALL, "C");
        QVERIFY(isAboutEqual(other.width, plain.width));
        QVERIFY(isAboutEqual(other.height, plain.height));
    }

    void threadsWaitForEachOther()
    {
        std::vector<std::thread> threads;
        std::array<double, 4> widths{};
        for (double& width : widths)
            threads.emplace_back([&width] { width = layoutCallGraph(twoSteps()).width; });
        for (std::thread& thread : threads)
            thread.join();
        for (const double width : widths)
            QVERIFY(isAboutEqual(width, widths[0]));
    }

    void labels_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("grid");
        QTest::addColumn<QString>("block");
        QTest::addColumn<QString>("bytes");
        QTest::addColumn<QString>("label");
        QTest::newRow("call") << int(CallEdgeKind::Call) << ""
                              << ""
                              << ""
                              << "call";
        QTest::newRow("launch") << int(CallEdgeKind::Launch) << "32"
                                << "(64, 2)"
                                << "512"
                                << "launch 32 × (64, 2), 512 bytes";
        QTest::newRow("threads only") << int(CallEdgeKind::Region) << ""
                                      << "64"
                                      << ""
                                      << "1 × 64";
        QTest::newRow("region of nothing") << int(CallEdgeKind::Region) << ""
                                           << ""
                                           << ""
                                           << "";
    }

    void labels()
    {
        QFETCH(int, kind);
        QFETCH(QString, grid);
        QFETCH(QString, block);
        QFETCH(QString, bytes);
        const CallEdge edge{.kind = CallEdgeKind(kind),
                            .grid = grid.toStdString(),
                            .block = block.toStdString(),
                            .dynamicBytes = bytes.toStdString()};
        QTEST(QString::fromStdString(edgeLabel(edge)), "label");
    }
};

TIR_TEST(TestCallGraphLayout)
#include "tst_call_graph_layout.moc"
