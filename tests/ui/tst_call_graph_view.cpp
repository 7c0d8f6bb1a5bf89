/// The call graph: rows as text, nodes that select, functions that stay where they are.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/call_graph/call_graph_canvas.h"
#include "ui/call_graph/call_graph_view.h"
#include "ui/call_graph/split_picture_view.h"
#include "ui/common/placeholder.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>
#include <QWheelEvent>

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
    void behindATabItFollowsLater();
    void aStepIsInViewWhenItShows();
    void functionOfALaterStepIsShownWithIt();
    void searchMarksAndShows();
    void fitShowsTheWholeGraph();
    void nodesTellWhereTheyRunAndWhy();
    void splitIsAPicture();
    void splitFitsTheView();
    void onlyWhatIsNearTheFunctionInView();
    void nodesAndEdgesHaveMenus();
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
    view.resize(1000, 300); // so that the graph does not scroll to the function in view
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

/// Steps that are passed while another dock is in front cost nothing; the one in view is there with the graph.
void TestCallGraph::behindATabItFollowsLater()
{
    Session session;
    QMainWindow window;
    auto* view = new CallGraphView(session);
    auto* dock = new QDockWidget;
    auto* front = new QDockWidget;
    dock->setWidget(view);
    front->setWidget(new QWidget);
    window.setCentralWidget(new QWidget);
    window.addDockWidget(Qt::BottomDockWidgetArea, dock);
    window.tabifyDockWidget(dock, front);
    window.resize(900, 600);
    window.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    dock->raise();
    QTRY_VERIFY(isShown(*view));
    auto* canvas = view->findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
    const auto pictured = [&] { // the place of the first node that is not the host's
        QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {}, canvas->rectOf(1).center());
        return session.selection().place;
    };
    const Place region = pictured();
    QCOMPARE(region, callGraph(session.module()).nodes[1].place);
    front->raise();
    QTRY_VERIFY(view->visibleRegion().isEmpty());
    TIR_GO_TO(session, stepOf(session, "LowerDeviceKernelLaunch"));
    QCOMPARE(pictured(), region);
    dock->raise();
    QTRY_VERIFY(!view->visibleRegion().isEmpty());
    QCOMPARE(pictured(), callGraph(session.module()).nodes[1].place);
    QVERIFY(session.selection().place != region);
}

/// The kernels take the places of the regions that they were, so that a low dock has room for all of them.
void TestCallGraph::aStepIsInViewWhenItShows()
{
    Session session;
    CallGraphView view(session);
    view.resize(530, 230);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    QTRY_VERIFY(isShown(view));
    auto* canvas = view.findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
    const auto areInView = [&] {
        for (qsizetype node = 0; node < canvas->nodeNames().size(); ++node)
            if (!canvas->viewport()->rect().contains(canvas->rectOf(size_t(node))))
                return false;
        return true;
    };
    QCOMPARE(canvas->nodeNames().size(), 3);
    QVERIFY(areInView());
    const QRect kernel = canvas->rectOf(1);
    QVERIFY2(kernel.height() > 28, qPrintable(QString::number(kernel.height()))); // its text is legible
    const QRect main = canvas->rectOf(0);
    QVERIFY(main.bottom() < kernel.top());
    TIR_GO_TO(session, stepOf(session, "MakePackedAPI"));
    QVERIFY(areInView());
    TIR_GO_TO(session, stepOf(session, "BindTarget"));
    QCOMPARE(canvas->nodeNames(), QStringList({"main", "launch 1", "launch 2"}));
    QCOMPARE(canvas->rectOf(0), main);
    QCOMPARE(canvas->rectOf(1), kernel);
    // The part that the user looks at stays.
    canvas->showAll();
    QWheelEvent wheel({5, 5}, canvas->viewport()->mapToGlobal(QPointF(5, 5)), {}, {0, 120}, Qt::NoButton,
                      Qt::ControlModifier, Qt::NoScrollPhase, false);
    for (int i = 0; i < 6; ++i)
        QCoreApplication::sendEvent(canvas->viewport(), &wheel);
    canvas->horizontalScrollBar()->setValue(0);
    const QRect larger = canvas->rectOf(1);
    QVERIFY(larger.width() > 2 * kernel.width());
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    QCOMPARE(canvas->rectOf(1), larger);
}

/// The function in view may be known before its step is drawn, in a graph that the user has enlarged.
void TestCallGraph::functionOfALaterStepIsShownWithIt()
{
    Session session;
    CallGraphView view(session);
    view.resize(530, 230);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    QTRY_VERIFY(isShown(view));
    auto* canvas = view.findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
    QWheelEvent wheel({5, 5}, canvas->viewport()->mapToGlobal(QPointF(5, 5)), {}, {0, 120}, Qt::NoButton,
                      Qt::ControlModifier, Qt::NoScrollPhase, false);
    for (int i = 0; i < 6; ++i)
        QCoreApplication::sendEvent(canvas->viewport(), &wheel);
    canvas->showFunction("main_kernel_1");
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    const qsizetype kernel = canvas->nodeNames().indexOf(QStringLiteral("main_kernel_1"));
    QVERIFY(kernel >= 0);
    QVERIFY(canvas->viewport()->rect().contains(canvas->rectOf(size_t(kernel)).center()));
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
    QCOMPARE(canvas->search(QStringLiteral("missing")), 0);
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
    QTRY_VERIFY(button->isVisible());
    QVERIFY(!picture->isVisible());
    button->click();
    QTRY_VERIFY(picture->isVisible());
    QVERIFY(picture->picture().size.width() > 1000);
    TIR_GO_TO(session, 0);
    QVERIFY(!button->isVisible() && !picture->isVisible());
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    QVERIFY(picture->isVisible()); // until the button is released
}

