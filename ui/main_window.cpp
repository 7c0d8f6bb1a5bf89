#include "ui/main_window.h"

#include "ui/bars/branch_bar.h"
#include "ui/bars/check_bar.h"
#include "ui/bars/define_form.h"
#include "ui/bars/failed_run_bar.h"
#include "ui/bars/pin_bar.h"
#include "ui/bars/pipeline_bar.h"
#include "ui/bars/pipeline_hint_bar.h"
#include "ui/bars/programs_bar.h"
#include "ui/bars/reload_bar.h"
#include "ui/bars/status_line.h"
#include "ui/bars/story_card.h"
#include "ui/common/focus_ring.h"
#include "ui/common/icons.h"
#include "ui/common/text.h"
#include "ui/dock_title.h"
#include "ui/dock_width.h"
#include "ui/files/file_opener.h"
#include "ui/files/source_saver.h"
#include "ui/files/unsaved_copy.h"
#include "ui/files/unsaved_questions.h"
#include "ui/files/welcome.h"
#include "ui/layout_keeper.h"
#include "ui/program_docks.h"
#include "ui/session/session.h"
#include "ui/session/step_branch.h"
#include "ui/session/visit_history.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMimeData>
#include <QStatusBar>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace tir::ui {

#define TIR_VIEW(folder, Class) \
    class Class;                \
    template <>                 \
    ViewInfo viewInfo<Class>();
#include "ui/view_list.def"

namespace {

constexpr int LeastLeftWidth = 220; ///< the names of passes remain legible

/// As the other entries of the menus.
QString inTitleCase(const QString& text)
{
    QStringList words = text.split(QLatin1Char(' '));
    for (QString& word : words)
        word = word.left(1).toUpper() + word.mid(1);
    return words.join(QLatin1Char(' '));
}

QList<ViewInfo> allViews()
{
    return {
#define TIR_VIEW(folder, Class) viewInfo<Class>(),
#include "ui/view_list.def"
    };
}

} // namespace

MainWindow::MainWindow(Session& session, QWidget* parent)
    : QMainWindow(parent),
      m_session(session),
      m_opener(new FileOpener(session, *this)),
      m_history(new VisitHistory(session, this)),
      m_branch(new StepBranch(session, this)),
      m_saver(new SourceSaver(session, *this, m_branch))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/tirscope.svg")));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    resize(1280, 800);
    ProgramDocks::shareCorner(*this);
    makeFileActions();
    makeStepActions();
    makePinActions();
    makeBuildActions();
    makeViewActions();
    makeHelpActions();
    makeHistoryActions();
    makeToolBar();
    makeViews();
    m_programActions.append(findChild<QAction*>(QStringLiteral("edit-source")));
    connect(findChild<QAction*>(QStringLiteral("split-picture")), &QAction::triggered, this,
            [this] { showView(QStringLiteral("call_graph")); });
    makeBranchAction();
    fillMenuBar(*this, m_menus);
    addDockTabMenus(*this);
    new DockWidth(*findChild<QDockWidget*>(QStringLiteral("steps")), *this);
    m_initialLayout = saveState();
    m_docks = new ProgramDocks(m_session, *this);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(new StatusLine(m_session), 1);

    connect(&m_session, &Session::phaseChanged, this, &MainWindow::refreshTitle);
    connect(&m_session, &Session::phaseChanged, this, &MainWindow::refreshActions);
    connect(&m_session, &Session::stepChanged, this, &MainWindow::refreshActions);
    connect(&m_session, &Session::selectionChanged, this, &MainWindow::refreshSelectionActions);
    connect(&m_session.watchpoint(), &Watchpoint::changed, this, &MainWindow::refreshSelectionActions);
    connect(&m_session, &Session::runRequested, this, [this] { showView(QStringLiteral("run")); });
    connect(&m_session, &Session::reproducerRequested, this, [this] { showView(QStringLiteral("run")); });
    connect(&m_session.edits(), &Edits::sourceChanged, this, &MainWindow::refreshTitle);
    m_session.edits().setQuestion(
        [this](Loss loss) { return askAboutLoss(loss, m_session, *m_saver, *this); });
    connect(&m_session, &Session::recordingChanged, this, &MainWindow::giveKeyboardToSteps);
    // Later, when the tool bar has the field of another pipeline, or no longer has it.
    connect(&m_session, &Session::setupChanged, this, &MainWindow::fitToolBar, Qt::QueuedConnection);
    new FocusRing(this);
    refreshTitle();
    refreshActions();
}

