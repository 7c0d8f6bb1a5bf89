#include "ui/session/step_findings.h"

#include "ui/session/session.h"

namespace tir::ui {

StepFindings& StepFindings::of(Session& session)
{
    auto* known = session.findChild<StepFindings*>(QString(), Qt::FindDirectChildrenOnly);
    return known ? *known : *new StepFindings(session); // its parent owns it
}

StepFindings::StepFindings(Session& session) : QObject(&session)
{
    connect(&session, &Session::recordingChanged, this, [this] {
        m_executed.clear();
        m_answer.reset();
        emit changed();
        emit answerChanged();
    });
}

const ExecutedStep& StepFindings::at(size_t number) const
{
    static const ExecutedStep notExecuted;
    const auto found = m_executed.find(number);
    return found == m_executed.end() ? notExecuted : found->second;
}

void StepFindings::set(size_t number, ExecutedStep executed)
{
    m_executed[number] = std::move(executed);
    emit changed();
}

void StepFindings::setProgress(const std::optional<CheckProgress>& progress)
{
    if (progress == m_progress)
        return;
    m_progress = progress;
    emit progressChanged();
}

void StepFindings::setAnswer(CheckAnswer answer)
{
    m_answer = std::move(answer);
    emit changed();
    emit answerChanged();
}

} // namespace tir::ui