void TestCallGraph::splitFitsTheView()
{
    Session session;
    CallGraphView view(session);
    view.resize(560, 300);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    auto* button = view.findChild<QToolButton*>(QStringLiteral("showSplit"));
    QTRY_VERIFY(button->isVisible());
    button->click();
    const auto* picture = view.findChild<SplitPictureView*>();
    QTRY_VERIFY(picture->isVisible());
    QCOMPARE(picture->horizontalScrollBar()->maximum(), 0);
    // A reason that is cut on its line is there in full.
    bool isTold = false;
    for (int y = 0; y < picture->viewport()->height(); y += 5)
        isTold |= picture->descriptionAt({280, y}) ==
                  QStringLiteral(
                      "X_ptr: handle(\"float32\", \"global\"); the region accesses buffer 'X' through this "
                      "pointer, and the kernel declares the buffer again");
    QVERIFY(isTold);
    view.resize(900, 300);
    QCOMPARE(picture->horizontalScrollBar()->maximum(), 0);
}

void TestCallGraph::onlyWhatIsNearTheFunctionInView()
{
    Session session;
    CallGraphView view(session);
    view.resize(500, 300);
    view.show();
    session.openText(QStringLiteral("chain"), chain());
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_VERIFY(isShown(view));
    const auto* canvas = view.findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
    const auto shown = [&] { return canvas->nodeNames().join(QLatin1Char(' ')); };
    QCOMPARE(canvas->nodeNames().size(), 20);
    session.setFunctionInView("step_5");
    auto* toggle = view.findChild<QAction*>(QStringLiteral("neighborhood"));
    toggle->trigger();
    QTRY_COMPARE(shown(), QStringLiteral("step_4 step_5 step_6"));
    view.findChild<QAction*>(QStringLiteral("graphDepth2"))->trigger();
    QTRY_COMPARE(shown(), QStringLiteral("step_3 step_4 step_5 step_6 step_7"));
    // Functions stay where they are from step to step.
    QCoreApplication::processEvents(); // scroll bars come and go
    const QRect place = canvas->rectOf(2);
    TIR_GO_TO(session, 0);
    QCOMPARE(shown(), QStringLiteral("step_3 step_4 step_5 step_6 step_7"));
    QTRY_COMPARE(canvas->rectOf(2), place);
    session.setFunctionInView("step_19");
    QTRY_COMPARE(shown(), QStringLiteral("step_17 step_18 step_19"));
    toggle->trigger();
    QCOMPARE(canvas->nodeNames().size(), 20);
    toggle->trigger(); // as before
    QTRY_COMPARE(shown(), QStringLiteral("step_17 step_18 step_19"));
}

void TestCallGraph::nodesAndEdgesHaveMenus()
{
    Session session;
    CallGraphView view(session);
    view.resize(700, 300);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "LowerDeviceKernelLaunch"));
    QTRY_VERIFY(isShown(view));
    const auto* canvas = view.findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
    const auto menuAt = [&](QPoint point) {
        QContextMenuEvent request(QContextMenuEvent::Mouse, point, canvas->viewport()->mapToGlobal(point));
        QCoreApplication::sendEvent(canvas->viewport(), &request);
        const auto menus = view.findChildren<QMenu*>(QStringLiteral("pictureMenu"));
        return menus.isEmpty() ? nullptr : menus.back();
    };
    const auto entry = [](const QMenu& menu, const char* text) -> QAction* {
        for (QAction* action : menu.actions())
            if (action->text() == QLatin1String(text))
                return action;
        return nullptr;
    };
    QMenu* menu = menuAt(canvas->rectOf(1).center());
    QVERIFY(menu && entry(*menu, "Show in the Code") && entry(*menu, "Copy the Name"));
    const CallGraph graph = callGraph(session.module());
    entry(*menu, "Go to the Call in main")->trigger();
    QCOMPARE(session.selection().place, graph.edges[0].place);
    delete menu;
    menu = menuAt(canvas->middleOf(0));
    QVERIFY(menu && entry(*menu, "Go to the Launch"));
    entry(*menu, "Go to main_kernel")->trigger();
    QCOMPARE(session.selection().place, graph.nodes[1].place);
    delete menu;
    menu = menuAt({2, 2}); // nothing is there
    QVERIFY(menu && !entry(*menu, "Show in the Code") && !entry(*menu, "Go to the Launch"));
    delete menu;
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
