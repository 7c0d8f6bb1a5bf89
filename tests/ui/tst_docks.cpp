/// Docks of the window: tabs, menus, closing, and widths.

#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/common/theme.h"
#include "ui/dock_width.h"
#include "ui/main_window.h"
#include "ui/steps/steps_model.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestDocks : public QObject {
    Q_OBJECT

private slots:
    void init() { applyTheme(ThemeKind::Light); }
    void docksAreHiddenWithoutAProgram();
    void docksComeBackAsTheyWere();
    void viewWaitsForAProgram();
    void viewBehindATabComesForward_data();
    void viewBehindATabComesForward();
    void viewsInFrontAreChecked();
    void menusHaveEveryDock();
    void closedDockComesBack();
    void dockAloneInItsPlaceHasATitle();
    void tabsOfDocksHaveMenus();
    void tabsFollowTheTitlesOfViews();
    void docksGetTheirWidthBack();
    void wideWindowsHaveWiderDocks();
    void leftDocksStayLegibleBesideARun();
    void stepsGiveWayToTheCodeBesideARun();
    void docksAtTheRightHaveTheHeightOfALowWindow();
    void aSmallWindowHasAllOfARun();
};

namespace {

/// Qt moves such docks out of the window.
bool isBehindATab(const QDockWidget& dock)
{
    return !dock.isFloating() && !dock.parentWidget()->rect().intersects(dock.geometry());
}

/// Each dock with its place, or as hidden; docks in a tab that is not selected as such.
QString docksOf(const QMainWindow& window)
{
    QStringList docks;
    for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        const QRect rect = dock->geometry();
        docks.append(dock->isHidden() ? QStringLiteral("%1 hidden").arg(dock->objectName())
                     : isBehindATab(*dock)
                         ? QStringLiteral("%1 behind").arg(dock->objectName())
                         : QStringLiteral("%1 %2,%3 %4x%5%6")
                               .arg(dock->objectName())
                               .arg(rect.x())
                               .arg(rect.y())
                               .arg(rect.width())
                               .arg(rect.height())
                               .arg(dock->isFloating() ? QStringLiteral(" floating") : QString()));
    }
    docks.sort();
    return docks.join(QLatin1Char('\n'));
}

} // namespace

void TestDocks::docksAreHiddenWithoutAProgram()
{
    ShownWindow shown;
    QVERIFY(!shown.window.findChildren<QDockWidget*>().isEmpty());
    const auto isEachHidden = [&] {
        return std::ranges::all_of(shown.window.findChildren<QDockWidget*>(),
                                   [](const QDockWidget* dock) { return dock->isHidden(); });
    };
    QVERIFY(isEachHidden());
    QTRY_COMPARE(shown.window.centralWidget()->width(), shown.window.width());
    auto* notes = shown.window.findChild<QAction*>(QStringLiteral("notesViewAction"));
    QVERIFY(!notes->isEnabled());
    QCOMPARE(shown.perform("reset-layout"), QString());
    QVERIFY(isEachHidden());
    QCOMPARE(shown.perform("sample=reverse"), QString());
    QVERIFY(shown.window.findChild<QDockWidget*>(QStringLiteral("notes"))->isVisible());
    QVERIFY(notes->isEnabled());
    QCOMPARE(shown.perform("close"), QString());
    QVERIFY(isEachHidden());

    // A window that opens with a program has the same layout.
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    MainWindow second(session);
    second.show();
    QCOMPARE(shown.perform("sample=reverse"), QString());
    QTRY_COMPARE(docksOf(shown.window), docksOf(second));
    for (const QTabBar* tabs : shown.window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        QVERIFY(!tabs->drawBase());
}

void TestDocks::docksComeBackAsTheyWere()
{
    ShownWindow shown;
    QCOMPARE(shown.perform("size=1280x720,sample=reverse,view=generated,view=run,view=functions"), QString());
    QMainWindow& window = shown.window;
    const auto dock = [&](const char* id) { return window.findChild<QDockWidget*>(QLatin1String(id)); };
    dock("notes")->close();
    dock("diagnostics")->setFloating(true);
    dock("diagnostics")->move(60, 70); // on the screen, or Qt moves it there
    window.resizeDocks({dock("steps")}, {290}, Qt::Horizontal);
    QTRY_COMPARE(dock("steps")->width(), 290);
    const QString before = docksOf(window);
    QCOMPARE(shown.perform("close"), QString());
    QVERIFY(dock("diagnostics")->isHidden());
    QCOMPARE(shown.perform("sample=matmul"), QString());
    QTRY_COMPARE(docksOf(window), before);
    // Also after the window had another size.
    QCOMPARE(shown.perform("close,size=1000x700,size=1280x720,sample=reverse"), QString());
    QTRY_COMPARE(docksOf(window), before);
}

/// A view that was requested appears with the next program.
void TestDocks::viewWaitsForAProgram()
{
    ShownWindow shown;
    QCOMPARE(shown.perform("view=run"), QString());
    const auto* run = shown.window.findChild<QDockWidget*>(QStringLiteral("run"));
    QVERIFY(run->isHidden());
    QCOMPARE(shown.perform("sample=reverse"), QString());
    QVERIFY(run->isVisible());
}

void TestDocks::viewBehindATabComesForward_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("other");
    QTest::newRow("F9") << "run"
                        << "generated";
    QTest::newRow("F6") << "generated"
                        << "run";
    QTest::newRow("by the menu") << "timeline"
                                 << "call_graph";
}