// ---- views

void MainWindow::makeViews()
{
    QMap<ViewPlace, QList<QDockWidget*>> docks;
    for (const ViewInfo& info : allViews()) {
        QWidget* view = info.make(m_session);
        if (info.place == ViewPlace::Center) {
            setCentralWidget(new Welcome(m_session, withBars(view)));
            m_views[info.id] = view;
            continue;
        }
        auto* dock = new QDockWidget(info.title, this);
        dock->setObjectName(info.id);
        dock->setTitleBarWidget(new DockTitle(dock));
        dock->setWidget(view);
        QAction* action = makeDockAction(dock); // with the name of the view, even if its title has more
        if (!view->windowTitle().isEmpty())
            dock->setWindowTitle(view->windowTitle());
        connect(view, &QWidget::windowTitleChanged, dock, &QWidget::setWindowTitle);
        if (info.place == ViewPlace::Right) {
            action->setIcon(themedIcon(info.icon));
            action->setShortcut(info.key);
        }
        docks[info.place].append(dock);
        m_views[info.id] = dock;
    }
    arrangeDocks(docks);
}

QWidget* MainWindow::withBars(QWidget* view)
{
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new ReloadBar(m_session));
    layout->addWidget(new BranchBar(*m_branch));
    layout->addWidget(new FailedRunBar(m_session));
    layout->addWidget(new PipelineHintBar(m_session));
    layout->addWidget(new ProgramsBar(m_session));
    layout->addWidget(new PinBar(m_session));
    layout->addWidget(new CheckBar(m_session));
    layout->addWidget(new DefineForm(m_session));
    layout->addWidget(new StoryCard(m_session));
    layout->addWidget(view, 1);
    return page;
}

void MainWindow::arrangeDocks(const QMap<ViewPlace, QList<QDockWidget*>>& docks)
{
    for (QDockWidget* dock : docks[ViewPlace::Left]) {
        dock->widget()->setMinimumWidth(LeastLeftWidth);
        addDockWidget(Qt::LeftDockWidgetArea, dock, Qt::Vertical);
    }
    QList<QDockWidget*> groups;
    for (const ViewPlace place : {ViewPlace::BottomLeft, ViewPlace::BottomRight}) {
        const QList<QDockWidget*>& group = docks[place];
        if (group.isEmpty())
            continue;
        addDockWidget(Qt::BottomDockWidgetArea, group.front(), Qt::Horizontal);
        for (int i = 1; i < group.size(); ++i)
            tabifyDockWidget(group[i - 1], group[i]);
        group.front()->raise();
        groups.append(group.front());
    }
    const QList<QDockWidget*>& right = docks[ViewPlace::Right];
    for (QDockWidget* dock : right) {
        addDockWidget(Qt::RightDockWidgetArea, dock, Qt::Vertical);
        if (dock != right.front())
            tabifyDockWidget(right.front(), dock);
        dock->hide();
        addViewButton(dock);
    }
    if (const QList<QDockWidget*>& left = docks[ViewPlace::Left]; !left.isEmpty()) {
        resizeDocks({left.front()}, {DockWidth::widthIn(width())}, Qt::Horizontal);
        resizeDocks(left, QList<int>(left.size(), 300), Qt::Vertical);
    }
    resizeDocks(groups, {540, 400}, Qt::Horizontal);
    resizeDocks(groups, QList<int>(groups.size(), 250), Qt::Vertical);
}

