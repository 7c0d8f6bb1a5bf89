#include "ui/call_graph/call_graph_view.h"

#include "ui/call_graph/call_graph_canvas.h"
#include "ui/call_graph/split_picture_view.h"
#include "ui/common/actions.h"
#include "ui/common/deferred_update.h"
#include "ui/common/elided_label.h"
#include "ui/common/placeholder.h"
#include "ui/common/text.h"
#include "ui/common/view_info.h"
#include "ui/session/session.h"
#include "ui/session/session_placeholder.h"

#include <QActionGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tir::ui {
namespace {

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
      m_nearJob(session.jobs(), tr("Laying out the call graph")),
      m_splitJob(session.jobs(), tr("Looking for split kernels")),
      m_canvas(new CallGraphCanvas([this](const CallNode& node) { return isSelected(node); })),
      m_pinnedCanvas(new CallGraphCanvas([this](const CallNode& node) { return isSelectedInPinned(node); })),
      m_title(makeTitle(QStringLiteral("callGraphTitle"))),
      m_pinnedTitle(makeTitle(QStringLiteral("pinnedCallGraphTitle"))),
      m_splitTitle(makeTitle(QStringLiteral("splitPictureTitle"))),
      m_split(new SplitPictureView),
      m_pictureStack(new QStackedWidget),
      m_search(new QLineEdit),
      m_found(new QLabel),
      m_depthButton(new QToolButton),
      m_splitButton(new QToolButton),
      m_update(new DeferredUpdate(*this, [this] { showStep(); }))
{
    m_canvas->setObjectName(QStringLiteral("callGraphCanvas"));
    m_split->setObjectName(QStringLiteral("splitPicture"));
    m_pinnedCanvas->setObjectName(QStringLiteral("pinnedCallGraphCanvas"));
    m_pictureStack->addWidget(makeGraphs());
    m_pictureStack->addWidget(makeSplit());
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
    connect(&m_job, &Job::failed, this, [this](const QString& message) {
        m_stack->showPlaceholder({tr("The call graph could not be laid out"), message});
    });
    connect(&m_session, &Session::phaseChanged, this, &CallGraphView::layOut);
    connect(&m_session, &Session::stepChanged, m_update, &DeferredUpdate::request);
    connect(&m_session, &Session::functionInViewChanged, this, &CallGraphView::followFunction);
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
    connect(m_canvas, &CallGraphCanvas::nodeMenuRequested, this, &CallGraphView::fillNodeMenu);
    connect(m_canvas, &CallGraphCanvas::edgeMenuRequested, this, &CallGraphView::fillEdgeMenu);
    makeAction("neighborhood", *this, [this] { setDepth(m_depth > 0 ? 0 : m_lastDepth); });
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
    connect(m_pinnedCanvas, &CallGraphCanvas::scrolledByUser, m_canvas, &CallGraphCanvas::keepPart);
    connect(m_canvas, &CallGraphCanvas::scrolledByUser, m_pinnedCanvas, &CallGraphCanvas::keepPart);
    return graphs;
}

/// Of the run in view alone.
QWidget* CallGraphView::makeSplit()
{
    auto* split = new QWidget;
    auto* column = new QVBoxLayout(split);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_splitTitle);
    column->addWidget(m_split, 1);
    return split;
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
    QAction* split = makeSwitch("split-picture", *this, false,
                                [this](bool isShown) { m_splitButton->setChecked(isShown); });
    connect(m_splitButton, &QToolButton::toggled, split, &QAction::setChecked);
    row->addWidget(m_search);
    row->addWidget(m_found);
    row->addStretch();
    row->addWidget(makeDepthButton());
    row->addWidget(m_splitButton);
    row->addWidget(fit);
    return bar;
}

QToolButton* CallGraphView::makeDepthButton()
{
    m_depthButton->setObjectName(QStringLiteral("graphDepthButton"));
    m_depthButton->setPopupMode(QToolButton::InstantPopup);
    m_depthButton->setToolTip(tr("Show all functions, or what is near the function that the code shows"));
    auto* menu = new QMenu(m_depthButton);
    auto* group = new QActionGroup(menu);
    const QString texts[] = {tr("All functions"), tr("1 call away"), tr("2 calls away"), tr("3 calls away")};
    for (int depth = 0; depth < int(std::size(texts)); ++depth) {
        QAction* action = menu->addAction(texts[depth], this, [this, depth] { setDepth(depth); });
        action->setObjectName(QStringLiteral("graphDepth%1").arg(depth));
        action->setCheckable(true);
        group->addAction(action);
        m_depthActions.append(action);
    }
    m_depthButton->setMenu(menu);
    setDepth(0);
    return m_depthButton;
}

