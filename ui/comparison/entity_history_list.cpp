#include "ui/comparison/entity_history_list.h"

#include "ui/common/chooser.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QWidget>

#include <algorithm>

namespace tir::ui {
namespace {

struct NamingLine {
    int number = 0;
    std::string text;
};

/// The lines that name one entity, of any module of a run. A module is printed when it is first needed.
class NamingLines {
public:
    NamingLines(const Session& session, const Node* identity)
        : m_recording(session.recording()),
          m_identities(session.sharedIdentities()),
          m_imported(session.importedTexts()),
          m_isBareFunction(areBareFunctions(*session.program(), *session.recording())),
          m_identity(identity)
    {}

    std::vector<EntityState> states(const JobControl& control) const
    {
        return entityHistory(*m_recording, *m_identities, m_identity, [&] { return control.isCancelled(); });
    }

    /// The first line that the step changes; without one, the first that names the entity.
    NamingLine lineOfStep(size_t number, EntityState state)
    {
        const size_t previous = m_recording->previous(number);
        if (state == EntityState::Gone) {
            const std::vector<NamingLine>& before = linesOf(previous);
            return {-1, before.empty() ? std::string() : before.front().text};
        }
        const std::vector<NamingLine>& lines = linesOf(number);
        if (lines.empty())
            return {-1, {}};
        if (state != EntityState::Changed)
            return lines.front();
        const std::vector<NamingLine>& before = linesOf(previous);
        const auto isNew = [&](const NamingLine& line) {
            return std::ranges::find(before, line.text, &NamingLine::text) == before.end();
        };
        const auto changed = std::ranges::find_if(lines, isNew);
        return changed == lines.end() ? lines.front() : *changed;
    }

private:
    const std::vector<NamingLine>& linesOf(size_t number)
    {
        const Module& module = m_recording->module(number);
        const auto [found, isNew] = m_lines.try_emplace(&module);
        std::vector<NamingLine>& lines = found->second;
        if (!isNew)
            return lines;
        const ModuleTextPointer text = makeModuleText(module, *m_identities, m_isBareFunction, *m_imported);
        for (const CodeToken& token : text->code.tokens) {
            const int line = text->code.lineAt(token.begin);
            if (token.identity == m_identity && (lines.empty() || lines.back().number != line))
                lines.push_back({line, std::string(text->code.line(line))});
        }
        return lines;
    }

    std::shared_ptr<const Recording> m_recording;
    std::shared_ptr<const Identities> m_identities;
    std::shared_ptr<const ImportedTexts> m_imported;
    bool m_isBareFunction;
    const Node* m_identity;
    std::map<const Module*, std::vector<NamingLine>> m_lines;
};

/// Nothing for a step that leaves the entity as it was.
QString eventText(EntityState state)
{
    switch (state) {
    case EntityState::Absent:
        return EntityHistoryList::tr("absent");
    case EntityState::Born:
        return EntityHistoryList::tr("appears");
    case EntityState::Changed:
        return EntityHistoryList::tr("changes");
    case EntityState::Gone:
        return EntityHistoryList::tr("is gone");
    case EntityState::Kept:
        break;
    }
    return {};
}

} // namespace

EntityHistoryList::EntityHistoryList(Session& session, QWidget& view)
    : QObject(&view),
      m_session(session),
      m_view(view),
      m_job(session.jobs(), tr("Reading the history of a name"))
{
    connect(&m_session, &Session::recordingChanged, this, [this] { m_job.cancel(); });
}

void EntityHistoryList::show()
{
    const Node* identity = m_session.selection().identity;
    if (!m_session.recording() || !m_session.identities().lifeOf(identity)) // of a pinned run
        return;
    m_job.start(
        [lines = NamingLines(m_session, identity)](JobControl& control) mutable {
            QList<Row> rows;
            const std::vector<EntityState> states = lines.states(control);
            for (size_t number = 0; number < states.size() && !control.isCancelled(); ++number) {
                if (!isEvent(states[number]) && number > 0)
                    continue;
                const NamingLine line = lines.lineOfStep(number, states[number]);
                rows.append({number, states[number], line.number, toQString(line.text).trimmed()});
            }
            return rows;
        },
        [this, name = toQString(nameOfEntity(*identity))](const QList<Row>& rows) { open(name, rows); });
}

QString EntityHistoryList::titleOf(const Row& row) const
{
    if (row.step == 0)
        return tr("Input: %1").arg(eventText(row.state));
    const std::string& pass = m_session.recording()->steps[row.step - 1].pass.name;
    return tr("Step %1, %2: %3").arg(row.step).arg(toQString(pass), eventText(row.state));
}

void EntityHistoryList::open(const QString& name, const QList<Row>& rows)
{
    if (rows.isEmpty() || !m_session.recording())
        return;
    QList<Choice> choices;
    for (const Row& row : rows) {
        const QString title = titleOf(row) + QStringLiteral("   ");
        choices.append({.text = title + row.text,
                        .detail = row.line < 0 ? QString() : tr("line %1").arg(row.line + 1),
                        .choose = [this, step = row.step] { m_session.goTo(step); },
                        .headLength = title.size()});
    }
    new Chooser(QStringLiteral("entityHistory"), tr("What happened to %1").arg(name), choices,
                *m_view.window(), Chooser::CodeWidth);
}

} // namespace tir::ui