/// Brings a dock to the front; closes it when it is there already. Checked while the dock is in front.
QAction* MainWindow::makeDockAction(QDockWidget* dock)
{
    auto* action = new QAction(inTitleCase(dock->windowTitle()), dock);
    action->setObjectName(dock->objectName() + QStringLiteral("ViewAction"));
    action->setCheckable(true);
    connect(dock, &QDockWidget::visibilityChanged, action, &QAction::setChecked);
    connect(action, &QAction::triggered, dock, [dock](bool isOpen) {
        dock->setVisible(isOpen);
        if (isOpen)
            dock->raise();
    });
    m_menus.docks.append(action);
    return action;
}

/// A button in the tool bar for the action of a dock.
void MainWindow::addViewButton(QDockWidget* dock)
{
    auto* action = dock->findChild<QAction*>(dock->objectName() + QStringLiteral("ViewAction"),
                                             Qt::FindDirectChildrenOnly);
    action->setToolTip(
        tr("%1 panel (%2)").arg(dock->windowTitle(), action->shortcut().toString(QKeySequence::NativeText)));
    m_toolBar->insertAction(m_beforeViews, action);
    addWord(action, dock->objectName() == QLatin1String("run") ? tr("Run panel") : dock->windowTitle());
    connect(dock, &QDockWidget::visibilityChanged, this,
            [this, dock, isSized = false](bool isVisible) mutable {
                // The dock is not to be too narrow, and not to leave too little for the code.
                const int share = width() * 3 / 8;
                if (isVisible && !isSized && std::min(dock->width(), centralWidget()->width()) < share)
                    resizeDocks({dock}, {share}, Qt::Horizontal);
                isSized |= isVisible;
            });
}

bool MainWindow::showView(const QString& id)
{
    QWidget* view = m_views.value(id);
    if (!view)
        return false;
    if (auto* dock = qobject_cast<QDockWidget*>(view))
        m_docks->bringToFront(*dock);
    return true;
}

QStringList MainWindow::viewIds() const
{
    return m_views.keys();
}

/// A program that was opened has its steps under the arrow keys. Else the pipeline list would have them, and run another
/// pipeline.
void MainWindow::giveKeyboardToSteps()
{
    const std::shared_ptr<const OpenedProgram> program = m_session.program();
    if (!m_session.recordedSteps() || program == m_programWithKeyboard.lock())
        return;
    m_programWithKeyboard = program;
    if (const QWidget* focus = focusWidget(); !focus || m_toolBar->isAncestorOf(focus))
        m_views[QStringLiteral("steps")]->findChild<QTableView*>()->setFocus();
}

// ---- the tool bar

void MainWindow::makeToolBar()
{
    QToolBar* bar = addToolBar(tr("Tools"));
    m_toolBar = bar;
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setIconSize({16, 16});
    const auto add = [&](const char* id, const char* icon) {
        auto* action = findChild<QAction*>(QLatin1String(id));
        action->setIcon(themedIcon(QString::fromLatin1(icon)));
        bar->addAction(action);
        return action;
    };

    QAction* open = add("open", "open");
    m_menus.open = m_opener->makeOpenMenu();
    open->setMenu(m_menus.open);
    if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(open)))
        button->setPopupMode(QToolButton::MenuButtonPopup);
    auto* samples = new QToolButton;
    samples->setObjectName(QStringLiteral("samplesButton"));
    samples->setText(tr("Samples"));
    samples->setIcon(themedIcon(QStringLiteral("samples")));
    samples->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    samples->setPopupMode(QToolButton::InstantPopup);
    m_menus.samples = m_opener->makeSamplesMenu();
    samples->setMenu(m_menus.samples);
    // The pointer leaves the button while the menu has all events: it would stay lit.
    connect(m_menus.samples, &QMenu::aboutToHide, samples, [samples] {
        samples->setAttribute(Qt::WA_UnderMouse, false);
        samples->update();
    });
    bar->addWidget(samples);
    bar->addSeparator();
    m_samplesButton = samples;
    m_pipelineBar = new PipelineBar(m_session);
    bar->addWidget(m_pipelineBar);
    bar->addSeparator();
    add("previous-changed", "previous_changed");
    add("previous", "previous");
    add("next", "next");
    add("next-changed", "next_changed");
    bar->addSeparator();
    addWord(add("run", "run"), tr("Run"));
    addWord(add("check", "check_steps"), tr("Check every step"));
    auto* space = new QWidget;
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_beforeViews = bar->addWidget(space);
    add("theme", "theme");
    bar->toggleViewAction()->setVisible(false); // the tool bar stays
    // Buttons that do not fit into a narrow window open at the right end; the style has no picture for that.
    if (auto* more = bar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"))) {
        more->setIcon(themedIcon(QStringLiteral("next_changed"), &Theme::accent));
        more->setToolTip(tr("More"));
    }
}

