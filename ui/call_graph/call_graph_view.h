/// The call graph of the step looked at: functions, device regions, kernels, helpers. A node selects its
/// function, an edge its call.

#pragma once

#include "ui/call_graph/call_graph_model.h"
#include "ui/call_graph/call_graph_picture.h"
#include "ui/session/job.h"

#include <QWidget>

namespace tir::ui {

class CallGraphCanvas;
class ContentOrPlaceholder;
class Session;

class CallGraphView : public QWidget {
    Q_OBJECT
public:
    explicit CallGraphView(Session& session, QWidget* parent = nullptr);

private:
    void layOut();
    void showStep();
    bool isSelected(const CallNode& node) const;

    Session& m_session;
    Job m_job;
    std::vector<std::shared_ptr<const CallGraphPicture>> m_pictures; ///< by step
    CallGraphModel m_model;
    CallGraphCanvas* m_canvas;
    ContentOrPlaceholder* m_stack;
};

} // namespace tir::ui
