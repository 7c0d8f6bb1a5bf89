/// The call graph: rows as text, nodes that select, functions that stay where they are.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/call_graph/call_graph_canvas.h"
#include "ui/call_graph/call_graph_view.h"
#include "ui/common/placeholder.h"

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestCallGraph : public QObject {
    Q_OBJECT

private slots:
    void emptyModel();
    void regionsThenKernels();
    void nodeSelectsItsFunction();
    void functionsStayWhereTheyAre();
    void closeClears();

private:
    static bool isShown(const CallGraphView& view)
    {
        return view.findChild<ContentOrPlaceholder*>()->isContentShown();
    }
};

void TestCallGraph::emptyModel()
{
    CallGraphModel model;
    const QAbstractItemModelTester tester(&model);
    model.setGraph({});
    QCOMPARE(model.rowCount(), 0);
}

void TestCallGraph::regionsThenKernels()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    CallGraphModel model;
    const QAbstractItemModelTester tester(&model);
    model.setGraph(callGraph(session.recording()->module(0)));
    QCOMPARE(rowsOf(model), QStringLiteral("main | host function |  | launch 1, launch 2\n"
                                           "launch 1 | device region | main\n"
                                           "launch 2 | device region | main"));
    model.setGraph(callGraph(session.recording()->module(stepOf(session, "LowerDeviceKernelLaunch"))));
    QCOMPARE(rowsOf(model), QStringLiteral("main | host function |  | main_kernel, main_kernel_1\n"
                                           "main_kernel | kernel | main\n"
                                           "main_kernel_1 | kernel | main"));
}

void TestCallGraph::nodeSelectsItsFunction()
{
    Session session;
    CallGraphView view(session);
    view.resize(700, 300);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "LowerDeviceKernelLaunch"));
    QTRY_VERIFY(isShown(view));
    auto* canvas = view.findChild<CallGraphCanvas*>();
    QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {}, canvas->rectOf(1).center());
    const CallGraph graph = callGraph(session.module());
    QCOMPARE(session.selection().place, graph.nodes[1].place);
    QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {}, {2, 2});
    QVERIFY(session.selection().isEmpty());
}

void TestCallGraph::functionsStayWhereTheyAre()
{
    Session session;
    CallGraphView view(session);
    view.resize(700, 300);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    QTRY_VERIFY(isShown(view));
    auto* canvas = view.findChild<CallGraphCanvas*>();
    const QRect main = canvas->rectOf(0);
    QVERIFY(!main.isEmpty());
    TIR_GO_TO(session, stepOf(session, "LowerDeviceKernelLaunch"));
    QCOMPARE(canvas->rectOf(0), main);
}

void TestCallGraph::closeClears()
{
    Session session;
    CallGraphView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    QTRY_VERIFY(isShown(view));
    session.close();
    QVERIFY(!isShown(view));
}

TIR_TEST(TestCallGraph)
#include "tst_call_graph_view.moc"
