#include "ui/timeline/timeline_view.h"

#include "core/analysis/shared_memory_liveness.h"
#include "ui/common/actions.h"
#include "ui/common/placeholder.h"
#include "ui/common/view_info.h"
#include "ui/session/run_sizes.h"
#include "ui/session/selection_menu.h"
#include "ui/session/session.h"
#include "ui/session/session_placeholder.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_pane.h"

#include <QAction>
#include <QMenu>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace tir::ui {
namespace {

constexpr int LeastHeightOfTwo = 300; ///< of two runs above each other

/// Whether the plot would be too low to read in a scale for both runs, and has more height in its own.
bool isTooLow(const TimelineScale& own, const TimelineScale& shared)
{
    constexpr double LeastHeight = 40;
    const double height =
        shared.mostHeight * double(own.leastEnd) / double(std::max<int64_t>(shared.leastEnd, 1));
    return height < std::min(LeastHeight, own.mostHeight / 2);
}

struct LaunchesOfStep {
    std::vector<LaunchLiveness> after;
    std::vector<LaunchLiveness> before;
    std::vector<LaunchLiveness> pinned;
};

} // namespace

template <>
ViewInfo viewInfo<TimelineView>()
{
    return {.id = QStringLiteral("timeline"),
            .title = TimelineView::tr("Shared memory"),
            .place = ViewPlace::BottomLeft,
            .make = [](Session& session) { return new TimelineView(session); }};
}

