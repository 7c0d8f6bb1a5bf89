#include "ui/main_window.h"

#include "passes/workbench/program/manual.h"
#include "ui/check_bar.h"
#include "ui/command_palette.h"
#include "ui/common/actions.h"
#include "ui/common/file_dialogs.h"
#include "ui/common/focus_ring.h"
#include "ui/common/icons.h"
#include "ui/common/text.h"
#include "ui/define_form.h"
#include "ui/dock_title.h"
#include "ui/file_opener.h"
#include "ui/layout_keeper.h"
#include "ui/loss_question.h"
#include "ui/manual_window.h"
#include "ui/pin_bar.h"
#include "ui/pipeline_bar.h"
#include "ui/pipeline_hint_bar.h"
#include "ui/programs_bar.h"
#include "ui/record_dialog.h"
#include "ui/reload_bar.h"
#include "ui/session/session.h"
#include "ui/session/visit_history.h"
#include "ui/source_saver.h"
#include "ui/status_line.h"
#include "ui/step_branch.h"
#include "ui/story_card.h"
#include "ui/unsaved_copy.h"
#include "ui/unsaved_question.h"
#include "ui/welcome.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QStatusBar>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace tir::ui {

#define TIR_VIEW(folder, Class) \
    class Class;                \
    template <>                 \
    ViewInfo viewInfo<Class>();
#include "ui/view_list.def"

