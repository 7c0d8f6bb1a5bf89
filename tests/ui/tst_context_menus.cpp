/// Context menus of names in the code, boxes of the timeline, and rows of lists; and the manual at an entry.

#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/common/code_view.h"
#include "ui/manual_window.h"
#include "ui/timeline/timeline_canvas.h"

#include <QClipboard>
#include <QtWidgets>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

QMenu* openMenu(const QWidget& window, const char* name)
{
    for (QMenu* menu : window.findChildren<QMenu*>(QString::fromLatin1(name)))
        if (menu->isVisible())
            return menu;
    return nullptr;
}

/// Null: the menu has no such entry.
QAction* entryOf(const QMenu& menu, const QString& text)
{
    for (QAction* action : menu.actions())
        if (action->text() == text)
            return action;
    return nullptr;
}

QStringList textsOf(const QMenu& menu)
{
    QStringList texts;
    for (const QAction* action : menu.actions())
        if (!action->isSeparator())
            texts.append(action->text());
    return texts;
}

void requestMenu(QWidget& widget, QPoint point)
{
    QContextMenuEvent event(QContextMenuEvent::Mouse, point, widget.mapToGlobal(point));
    QCoreApplication::sendEvent(&widget, &event);
}

/// A window at a step of two_kernels.
struct Desk : ShownWindow {
    explicit Desk(const char* step = "MergeSharedMemoryAllocations", const char* pipeline = "split")
    {
        window.resize(1400, 900);
        problem = perform(QStringLiteral("sample=two_kernels,pipeline=%1,step=%2")
                              .arg(QLatin1String(pipeline), QLatin1String(step)));
    }

    CodeView& code() { return *window.findChild<CodeView*>(QStringLiteral("afterCode")); }
    /// Bytes of the first occurrence of a name in the first line that contains a text.
    Span word(std::string_view line, std::string_view name)
    {
        const std::string& text = code().content().text->text;
        const size_t at = text.find(name, text.find(line));
        return {uint32_t(at), uint32_t(at + name.size())};
    }
    QMenu* menuAt(Span span)
    {
        code().reveal(span);
        requestMenu(*code().viewport(), code().rectOf(span).center());
        return openMenu(window, "codeMenu");
    }

    QString problem;
};

} // namespace