/// An action closes its view only when that is in front.
void TestDocks::viewBehindATabComesForward()
{
    QFETCH(QString, view);
    QFETCH(QString, other);
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    MainWindow window(session);
    window.show();
    auto* dock = window.findChild<QDockWidget*>(view);
    auto* action = window.findChild<QAction*>(view + QStringLiteral("ViewAction"));
    QVERIFY(dock && action);
    const auto isInFront = [&] { return dock->isVisible() && !isBehindATab(*dock); };
    QVERIFY(window.showView(view));
    QVERIFY(window.showView(other));
    QVERIFY(window.tabifiedDockWidgets(dock).contains(window.findChild<QDockWidget*>(other)));
    QTRY_VERIFY(!isInFront());
    QVERIFY(!action->isChecked());
    action->trigger();
    QTRY_VERIFY(isInFront());
    QVERIFY(action->isChecked());
    action->trigger();
    QVERIFY(dock->isHidden());
    QVERIFY(!action->isChecked());
    action->trigger();
    QTRY_VERIFY(isInFront());
}

void TestDocks::viewsInFrontAreChecked()
{
    ShownWindow shown;
    QCOMPARE(shown.perform("sample=two_kernels"), QString());
    for (const QDockWidget* dock : shown.window.findChildren<QDockWidget*>()) {
        const auto* action =
            shown.window.findChild<QAction*>(dock->objectName() + QStringLiteral("ViewAction"));
        QVERIFY(action);
        QCOMPARE(action->isChecked(), dock->isVisible() && !isBehindATab(*dock));
    }
}

void TestDocks::menusHaveEveryDock()
{
    Session session;
    MainWindow window(session);
    const auto* menu = window.findChild<QMenu*>(QStringLiteral("viewMenu"));
    QVERIFY(menu);
    const QList<QDockWidget*> docks = window.findChildren<QDockWidget*>();
    QVERIFY(!docks.isEmpty());
    for (const QDockWidget* dock : docks)
        QVERIFY2(menu->actions().contains(
                     window.findChild<QAction*>(dock->objectName() + QStringLiteral("ViewAction"))),
                 qPrintable(dock->objectName()));
    for (const QMenu* each : window.menuBar()->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly))
        QVERIFY2(!each->actions().isEmpty(), qPrintable(each->title()));
}

