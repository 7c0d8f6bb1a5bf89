/// Actions of a user with keys, menus, mouse and wheel, through the X server that tst_desktop starts.

#include "tests/support/patience.h"
#include "tests/support/test_main.h"
#include "ui/common/message_list.h"
#include "ui/diagnostics/diagnostics_model.h"
#include "ui/files/welcome.h"
#include "ui/main_window.h"
#include "ui/notes/notes_model.h"
#include "ui/session/session.h"
#include "ui/session/step_findings.h"
#include "ui/steps/steps_model.h"

#include <QtTest>
#include <QtWidgets>

using namespace tir;
using namespace tir::ui;

namespace {

class WheelCounter : public QObject {
public:
    int count = 0;

private:
    bool eventFilter(QObject* receiver, QEvent* event) override
    {
        if (event->type() == QEvent::Wheel && receiver->isWidgetType())
            ++count;
        return false;
    }
};

/// Runs xdotool while the window handles events; whether it succeeded.
bool xdotool(const QStringList& arguments)
{
    QProcess process;
    process.start("xdotool", arguments);
    return QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, 60000) &&
           process.exitCode() == 0;
}

bool moveTo(const QPoint& place)
{
    return xdotool({"mousemove", QString::number(place.x()), QString::number(place.y())});
}

bool click(const QPoint& place)
{
    return moveTo(place) && xdotool({"click", "1"});
}

QPoint centerOf(const QWidget* widget)
{
    return widget->mapToGlobal(widget->rect().center());
}

} // namespace

