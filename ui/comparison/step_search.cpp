#include "ui/comparison/step_search.h"

#include "ui/common/chooser.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QWidget>

namespace tir::ui {
namespace {

constexpr size_t MaxLines = 300;

} // namespace

StepSearch::StepSearch(Session& session, QWidget& view)
    : QObject(&view),
      m_session(session),
      m_view(view),
      m_job(session.jobs(), tr("Searching all steps"))
{
    connect(&m_session, &Session::recordingChanged, this, [this] {
        if (m_session.runNumber() == m_run)
            return; // its modules have been read; the texts are the same
        m_job.cancel();
        if (m_chooser)
            m_chooser->close();
    });
}

void StepSearch::open(const QString& text)
{
    if (!m_session.hasSteps())
        return;
    m_run = m_session.runNumber();
    m_steps = std::make_shared<SearchableSteps>(
        m_session.recordedSteps(),
        PrintOptions{.asBareFunction = areBareFunctions(*m_session.program(), *m_session.recordedSteps())},
        m_session.importedTexts());
    m_chooser =
        new Chooser(QStringLiteral("stepSearch"), tr("Find in all steps: where a line with this text is new"),
                    {}, *m_view.window(), Chooser::CodeWidth);
    connect(m_chooser, &Chooser::typed, this, &StepSearch::search);
    connect(m_chooser, &QObject::destroyed, this, [this] {
        m_job.cancel();
        m_steps.reset();
    });
    m_chooser->setText(text);
}

void StepSearch::search(const QString& text)
{
    m_job.start(
        [steps = m_steps, wanted = text.trimmed().toStdString()](JobControl& control) {
            return steps->find(wanted, MaxLines, [&] { return control.isCancelled(); });
        },
        [this, wanted = text.trimmed()](const std::vector<FoundLine>& lines) { show(lines, wanted); });
}

void StepSearch::show(const std::vector<FoundLine>& lines, const QString& wanted)
{
    if (!m_chooser || !m_session.hasSteps())
        return;
    QList<Choice> choices;
    for (const FoundLine& found : lines) {
        const std::string pass = found.step == 0 ? tr("Input").toStdString()
                                                 : m_session.recordedSteps()->steps[found.step - 1].pass.name;
        const QString text = toQString(found.text);
        const qsizetype match = text.indexOf(wanted, 0, Qt::CaseInsensitive);
        choices.append(
            {.text = text,
             .detail = tr("step %1, %2: %3").arg(found.step).arg(toQString(pass)).arg(found.line + 1),
             .choose = [this, found] { emit chosen(found.step, found.line); },
             .matchBegin = match,
             .matchLength = match < 0 ? 0 : wanted.size()});
    }
    m_chooser->setResults(std::move(choices));
}

} // namespace tir::ui
