#include "ui/call_graph/call_graph_view.h"

#include "ui/call_graph/call_graph_canvas.h"
#include "ui/common/placeholder.h"
#include "ui/common/view_info.h"
#include "ui/session/session.h"

#include <QVBoxLayout>

namespace tir::ui {
namespace {

/// The graphs of all steps and one layout for all of them.
struct GraphsOfRecording {
    std::vector<CallGraph> graphs;
    CallGraphLayout layout;
};

GraphsOfRecording layOutRecording(const Recording& recording, JobControl& control)
{
    GraphsOfRecording result;
    for (size_t number = 0; number < recording.moduleCount() && !control.isCancelled(); ++number)
        result.graphs.push_back(number > 0 && &recording.module(number) == &recording.module(number - 1)
                                    ? result.graphs.back()
                                    : callGraph(recording.module(number)));
    if (!control.isCancelled())
        result.layout = layoutCallGraph(result.graphs);
    return result;
}

} // namespace

template <>
ViewInfo viewInfo<CallGraphView>()
{
    return {.id = QStringLiteral("call_graph"),
            .title = CallGraphView::tr("Call graph"),
            .place = ViewPlace::BottomLeft,
            .make = [](Session& session) { return new CallGraphView(session); }};
}

CallGraphView::CallGraphView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_job(session.jobs(), tr("Laying out the call graph")),
      m_canvas(new CallGraphCanvas(m_model, [this](const CallNode& node) { return isSelected(node); })),
      m_stack(new ContentOrPlaceholder(m_canvas))
{
    m_canvas->setObjectName(QStringLiteral("callGraphCanvas"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(&m_session, &Session::phaseChanged, this, &CallGraphView::layOut);
    connect(&m_session, &Session::stepChanged, this, &CallGraphView::showStep);
    connect(&m_session, &Session::selectionChanged, m_canvas, &CallGraphCanvas::refresh);
    connect(m_canvas, &CallGraphCanvas::nodeClicked, this, [this](const CallNode& node) {
        if (node.place != NoPlace)
            m_session.selectPlace(node.place);
    });
    connect(m_canvas, &CallGraphCanvas::edgeClicked, this, [this](const CallEdge& edge) {
        if (edge.place != NoPlace)
            m_session.selectPlace(edge.place);
    });
    connect(m_canvas, &CallGraphCanvas::backgroundClicked, this, [this] { m_session.select({}); });
    layOut();
}

void CallGraphView::layOut()
{
    m_graphs.clear();
    m_model.setGraph({});
    if (m_session.phase() != Phase::Ready) {
        m_job.cancel();
        m_stack->showPlaceholder(placeholderText(m_session));
        return;
    }
    m_stack->showPlaceholder({tr("Laying out the call graph …"), {}});
    m_job.start([recording = m_session.recording()](
                    JobControl& control) { return layOutRecording(*recording, control); },
                [this](GraphsOfRecording result) {
                    m_graphs = std::move(result.graphs);
                    m_canvas->setLayoutOfAll(std::move(result.layout));
                    showStep();
                    m_stack->showContent();
                });
}

void CallGraphView::showStep()
{
    if (m_session.step() >= m_graphs.size())
        return;
    m_model.setGraph(m_graphs[m_session.step()]);
    m_canvas->refresh();
}

bool CallGraphView::isSelected(const CallNode& node) const
{
    const Selection& selection = m_session.selection();
    return selection.place != NoPlace && selection.number == m_session.step() &&
           selection.place == node.place;
}

} // namespace tir::ui
