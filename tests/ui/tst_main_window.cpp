/// The window as a whole: views from the list, dropping, pasting, themes.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/common/chooser.h"
#include "ui/common/theme.h"
#include "ui/main_window.h"
#include "ui/manual_window.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTableView>
#include <QTextBrowser>
#include <QTextTable>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestMainWindow : public QObject {
    Q_OBJECT

private slots:
    void init() { applyTheme(ThemeKind::Light); }
    void everyViewIsThere();
    void welcomeOffersSamples();
    void museumOpensWhereItGoesWrong();
    void generatedCodeOpensOnRequest();
    void editedCodeIsNotLostUnasked();
    void pasteOpensText();
    void theProgramBeforeComesBack();
    void theOnlyProgramComesBack();
    void actionsOfAProgramNeedOne();
    void dropOpensAFile();
    void themeIsSwitched();
    void oneSelectionFollowsThroughAll();
    void samplesButtonIsNotLitAfterItsMenu();
    void helpOpensTheManual();
    void keysAreAPageOfTheManual();
    void togglesHaveCheckMarksInTheMenu();
    void menusFitOnSmallScreens();
    void cardOfThePassIsAKeyAway();
    void helpOpensThePageAboutTheView_data();
    void helpOpensThePageAboutTheView();
    void wheelDoesNotChangeThePipeline();
    void tabLeavesTheSteps();
    void everyCommandIsInOneList();
    void functionsAreATypedNameAway();
    void titleNamesTheProgram();
    void statusLineNamesTheDialect();
};

void TestMainWindow::everyViewIsThere()
{
    Session session;
    MainWindow window(session);
    QCOMPARE(window.viewIds(), (QStringList{"call_graph", "comparison", "diagnostics", "functions",
                                            "generated", "notes", "run", "steps", "timeline"}));
    for (const QString& id : window.viewIds())
        QVERIFY(window.showView(id));
    QVERIFY(!window.showView(QStringLiteral("nothing")));
    for (const QAction* action : window.findChildren<QAction*>())
        if (!action->shortcut().isEmpty())
            QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
}

void TestMainWindow::welcomeOffersSamples()
{
    Session session;
    MainWindow window(session);
    window.show();
    const QList<QPushButton*> cards = window.findChildren<QPushButton*>(QStringLiteral("sampleCard"));
    QVERIFY(cards.size() >= 8);
    QVERIFY(cards.front()->isVisible());
    cards.front()->click();
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QCOMPARE(session.name(), QStringLiteral("two_kernels.py"));
    QVERIFY(!cards.front()->isVisible());
}

void TestMainWindow::museumOpensWhereItGoesWrong()
{
    Session session;
    RunSetup setup = session.setup();
    setup.mode = Mode::Sound;
    session.setSetup(setup);
    MainWindow window(session);
    window.show();
    QPushButton* broken = nullptr;
    for (QPushButton* card : window.findChildren<QPushButton*>(QStringLiteral("sampleCard")))
        if (card->toolTip().contains(QStringLiteral("sound under split.")) && !broken)
            broken = card;
    QVERIFY(broken);
    QTest::keyClick(broken, Qt::Key_Return);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QCOMPARE(session.name(), QStringLiteral("merged_two_launches.py"));
    QCOMPARE(session.setup().pipeline.name, std::string("split@legacy-merge"));
    QVERIFY(session.setup().mode == Mode::AsTvm);
    QVERIFY(hasError(session.diagnostics()));
}

void TestMainWindow::generatedCodeOpensOnRequest()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    MainWindow window(session);
    window.show();
    auto* dock = window.findChild<QDockWidget*>(QStringLiteral("generated"));
    QVERIFY(dock && !dock->isVisible());
    auto* action = window.findChild<QAction*>(QStringLiteral("generatedViewAction"));
    QVERIFY(action && action->isCheckable());
    action->trigger();
    QVERIFY(dock->isVisible());
    action->trigger();
    QVERIFY(!dock->isVisible());
}