class TestContextMenus : public QObject {
    Q_OBJECT
private slots:
    void aWordIsSelectedAndCopied()
    {
        Desk desk;
        QCOMPARE(desk.problem, QString());
        QMenu* menu = desk.menuAt(desk.word("squares[tx] = ", "squares"));
        QVERIFY(menu);
        const QAction* copy = entryOf(*menu, QStringLiteral("Copy “squares”"));
        QVERIFY2(copy, qPrintable(textsOf(*menu).join(", ")));
        QVERIFY(desk.session.selection().identity);
        entryOf(*menu, QStringLiteral("Copy “squares”"))->trigger();
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("squares"));
        entryOf(*menu, QStringLiteral("Copy Line"))->trigger();
        QVERIFY(QApplication::clipboard()->text().startsWith("squares[tx] = "));
    }

    void itLeadsToDefinitionsAndUses()
    {
        Desk desk;
        QMenu* menu = desk.menuAt(desk.word("mine[0] = ", "squares"));
        QVERIFY(menu);
        const Place use = desk.session.selection().place;
        entryOf(*menu, QStringLiteral("Definition of the Selection"))->trigger();
        const Place definition = desk.session.selection().place;
        QVERIFY(definition != use && definition < use);
        entryOf(*menu, QStringLiteral("Next Use of the Selection"))->trigger();
        QVERIFY(desk.session.selection().place > definition);
    }

    void itLeadsToTheStepsOfAName()
    {
        Desk desk;
        const size_t here = desk.session.step();
        QMenu* menu = desk.menuAt(desk.word("buf_dyn_shmem = ", "buf_dyn_shmem"));
        QVERIFY(menu);
        auto* steps = menu->findChild<QMenu*>(QStringLiteral("showInStepMenu"));
        QVERIFY(steps);
        const auto entry = [&](const char* begin) -> QAction* {
            for (QAction* action : steps->actions())
                if (action->text().startsWith(QLatin1String(begin)))
                    return action;
            return nullptr;
        };
        // The merge makes it; the steps are looked at in the background.
        QTRY_VERIFY2(entry("First: "), qPrintable(textsOf(*steps).join(", ")));
        QVERIFY2(entry("First: ")->text().contains("MergeSharedMemoryAllocations"),
                 qPrintable(entry("First: ")->text()));
        QVERIFY(!entry("First: ")->isEnabled());
        QAction* last = entry("Last: ");
        QVERIFY(last && last->isEnabled());
        last->trigger();
        QTRY_VERIFY(desk.session.step() > here);
    }

    void itHasTheHistoryOfTheLine()
    {
        Desk desk;
        QTRY_VERIFY(desk.session.lineHistory());
        QMenu* menu = desk.menuAt(desk.word("squares[tx] = ", "squares"));
        QVERIFY(menu);
        QAction* history = entryOf(*menu, QStringLiteral("History of This Line…"));
        QVERIFY(history);
        history->trigger();
        QTRY_VERIFY(desk.window.findChild<QWidget*>(QStringLiteral("lineHistory")));
    }

    void theKeyOpensItAtTheCaret()
    {
        Desk desk;
        const Span word = desk.word("squares[tx] = ", "squares");
        desk.code().reveal(word);
        desk.code().setFocus();
        QTest::mouseClick(desk.code().viewport(), Qt::LeftButton, {}, desk.code().rectOf(word).center());
        QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
        QCoreApplication::sendEvent(desk.code().viewport(), &event);
        QMenu* menu = openMenu(desk.window, "codeMenu");
        QVERIFY(menu && entryOf(*menu, QStringLiteral("Copy “squares”")));
    }

    void wordsOfTheGlossaryLeadThere()
    {
        Desk desk;
        QMenu* menu = desk.menuAt(desk.word("T.tvm_storage_sync(\"shared\")", "tvm_storage_sync"));
        QVERIFY(menu);
        QAction* meaning = entryOf(*menu, QStringLiteral("What “tvm_storage_sync” Means"));
        QVERIFY2(meaning, qPrintable(textsOf(*menu).join(", ")));
        meaning->trigger();
        const auto* manual = desk.window.findChild<ManualWindow*>();
        QVERIFY(manual && manual->isVisible());
        QCOMPARE(manual->page(), QStringLiteral("glossary"));
        const auto* text = manual->findChild<QTextBrowser*>();
        QCOMPARE(text->extraSelections().size(), 1);
        QVERIFY(text->extraSelections().front().cursor.block().text().startsWith("tvm_storage_sync:"));
    }

    void theHelpKeyExplainsTheWordAtTheCaret()
    {
        Desk desk;
        const Span word = desk.word("scope=\"shared.dyn\"", "shared.dyn");
        desk.code().reveal(word);
        desk.window.activateWindow();
        QTest::mouseClick(desk.code().viewport(), Qt::LeftButton, {}, desk.code().rectOf(word).center());
        desk.code().setFocus();
        QTRY_VERIFY(desk.code().hasFocus());
        QCOMPARE(desk.perform("help"), QString());
        const auto* manual = desk.window.findChild<ManualWindow*>();
        QVERIFY(manual);
        QCOMPARE(manual->page(), QStringLiteral("glossary"));
        const auto* text = manual->findChild<QTextBrowser*>();
        QCOMPARE(text->extraSelections().size(), 1);
        QVERIFY(text->extraSelections().front().cursor.block().text().startsWith("shared.dyn:"));
    }

    void returnSelectsTheNamesOfALine()
    {
        Desk desk;
        const Span word = desk.word("squares[tx] = ", "squares");
        desk.code().reveal(word);
        QTest::mouseClick(desk.code().viewport(), Qt::LeftButton, {},
                          desk.code().rectOf(word).topLeft() - QPoint(20, -4));
        QVERIFY(desk.session.selection().isEmpty());
        QTest::keyClick(&desk.code(), Qt::Key_Return);
        const Node* squares = desk.session.selection().identity;
        QVERIFY(squares);
        QTest::keyClick(&desk.code(), Qt::Key_Return);
        QVERIFY(desk.session.selection().identity && desk.session.selection().identity != squares);
        const size_t step = desk.session.step();
        QTest::keyClick(&desk.code(), Qt::Key_Down);
        QCOMPARE(desk.session.step(), step);
    }

    void boxesOfTheTimeline()
    {
        Desk desk;
        auto* canvas = desk.window.findChild<TimelineCanvas*>(QStringLiteral("timelineCanvas"));
        QTRY_VERIFY(!canvas->rectOf(0, 0).isEmpty());
        emit canvas->customContextMenuRequested(canvas->rectOf(0, 0).center());
        QMenu* menu = openMenu(desk.window, "pictureMenu");
        QVERIFY(menu);
        QVERIFY2(entryOf(*menu, QStringLiteral("Definition of the Selection")),
                 qPrintable(textsOf(*menu).join(", ")));
        QVERIFY(entryOf(*menu, QStringLiteral("Copy Picture")));
        QVERIFY(desk.session.selection().identity);
    }

    void rowsOfLists_data()
    {
        QTest::addColumn<QString>("list");
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("entry");
        QTest::newRow("functions") << "functionsTable"
                                   << "functions"
                                   << "Definition of the Selection";
        QTest::newRow("diagnostics") << "diagnosticsList"
                                     << "diagnostics"
                                     << "Go There";
        QTest::newRow("notes") << "notesList"
                               << "notes"
                               << "Select What It Names";
    }
    void rowsOfLists()
    {
        QFETCH(QString, list);
        QFETCH(QString, view);
        QFETCH(QString, entry);
        Desk desk("MergeSharedMemoryAllocations", "split@legacy-merge");
        QCOMPARE(desk.perform("view=" + view), QString());
        auto* rows = desk.window.findChild<QAbstractItemView*>(list);
        QTRY_VERIFY(rows->model()->rowCount() > 0);
        QModelIndex wanted;
        for (int row = 0; row < rows->model()->rowCount() && !wanted.isValid(); ++row)
            if (const QModelIndex index = rows->model()->index(row, 0);
                index.flags().testFlag(Qt::ItemIsEnabled))
                wanted = index;
        QTRY_VERIFY(rows->visualRect(wanted).isValid());
        desk.session.select({});
        int row = wanted.row();
        // Some rows say something that is nowhere.
        for (; row < rows->model()->rowCount(); ++row) {
            const QModelIndex index = rows->model()->index(row, 0);
            rows->scrollTo(index);
            emit rows->customContextMenuRequested(rows->visualRect(index).center());
            QMenu* menu = openMenu(desk.window, "rowMenu");
            QVERIFY(menu);
            QAction* action = entryOf(*menu, entry);
            QVERIFY2(action, qPrintable(textsOf(*menu).join(", ")));
            entryOf(*menu, QStringLiteral("Copy Row"))->trigger();
            QVERIFY(QApplication::clipboard()->text().startsWith(index.data().toString()));
            const bool isEnabled = action->isEnabled();
            if (isEnabled)
                action->trigger();
            menu->close();
            if (isEnabled)
                break;
        }
        QTRY_VERIFY(!desk.session.selection().isEmpty());
    }
};

TIR_TEST(TestContextMenus)
#include "tst_context_menus.moc"