TimelineView::TimelineView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_job(session.jobs(), tr("Looking at shared memory")),
      m_pinned(new TimelinePane(QStringLiteral("pinnedTimelineCanvas"))),
      m_current(new TimelinePane(QStringLiteral("timelineCanvas"))),
      m_splitter(new QSplitter(Qt::Vertical))
{
    m_splitter->setObjectName(QStringLiteral("timelineSplitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_pinned);
    m_splitter->addWidget(m_current);
    m_pinned->hide();
    for (const auto bar : {&TimelineCanvas::verticalScrollBar, &TimelineCanvas::horizontalScrollBar}) {
        QScrollBar* above = (m_pinned->canvas().*bar)();
        QScrollBar* below = (m_current->canvas().*bar)();
        connect(above, &QScrollBar::valueChanged, below, &QScrollBar::setValue);
        connect(below, &QScrollBar::valueChanged, above, &QScrollBar::setValue);
    }
    for (TimelinePane* pane : {m_pinned, m_current})
        connect(&pane->canvas(), &TimelineCanvas::ownScalesChanged, this, &TimelineView::shareScales);
    m_stack = new ContentOrPlaceholder(m_splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(&m_job, &Job::failed, this, [this](const QString& message) {
        m_stack->showPlaceholder({tr("The shared memory of this step could not be examined"), message});
    });
    connect(&m_session, &Session::phaseChanged, this, &TimelineView::refresh);
    connect(&m_session, &Session::stepChanged, this, &TimelineView::refresh);
    connect(&m_session, &Session::identitiesChanged, this, &TimelineView::refresh);
    connect(&m_session.pin(), &Pin::changed, this, [this] {
        // There is none while a run is replaced.
        if (m_session.recording() && pinnedStepBeside(m_session) != m_beside)
            refresh();
    });
    connect(&RunSizes::of(m_session), &RunSizes::changed, this, [this] {
        if (m_session.recording())
            refresh();
    });
    connect(&m_session, &Session::selectionChanged, this, &TimelineView::followSelection);
    connect(&m_session, &Session::comparedChanged, this, &TimelineView::followSelection);
    connect(&m_session, &Session::functionInViewChanged, this,
            [this] { m_current->canvas().showFunction(m_session.functionInView()); });
    connect(m_current, &TimelinePane::entityClicked, this,
            [this](const Node* entity) { m_session.selectEntity(entity); });
    connect(m_current, &TimelinePane::statementClicked, this,
            [this](Place place) { m_session.selectPlace(place); });
    QAction* byBuffer = makeSwitch("timeline-by-buffer", *this, false, [this](bool isOn) {
        for (TimelinePane* pane : {m_pinned, m_current})
            pane->canvas().setByBuffer(isOn);
    });
    for (TimelinePane* pane : {m_pinned, m_current}) {
        connect(&pane->canvas(), &TimelineCanvas::menuRequested, this,
                [this](QMenu* menu) { addSelectionMenu(*menu, m_session, *this); });
        pane->canvas().addAction(byBuffer);
    }
    // Places are those of the run in view, so that a statement of the other one selects nothing.
    connect(m_pinned, &TimelinePane::entityClicked, this, [this](const Node* entity) {
        m_session.select({.identity = entity && m_beside ? m_beside->run->identities->of(entity) : nullptr,
                          .number = m_session.step(),
                          .place = NoPlace,
                          .source = {}});
    });
    refresh();
}

void TimelineView::refresh()
{
    if (m_session.phase() != Phase::Ready) {
        m_job.cancel();
        m_current->clear();
        m_pinned->clear();
        m_pinned->hide();
        m_splitter->setMinimumHeight(0);
        m_beside.reset();
        m_stack->showPlaceholder(placeholderText(m_session));
        return;
    }
    const auto sizes = RunSizes::of(m_session).sizes();
    m_job.start(
        [recording = m_session.recording(), first = m_session.firstStep(), number = m_session.step(),
         beside = pinnedStepBeside(m_session), known = sizeLookup(sizes, m_session.sharedIdentities()),
         sizes](JobControl&) {
            LaunchesOfStep launches{
                .after = sharedMemoryLiveness(recording->module(number), known), .before = {}, .pinned = {}};
            // Moved buffers are outlined; if two runs are compared, the other one is above.
            if (number > 0 && !beside)
                launches.before = sharedMemoryLiveness(recording->module(recording->previous(first)), known);
            if (beside)
                launches.pinned =
                    sharedMemoryLiveness(beside->module(), sizeLookup(sizes, beside->run->identities));
            return launches;
        },
        [this, recording = m_session.recording(), number = m_session.step(),
         beside = pinnedStepBeside(m_session)](LaunchesOfStep launches) {
            m_recording = recording;
            m_step = number;
            m_beside = beside;
            m_current->setLaunches(std::move(launches.after), launches.before, m_session.sharedIdentities());
            if (beside)
                m_pinned->setLaunches(std::move(launches.pinned), {}, beside->run->identities);
            else
                m_pinned->clear();
            showTitles();
            const bool areTwo = beside && m_pinned->hasLaunches();
            m_pinned->setVisible(areTwo);
            m_splitter->setMinimumHeight(areTwo ? LeastHeightOfTwo : 0);
            shareScales();
            followSelection();
            m_current->canvas().showFunction(m_session.functionInView());
            if (m_current->hasLaunches() || m_pinned->hasLaunches())
                m_stack->showContent();
            else
                m_stack->showPlaceholder({tr("No shared memory in this step"),
                                          tr("Buffers of scope shared and shared.dyn appear here")});
        });
}

/// Equal sizes look equal in both runs, launch by launch, unless one of them would be too low to read.
void TimelineView::shareScales()
{
    std::vector<TimelineScale> shared;
    bool hasOwn = false;
    if (m_beside && m_pinned->hasLaunches()) {
        const std::vector<TimelineScale>& pinned = m_pinned->canvas().ownScales();
        const std::vector<TimelineScale>& current = m_current->canvas().ownScales();
        for (size_t launch = 0; launch < std::min(current.size(), pinned.size()); ++launch) {
            shared.push_back({std::max(current[launch].leastEnd, pinned[launch].leastEnd),
                              std::min(current[launch].mostHeight, pinned[launch].mostHeight)});
            hasOwn |= isTooLow(current[launch], shared[launch]) || isTooLow(pinned[launch], shared[launch]);
        }
    }
    if (hasOwn)
        shared.clear();
    m_pinned->canvas().setScales(shared);
    m_current->canvas().setScales(shared);
    if (std::exchange(m_hasOwnScales, hasOwn) != hasOwn)
        showTitles();
}

/// Which runs are compared, in which scale, and which run the values of symbolic sizes are of.
void TimelineView::showTitles()
{
    const auto show = [this](TimelinePane& pane, QString title) {
        if (m_hasOwnScales && m_beside)
            title += QStringLiteral(" · ") + tr("in its own scale");
        if (const QString sizes = pane.sizesText(); !sizes.isEmpty())
            title += (title.isEmpty() ? QString() : QStringLiteral(" · ")) +
                     tr("with %1, as in %2").arg(sizes, RunSizes::of(m_session).sizes()->run);
        pane.setTitle(title);
    };
    const RunTitles titles = m_beside ? runTitles(m_session, *m_beside) : RunTitles();
    show(*m_pinned, titles.pinned);
    show(*m_current, titles.own);
}

/// Statements have the lines of the texts beside once they are there. The launches of another step stay as they are
/// until those of this one are known.
void TimelineView::followSelection()
{
    if (m_session.phase() != Phase::Ready || m_recording != m_session.recording() ||
        m_step != m_session.step())
        return;
    const Selection& selection = m_session.selection();
    const ComparedStepPointer compared = m_session.compared();
    const bool isThere =
        compared && compared->number == m_session.step() && compared->recording == m_recording;
    const ModuleTextPointer text = isThere ? compared->after : nullptr;
    Place statement = NoPlace;
    if (text && selection.place != NoPlace && selection.number == compared->number &&
        selection.place < text->places.size())
        statement = text->places.statementAround(selection.place);
    m_current->follow(text, selection.identity, statement);
    const bool isPinnedThere =
        isThere && m_beside && compared->pinned == m_beside->run && compared->previous == m_beside->number;
    m_pinned->follow(isPinnedThere ? compared->before : nullptr, selection.identity, NoPlace);
}

} // namespace tir::ui