void TestMainWindow::editedCodeIsNotLostUnasked()
{
    Session session;
    MainWindow window(session);
    window.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    session.edits().setCuda(2, "// mine\n");
    int questions = 0;
    const auto answer = [&](QMessageBox::StandardButton button) {
        QTimer::singleShot(0, &window, [&questions, &window, button] {
            auto* question = window.findChild<QMessageBox*>(QStringLiteral("lossQuestion"));
            QVERIFY(question);
            ++questions;
            question->button(button)->click();
        });
    };
    answer(QMessageBox::Cancel);
    QVERIFY(!window.close());
    QCOMPARE(questions, 1);
    QVERIFY(window.isVisible());
    QCOMPARE(session.edits().cuda(2), std::string("// mine\n"));

    // A pipeline that was not taken is not shown as if it were.
    auto* box = window.findChild<QComboBox*>(QStringLiteral("pipelineBox"));
    const QString before = box->currentText();
    box->setCurrentText(QStringLiteral("split@before"));
    QVERIFY(box->currentText() != before);
    answer(QMessageBox::Cancel);
    emit box->activated(box->currentIndex());
    QCOMPARE(questions, 2);
    QCOMPARE(box->currentText(), before);

    answer(QMessageBox::Discard);
    QVERIFY(window.close());
    QCOMPARE(questions, 3);
    window.show();
    QVERIFY(window.close()); // nothing is left to ask for
}

void TestMainWindow::pasteOpensText()
{
    Session session;
    MainWindow window(session);
    QFile file(samplePath(QStringLiteral("reverse")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QApplication::clipboard()->setText(QString::fromUtf8(file.readAll()));
    window.findChild<QAction*>(QStringLiteral("paste"))->trigger();
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(session.path().isEmpty());
    QApplication::clipboard()->setText(QStringLiteral("  \n"));
    window.findChild<QAction*>(QStringLiteral("paste"))->trigger();
    QCOMPARE(session.phase(), Phase::Ready);
}

void TestMainWindow::theProgramBeforeComesBack()
{
    Session session;
    MainWindow window(session);
    auto* reopen = window.findChild<QAction*>(QStringLiteral("reopen"));
    QVERIFY(!reopen->isEnabled());
    TIR_OPEN_SAMPLE(session, "reverse");
    session.openText(QStringLiteral("pasted text"),
                     QStringLiteral("@T.prim_func\ndef f():\n    T.evaluate(0)\n"));
    QTRY_COMPARE(session.name(), QStringLiteral("pasted text"));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(reopen->isEnabled());
    reopen->trigger();
    QTRY_COMPARE(session.name(), QStringLiteral("reverse.py"));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    reopen->trigger(); // to and fro
    QTRY_COMPARE(session.name(), QStringLiteral("pasted text"));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(session.edits().source().find("def f()") != std::string::npos);
    // So does one that was closed, first of all.
    session.close();
    QVERIFY(reopen->isEnabled());
    reopen->trigger();
    QTRY_COMPARE(session.name(), QStringLiteral("pasted text"));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    reopen->trigger();
    QTRY_COMPARE(session.name(), QStringLiteral("reverse.py"));
    QTRY_COMPARE(session.phase(), Phase::Ready);
}

void TestMainWindow::theOnlyProgramComesBack()
{
    Session session;
    MainWindow window(session);
    auto* reopen = window.findChild<QAction*>(QStringLiteral("reopen"));
    TIR_OPEN_SAMPLE(session, "reverse");
    QVERIFY(!reopen->isEnabled()); // there was none before it
    session.close();
    QVERIFY(reopen->isEnabled());
    reopen->trigger();
    QTRY_COMPARE(session.name(), QStringLiteral("reverse.py"));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(!reopen->isEnabled());
}

void TestMainWindow::actionsOfAProgramNeedOne()
{
    Session session;
    MainWindow window(session);
    const auto areEnabled = [&](bool expected) {
        for (const char* id : {"edit-source", "save", "save-as", "close"})
            if (window.findChild<QAction*>(QLatin1String(id))->isEnabled() != expected)
                return false;
        return true;
    };
    QVERIFY(areEnabled(false));
    TIR_OPEN_SAMPLE(session, "reverse");
    QVERIFY(areEnabled(true));
    session.close();
    QVERIFY(areEnabled(false));
    session.openText(QStringLiteral("wrong.py"), QStringLiteral("def (\n"));
    QTRY_COMPARE(session.phase(), Phase::Unreadable);
    QVERIFY(areEnabled(true)); // to correct it
    for (const char* id : {"run", "check", "find-in-steps", "line-history", "breadcrumb"})
        QVERIFY2(!window.findChild<QAction*>(QLatin1String(id))->isEnabled(), id);
}

void TestMainWindow::dropOpensAFile()
{
    Session session;
    MainWindow window(session);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(samplePath(QStringLiteral("reverse")))});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&window, &drop);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QCOMPARE(session.name(), QStringLiteral("reverse.py"));
}

