#include "ui/call_graph/call_graph_view.h"

#include "ui/call_graph/call_graph_canvas.h"
#include "ui/call_graph/split_picture_view.h"
#include "ui/common/elided_label.h"
#include "ui/common/placeholder.h"
#include "ui/common/view_info.h"
#include "ui/session/session.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tir::ui {
namespace {

using Pictures = std::vector<std::shared_ptr<const CallGraphPicture>>;

/// A step that changes nothing shares the graph of the one before.
bool isShared(const Recording& recording, size_t number)
{
    return number > 0 && &recording.module(number) == &recording.module(recording.previous(number));
}

Pictures placedAll(const Recording& recording, const CallGraphLayout& layout,
                   std::vector<CallGraph>::iterator& next)
{
    Pictures pictures;
    for (size_t number = 0; number < recording.moduleCount(); ++number)
        pictures.push_back(isShared(recording, number)
                               ? pictures[recording.previous(number)]
                               : std::make_shared<CallGraphPicture>(placed(std::move(*next++), layout)));
    return pictures;
}

struct DrawnRuns {
    Pictures own;
    Pictures pinned; ///< empty without a pinned run
};

/// The graphs of all steps of both runs in one layout.
DrawnRuns drawRuns(const Recording& own, const Recording* pinned, JobControl& control)
{
    std::vector<CallGraph> graphs;
    for (const Recording* recording : {&own, pinned})
        for (size_t number = 0; recording && number < recording->moduleCount() && !control.isCancelled();
             ++number)
            if (!isShared(*recording, number))
                graphs.push_back(drawnCallGraph(recording->module(number)));
    if (control.isCancelled())
        return {};
    const CallGraphLayout layout = layoutCallGraph(graphs);
    auto next = graphs.begin();
    DrawnRuns drawn;
    drawn.own = placedAll(own, layout, next);
    if (pinned)
        drawn.pinned = placedAll(*pinned, layout, next);
    return drawn;
}

QLabel* makeTitle(const QString& name)
{
    auto* title = new ElidedLabel;
    title->setObjectName(name);
    title->setContentsMargins(14, 3, 8, 0);
    title->hide();
    return title;
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
      m_pinnedCanvas(new CallGraphCanvas([this](const CallNode& node) { return isSelectedInPinned(node); })),
      m_title(makeTitle(QStringLiteral("callGraphTitle"))),
      m_pinnedTitle(makeTitle(QStringLiteral("pinnedCallGraphTitle"))),
      m_split(new SplitPictureView),
      m_pictureStack(new QStackedWidget),
      m_search(new QLineEdit),
      m_found(new QLabel),
      m_splitButton(new QToolButton)
{
    m_canvas->setObjectName(QStringLiteral("callGraphCanvas"));
    m_split->setObjectName(QStringLiteral("splitPicture"));
    m_pinnedCanvas->setObjectName(QStringLiteral("pinnedCallGraphCanvas"));
    m_pictureStack->addWidget(makeGraphs());
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
    connect(&m_session, &Session::selectionChanged, m_canvas, [this] {
        m_canvas->showSelected();
        m_pinnedCanvas->showSelected();
    });
    connect(&m_session.pin(), &Pin::changed, this, &CallGraphView::followPin);
    connect(m_canvas, &CallGraphCanvas::nodeClicked, this, [this](const CallNode& node) {
        if (node.place != NoPlace)
            m_session.selectPlace(node.place);
    });
    connect(m_canvas, &CallGraphCanvas::edgeClicked, this, [this](const CallEdge& edge) {
        if (edge.place != NoPlace)
            m_session.selectPlace(edge.place);
    });
    connect(m_pinnedCanvas, &CallGraphCanvas::nodeClicked, this, &CallGraphView::selectInOwnGraph);
    for (const CallGraphCanvas* canvas : {m_canvas, m_pinnedCanvas})
        connect(canvas, &CallGraphCanvas::backgroundClicked, this, [this] { m_session.select({}); });
    layOut();
}

/// The graph of the pinned run to the left of that of the run in view; they scroll together.
QWidget* CallGraphView::makeGraphs()
{
    auto* graphs = new QWidget;
    auto* grid = new QGridLayout(graphs);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(0);
    grid->setRowStretch(1, 1);
    grid->addWidget(m_pinnedTitle, 0, 0);
    grid->addWidget(m_title, 0, 1);
    grid->addWidget(m_pinnedCanvas, 1, 0);
    grid->addWidget(m_canvas, 1, 1);
    m_pinnedCanvas->hide();
    for (const auto bar : {&CallGraphCanvas::verticalScrollBar, &CallGraphCanvas::horizontalScrollBar}) {
        QScrollBar* above = (m_pinnedCanvas->*bar)();
        QScrollBar* below = (m_canvas->*bar)();
        connect(above, &QScrollBar::valueChanged, below, &QScrollBar::setValue);
        connect(below, &QScrollBar::valueChanged, above, &QScrollBar::setValue);
    }
    return graphs;
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
    for (const CallGraphCanvas* canvas : {m_canvas, m_pinnedCanvas})
        connect(fit, &QToolButton::clicked, canvas, &CallGraphCanvas::showAll);
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
    m_pinnedCanvas->search(m_search->text());
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

void CallGraphView::clear()
{
    m_pictures.clear();
    m_pinnedPictures.clear();
    m_laidOutWith.reset();
    m_model.setGraph({});
    m_canvas->setPicture(nullptr);
    m_pinnedCanvas->setPicture(nullptr);
}

void CallGraphView::layOut()
{
    if (m_session.phase() != Phase::Ready) {
        clear();
        m_job.cancel();
        m_stack->showPlaceholder(placeholderText(m_session));
        return;
    }
    const std::shared_ptr<const Recording> recording = m_session.recording();
    if (recording != m_recording) {
        clear();
        m_recording = recording;
        m_stack->showPlaceholder({tr("Laying out the call graph …"), {}});
    }
    // Until the steps of both have been compared it is not known which belong together.
    m_laidOutWith = m_session.pin().steps().empty() ? nullptr : m_session.pin().run();
    m_job.start(
        [recording, pinned = m_laidOutWith](JobControl& control) {
            return drawRuns(*recording, pinned ? pinned->recording.get() : nullptr, control);
        },
        [this](DrawnRuns drawn) {
            m_pictures = std::move(drawn.own);
            m_pinnedPictures = std::move(drawn.pinned);
            showStep();
            m_stack->showContent();
        });
}

void CallGraphView::followPin()
{
    if (m_session.phase() != Phase::Ready || !m_session.recording()) // there is none while a run is replaced
        return;
    const Pin& pin = m_session.pin();
    if (m_laidOutWith != (pin.steps().empty() ? nullptr : pin.run()))
        layOut();
    else
        showStep();
}

void CallGraphView::showStep()
{
    if (m_session.phase() != Phase::Ready || m_session.step() >= m_pictures.size())
        return;
    const std::shared_ptr<const CallGraphPicture>& picture = m_pictures[m_session.step()];
    m_model.setGraph(picture->graph);
    const std::optional<PinnedStep> beside = pinnedStepBeside(m_session);
    const bool isCompared =
        beside && beside->run == m_laidOutWith && beside->number < m_pinnedPictures.size();
    m_pinnedCanvas->setVisible(isCompared);
    m_pinnedTitle->setVisible(isCompared);
    m_title->setVisible(isCompared);
    if (isCompared) {
        const std::shared_ptr<const CallGraphPicture>& pinned = m_pinnedPictures[beside->number];
        m_pinnedTitle->setText(titleOfPinned(*beside));
        m_title->setText(titleBesidePinned(*m_recording, m_session.step()));
        m_pinnedCanvas->setPicture(pinned, differingNodes(pinned->graph, picture->graph));
        m_canvas->setPicture(picture, differingNodes(picture->graph, pinned->graph));
    } else {
        m_pinnedCanvas->setPicture(nullptr);
        m_canvas->setPicture(picture);
    }
    m_canvas->showSelected();
    if (!m_search->text().isEmpty())
        search();
    showSplit();
}

/// A function of the pinned run selects the one of the same name in the run in view.
void CallGraphView::selectInOwnGraph(const CallNode& pinned)
{
    const std::vector<CallNode>& nodes = m_model.graph().nodes;
    const auto own = std::ranges::find(nodes, pinned.id, &CallNode::id);
    if (own != nodes.end() && own->place != NoPlace)
        m_session.selectPlace(own->place);
}

bool CallGraphView::isSelectedInPinned(const CallNode& pinned) const
{
    const std::vector<CallNode>& nodes = m_model.graph().nodes;
    const auto own = std::ranges::find(nodes, pinned.id, &CallNode::id);
    return own != nodes.end() && isSelected(*own);
}

bool CallGraphView::isSelected(const CallNode& node) const
{
    const Selection& selection = m_session.selection();
    return selection.place != NoPlace && selection.number == m_session.step() &&
           selection.place == node.place;
}

} // namespace tir::ui
