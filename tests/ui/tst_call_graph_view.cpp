/// The call graph: rows as text, nodes that select, functions that stay where they are.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/call_graph/call_graph_canvas.h"
#include "ui/call_graph/call_graph_view.h"
#include "ui/call_graph/split_picture_view.h"
#include "ui/common/placeholder.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>

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
    void searchMarksAndShows();
    void fitShowsTheWholeGraph();
    void nodesTellWhereTheyRunAndWhy();
    void splitIsAPicture();
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
    auto* canvas = view.findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
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
    auto* canvas = view.findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
    const QRect main = canvas->rectOf(0);
    QVERIFY(!main.isEmpty());
    TIR_GO_TO(session, stepOf(session, "LowerDeviceKernelLaunch"));
    QCOMPARE(canvas->rectOf(0), main);
}

namespace {

/// Twenty functions that call the next one: higher than any view.
QString chain()
{
    QString text = QStringLiteral("@I.ir_module\nclass Module:\n");
    for (int i = 0; i < 20; ++i) {
        text += QStringLiteral("    @T.prim_func(s_tir=True, private=True)\n"
                               "    def step_%1(n: T.int32) -> T.int32:\n")
                    .arg(i);
        text += i < 19 ? QStringLiteral("        return Module.step_%1(n + 1)\n").arg(i + 1)
                       : QStringLiteral("        return n\n");
    }
    return text;
}

} // namespace

void TestCallGraph::searchMarksAndShows()
{
    Session session;
    CallGraphView view(session);
    view.resize(500, 240);
    view.show();
    session.openText(QStringLiteral("chain"), chain());
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_VERIFY(isShown(view));
    auto* canvas = view.findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
    QVERIFY(canvas->verticalScrollBar()->maximum() > 0);
    const QImage before = canvas->viewport()->grab().toImage();
    auto* field = view.findChild<QLineEdit*>();
    field->setText(QStringLiteral("STEP_19"));
    QVERIFY(canvas->viewport()->rect().contains(canvas->rectOf(19).center()));
    QVERIFY(canvas->viewport()->grab().toImage() != before);
    field->setText(QStringLiteral("step_1")); // eleven of them
    QVERIFY(canvas->viewport()->rect().contains(canvas->rectOf(1).center()));
    for (int i = 0; i < 3; ++i)
        canvas->showNextMatch();
    QVERIFY(canvas->viewport()->rect().contains(canvas->rectOf(12).center()));
    QCOMPARE(canvas->search(QStringLiteral("step_1")), 11);
    QCOMPARE(canvas->search(QStringLiteral("nobody")), 0);
}

void TestCallGraph::fitShowsTheWholeGraph()
{
    Session session;
    CallGraphView view(session);
    view.resize(500, 240);
    view.show();
    session.openText(QStringLiteral("chain"), chain());
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_VERIFY(isShown(view));
    auto* canvas = view.findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
    view.findChild<QToolButton*>(QStringLiteral("fitGraph"))->click();
    QCOMPARE(canvas->verticalScrollBar()->maximum(), 0);
    for (const size_t node : {0, 19})
        QVERIFY(canvas->viewport()->rect().contains(canvas->rectOf(node)));
    const int width = canvas->rectOf(0).width();
    TIR_OPEN_SAMPLE(session, "reverse"); // another program begins at its own scale
    QTRY_VERIFY(isShown(view) && session.jobs().running().isEmpty());
    QVERIFY(canvas->rectOf(0).width() > 2 * width);
}

void TestCallGraph::nodesTellWhereTheyRunAndWhy()
{
    Session session;
    CallGraphView view(session);
    view.resize(700, 300);
    view.show();
    TIR_OPEN_SAMPLE(session, "shared_helper");
    TIR_GO_TO(session, 0);
    QTRY_VERIFY(isShown(view));
    const auto* canvas = view.findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
    const CallGraph graph = callGraph(session.module());
    for (size_t node = 0; node < graph.nodes.size(); ++node)
        if (graph.nodes[node].label == "ceil_div")
            QCOMPARE(canvas->descriptionAt(canvas->rectOf(node).center()),
                     QStringLiteral("ceil_div\nhost function\non the host and device:\n"
                                    "· called by 'main' on the host\n"
                                    "· called by launch 1 of 'main' on the device"));
}

void TestCallGraph::splitIsAPicture()
{
    Session session;
    CallGraphView view(session);
    view.resize(1200, 400);
    view.show();
    TIR_OPEN_SAMPLE(session, "shared_helper");
    TIR_GO_TO(session, 0);
    QTRY_VERIFY(isShown(view));
    auto* button = view.findChild<QToolButton*>(QStringLiteral("showSplit"));
    const auto* picture = view.findChild<SplitPictureView*>();
    QVERIFY(!button->isVisible());
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    QVERIFY(button->isVisible() && !picture->isVisible());
    button->click();
    QVERIFY(picture->isVisible());
    QVERIFY(picture->picture().size.width() > 1000);
    TIR_GO_TO(session, 0);
    QVERIFY(!button->isVisible() && !picture->isVisible());
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    QVERIFY(picture->isVisible()); // until the button is released
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
