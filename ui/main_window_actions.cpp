/// Implements the entries of the menus; their ids, texts, and keys are in passes/workbench/program/window_actions.def.

#include "ui/main_window.h"

#include "passes/workbench/program/manual.h"
#include "ui/bars/pipeline_bar.h"
#include "ui/command_palette.h"
#include "ui/common/actions.h"
#include "ui/common/code_view.h"
#include "ui/common/file_dialogs.h"
#include "ui/common/text.h"
#include "ui/dock_width.h"
#include "ui/files/file_opener.h"
#include "ui/files/record_dialog.h"
#include "ui/files/source_saver.h"
#include "ui/files/step_export.h"
#include "ui/manual_window.h"
#include "ui/occupancy_dialog.h"
#include "ui/program_docks.h"
#include "ui/session/occurrences.h"
#include "ui/session/session.h"
#include "ui/session/step_branch.h"
#include "ui/session/visit_history.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileInfo>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QWhatsThisClickedEvent>

namespace tir::ui {
namespace {

/// `name`, or with a number after it that no file or folder has.
QString freeName(const QString& name)
{
    QString free = name;
    for (int number = 2; QFileInfo::exists(free); ++number)
        free = QStringLiteral("%1_%2").arg(name).arg(number);
    return free;
}

} // namespace

void MainWindow::makeStepActions()
{
    const auto addMove = [this](const char* id, std::function<void()> perform) {
        m_moveActions.append(makeAction(id, *this, std::move(perform)));
    };
    addMove("previous-changed", [this] { m_session.navigation().goToPreviousChanged(); });
    addMove("previous", [this] { m_session.navigation().goToPrevious(); });
    addMove("next", [this] { m_session.navigation().goToNext(); });
    addMove("next-changed", [this] { m_session.navigation().goToNextChanged(); });
    addMove("previous-key-pass", [this] { m_session.navigation().goToPreviousKeyPass(); });
    addMove("next-key-pass", [this] { m_session.navigation().goToNextKeyPass(); });
    addMove("next-event", [this] { m_session.navigation().goToNextEvent(); });
    addMove("previous-event", [this] { m_session.navigation().goToPreviousEvent(); });
    addMove("next-watched", [this] { m_session.navigation().goToNextWatched(); });
    addMove("previous-watched", [this] { m_session.navigation().goToPreviousWatched(); });
    addMove("first-problem", [this] { m_session.navigation().goToFirstProblem(); });
    const auto add = [this](const char* id, std::function<void()> perform) {
        m_stepActions.append(makeAction(id, *this, std::move(perform)));
    };
    add("function", [this] {
        new Chooser(QStringLiteral("functionChooser"), tr("Go to a function"), functionChoices(m_session),
                    *this);
    });
    m_nameActions.append(makeAction("definition", *this, [this] { goToDefinition(m_session); }));
    m_nameActions.append(makeAction("next-use", *this, [this] { goToNextUse(m_session); }));
    m_watch = makeAction("watch", *this, [this] { m_session.watchpoint().toggle(); });
    add("unwatch", [this] { m_session.watchpoint().clear(); });
    add("run", [this] { m_session.requestRun(); });
    add("check", [this] { m_session.requestCheck(); });
    add("reproduce", [this] {
        const QString folder = chooseFileToSave(
            this, tr("Make a reproducer in a new folder"),
            freeName(QFileInfo(m_session.name()).completeBaseName() + QStringLiteral("_reproducer")),
            tr("Folders (*)"));
        if (!folder.isEmpty())
            m_session.requestReproducer(folder);
    });
    add("save-step", [this] { saveStepWithDialog(m_session, *this); });
    add("copy-step", [this] { QApplication::clipboard()->setText(stepText(m_session)); });
    add("copy-command", [this] { QApplication::clipboard()->setText(tircCommand(m_session)); });
    add("tvm-pipeline", [this] {
        const QString name =
            QInputDialog::getText(
                this, tr("Run a pipeline of your own TVM"),
                tr("A pipeline that your TVM has registered, or module.function, which returns one. A Python "
                   "process imports your TVM:"),
                QLineEdit::Normal, QStringLiteral("s_tir"))
                .trimmed();
        if (!name.isEmpty())
            runTvmPipeline(m_session, name);
    });
}

void MainWindow::refreshActions()
{
    for (QAction* action : std::as_const(m_moveActions))
        action->setEnabled(m_session.hasSteps());
    for (QAction* action : std::as_const(m_stepActions))
        action->setEnabled(m_session.phase() == Phase::Ready);
    for (QAction* action : std::as_const(m_programActions))
        action->setEnabled(m_session.program() != nullptr);
    m_close->setEnabled(m_session.phase() != Phase::Empty);
    refreshSelectionActions();
}

/// Without a selection, they would do nothing.
void MainWindow::refreshSelectionActions()
{
    const bool isReady = m_session.phase() == Phase::Ready;
    const Selection& selection = m_session.selection();
    for (QAction* action : std::as_const(m_nameActions))
        action->setEnabled(isReady && selection.identity);
    m_watch->setEnabled(isReady &&
                        (selection.identity || selection.place != NoPlace || m_session.watchpoint().isSet()));
}

void MainWindow::makePinActions()
{
    m_stepActions.append(makeAction("pin", *this, [this] { m_session.pin().set(); }));
    QAction* unpin = makeAction("unpin", *this, [this] { m_session.pin().clear(); });
    QAction* difference =
        makeAction("first-difference", *this, [this] { m_session.navigation().goToFirstDifference(); });
    QAction* runHere = makeAction("run-here", *this, [this] { m_session.runHere(); });
    QAction* withOurs = makeAction("compare-with-ours", *this, [this] { m_session.pin().setToOurs(); });
    const auto refresh = [this, unpin, difference, runHere, withOurs] {
        runHere->setEnabled(m_session.isRecorded());
        withOurs->setEnabled(m_session.isRecorded());
        unpin->setEnabled(m_session.pin().run() != nullptr);
        difference->setEnabled(m_session.pin().firstDifferent().has_value());
    };
    connect(&m_session.pin(), &Pin::changed, this, refresh);
    connect(&m_session, &Session::phaseChanged, this, refresh);
    refresh();
}

void MainWindow::makeBuildActions()
{
    QAction* previous =
        makeAction("previous-build", *this, [this] { m_session.openBuild(m_session.build() - 1); });
    QAction* next = makeAction("next-build", *this, [this] { m_session.openBuild(m_session.build() + 1); });
    const auto refresh = [this, previous, next] {
        previous->setEnabled(m_session.isRecorded() && m_session.build() > 1);
        next->setEnabled(m_session.isRecorded() && m_session.build() < m_session.buildCount());
    };
    connect(&m_session, &Session::phaseChanged, this, refresh);
    refresh();
}

void MainWindow::makeViewActions()
{
    makeAction("theme", *this, [this] { switchTheme(); });
    makeAction("reset-layout", *this, [this] {
        m_docks->restore(m_initialLayout);
        if (auto* steps = findChild<QDockWidget*>(QStringLiteral("steps")); steps->isVisible())
            resizeDocks({steps}, {DockWidth::widthIn(width())}, Qt::Horizontal);
    });
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
    QAction* start = makeAction("continue-from-step", *this, [this] { m_branch->start(); });
    QAction* goBack = makeAction("leave-copy", *this, [this] { m_branch->goBack(); });
    const auto refresh = [this, start, goBack] {
        start->setEnabled(m_branch->canStart());
        goBack->setEnabled(m_branch->isOpen());
    };
    connect(&m_session, &Session::phaseChanged, start, refresh);
    connect(&m_session, &Session::stepChanged, start, refresh);
    connect(m_branch, &StepBranch::changed, start, refresh);
    refresh();
}

void MainWindow::makeHelpActions()
{
    makeAction("occupancy", *this, [this] {
        auto* dialog = new OccupancyDialog(m_session, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
    });
    makeAction("commands", *this, [this] {
        new Chooser(QStringLiteral("commandChooser"), tr("Search commands, samples, and pipelines"),
                    commandChoices(*menuBar(), m_session), *this);
    });
    makeAction("help", *this, [this] { showHelpForFocus(); });
    makeAction("manual", *this, [this] { showManual(QStringLiteral("index")); });
    makeAction("keys", *this, [this] { showManual(QStringLiteral("keys")); });
}

bool MainWindow::event(QEvent* event)
{
    if (event->type() != QEvent::WhatsThisClicked)
        return QMainWindow::event(event);
    showManual(QStringLiteral("glossary"), static_cast<QWhatsThisClickedEvent*>(event)->href());
    return true;
}

void MainWindow::showManual(const QString& page, const QString& word)
{
    if (!m_manual)
        m_manual = new ManualWindow(this);
    m_manual->show(); // first: the place of a word depends on the width
    m_manual->raise();
    m_manual->activateWindow();
    m_manual->showPage(page, word);
}

/// The word under the pointer, else at the caret, if the glossary explains it; else empty.
static QString wordForHelp(const QWidget& window)
{
    const auto known = [](const CodeView& view, const CodeToken* token) {
        const QString word = token ? wordOf(*view.content().text, *token) : QString();
        return glossaryEntry(word.toStdString()).empty() ? QString() : word;
    };
    QString atCaret;
    for (const CodeView* view : window.findChildren<CodeView*>()) {
        if (!view->isVisible() || !view->hasText())
            continue;
        if (const QString word = known(*view, view->tokenUnderPointer()); !word.isEmpty())
            return word;
        if (const std::optional<uint32_t> caret = view->caret(); caret && view->hasFocus())
            atCaret = known(*view, view->content().text->tokenAt(*caret));
    }
    return atCaret;
}

/// The meaning of a word of the code; the card of the pass in the lists about a step; elsewhere the page about the view.
void MainWindow::showHelpForFocus()
{
    if (const QString word = wordForHelp(*this); !word.isEmpty())
        return showManual(QStringLiteral("glossary"), word);
    static const QMap<QString, QString> pages = {{QStringLiteral("call_graph"), QStringLiteral("pictures")},
                                                 {QStringLiteral("comparison"), QStringLiteral("code")},
                                                 {QStringLiteral("diagnostics"), QStringLiteral("run")},
                                                 {QStringLiteral("generated"), QStringLiteral("gpu")},
                                                 {QStringLiteral("run"), QStringLiteral("run")},
                                                 {QStringLiteral("timeline"), QStringLiteral("pictures")}};
    QString view;
    for (QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget())
        if (const QString id = m_views.key(widget); !id.isEmpty())
            view = id;
    const bool isAboutStep = view == QStringLiteral("steps") || view == QStringLiteral("notes");
    if (isAboutStep && m_session.phase() == Phase::Ready && m_session.step() > 0) {
        const std::string& pass = m_session.recording()->steps[m_session.step() - 1].pass.name;
        return showManual(findManualPage(pass) ? toQString(pass) : QStringLiteral("pipelines"));
    }
    showManual(pages.value(view, QStringLiteral("window")));
}

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
    QAction* reopen = makeAction("reopen", *this, [this] { m_opener->reopen(); });
    reopen->setEnabled(false);
    connect(m_opener, &FileOpener::changed, reopen,
            [this, reopen] { reopen->setEnabled(m_opener->canReopen()); });
    makeAction("paste", *this, [this] { m_opener->openClipboard(); });
    m_programActions.append(makeAction("save", *this, [this] { m_saver->save(); }));
    m_programActions.append(makeAction("save-as", *this, [this] { m_saver->saveAs(); }));
    m_close = makeAction("close", *this, [this] { m_session.close(); });
    makeAction("quit", *this, [] { QApplication::closeAllWindows(); });
}

void MainWindow::switchTheme()
{
    applyTheme(otherTheme(theme().kind));
}

} // namespace tir::ui