void TestMainWindow::themeIsSwitched()
{
    Session session;
    MainWindow window(session);
    window.findChild<QAction*>(QStringLiteral("theme"))->trigger();
    QCOMPARE(theme().kind, ThemeKind::Dark);
    QCOMPARE(window.palette().color(QPalette::Window), theme().window);
    window.findChild<QAction*>(QStringLiteral("theme"))->trigger();
    QCOMPARE(theme().kind, ThemeKind::Light);
}

void TestMainWindow::oneSelectionFollowsThroughAll()
{
    Session session;
    MainWindow window(session);
    window.resize(1280, 800);
    window.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    QTRY_VERIFY(session.jobs().running().isEmpty());
    auto* code = window.findChild<QWidget*>(QStringLiteral("afterCode"));
    auto* timeline = window.findChild<QWidget*>(QStringLiteral("timelineCanvas"));
    const QImage codeBefore = code->grab().toImage();
    const QImage timelineBefore = timeline->grab().toImage();
    for (const CodeToken& token : session.compared()->after->code.tokens)
        if (session.compared()->after->code.textOf(token) == "folded") {
            session.selectEntity(token.identity);
            break;
        }
    QVERIFY(!session.selection().isEmpty());
    QVERIFY(code->grab().toImage() != codeBefore);
    QVERIFY(timeline->grab().toImage() != timelineBefore);
}

void TestMainWindow::statusLineNamesTheDialect()
{
    Session session;
    MainWindow window(session);
    window.show();
    const auto* label = window.findChild<QLabel*>(QStringLiteral("dialectStatus"));
    QVERIFY(label && !label->isVisible());
    TIR_OPEN_SAMPLE(session, "reverse");
    QTRY_VERIFY(label->isVisible());
    QVERIFY2(label->text().endsWith(", current syntax"), qPrintable(label->text()));
    QVERIFY2(label->toolTip().contains("line "), qPrintable(label->toolTip()));
}

void TestMainWindow::samplesButtonIsNotLitAfterItsMenu()
{
    Session session;
    MainWindow window(session);
    auto* button = window.findChild<QToolButton*>(QStringLiteral("samplesButton"));
    button->setAttribute(Qt::WA_UnderMouse, true);
    emit button->menu()->aboutToHide();
    QVERIFY(!button->underMouse());
}

void TestMainWindow::helpOpensTheManual()
{
    Session session;
    MainWindow window(session);
    window.show();
    window.findChild<QAction*>(QStringLiteral("manual"))->trigger();
    auto* manual = window.findChild<ManualWindow*>();
    QVERIFY(manual && manual->isVisible());
    QCOMPARE(manual->page(), QStringLiteral("index"));

    auto* text = manual->findChild<QTextBrowser*>(QStringLiteral("manualText"));
    emit text->anchorClicked(QUrl(QStringLiteral("pipelines.md")));
    QCOMPARE(manual->page(), QStringLiteral("pipelines"));
    QVERIFY(text->toPlainText().startsWith(QStringLiteral("Pipelines")));

    auto* pages = manual->findChild<QTreeWidget*>(QStringLiteral("manualPages"));
    manual->findChild<QLineEdit*>(QStringLiteral("manualFilter"))->setText(QStringLiteral("no such text"));
    for (int i = 0; i < pages->topLevelItemCount(); ++i)
        QVERIFY(pages->topLevelItem(i)->isHidden());
    QVERIFY(!manual->showPage(QStringLiteral("no such page")));
    QCOMPARE(manual->page(), QStringLiteral("pipelines"));
}

