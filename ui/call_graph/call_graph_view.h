/// The call graph of the current step: functions, device regions, kernels, helpers. A node selects its function, an
/// edge its call. A step that splits kernels off also has a picture of their captures, with reasons. While two runs are
/// compared, the graph of the pinned one is to the left, and functions of both have the same positions. For a large
/// program, the graph can be limited to the neighborhood of the function that the code shows.

#pragma once

#include "passes/workbench/drawing/split_picture.h"
#include "ui/call_graph/call_graph_drawing.h"
#include "ui/call_graph/call_graph_model.h"
#include "ui/session/job.h"
#include "ui/session/pinned_step.h"

#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace tir::ui {

class CallGraphCanvas;
class ContentOrPlaceholder;
class DeferredUpdate;
class Session;
class SplitPictureView;

class CallGraphView : public QWidget {
    Q_OBJECT
public:
    explicit CallGraphView(Session& session, QWidget* parent = nullptr);

private:
    void clear();
    void layOut();
    void layOutNear();
    void followFunction();
    void followPin();
    void selectInOwnGraph(const CallNode& pinned);
    bool isSelectedInPinned(const CallNode& pinned) const;
    QWidget* makeGraphs();
    QWidget* makeSplit();
    QWidget* makeBar();
    void search();
    void showStep();
    void showSplit();
    void fillNodeMenu(QMenu& menu, const CallNode& node);
    void fillEdgeMenu(QMenu& menu, const CallEdge& edge);
    QToolButton* makeDepthButton();
    void setDepth(int depth);
    void showKernels(std::vector<SplitKernel> kernels);
    bool isSelected(const CallNode& node) const;

    Session& m_session;
    Job m_job;
    Job m_nearJob;
    Job m_splitJob;
    std::shared_ptr<const Recording> m_recording; ///< that was laid out last
    std::shared_ptr<const DrawnRuns> m_all;       ///< null while they are laid out
    DrawnRuns m_near;                             ///< around m_center; empty: all are shown
    std::string m_center;
    int m_depth = 0;     ///< how many calls from the function in view; 0: all functions are shown
    int m_lastDepth = 1; ///< that was not 0
    std::shared_ptr<const PinnedRun> m_laidOutWith; ///< whose pinned graphs these are
    CallGraphModel m_model;
    CallGraphCanvas* m_canvas;
    CallGraphCanvas* m_pinnedCanvas;
    QLabel* m_title;
    QLabel* m_pinnedTitle;
    QLabel* m_splitTitle;
    SplitPictureView* m_split;
    QStackedWidget* m_pictureStack; ///< the graph, or the split
    QLineEdit* m_search;
    QLabel* m_found;
    QToolButton* m_depthButton;
    QList<QAction*> m_depthActions; ///< by depth
    QToolButton* m_splitButton;
    ContentOrPlaceholder* m_stack;
    DeferredUpdate* m_update;
};

} // namespace tir::ui