class TstJourneys : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (QGuiApplication::platformName() != "xcb")
            QSKIP("tst_desktop runs this under an X server");
        m_session = std::make_unique<Session>();
        m_window = std::make_unique<MainWindow>(*m_session);
        m_window->setGeometry(20, 20, 1400, 880);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QVERIFY(xdotool({"windowfocus", "--sync", QString::number(m_window->winId())}));
        QTRY_VERIFY(m_window->isActiveWindow());
    }

    void opensASampleFromItsMenu()
    {
        auto* button = m_window->findChild<QToolButton*>("samplesButton");
        QVERIFY(button && button->isVisible());
        // The click does not return before the menu is closed.
        QTimer whenOpen;
        connect(&whenOpen, &QTimer::timeout, this, [&] {
            if (!button->menu()->isVisible())
                return;
            whenOpen.stop();
            QProcess::startDetached("xdotool", {"key", "Down", "Return"});
        });
        whenOpen.start(50);
        QVERIFY(click(centerOf(button)));
        QTRY_COMPARE(m_session->phase(), Phase::Ready);
        QCOMPARE(m_session->name(), QStringLiteral("two_kernels.py"));
        QTRY_VERIFY(m_session->compared());
    }

    void arrowKeysGoThroughTheSteps()
    {
        QTRY_VERIFY(m_window->isActiveWindow());
        const size_t step = m_session->step();
        QVERIFY(xdotool({"key", "Right", "Right"}));
        QTRY_COMPARE(m_session->step(), step + 2);
        QVERIFY(xdotool({"key", "Left"}));
        QTRY_COMPARE(m_session->step(), step + 1);
    }

    void theGoMenuGoesToTheNextStep()
    {
        const size_t step = m_session->step();
        auto* menu = m_window->findChild<QMenu*>("goMenu");
        QVERIFY(menu);
        QMenuBar* bar = m_window->menuBar();
        QVERIFY(click(bar->mapToGlobal(bar->actionGeometry(menu->menuAction()).center())));
        QTRY_VERIFY(menu->isVisible());
        const QList<QAction*> actions = menu->actions();
        const auto next = std::find_if(actions.begin(), actions.end(),
                                       [](const QAction* action) { return action->text() == "Next Step"; });
        QVERIFY(next != actions.end());
        QVERIFY(click(menu->mapToGlobal(menu->actionGeometry(*next).center())));
        QTRY_COMPARE(m_session->step(), step + 1);
    }

    void theWheelDoesNotChangeThePipeline()
    {
        auto* box = m_window->findChild<QComboBox*>("pipelineBox");
        QVERIFY(box && box->isVisible());
        const std::string pipeline = m_session->setup().pipeline.name;
        const QString text = box->currentText();
        WheelCounter wheel;
        qApp->installEventFilter(&wheel);
        QVERIFY(moveTo(centerOf(box)));
        QVERIFY(xdotool({"click", "--repeat", "3", "5"}));
        QTRY_VERIFY(wheel.count >= 3);
        QCOMPARE(box->currentText(), text);
        QCOMPARE(m_session->setup().pipeline.name, pipeline);
    }

    void f9ShowsAndClosesTheRunPanel()
    {
        auto* panel = m_window->findChild<QDockWidget*>("run");
        QVERIFY(panel);
        QVERIFY(panel->visibleRegion().isEmpty());
        QVERIFY(xdotool({"key", "F9"}));
        QTRY_VERIFY(!panel->visibleRegion().isEmpty());
        QVERIFY(xdotool({"key", "F9"}));
        QTRY_VERIFY(panel->visibleRegion().isEmpty());
    }

    /// Two launches become two kernels: with the keys to the split, a note of it, its picture, and what follows.
    void teachesTheSplit()
    {
        openFromWelcome("two_kernels");
        clickOn("mergeSwitch");
        QTRY_COMPARE(m_session->setup().pipeline.name, std::string("split"));
        waitForTexts();
        goWithKeys(0);
        const size_t split = stepOf("SplitHostDevice");
        goWithKeys(split);

        auto* notes = find<MessageList>("notesList");
        const QModelIndex note = firstRow(*notes->model(), [](const QModelIndex& index) {
            return index.data(NotesModel::NodeRole).value<quintptr>() != 0;
        });
        QVERIFY(note.isValid());
        clickOn(*notes, note);
        QTRY_VERIFY(!m_session->selection().isEmpty());

        clickOnTab("Call graph");
        auto* picture = find<QWidget>("splitPicture");
        auto* button = find<QToolButton>("showSplit");
        QTRY_VERIFY(button->isVisible());
        if (!button->isChecked())
            clickOn("showSplit");
        QTRY_VERIFY(isInView(*picture));
        clickOn("showSplit"); // the graph in its place, and the picture again
        QTRY_VERIFY(!isInView(*picture));
        clickOn("showSplit");
        QTRY_VERIFY(isInView(*picture));

        goWithKeys(split + 1);
        QCOMPARE(m_session->recording()->steps[split].pass.name, std::string("LowerDeviceKernelLaunch"));
        QVERIFY(m_session->compared()->after->code.text.find("T.call_packed") != std::string::npos);
    }

    /// From a red step to its cause and to the fix.
    void findsTheScopingBug()
    {
        openFromWelcome("merged_two_launches");
        const size_t merge = stepOf("MergeSharedMemoryAllocations");
        QCOMPARE(m_session->step(), merge);
        QVERIFY(m_session->recording()->steps[merge - 1].verdict == Verdict::IllFormed);
        const StepFindings& findings = StepFindings::of(*m_session);
        const auto* answer = find<QLabel>("checkText");
        clickOn("storyCheckButton");
        QTRY_VERIFY(findings.answer());
        QVERIFY2(answer->text().startsWith("Not sound: "), qPrintable(answer->text()));
        goWithKeys(0);
        clickOn("checkButton");
        QTRY_COMPARE(m_session->step(), merge);
        waitForTexts();

        // The diagnostic leads to the use, in the code.
        auto* diagnostics = find<MessageList>("diagnosticsList");
        const auto* model = static_cast<const DiagnosticsModel*>(diagnostics->model());
        const auto hasPlace = [&](const QModelIndex& index) {
            return model->whereAt(index).place != NoPlace;
        };
        QTRY_VERIFY(firstRow(*model, hasPlace).isValid());
        clickOn(*diagnostics, firstRow(*model, hasPlace));
        QTRY_VERIFY(m_session->selection().place != NoPlace);

        clickOn("storyFixButton");
        QTRY_COMPARE(m_session->setup().pipeline.name, m_session->story()->sample.fix);
        waitForTexts();
        for (size_t step = 0; step < m_session->stepCount(); ++step)
            QVERIFY(!hasError(m_session->recording()->diagnostics(step)));
        QVERIFY(!findings.answer());
        clickOn("storyCheckButton");
        QTRY_VERIFY(findings.answer());
        QVERIFY2(answer->text().startsWith("Sound: "), qPrintable(answer->text()));
        QVERIFY(!findings.firstWrong());
    }

    void comparesTwoPipelinesAtTheMerge()
    {
        openFromWelcome("two_kernels");
        QCOMPARE(m_session->setup().pipeline.name, std::string("split@legacy-merge"));
        const size_t merge = stepOf("MergeSharedMemoryAllocations");
        QCOMPARE(m_session->step(), merge);
        QVERIFY(xdotool({"key", "ctrl+k"}));
        QTRY_VERIFY(m_session->pin().run());
        clickOn("mergeSwitch");
        QTRY_COMPARE(m_session->setup().pipeline.name, std::string("split"));
        waitForTexts();
        QCOMPARE(m_session->step(), merge);
        QTRY_VERIFY(m_session->compared() && m_session->compared()->pinned);
        // A is on the left, B on the right, and the list of steps says where they differ.
        const auto allocations = [](const ModuleText& text) {
            return QString::fromStdString(text.code.text).count("buf_dyn_shmem = T.alloc_buffer(") +
                   QString::fromStdString(text.code.text).count("buf_dyn_shmem_1 = T.alloc_buffer(");
        };
        QCOMPARE(allocations(*m_session->compared()->before), 1);
        QCOMPARE(allocations(*m_session->compared()->after), 2);
        const QAbstractItemModel* steps = find<QTableView>("stepsTable")->model();
        const auto isOther = [](const QModelIndex& index) {
            return index.data(StepsModel::PinnedMarkRole).toString() == QStringLiteral("\u2260 A");
        };
        QTRY_VERIFY(firstRow(*steps, isOther).isValid());
        goWithKeys(0);
        clickOn("firstDifferenceButton");
        QTRY_COMPARE(m_session->step(), merge);
        clickOn("unpinButton");
        QTRY_VERIFY(!m_session->pin().run());
        QTRY_VERIFY(m_session->compared() && !m_session->compared()->pinned);
    }

    void cleanupTestCase()
    {
        m_window.reset();
        m_session.reset();
    }