void TestMainWindow::keysAreAPageOfTheManual()
{
    Session session;
    MainWindow window(session);
    window.show();
    window.findChild<QAction*>(QStringLiteral("keys"))->trigger();
    const auto* manual = window.findChild<ManualWindow*>();
    QCOMPARE(manual->page(), QStringLiteral("keys"));
    const auto* text = manual->findChild<QTextBrowser*>(QStringLiteral("manualText"));
    int tables = 0;
    for (const QTextFrame* frame : text->document()->rootFrame()->childFrames())
        if (const auto* table = qobject_cast<const QTextTable*>(frame)) {
            ++tables;
            QCOMPARE(table->format().borderBrush().color(), theme().border);
            QVERIFY(table->format().borderCollapse());
            QVERIFY(table->format().cellPadding() >= 4);
        }
    QVERIFY(tables > 0);
}

void TestMainWindow::togglesHaveCheckMarksInTheMenu()
{
    Session session;
    MainWindow window(session);
    int toggles = 0;
    for (const QAction* action : window.findChild<QMenu*>(QStringLiteral("viewMenu"))->actions()) {
        if (!action->isCheckable())
            continue;
        ++toggles;
        QVERIFY2(action->icon().isNull() || !action->isIconVisibleInMenu(), qPrintable(action->text()));
    }
    QVERIFY(toggles > 10);
    for (const QAction* action : window.findChild<QMenu*>(QStringLiteral("viewMenu"))->actions())
        if (action->objectName().endsWith(QStringLiteral("ViewAction")))
            for (const QString& word : action->text().split(QLatin1Char(' ')))
                QVERIFY2(word.front().isUpper(), qPrintable(action->text()));
}

/// A longer menu would scroll.
void TestMainWindow::menusFitOnSmallScreens()
{
    constexpr int LeastScreenHeight = 720;
    Session session;
    MainWindow window(session);
    const QList<QAction*> titles = window.menuBar()->actions();
    QVERIFY(titles.size() >= 6);
    for (const QAction* title : titles)
        QVERIFY2(title->menu()->sizeHint().height() <=
                     LeastScreenHeight - window.menuBar()->sizeHint().height(),
                 qPrintable(title->text()));
}

void TestMainWindow::cardOfThePassIsAKeyAway()
{
    Session session;
    MainWindow window(session);
    window.show();
    session.openFile(samplePath(QStringLiteral("two_kernels")));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    session.goTo(3);
    auto* table = window.findChild<QTableView*>(QStringLiteral("stepsTable"));
    table->setFocus();
    QTRY_COMPARE(QApplication::focusWidget(), table);
    window.findChild<QAction*>(QStringLiteral("help"))->trigger();
    QCOMPARE(window.findChild<ManualWindow*>()->page(),
             QString::fromStdString(session.recording()->steps[2].pass.name));
}

void TestMainWindow::helpOpensThePageAboutTheView_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("page");
    const auto row = [](const char* view, const char* part, const char* page) {
        QTest::newRow(view) << view << part << page;
    };
    row("comparison", "afterCode", "code");
    row("timeline", "timelineCanvas", "pictures");
    row("call_graph", "callGraphCanvas", "pictures");
    row("run", "runButton", "run");
    row("functions", "functionsTable", "window");
}

void TestMainWindow::helpOpensThePageAboutTheView()
{
    QFETCH(QString, view);
    QFETCH(QString, part);
    QFETCH(QString, page);
    Session session;
    MainWindow window(session);
    window.show();
    session.openFile(samplePath(QStringLiteral("two_kernels")));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(window.showView(view));
    auto* widget = window.findChild<QWidget*>(part);
    QVERIFY(widget);
    QTRY_VERIFY(widget->isVisible());
    widget->setFocus();
    QTRY_COMPARE(QApplication::focusWidget(), widget);
    window.findChild<QAction*>(QStringLiteral("help"))->trigger();
    QCOMPARE(window.findChild<ManualWindow*>()->page(), page);
}

