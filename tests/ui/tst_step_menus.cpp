/// The menus of the rows of steps.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/steps/step_menu.h"
#include "ui/steps/steps_view.h"

#include <QMenu>
#include <QTableView>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestStepMenus : public QObject {
    Q_OBJECT

private slots:
    void rowsHaveMenus();
    void aStepIsComparedWithTheOneInView();
};

void TestStepMenus::rowsHaveMenus()
{
    Session session;
    StepsView view(session);
    view.resize(300, 400);
    view.show();
    TIR_OPEN_SAMPLE(session, "reverse");
    session.goTo(3);
    const auto* table = view.findChild<QTableView*>(QStringLiteral("stepsTable"));
    const auto& model = dynamic_cast<const StepsModel&>(*table->model());
    const QPoint point = table->visualRect(model.index(model.rowOf(1), StepsModel::Pass)).center();
    QTest::mouseClick(table->viewport(), Qt::RightButton, {}, point);
    QCOMPARE(session.step(), size_t(3)); // the right button moves nothing
    QContextMenuEvent request(QContextMenuEvent::Mouse, point, table->viewport()->mapToGlobal(point));
    QCoreApplication::sendEvent(table->viewport(), &request);
    auto* menu = view.findChild<QMenu*>(QStringLiteral("stepMenu"));
    QVERIFY(menu);
    QCOMPARE(menu->actions().front()->text(), QStringLiteral("Go to This Step"));
    menu->actions().front()->trigger();
    QCOMPARE(session.step(), size_t(1));
    menu->close();
}

void TestStepMenus::aStepIsComparedWithTheOneInView()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    session.goTo(6);
    QWidget parent;
    const auto compare = [&](size_t number) {
        QMenu* menu = makeStepMenu(session, {number, number}, parent);
        for (QAction* action : menu->actions())
            if (action->text().startsWith(QStringLiteral("Compare with")))
                action->trigger();
        delete menu;
    };
    compare(6); // itself
    QCOMPARE(session.firstStep(), size_t(6));
    compare(2);
    QCOMPARE(session.firstStep(), size_t(3)); // from what step 2 leaves
    QCOMPARE(session.step(), size_t(6));
    session.goTo(2);
    compare(6);
    QCOMPARE(session.firstStep(), size_t(3));
    QCOMPARE(session.step(), size_t(6));
    session.goTo(4);
    compare(0); // the input
    QCOMPARE(session.firstStep(), size_t(1));
    QCOMPARE(session.step(), size_t(4));
}

TIR_TEST(TestStepMenus)
#include "tst_step_menus.moc"