void CallGraphView::setDepth(int depth)
{
    m_depth = depth;
    if (depth > 0)
        m_lastDepth = depth;
    m_depthActions[depth]->setChecked(true);
    m_depthButton->setText(m_depthActions[depth]->text() + QStringLiteral(" ▾"));
    layOutNear();
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
    const std::shared_ptr<const Recording> recording = m_session.recording();
    const size_t number = m_session.step();
    const auto isSplit = [&] {
        return !recording->isSameModule(number, recording->previous(number)) &&
               addsFunctions(recording->module(recording->previous(number)), recording->module(number));
    };
    m_splitJob.cancel();
    if (m_session.phase() != Phase::Ready || number == 0 || !isSplit())
        return showKernels({});
    m_splitJob.start(
        [recording, number](JobControl&) {
            return splitKernels(recording->module(recording->previous(number)), recording->module(number),
                                recording->steps[number - 1].notes.list());
        },
        [this](std::vector<SplitKernel> kernels) { showKernels(std::move(kernels)); });
}

void CallGraphView::showKernels(std::vector<SplitKernel> kernels)
{
    m_splitButton->setVisible(!kernels.empty());
    const bool isShown = m_splitButton->isChecked() && !kernels.empty();
    if (isShown)
        m_split->setKernels(std::move(kernels));
    m_pictureStack->setCurrentIndex(isShown ? 1 : 0);
}

void CallGraphView::clear()
{
    m_all.reset();
    m_near = {};
    m_nearJob.cancel();
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
        m_stack->showPlaceholder({tr("Laying out the call graph…"), {}});
    }
    // Until the steps of both have been compared it is not known which belong together.
    m_laidOutWith = m_session.pin().steps().empty() ? nullptr : m_session.pin().run();
    m_job.start(
        [recording, pinned = m_laidOutWith](JobControl& control) {
            return drawRuns(*recording, pinned ? pinned->recording.get() : nullptr,
                            [&] { return control.isCancelled(); });
        },
        [this](DrawnRuns drawn) {
            m_all = std::make_shared<const DrawnRuns>(std::move(drawn));
            m_near = {}; // of other pictures
            layOutNear();
            m_stack->showContent();
        });
}

/// Around the function in view, as far as the user wants to see; until that is laid out, what was there stays.
void CallGraphView::layOutNear()
{
    const std::string& function = m_session.functionInView();
    if (!m_all || m_depth == 0 || function.empty()) {
        m_nearJob.cancel();
        m_near = {};
        return showStep();
    }
    m_nearJob.start(
        [all = m_all, function, depth = m_depth](JobControl&) { return drawAround(*all, function, depth); },
        [this, function](DrawnRuns near) {
            m_near = std::move(near);
            m_center = function;
            showStep();
            m_canvas->showFunction(m_center);
        });
}

void CallGraphView::followFunction()
{
    if (m_depth > 0 && m_session.functionInView() != m_center)
        layOutNear();
    else
        m_canvas->showFunction(m_session.functionInView());
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
    const size_t number = m_session.step();
    if (m_session.phase() != Phase::Ready || !m_all || number >= m_all->own.size())
        return;
    // The code of a step that does not have the function shows another one: its neighborhood is being laid out.
    const bool isNear = !m_near.own.empty() && !m_near.own[number]->nodes.empty();
    const DrawnRuns& drawn = isNear ? m_near : *m_all;
    const std::shared_ptr<const CallGraphPicture>& picture = drawn.own[number];
    m_model.setGraph(picture->graph);
    const std::optional<PinnedStep> beside = pinnedStepBeside(m_session);
    const bool isCompared = beside && beside->run == m_laidOutWith && beside->number < drawn.pinned.size();
    m_pinnedCanvas->setVisible(isCompared);
    m_pinnedTitle->setVisible(isCompared);
    m_title->setVisible(isCompared);
    m_splitTitle->setVisible(isCompared);
    if (isCompared) {
        const std::shared_ptr<const CallGraphPicture>& pinned = drawn.pinned[beside->number];
        const RunTitles titles = runTitles(m_session, *beside);
        m_pinnedTitle->setText(titles.pinned);
        m_title->setText(titles.own);
        m_splitTitle->setText(titles.own);
        m_pinnedCanvas->setPicture(pinned, picture.get(), differingNodes(pinned->graph, picture->graph));
        m_canvas->setPicture(picture, pinned.get(), differingNodes(picture->graph, pinned->graph));
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
