#include "ui/timeline/timeline_view.h"

#include "ui/common/placeholder.h"
#include "ui/common/view_info.h"
#include "ui/session/scope_lens.h"
#include "ui/session/session.h"
#include "ui/timeline/timeline_canvas.h"

#include <QVBoxLayout>

namespace tir::ui {
namespace {

/// What a box stands for: the buffer where there is one, else the memory.
const Node* subjectOf(const SharedBuffer& buffer)
{
    return buffer.buffer ? buffer.buffer : buffer.data;
}

struct LaunchesOfStep {
    std::vector<LaunchLiveness> after;
    std::vector<LaunchLiveness> before;
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
      m_canvas(new TimelineCanvas(
          m_model,
          [this](const SharedBuffer& buffer) {
              return m_identities->ordinal(m_identities->of(subjectOf(buffer)));
          },
          [this](const SharedBuffer& buffer) { return rankOf(buffer); })),
      m_stack(new ContentOrPlaceholder(m_canvas))
{
    m_canvas->setObjectName(QStringLiteral("timelineCanvas"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(&m_session, &Session::phaseChanged, this, &TimelineView::refresh);
    connect(&m_session, &Session::stepChanged, this, &TimelineView::refresh);
    connect(&m_session, &Session::selectionChanged, this, &TimelineView::followSelection);
    connect(&m_session, &Session::comparedChanged, this, &TimelineView::followText);
    connect(m_canvas, &TimelineCanvas::bufferClicked, this,
            [this](const SharedBuffer& buffer) { m_session.selectEntity(subjectOf(buffer)); });
    connect(m_canvas, &TimelineCanvas::statementClicked, this,
            [this](Place place) { m_session.selectPlace(place); });
    connect(m_canvas, &TimelineCanvas::backgroundClicked, this, [this] { m_session.select({}); });
    refresh();
}

void TimelineView::refresh()
{
    if (m_session.phase() != Phase::Ready) {
        m_job.cancel();
        m_model.setLaunches({});
        m_canvas->relayout();
        m_stack->showPlaceholder(placeholderText(m_session));
        return;
    }
    m_job.start(
        [recording = m_session.recording(), first = m_session.firstStep(),
         number = m_session.step()](JobControl&) {
            return LaunchesOfStep{sharedMemoryLiveness(recording->module(number)),
                                  number > 0
                                      ? sharedMemoryLiveness(recording->module(recording->previous(first)))
                                      : std::vector<LaunchLiveness>()};
        },
        [this, recording = m_session.recording()](LaunchesOfStep launches) {
            m_model.setLaunches(std::move(launches.after), launches.before);
            m_recording = recording;
            m_identities = m_session.sharedIdentities();
            followText();
            followSelection();
            if (m_model.rowCount() > 0)
                m_stack->showContent();
            else
                m_stack->showPlaceholder({tr("No shared memory in this step"),
                                          tr("Buffers of scope shared and shared.dyn appear here")});
        });
}

/// Statements have the lines of the text on the right once it is there.
void TimelineView::followText()
{
    const ComparedStepPointer compared = m_session.compared();
    if (!compared || compared->number != m_session.step() || compared->recording != m_recording) {
        m_canvas->setLineOf({});
        return;
    }
    m_canvas->setLineOf([text = compared->after](Place place) {
        return place < text->places.size() ? text->code.lineAt(text->spanOf(place).begin) + 1 : 0;
    });
    followSelection();
}

/// A selected pointer selects all that is on it, and so does the buffer that it was allocated with, less strongly.
LensRank TimelineView::rankOf(const SharedBuffer& buffer) const
{
    const LensRank ofData = m_lens.rankOf(m_identities->of(buffer.data));
    const LensRank own = m_lens.rankOf(m_identities->of(buffer.buffer));
    return ofData == LensRank::Selected || own == LensRank::None ? ofData : own;
}

void TimelineView::followSelection()
{
    const Selection& selection = m_session.selection();
    const ComparedStepPointer compared = m_session.compared();
    const bool isTextThere = m_session.phase() == Phase::Ready && compared &&
                             compared->number == m_session.step() && compared->recording == m_recording;
    m_lens = isTextThere ? scopeLens(*compared->after, *m_identities, selection.identity)
                         : CodeLens::of(selection.identity);
    Place statement = NoPlace;
    if (selection.place != NoPlace && compared && selection.number == compared->number &&
        selection.place < compared->after->places.size())
        statement = compared->after->places.statementAround(selection.place);
    m_canvas->setSelectedStatement(statement);
}

} // namespace tir::ui
