#include "ui/comparison/line_history_list.h"

#include "core/diff/line_diff.h"
#include "ui/common/chooser.h"
#include "ui/common/code_text.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QWidget>

namespace tir::ui {
namespace {

struct Part {
    qsizetype begin = 0;
    qsizetype length = 0;
};

/// Of a line that a step changed; empty if the step only removed something from it.
Part firstChange(const QString& before, const QString& after)
{
    const std::string line = after.toStdString();
    const LineDiff diff = diffLines(before.toStdString(), line);
    if (diff.afterWords.empty())
        return {};
    const Span word = diff.afterWords.front();
    return {toQString(std::string_view(line).substr(0, word.begin)).size(),
            toQString(std::string_view(line).substr(word.begin, word.end - word.begin)).size()};
}

} // namespace

LineHistoryList::LineHistoryList(Session& session, QWidget& view)
    : QObject(&view),
      m_session(session),
      m_view(view),
      m_job(session.jobs(), tr("Reading the history of a line"))
{
    connect(&m_session, &Session::recordingChanged, this, [this] { m_job.cancel(); });
}

void LineHistoryList::show(size_t number, int line)
{
    const std::shared_ptr<const LineHistory> history = m_session.lineHistory();
    if (!history || number >= history->stepCount() || line < 0)
        return;
    m_job.start(
        [recording = m_session.recording(), events = history->events(number, line),
         identities = m_session.sharedIdentities(), imported = m_session.importedTexts(),
         isBareFunction =
             areBareFunctions(*m_session.program(), *m_session.recording())](JobControl& control) {
            QList<Row> rows;
            for (const LineEvent& event : events) {
                if (control.isCancelled())
                    break;
                const ModuleTextPointer text =
                    makeModuleText(recording->module(event.moduleNumber(*recording)), *identities,
                                   isBareFunction, *imported);
                const int shown = text->lineOfPrinted(event.line);
                rows.append({event, shown, toQString(shown < 0 ? "" : text->code.line(shown)).trimmed()});
            }
            return rows;
        },
        [this](const QList<Row>& rows) { open(rows); });
}

QString LineHistoryList::titleOf(const LineEvent& event) const
{
    if (event.step == 0)
        return tr("Input");
    const Recording& recording = *m_session.recording();
    return tr("Step %1, %2: %3")
        .arg(event.step)
        .arg(toQString(recording.steps[event.step - 1].pass.name), toQString(toString(event.fate)));
}

void LineHistoryList::open(const QList<Row>& rows)
{
    if (rows.isEmpty() || !m_session.recording())
        return;
    QList<Choice> choices;
    QString before;
    for (const Row& row : rows) {
        const QString title = titleOf(row.event) + QStringLiteral("   ");
        const Part changed = row.event.fate == LineFate::Changed ? firstChange(before, row.text) : Part();
        choices.append({.text = title + row.text,
                        .detail = row.line < 0 ? QString() : tr("line %1").arg(row.line + 1),
                        .choose = [this, event = row.event] { emit chosen(event); },
                        .headLength = title.size(),
                        .matchBegin = title.size() + changed.begin,
                        .matchLength = changed.length});
        before = row.text;
    }
    new Chooser(QStringLiteral("lineHistory"), tr("What happened to this line"), choices, *m_view.window(),
                Chooser::CodeWidth);
}

} // namespace tir::ui
