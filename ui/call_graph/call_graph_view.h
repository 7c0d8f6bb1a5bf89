/// The call graph of the step looked at: functions, device regions, kernels, helpers. A node selects its
/// function, an edge its call. A step that splits kernels off also has a picture of what they take, and why.

#pragma once

#include "ui/call_graph/call_graph_model.h"
#include "ui/call_graph/call_graph_picture.h"
#include "ui/session/job.h"

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
    void layOut();
    QWidget* makeBar();
    void search();
    void showStep();
    void showSplit();
    bool isSelected(const CallNode& node) const;

    Session& m_session;
    Job m_job;
    std::vector<std::shared_ptr<const CallGraphPicture>> m_pictures; ///< by step
    CallGraphModel m_model;
    CallGraphCanvas* m_canvas;
    SplitPictureView* m_split;
    QStackedWidget* m_pictureStack; ///< the graph, or the split
    QLineEdit* m_search;
    QLabel* m_found;
    QToolButton* m_splitButton;
    ContentOrPlaceholder* m_stack;
};

} // namespace tir::ui