void TestDocks::closedDockComesBack()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    MainWindow window(session);
    window.show();
    auto* notes = window.findChild<QDockWidget*>(QStringLiteral("notes"));
    QVERIFY(notes->isVisible());
    const int left = notes->x();
    window.findChild<QToolButton*>(QStringLiteral("notesCloseButton"))->click();
    QVERIFY(!notes->isVisible());
    window.findChild<QAction*>(QStringLiteral("notesViewAction"))->trigger();
    QVERIFY(notes->isVisible());

    auto* floats = window.findChild<QToolButton*>(QStringLiteral("notesFloatButton"));
    const QPoint place = notes->mapToGlobal(QPoint());
    floats->click();
    QVERIFY(notes->isFloating() && notes->isVisible());
    QVERIFY2(notes->pos() != place, "it looks as before");
    const QImage frame = notes->grab().toImage();
    for (const QPoint corner : {frame.rect().topLeft(), frame.rect().bottomRight()})
        QCOMPARE(frame.pixelColor(corner), theme().muted);
    floats->click();
    QVERIFY(!notes->isFloating());
    QTRY_COMPARE(notes->x(), left);
    notes->setFloating(true);
    notes->close();
    window.findChild<QAction*>(QStringLiteral("reset-layout"))->trigger();
    QVERIFY(notes->isVisible());
    QVERIFY(!notes->isFloating());
    QTRY_COMPARE(notes->x(), left);
}

/// In a group of tabs, the tabs have the titles; docks of the group that are closed or float have no tab.
void TestDocks::dockAloneInItsPlaceHasATitle()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    MainWindow window(session);
    window.show();
    const auto dockOf = [&](const char* id) { return window.findChild<QDockWidget*>(QLatin1String(id)); };
    const auto hasTitle = [&](const char* id) {
        const auto button = [&](const char* name) {
            return window.findChild<QToolButton*>(QLatin1String(id) + QLatin1String(name))->isVisible();
        };
        return dockOf(id)->titleBarWidget()->height() > 0 && button("FloatButton") && button("CloseButton");
    };
    for (const auto& [alone, other] : {std::pair("generated", "run"), std::pair("run", "generated")}) {
        QVERIFY(window.showView(QLatin1String(alone)));
        QTRY_VERIFY(hasTitle(alone));
        QVERIFY(window.showView(QLatin1String(other)));
        QTRY_VERIFY(!hasTitle(other));
        dockOf(other)->setFloating(true);
        QTRY_VERIFY(hasTitle(alone) && hasTitle(other));
        dockOf(other)->setFloating(false);
        QTRY_VERIFY(!hasTitle(other));
        // The one that is behind the other is closed.
        dockOf(alone)->raise();
        QTRY_VERIFY(!hasTitle(alone));
        dockOf(other)->close();
        QTRY_VERIFY(hasTitle(alone));
        dockOf(alone)->close();
    }
}

void TestDocks::tabsOfDocksHaveMenus()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    MainWindow window(session);
    window.show();
    auto* graph = window.findChild<QDockWidget*>(QStringLiteral("call_graph"));
    QTabBar* tabs = nullptr;
    int number = -1;
    for (QTabBar* bar : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        for (int tab = 0; tab < bar->count(); ++tab)
            if (bar->tabText(tab) == graph->windowTitle()) {
                tabs = bar;
                number = tab;
            }
    QVERIFY(tabs);
    QCOMPARE(tabs->contextMenuPolicy(), Qt::CustomContextMenu);
    emit tabs->customContextMenuRequested(tabs->tabRect(number).center());
    auto* menu = window.findChild<QMenu*>(QStringLiteral("dockMenu"));
    QVERIFY(menu);
    menu->actions().front()->trigger(); // Float
    QVERIFY(graph->isFloating());
    menu->close();
    window.findChild<QAction*>(QStringLiteral("reset-layout"))->trigger();
    QVERIFY(!graph->isFloating());
}

