/// The call graph of the current step: functions, device regions, kernels, helpers. A node selects its function, an
/// edge its call. A step that splits kernels off also has a picture of their captures, with reasons. While two runs are
/// compared, the graph of the pinned one is to the left, and functions of both have the same positions.

#pragma once

#include "ui/call_graph/call_graph_model.h"
#include "ui/call_graph/call_graph_picture.h"
#include "ui/session/job.h"
#include "ui/session/pinned_step.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QToolButton;

namespace tir::ui {

class CallGraphCanvas;
class ContentOrPlaceholder;
class Session;
class SplitPictureView;

class CallGraphView : public QWidget {
    Q_OBJECT
public:
    explicit CallGraphView(Session& session, QWidget* parent = nullptr);

private:
    void clear();
    void layOut();
    void followPin();
    void selectInOwnGraph(const CallNode& pinned);
    bool isSelectedInPinned(const CallNode& pinned) const;
    QWidget* makeGraphs();
    QWidget* makeBar();
    void search();
    void showStep();
    void showSplit();
    bool isSelected(const CallNode& node) const;

    Session& m_session;
    Job m_job;
    std::shared_ptr<const Recording> m_recording; ///< that was laid out last
    using Pictures = std::vector<std::shared_ptr<const CallGraphPicture>>;
    Pictures m_pictures;       ///< by step
    Pictures m_pinnedPictures; ///< by step of the pinned run; empty if no run is compared
    std::shared_ptr<const PinnedRun> m_laidOutWith; ///< whose those are
    CallGraphModel m_model;
    CallGraphCanvas* m_canvas;
    CallGraphCanvas* m_pinnedCanvas;
    QLabel* m_title;
    QLabel* m_pinnedTitle;
    SplitPictureView* m_split;
    QStackedWidget* m_pictureStack; ///< the graph, or the split
    QLineEdit* m_search;
    QLabel* m_found;
    QToolButton* m_splitButton;
    ContentOrPlaceholder* m_stack;
};

} // namespace tir::ui