private:
    template <class Widget>
    Widget* find(const char* name) const
    {
        return m_window->findChild<Widget*>(QString::fromLatin1(name));
    }

    static bool isInView(const QWidget& widget) { return !widget.visibleRegion().isEmpty(); }

    /// Moves the pointer to the widget; false while the layout moves the widget away.
    static bool isPointedAt(const QWidget& widget)
    {
        return moveTo(centerOf(&widget)) && widget.underMouse();
    }

    template <class IsMeant>
    static QModelIndex firstRow(const QAbstractItemModel& model, IsMeant isMeant)
    {
        for (int row = 0; row < model.rowCount(); ++row)
            if (const QModelIndex index = model.index(row, 0); isMeant(index))
                return index;
        return {};
    }

    size_t stepOf(const char* pass) const
    {
        const std::vector<Step>& steps = m_session->recording()->steps;
        const auto found = std::ranges::find(steps, pass, [](const Step& step) { return step.pass.name; });
        return found == steps.end() ? 0 : size_t(found - steps.begin()) + 1;
    }

    void clickOn(const char* name)
    {
        auto* button = find<QAbstractButton>(name);
        QVERIFY2(button, name);
        QTRY_VERIFY2(isInView(*button) && button->isEnabled() && isPointedAt(*button), name);
        QVERIFY(xdotool({"click", "1"}));
    }

    static void clickOn(QAbstractItemView& view, const QPersistentModelIndex& index)
    {
        view.scrollTo(index);
        QTRY_VERIFY(view.viewport()->rect().contains(view.visualRect(index).center()));
        QVERIFY(click(view.viewport()->mapToGlobal(view.visualRect(index).center())));
    }

    /// Brings the dock of that title to the front.
    void clickOnTab(const QString& title)
    {
        for (QTabBar* bar : m_window->findChildren<QTabBar*>())
            for (int tab = 0; tab < bar->count(); ++tab)
                if (bar->isVisible() && bar->tabText(tab) == title) {
                    QVERIFY(click(bar->mapToGlobal(bar->tabRect(tab).center())));
                    QTRY_COMPARE(bar->currentIndex(), tab);
                    return;
                }
        QFAIL(qPrintable(title));
    }

    void waitForTexts()
    {
        QTRY_COMPARE(m_session->phase(), Phase::Ready);
        QTRY_VERIFY(m_session->compared() && m_session->compared()->number == m_session->step() &&
                    m_session->compared()->recording == m_session->recording());
    }

    void goWithKeys(size_t number)
    {
        while (m_session->step() != number) {
            const size_t before = m_session->step();
            QVERIFY(xdotool({"key", number > before ? "Right" : "Left"}));
            QTRY_VERIFY(m_session->step() != before);
        }
        waitForTexts();
    }

    /// With its card on the page that an empty window shows.
    void openFromWelcome(const QString& sample)
    {
        QString title;
        for (const WelcomeSample& each : welcomeSamples())
            if (QFileInfo(each.path).completeBaseName() == sample)
                title = each.title;
        QVERIFY2(!title.isEmpty(), qPrintable(sample));
        QTRY_VERIFY(m_window->isActiveWindow());
        QVERIFY(xdotool({"key", "ctrl+w"}));
        QTRY_COMPARE(m_session->phase(), Phase::Empty);
        auto* page = find<QScrollArea>("welcomeScroll");
        QTRY_VERIFY(isInView(*page));
        QWidget* card = nullptr;
        for (QLabel* label : page->findChildren<QLabel*>(QStringLiteral("sampleTitle")))
            if (label->text() == title)
                card = label->parentWidget();
        QVERIFY2(card, qPrintable(title));
        const auto isPointedAtInPage = [&] {
            page->ensureWidgetVisible(card);
            return isPointedAt(*card);
        };
        QTRY_VERIFY(isPointedAtInPage());
        QVERIFY(xdotool({"click", "1"}));
        waitForTexts();
    }

    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;
};

TIR_TEST(TstJourneys)
#include "tst_journeys.moc"