void TestDocks::tabsFollowTheTitlesOfViews()
{
    Session session;
    usePipeline(session, "split@legacy-merge");
    TIR_OPEN_SAMPLE(session, "two_kernels"); // before there is a window
    MainWindow window(session);
    window.show();
    auto* dock = window.findChild<QDockWidget*>(QStringLiteral("diagnostics"));
    window.tabifyDockWidget(window.findChild<QDockWidget*>(QStringLiteral("timeline")), dock);
    const auto hasTab = [&](const QString& title) {
        for (const QTabBar* bar : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            for (int tab = 0; tab < bar->count(); ++tab)
                if (bar->tabText(tab) == title)
                    return true;
        return false;
    };
    const auto errors = std::ranges::count(session.diagnostics(), Severity::Error, &Diagnostic::severity);
    QVERIFY(errors > 0);
    const QString title = QStringLiteral("Diagnostics (%1)").arg(errors);
    QCOMPARE(dock->windowTitle(), title);
    QTRY_VERIFY(hasTab(title));
    session.goTo(0);
    QTRY_COMPARE(dock->windowTitle(), QStringLiteral("Diagnostics"));
    QVERIFY(hasTab(QStringLiteral("Diagnostics")));
    // The menu keeps the name.
    QCOMPARE(window.findChild<QAction*>(QStringLiteral("diagnosticsViewAction"))->text(),
             QStringLiteral("Diagnostics"));
}

void TestDocks::docksGetTheirWidthBack()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    MainWindow window(session);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const auto* steps = window.findChild<QDockWidget*>(QStringLiteral("steps"));
    const int width = steps->width();
    window.resize(700, 800);
    QCoreApplication::processEvents();
    window.resize(1280, 800);
    QTRY_COMPARE(steps->width(), width);
}

void TestDocks::aSmallWindowHasAllOfARun()
{
    ShownWindow shown;
    shown.window.resize(960, 540);
    QCOMPARE(shown.perform("sample=two_kernels,view=run,run"), QString());
    QCoreApplication::processEvents();
    const auto* dock = shown.window.findChild<QDockWidget*>(QStringLiteral("run"));
    QTRY_VERIFY(dock->isVisible());
    QCOMPARE(shown.window.width(), 960);
    QTRY_VERIFY2(dock->geometry().right() < 960, qPrintable(QString::number(dock->geometry().right())));
    for (const QWidget* part : dock->findChildren<QWidget*>())
        if (const auto* button = qobject_cast<const QToolButton*>(part); button && button->isVisible())
            QVERIFY2(button->mapTo(&shown.window, button->rect().topRight()).x() < 960,
                     qPrintable(button->objectName()));
}

/// With room for the counts of lines beside the longest names, unless the user chose a width.
void TestDocks::wideWindowsHaveWiderDocks()
{
    ShownWindow shown;
    QCOMPARE(shown.perform("size=1920x1000,sample=softmax,pipeline=s_tir"), QString());
    const auto* steps = shown.window.findChild<QDockWidget*>(QStringLiteral("steps"));
    QTRY_COMPARE(steps->width(), DockWidth::widthIn(1920));
    QVERIFY(DockWidth::widthIn(1920) > DockWidth::widthIn(1280));
    const auto* table = shown.window.findChild<QTableView*>(QStringLiteral("stepsTable"));
    QTRY_VERIFY(!table->isColumnHidden(StepsModel::Changes));
    // And back.
    QCOMPARE(shown.perform("size=1280x720"), QString());
    QTRY_COMPARE(steps->width(), DockWidth::widthIn(1280));
    shown.window.resizeDocks({shown.window.findChild<QDockWidget*>(QStringLiteral("steps"))}, {300},
                             Qt::Horizontal);
    QTRY_COMPARE(steps->width(), 300);
    QCOMPARE(shown.perform("size=1920x1000"), QString());
    QCoreApplication::processEvents();
    QCOMPARE(steps->width(), 300);
    QCOMPARE(shown.perform("reset-layout"), QString());
    QTRY_COMPARE(steps->width(), DockWidth::widthIn(1920));
}

