#include "ui/session/watchpoint.h"

#include "ui/common/text.h"
#include "ui/session/session.h"

#include <utility>

namespace tir::ui {
namespace {

constexpr qsizetype MostNameLength = 40;

QString shortened(const QString& line)
{
    const QString text = line.trimmed();
    return text.size() <= MostNameLength ? text : text.left(MostNameLength - 1) + QStringLiteral("…");
}

} // namespace

Watchpoint::Watchpoint(Session& session)
    : m_session(session),
      m_job(session.jobs(), tr("Examining the steps"))
{
    connect(&session, &Session::programChanged, this, &Watchpoint::followProgram);
    connect(&session, &Session::recordingChanged, this, &Watchpoint::followRun);
    connect(&session, &Session::lineCountsChanged, this, [this] {
        if (m_kind == Kind::Statement)
            examineStatement();
    });
}

std::optional<size_t> Watchpoint::nextEvent(size_t number, int direction) const
{
    return tir::ui::nextEvent(m_states, number, direction);
}

void Watchpoint::toggle()
{
    const Selection& selection = m_session.selection();
    const bool isWatched = m_kind == Kind::Entity && selection.identity && selection.identity == m_identity;
    const std::optional<Line> line = m_line;
    const Kind kind = m_kind;
    clear();
    if (isWatched || m_session.phase() != Phase::Ready)
        return;
    m_program = m_session.program();
    m_programName = m_session.name();
    if (selection.identity) {
        m_kind = Kind::Entity;
        m_identity = selection.identity;
        m_nodeKind = m_identity->kind;
        m_name = toQString(nameOfEntity(*m_identity));
        return examineEntity();
    }
    watchStatement();
    if (kind == Kind::Statement && m_line && line && *m_line == *line)
        clear();
}

/// The line of the selected place, which no name is at.
void Watchpoint::watchStatement()
{
    const Selection& selection = m_session.selection();
    const ComparedStepPointer compared = m_session.compared();
    if (selection.place == NoPlace || !compared || compared->recording != m_session.recording())
        return;
    const bool isBefore = compared->before && !compared->pinned && selection.number == compared->previous;
    if (!isBefore && selection.number != compared->number)
        return;
    const ModuleText& text = isBefore ? *compared->before : *compared->after;
    const Span span = text.spanOf(selection.place);
    if (span.isEmpty())
        return;
    const int line = text.code.lineAt(span.begin);
    if (text.printedLine(line) < 0)
        return;
    m_kind = Kind::Statement;
    m_line = {selection.number, text.printedLine(line)};
    m_name = shortened(toQString(text.code.line(line)));
    examineStatement();
}

void Watchpoint::clear()
{
    m_job.cancel();
    m_kind = Kind::Nothing;
    m_name.clear();
    m_identity = nullptr;
    m_line.reset();
    setStates({});
}

/// Another program has nothing of what was watched. While one is read there is none.
void Watchpoint::followProgram()
{
    if (isSet() && m_session.program() && m_session.name() != m_programName)
        clear();
}

void Watchpoint::followRun()
{
    if (!isSet())
        return;
    const std::shared_ptr<const Recording> recording = m_session.recording();
    if (!recording) {
        m_job.cancel();
        return setStates({});
    }
    if (recording == m_recording.lock())
        return;
    const bool isSameProgram = m_session.program() == m_program.lock();
    m_program = m_session.program();
    if (m_kind == Kind::Statement) {
        // A step of another run may have other lines; the input of the same program has not.
        if (!isSameProgram || m_line->number > 0)
            clear();
        return;
    }
    if (!isSameProgram || !m_session.identities().isOfInput(m_identity))
        m_identity = nullptr;
    examineEntity();
}

void Watchpoint::restart()
{
    if (m_kind != Kind::Entity)
        return;
    m_identity = nullptr;
    examineEntity();
}

void Watchpoint::examineEntity()
{
    m_job.cancel(); // the states of another run must not arrive later
    m_recording = m_session.recording();
    if (!m_identity)
        m_identity = m_session.identities().named(m_nodeKind, m_name.toStdString());
    setStates({});
    if (!m_identity)
        return setStates(std::vector<EntityState>(m_session.stepCount(), EntityState::Absent));
    m_job.start(
        [recording = m_session.recording(), identities = m_session.sharedIdentities(),
         identity = m_identity](JobControl& control) {
            return entityHistory(*recording, *identities, identity, [&] { return control.isCancelled(); });
        },
        [this](std::vector<EntityState> states) { setStates(std::move(states)); });
}

void Watchpoint::examineStatement()
{
    const std::shared_ptr<const LineHistory> history = m_session.lineHistory();
    if (!history || !m_session.recording() || m_line->number >= history->stepCount())
        return setStates({});
    const std::vector<LineEvent> events = history->events(m_line->number, m_line->line);
    // What the user wrote is watched where the user wrote it: any run of the program has that line.
    if (!events.empty() && events.front().step == 0)
        m_line = {0, events.front().line};
    setStates(lineStates(*m_session.recording(), events));
}

void Watchpoint::setStates(std::vector<EntityState> states)
{
    m_states = std::move(states);
    emit changed();
}

} // namespace tir::ui