void TestMainWindow::wheelDoesNotChangeThePipeline()
{
    Session session;
    MainWindow window(session);
    window.show();
    for (const char* name : {"pipelineBox", "targetBox"}) {
        auto* box = window.findChild<QComboBox*>(QString::fromLatin1(name));
        const int before = box->currentIndex();
        QWheelEvent wheel(QPointF(4, 4), box->mapToGlobal(QPointF(4, 4)), {}, {0, -120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(box, &wheel);
        QCOMPARE(box->currentIndex(), before);
    }
}

void TestMainWindow::tabLeavesTheSteps()
{
    Session session;
    MainWindow window(session);
    window.show();
    session.openFile(samplePath(QStringLiteral("two_kernels")));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    const size_t step = session.step();
    auto* table = window.findChild<QTableView*>(QStringLiteral("stepsTable"));
    table->setFocus();
    QTRY_COMPARE(QApplication::focusWidget(), table);
    QTest::keyClick(table, Qt::Key_Tab);
    QVERIFY(QApplication::focusWidget() != table);
    QCOMPARE(session.step(), step);
}

void TestMainWindow::everyCommandIsInOneList()
{
    Session session;
    MainWindow window(session);
    window.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    session.goTo(0);
    window.findChild<QAction*>(QStringLiteral("commands"))->trigger();
    QPointer<Chooser> chooser = window.findChild<Chooser*>(QStringLiteral("commandChooser"));
    QVERIFY(chooser);
    auto* field = chooser->findChild<QLineEdit*>();
    auto* list = chooser->findChild<QListWidget*>();
    const auto find = [&](const QString& text) {
        field->setText(text);
        QStringList found;
        for (int row = 0; row < list->count(); ++row)
            found.append(list->item(row)->text());
        return found.join(QLatin1String(", "));
    };
    QCOMPARE(find(QStringLiteral("theme")), QStringLiteral("Nothing found"));
    QVERIFY(find(QStringLiteral("light dark")).contains(QStringLiteral("Light or Dark")));
    QVERIFY(find(QStringLiteral("pipeline split@before"))
                .contains(QStringLiteral("Pipeline \u203a split@before")));
    QVERIFY(find(QStringLiteral("reuse of shared"))
                .contains(QStringLiteral("In-place reuse of shared memory races")));
    QVERIFY(find(QStringLiteral("next step")).startsWith(QStringLiteral("Next Step")));
    // Also by the names of its menus, and before what is in lists of its own.
    QCOMPARE(find(QStringLiteral("file open")).section(QStringLiteral(", "), 0, 0), QStringLiteral("Open…"));
    find({});
    QCOMPARE(list->item(0)->text(), QStringLiteral("Open…"));
    QCOMPARE(list->item(0)->data(Chooser::DetailRole).toString(), QStringLiteral("Ctrl+O"));
    bool isInLists = false;
    for (int row = 0; row < list->count(); ++row) {
        const bool isOfList = list->item(row)->text().contains(QStringLiteral(" \u203a "));
        QVERIFY2(isOfList || !isInLists, qPrintable(list->item(row)->text()));
        isInLists |= isOfList;
    }
    find(QStringLiteral("next step"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(session.step(), size_t(1));
    QTRY_VERIFY(!chooser);
}

void TestMainWindow::functionsAreATypedNameAway()
{
    Session session;
    MainWindow window(session);
    window.show();
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    window.findChild<QAction*>(QStringLiteral("function"))->trigger();
    const QPointer<Chooser> chooser = window.findChild<Chooser*>(QStringLiteral("functionChooser"));
    QVERIFY(chooser);
    auto* list = chooser->findChild<QListWidget*>();
    QCOMPARE(list->count(), int(session.module().functions.size()));
    auto* field = chooser->findChild<QLineEdit*>();
    QTest::keyClicks(field, QStringLiteral("kernel_1"));
    QCOMPARE(list->count(), 1);
    QCOMPARE(list->item(0)->data(Qt::UserRole + 1).toString(), QStringLiteral("new"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(session.selection().place != NoPlace);
    const PlaceTable& places = session.compared()->after->places;
    const auto kernel = std::ranges::find(session.module().functions, std::string_view("main_kernel_1"),
                                          [](const ModuleEntry& entry) { return entry.var->name; });
    QVERIFY(places[session.selection().place].node == kernel->function);
    QTRY_VERIFY(!chooser);
}

void TestMainWindow::titleNamesTheProgram()
{
    Session session;
    MainWindow window(session);
    QCOMPARE(window.windowTitle(), QStringLiteral("Tirscope"));
    TIR_OPEN_SAMPLE(session, "reverse");
    QCOMPARE(window.windowTitle(), QStringLiteral("reverse.py – Tirscope"));
    session.close();
    QCOMPARE(window.windowTitle(), QStringLiteral("Tirscope"));
}

TIR_TEST(TestMainWindow)
#include "tst_main_window.moc"