void MainWindow::addWord(QAction* action, const QString& word)
{
    action->setIconText(word);
    if (auto* button = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(action)))
        m_buttonsWithWords.append(button);
}

/// What is least important goes first while the tool bar is wider than the window: words, the switches of the pipeline,
/// the buttons of panels, which are behind the arrow at the right end then, and the rest of the pipeline. The steps,
/// Run, and the check stay.
void MainWindow::fitToolBar()
{
    constexpr int Reserve = 40; // a longer name of a target does not bring the arrow
    const auto fits = [&](bool hasWords, bool hasSamplesWord, int hiddenParts, int room) {
        for (QToolButton* button : std::as_const(m_buttonsWithWords))
            button->setToolButtonStyle(hasWords ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        m_samplesButton->setToolButtonStyle(hasSamplesWord ? Qt::ToolButtonTextBesideIcon
                                                           : Qt::ToolButtonIconOnly);
        m_pipelineBar->setHiddenParts(hiddenParts);
        m_toolBar->layout()->invalidate();
        return m_toolBar->sizeHint().width() <= room;
    };
    bool isDone = fits(true, true, 0, width() - Reserve) || fits(false, true, 0, width()) ||
                  fits(false, true, 1, width()) || fits(false, false, 1, width());
    for (int hidden = 1; hidden <= PipelineBar::MostHiddenParts && !isDone; ++hidden)
        isDone = fits(false, false, hidden, width() + widthOfPanelButtons());
}

/// Without the arrow that takes their place.
int MainWindow::widthOfPanelButtons() const
{
    int width = 0;
    bool isBehind = false;
    for (QAction* action : m_toolBar->actions()) {
        if (const QWidget* button = m_toolBar->widgetForAction(action); isBehind && button)
            width += button->sizeHint().width();
        isBehind |= action->objectName() == QLatin1String("check");
    }
    const auto* more = m_toolBar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
    return width - (more ? more->sizeHint().width() : 0);
}

// ---- opening

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            return m_session.openFile(url.toLocalFile());
    if (event->mimeData()->hasText())
        m_session.openText(tr("dropped text"), event->mimeData()->text());
}

// ---- stored settings

void MainWindow::restoreSettings()
{
    m_session.setKeepsSettings(true);
    m_layoutKeeper = new LayoutKeeper(*this, *m_docks);
    offerUnsavedTexts(m_session, *m_branch, *this);
    new UnsavedCopy(m_session, *m_branch, this);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    ProgramDocks::shareCorner(*this);
    fitToolBar();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_session.edits().giveUp(Loss::All))
        return event->ignore();
    if (m_layoutKeeper)
        m_layoutKeeper->save();
    m_session.jobs().cancelAll(); // their results are for the window
    QMainWindow::closeEvent(event);
}

void MainWindow::refreshTitle()
{
    const QString name = m_session.name();
    const QString mark = m_session.edits().isSourceEdited() ? QStringLiteral("*") : QString();
    const QString origin = m_session.runOrigin();
    const QString run = origin.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(origin);
    setWindowTitle(name.isEmpty() ? QStringLiteral("Tirscope")
                                  : name + mark + run + QStringLiteral(" – Tirscope"));
}

} // namespace tir::ui