namespace {

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
      m_saver(new SourceSaver(session, *this)),
      m_history(new VisitHistory(session, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/tirscope.svg")));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    resize(1280, 800);
    makeFileActions();
    makeStepActions();
    makeViewActions();
    makeHelpActions();
    makeHistoryActions();
    makeToolBar();
    makeViews();
    makeBranchAction();
    fillMenuBar(*this, m_menus);
    m_initialLayout = saveState();
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(new StatusLine(m_session), 1);

    connect(&m_session, &Session::phaseChanged, this, &MainWindow::refreshTitle);
    connect(&m_session, &Session::phaseChanged, this, &MainWindow::refreshActions);
    connect(&m_session, &Session::stepChanged, this, &MainWindow::refreshActions);
    connect(&m_session, &Session::runRequested, this, [this] { showView(QStringLiteral("run")); });
    connect(&m_session, &Session::reproducerRequested, this, [this] { showView(QStringLiteral("run")); });
    connect(&m_session.edits(), &Edits::sourceChanged, this, &MainWindow::refreshTitle);
    m_session.edits().setQuestion(
        [this](Loss loss) { return askAboutLoss(loss, m_session, *m_saver, *this); });
    connect(&m_session, &Session::recordingChanged, this, &MainWindow::giveKeyboardToSteps);
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
        if (info.place == ViewPlace::Centre) {
            setCentralWidget(new Welcome(m_session, withBars(view)));
            m_views[info.id] = view;
            continue;
        }
        auto* dock = new QDockWidget(info.title, this);
        dock->setObjectName(info.id);
        dock->setTitleBarWidget(new DockTitle(dock));
        dock->setWidget(view);
        QAction* action = makeDockAction(dock);
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
    for (QDockWidget* dock : docks[ViewPlace::Left])
        addDockWidget(Qt::LeftDockWidgetArea, dock, Qt::Vertical);
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
        resizeDocks({left.front()}, {352}, Qt::Horizontal);
        resizeDocks(left, QList<int>(left.size(), 300), Qt::Vertical);
    }
    resizeDocks(groups, {540, 400}, Qt::Horizontal);
    resizeDocks(groups, QList<int>(groups.size(), 250), Qt::Vertical);
}

/// Brings a dock to the front; closes it when it is there already. Checked while the dock is in front.
QAction* MainWindow::makeDockAction(QDockWidget* dock)
{
    auto* action = new QAction(dock->windowTitle(), dock);
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
    action->setToolTip(QStringLiteral("%1 (%2)").arg(dock->windowTitle(),
                                                     action->shortcut().toString(QKeySequence::NativeText)));
    m_toolBar->insertAction(m_beforeViews, action);
    connect(dock, &QDockWidget::visibilityChanged, this,
            [this, dock, isSized = false](bool isVisible) mutable {
                if (isVisible && !isSized && dock->width() < width() * 3 / 8)
                    resizeDocks({dock}, {width() * 3 / 8}, Qt::Horizontal);
                isSized |= isVisible;
            });
}

bool MainWindow::showView(const QString& id)
{
    QWidget* view = m_views.value(id);
    if (!view)
        return false;
    view->show();
    view->raise();
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
    if (!m_session.recording() || program == m_programWithKeyboard.lock())
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
    bar->addWidget(samples);
    bar->addSeparator();
    bar->addWidget(new PipelineBar(m_session));
    bar->addSeparator();
    add("previous-changed", "previous_changed");
    add("previous", "previous");
    add("next", "next");
    add("next-changed", "next_changed");
    bar->addSeparator();
    add("run", "run");
    add("check", "check_steps");
    auto* space = new QWidget;
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_beforeViews = bar->addWidget(space);
    add("theme", "theme");
    bar->toggleViewAction()->setVisible(false); // the tool bar stays
    // What a narrow window leaves no room for opens at the right end; the style has no picture for that.
    if (auto* more = bar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"))) {
        more->setIcon(themedIcon(QStringLiteral("next_changed"), &Theme::accent));
        more->setToolTip(tr("More"));
    }
}

// ---- actions

void MainWindow::makeStepActions()
{
    const auto add = [this](const char* id, std::function<void()> perform) {
        m_stepActions.append(makeAction(id, *this, std::move(perform)));
    };
    add("previous-changed", [this] { m_session.goToPreviousChanged(); });
    add("previous", [this] { m_session.goToPrevious(); });
    add("next", [this] { m_session.goToNext(); });
    add("next-changed", [this] { m_session.goToNextChanged(); });
    add("next-event", [this] { m_session.goToNextEvent(); });
    add("previous-event", [this] { m_session.goToPreviousEvent(); });
    add("first-problem", [this] { m_session.goToFirstProblem(); });
    add("function", [this] {
        new Chooser(QStringLiteral("functionChooser"), tr("Go to a function"), functionChoices(m_session),
                    *this);
    });
    add("run", [this] { m_session.requestRun(); });
    add("check", [this] { m_session.requestCheck(); });
    add("reproduce", [this] {
        const QString folder =
            chooseFileToSave(this, tr("Make a reproducer in a new folder"),
                             QFileInfo(m_session.name()).completeBaseName() + QStringLiteral("_reproducer"),
                             tr("Folders (*)"));
        if (!folder.isEmpty())
            m_session.requestReproducer(folder);
    });
    add("tvm-pipeline", [this] {
        const QString name = QInputDialog::getText(
                                 this, tr("Run a pipeline of your own TVM"),
                                 tr("Name of the pipeline, or module.function. Python starts with your TVM:"),
                                 QLineEdit::Normal, QStringLiteral("s_tir"))
                                 .trimmed();
        if (!name.isEmpty())
            runTvmPipeline(m_session, name);
    });
    add("pin", [this] { m_session.pin().set(); });
    QAction* unpin = makeAction("unpin", *this, [this] { m_session.pin().clear(); });
    QAction* difference = makeAction("first-difference", *this, [this] {
        if (const std::optional<size_t> number = m_session.pin().firstDifferent())
            m_session.goTo(*number);
    });
    QAction* runHere = makeAction("run-here", *this, [this] { m_session.runHere(); });
    const auto refresh = [this, unpin, difference, runHere] {
        runHere->setEnabled(m_session.isRecorded());
        unpin->setEnabled(m_session.pin().run() != nullptr);
        difference->setEnabled(m_session.pin().firstDifferent().has_value());
    };
    connect(&m_session.pin(), &Pin::changed, this, refresh);
    connect(&m_session, &Session::phaseChanged, this, refresh);
    refresh();
}

void MainWindow::refreshActions()
{
    for (QAction* action : std::as_const(m_stepActions))
        action->setEnabled(m_session.phase() == Phase::Ready);
}

void MainWindow::makeViewActions()
{
    makeAction("theme", *this, [this] { switchTheme(); });
    makeAction("reset-layout", *this, [this] { restoreState(m_initialLayout); });
}

void MainWindow::makeHistoryActions()
{
    QAction* back = makeAction("back", *this, [this] { m_history->goBack(); });
    QAction* forward = makeAction("forward", *this, [this] { m_history->goForward(); });
    const auto refresh = [this, back, forward] {
        back->setEnabled(m_history->canGoBack());
        forward->setEnabled(m_history->canGoForward());
    };
    connect(m_history, &VisitHistory::changed, this, refresh);
    refresh();
}

void MainWindow::makeBranchAction()
{
    QAction* branch = makeAction("continue-from-step", *this, [this] { continueFromStep(m_session); });
    const auto refresh = [this, branch] { branch->setEnabled(canContinueFromStep(m_session)); };
    connect(&m_session, &Session::phaseChanged, branch, refresh);
    connect(&m_session, &Session::stepChanged, branch, refresh);
    refresh();
}

// ---- help

void MainWindow::makeHelpActions()
{
    makeAction("commands", *this, [this] {
        new Chooser(QStringLiteral("commandChooser"), tr("Search commands, samples, and pipelines"),
                    commandChoices(*menuBar(), m_session), *this);
    });
    makeAction("help", *this, [this] { showHelpForFocus(); });
    makeAction("manual", *this, [this] { showManual(QStringLiteral("index")); });
    makeAction("keys", *this, [this] { showManual(QStringLiteral("window")); });
}

void MainWindow::showManual(const QString& page)
{
    if (!m_manual)
        m_manual = new ManualWindow(this);
    m_manual->showPage(page);
    m_manual->show();
    m_manual->raise();
    m_manual->activateWindow();
}

/// The card of the pass in the lists about a step; elsewhere the page about the view.
void MainWindow::showHelpForFocus()
{
    static const QMap<QString, QString> pages = {{QStringLiteral("run"), QStringLiteral("execution")},
                                                 {QStringLiteral("generated"), QStringLiteral("gpu")}};
    QString view;
    for (QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget())
        if (m_views.contains(widget->objectName()))
            view = widget->objectName();
    const bool isAboutStep = view == QStringLiteral("steps") || view == QStringLiteral("notes");
    if (isAboutStep && m_session.phase() == Phase::Ready && m_session.step() > 0) {
        const std::string& pass = m_session.recording()->steps[m_session.step() - 1].pass.name;
        return showManual(findManualPage(pass) ? toQString(pass) : QStringLiteral("pipelines"));
    }
    showManual(pages.value(view, QStringLiteral("window")));
}

// ---- opening

void MainWindow::makeFileActions()
{
    makeAction("open", *this, [this] { m_opener->openWithDialog(); });
    makeAction("record", *this, [this] {
        auto* dialog = findChild<RecordDialog*>();
        if (!dialog)
            dialog = new RecordDialog(m_session, this);
        dialog->show();
        dialog->raise();
        dialog->activateWindow();
    });
    makeAction("paste", *this, [this] { m_opener->openClipboard(); });
    makeAction("save", *this, [this] { m_saver->save(); });
    makeAction("save-as", *this, [this] { m_saver->saveAs(); });
    makeAction("close", *this, [this] { m_session.close(); });
    makeAction("quit", *this, [] { QApplication::closeAllWindows(); });
}

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

// ---- what is kept

void MainWindow::restoreSettings()
{
    m_session.setKeepsSettings(true);
    m_layoutKeeper = new LayoutKeeper(*this);
    offerUnsavedTexts(m_session, *this);
    new UnsavedCopy(m_session, this);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_session.edits().giveUp(Loss::All))
        return event->ignore();
    if (m_layoutKeeper)
        m_layoutKeeper->save();
    QMainWindow::closeEvent(event);
}

void MainWindow::refreshTitle()
{
    const QString name = m_session.name();
    const QString mark = m_session.edits().isSourceEdited() ? QStringLiteral("*") : QString();
    setWindowTitle(name.isEmpty() ? QStringLiteral("Tirscope") : name + mark + QStringLiteral(" – Tirscope"));
}

void MainWindow::switchTheme()
{
    applyTheme(otherTheme(theme().kind));
}

} // namespace tir::ui
