#include "ui/call_graph/call_graph_view.h"

#include "ui/call_graph/call_graph_canvas.h"
#include "ui/call_graph/split_picture_view.h"
#include "ui/common/placeholder.h"
#include "ui/common/view_info.h"
#include "ui/session/session.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QToolButton>
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
      m_split(new SplitPictureView),
      m_pictureStack(new QStackedWidget),
      m_search(new QLineEdit),
      m_found(new QLabel),
      m_splitButton(new QToolButton)
{
    m_canvas->setObjectName(QStringLiteral("callGraphCanvas"));
    m_split->setObjectName(QStringLiteral("splitPicture"));
    m_pictureStack->addWidget(m_canvas);
    m_pictureStack->addWidget(m_split);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(m_pictureStack, 1);
    m_stack = new ContentOrPlaceholder(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(&m_session, &Session::phaseChanged, this, &CallGraphView::layOut);
    connect(&m_session, &Session::stepChanged, this, &CallGraphView::showStep);
    connect(&m_session, &Session::functionInViewChanged, this,
            [this] { m_canvas->showFunction(m_session.functionInView()); });
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

QWidget* CallGraphView::makeBar()
{
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(6, 2, 6, 2);
    m_search->setPlaceholderText(tr("Find a function"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(220);
    connect(m_search, &QLineEdit::textChanged, this, &CallGraphView::search);
    connect(m_search, &QLineEdit::returnPressed, m_canvas, &CallGraphCanvas::showNextMatch);
    auto* fit = new QToolButton;
    fit->setObjectName(QStringLiteral("fitGraph"));
    fit->setText(tr("Fit"));
    fit->setToolTip(tr("Show the whole graph"));
    connect(fit, &QToolButton::clicked, m_canvas, &CallGraphCanvas::showAll);
    m_splitButton->setObjectName(QStringLiteral("showSplit"));
    m_splitButton->setText(tr("Split"));
    m_splitButton->setToolTip(tr("What this step splits off: the launches, what they pass, and why"));
    m_splitButton->setCheckable(true);
    connect(m_splitButton, &QToolButton::toggled, this, &CallGraphView::showSplit);
    row->addWidget(m_search);
    row->addWidget(m_found);
    row->addStretch();
    row->addWidget(m_splitButton);
    row->addWidget(fit);
    return bar;
}

void CallGraphView::search()
{
    const int count = m_canvas->search(m_search->text());
    m_found->setText(m_search->text().isEmpty() ? QString()
                     : count == 0               ? tr("none")
                                                : QString::number(count));
}

/// The picture of the split while the button is pressed, in a step that splits something off.
void CallGraphView::showSplit()
{
    std::vector<SplitKernel> kernels;
    if (const size_t number = m_session.step(); m_session.phase() == Phase::Ready && number > 0) {
        const Step& step = m_session.recording()->steps[number - 1];
        if (step.before && step.after && step.before != step.after)
            kernels = splitKernels(*step.before, *step.after, step.notes.list());
    }
    m_splitButton->setVisible(!kernels.empty());
    const bool isShown = m_splitButton->isChecked() && !kernels.empty();
    if (isShown)
        m_split->setKernels(std::move(kernels));
    m_pictureStack->setCurrentIndex(isShown ? 1 : 0);
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
    if (!m_search->text().isEmpty())
        search();
    showSplit();
}

bool CallGraphView::isSelected(const CallNode& node) const
{
    const Selection& selection = m_session.selection();
    return selection.place != NoPlace && selection.number == m_session.step() &&
           selection.place == node.place;
}

} // namespace tir::ui
