#include "ui/call_graph/call_graph_view.h"

#include "ui/call_graph/call_graph_canvas.h"
#include "ui/common/placeholder.h"
#include "ui/common/view_info.h"
#include "ui/session/session.h"

#include <QVBoxLayout>

namespace tir::ui {
namespace {

using Pictures = std::vector<std::shared_ptr<const CallGraphPicture>>;

/// The graphs of all steps in one layout; steps that change nothing share theirs.
Pictures picturesOf(const Recording& recording, JobControl& control)
{
    const auto isShared = [&](size_t number) {
        return number > 0 && &recording.module(number) == &recording.module(recording.previous(number));
    };
    std::vector<CallGraph> graphs;
    for (size_t number = 0; number < recording.moduleCount() && !control.isCancelled(); ++number)
        if (!isShared(number))
            graphs.push_back(drawnCallGraph(recording.module(number)));
    Pictures pictures;
    if (control.isCancelled())
        return pictures;
    const CallGraphLayout layout = layoutCallGraph(graphs);
    auto next = graphs.begin();
    for (size_t number = 0; number < recording.moduleCount(); ++number)
        pictures.push_back(isShared(number)
                               ? pictures[recording.previous(number)]
                               : std::make_shared<CallGraphPicture>(placed(std::move(*next++), layout)));
    return pictures;
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
      m_canvas(new CallGraphCanvas([this](const CallNode& node) { return isSelected(node); })),
      m_stack(new ContentOrPlaceholder(m_canvas))
{
    m_canvas->setObjectName(QStringLiteral("callGraphCanvas"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(&m_session, &Session::phaseChanged, this, &CallGraphView::layOut);
    connect(&m_session, &Session::stepChanged, this, &CallGraphView::showStep);
    connect(&m_session, &Session::selectionChanged, m_canvas, [this] { m_canvas->showSelected(); });
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
    m_pictures.clear();
    m_model.setGraph({});
    m_canvas->setPicture(nullptr);
    if (m_session.phase() != Phase::Ready) {
        m_job.cancel();
        m_stack->showPlaceholder(placeholderText(m_session));
        return;
    }
    m_stack->showPlaceholder({tr("Laying out the call graph …"), {}});
    m_job.start(
        [recording = m_session.recording()](JobControl& control) { return picturesOf(*recording, control); },
        [this](Pictures pictures) {
            m_pictures = std::move(pictures);
            showStep();
            m_stack->showContent();
        });
}

void CallGraphView::showStep()
{
    if (m_session.step() >= m_pictures.size())
        return;
    const std::shared_ptr<const CallGraphPicture>& picture = m_pictures[m_session.step()];
    m_model.setGraph(picture->graph);
    m_canvas->setPicture(picture);
    m_canvas->showSelected();
}

bool CallGraphView::isSelected(const CallNode& node) const
{
    const Selection& selection = m_session.selection();
    return selection.place != NoPlace && selection.number == m_session.step() &&
           selection.place == node.place;
}

} // namespace tir::ui