/// The controls of a run, the answer of a check, and the buttons of a story wrap instead.
void TestDocks::leftDocksStayLegibleBesideARun()
{
    ShownWindow shown;
    QCOMPARE(shown.perform("size=1280x720,sample=merged_two_launches,view=run,check"), QString());
    const auto* bar = shown.window.findChild<QWidget*>(QStringLiteral("checkBar"));
    QTRY_VERIFY(bar->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(shown.window.width(), 1280);
    for (const char* id : {"steps", "notes"}) {
        const auto* dock = shown.window.findChild<QDockWidget*>(QLatin1String(id));
        QVERIFY2(dock->width() >= 280, qPrintable(QString::number(dock->width())));
    }
    const auto* run = shown.window.findChild<QDockWidget*>(QStringLiteral("run"));
    QCOMPARE(run->width(), 480);
    QTRY_VERIFY(shown.window.centralWidget()->width() >= 460);
    shown.window.findChild<QToolButton*>(QStringLiteral("foldStoryButton"))->click();
    // All controls are inside of their bar.
    for (const char* name : {"nanBox", "checkStepsButton", "storyBesideButton"}) {
        const auto* control = shown.window.findChild<QWidget*>(QLatin1String(name));
        const QWidget* parent = control->parentWidget();
        QVERIFY2(control->isVisible() && parent->rect().contains(control->geometry()), name);
    }
}

/// As long as the run is open; a width that the user chose stays.
void TestDocks::stepsGiveWayToTheCodeBesideARun()
{
    ShownWindow shown;
    QCOMPARE(shown.perform("size=1280x720,sample=reverse"), QString());
    auto* steps = shown.window.findChild<QDockWidget*>(QStringLiteral("steps"));
    auto* run = shown.window.findChild<QDockWidget*>(QStringLiteral("run"));
    const int usual = DockWidth::widthIn(1280);
    const auto codeWidth = [&] { return shown.window.centralWidget()->width(); };
    QTRY_COMPARE(steps->width(), usual);
    QCOMPARE(shown.perform("view=run"), QString());
    QTRY_VERIFY(codeWidth() >= 460);
    QVERIFY(steps->width() >= 300 && steps->width() < usual);
    run->close();
    QTRY_COMPARE(steps->width(), usual);

    shown.window.resizeDocks({steps}, {340}, Qt::Horizontal);
    QTRY_COMPARE(steps->width(), 340);
    QCOMPARE(shown.perform("view=run"), QString());
    QCoreApplication::processEvents();
    QCOMPARE(steps->width(), 340);
}

/// Results and generated code have too few lines above the docks at the bottom of a low window.
void TestDocks::docksAtTheRightHaveTheHeightOfALowWindow()
{
    ShownWindow shown;
    QCOMPARE(shown.perform("size=1280x720,sample=two_kernels,view=run"), QString());
    const auto* run = shown.window.findChild<QDockWidget*>(QStringLiteral("run"));
    const auto* timeline = shown.window.findChild<QDockWidget*>(QStringLiteral("timeline"));
    const auto bottom = [](const QDockWidget* dock) { return dock->geometry().bottom(); };
    QTRY_COMPARE(bottom(run), bottom(timeline));
    QVERIFY(timeline->geometry().right() < run->geometry().left());
    QCOMPARE(shown.perform("size=1280x1000"), QString());
    QTRY_VERIFY(bottom(run) < timeline->geometry().top());
    QCOMPARE(shown.perform("size=1280x720,close,sample=two_kernels,view=run"), QString());
    QTRY_COMPARE(bottom(run), bottom(timeline));
    QCOMPARE(shown.perform("reset-layout,view=run"), QString());
    QTRY_COMPARE(bottom(run), bottom(timeline));
}

TIR_TEST(TestDocks)
#include "tst_docks.moc"
