/// The window: the tool bar, the views of ui/view_list.def in docks around the code, the status bar.

#pragma once

#include "ui/common/theme.h"
#include "ui/common/view_info.h"
#include "ui/menus.h"

#include <QMainWindow>
#include <QMap>

#include <memory>

class QDockWidget;
class QToolBar;
class QToolButton;

namespace tir {
struct OpenedProgram;
}

namespace tir::ui {

class LayoutKeeper;
class ManualWindow;
class FileOpener;
class PipelineBar;
class ProgramDocks;
class Session;
class SourceSaver;
class StepBranch;
class VisitHistory;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// The session must outlive the window.
    explicit MainWindow(Session& session, QWidget* parent = nullptr);

    /// Brings a view to the front by the name of its folder; false if there is none.
    bool showView(const QString& id);
    QStringList viewIds() const;

    /// Size, docks, theme and recent files of the last time; and keeps them from now on.
    void restoreSettings();

protected:
    /// Handles WhatsThisClicked, which views send to open the glossary at a word.
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeToolBar();
    void addWord(QAction* action, const QString& word);
    void fitToolBar();
    int widthOfPanelButtons() const;
    void makeViews();
    QWidget* withBars(QWidget* view);
    QAction* makeDockAction(QDockWidget* dock);
    void addViewButton(QDockWidget* dock);
    void arrangeDocks(const QMap<ViewPlace, QList<QDockWidget*>>& docks);
    void makeFileActions();
    void makeStepActions();
    void makePinActions();
    void makeBuildActions();
    void makeViewActions();
    void makeHelpActions();
    void makeHistoryActions();
    void makeBranchAction();

    void giveKeyboardToSteps();
    void refreshTitle();
    void refreshActions();
    void refreshSelectionActions();
    void switchTheme();
    void showManual(const QString& page, const QString& word = {});
    void showHelpForFocus();

    Session& m_session;
    FileOpener* m_opener;
    VisitHistory* m_history;
    StepBranch* m_branch;
    SourceSaver* m_saver;
    QMap<QString, QWidget*> m_views; ///< by id: the dock, or the view in the middle
    QList<QAction*> m_moveActions;   ///< to another step
    QList<QAction*> m_stepActions;   ///< others that need a run
    QList<QAction*> m_nameActions;   ///< that need a selected name
    QAction* m_watch = nullptr;
    QList<QAction*> m_programActions; ///< that need a program
    QAction* m_close = nullptr;
    std::weak_ptr<const OpenedProgram> m_programWithKeyboard; ///< whose steps have had it
    QToolBar* m_toolBar = nullptr;
    PipelineBar* m_pipelineBar = nullptr;
    QToolButton* m_samplesButton = nullptr;
    QAction* m_beforeViews = nullptr;       ///< the buttons of views come before it
    QList<QToolButton*> m_buttonsWithWords; ///< of the tool bar, if there is room
    MenuParts m_menus;
    ProgramDocks* m_docks = nullptr;
    QByteArray m_initialLayout;             ///< of docks and tool bars
    LayoutKeeper* m_layoutKeeper = nullptr; ///< of a window that keeps settings
    ManualWindow* m_manual = nullptr;       ///< created when it is first shown
};

} // namespace tir::ui
