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
        m_findings.clear();
        m_guilty.reset();
        emit changed();
    });
}

const std::vector<Finding>& StepFindings::at(size_t number) const
{
    static const std::vector<Finding> none;
    const auto found = m_findings.find(number);
    return found == m_findings.end() ? none : found->second;
}

void StepFindings::set(size_t number, std::vector<Finding> findings)
{
    m_findings[number] = std::move(findings);
    emit changed();
}

void StepFindings::setGuilty(std::optional<size_t> number)
{
    m_guilty = number;
    emit changed();
}

} // namespace tir::ui
