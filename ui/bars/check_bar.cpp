#include "ui/bars/check_bar.h"

#include "ui/session/session.h"
#include "ui/session/step_findings.h"

#include <QPushButton>

#include <utility>

namespace tir::ui {

CheckBar::CheckBar(Session& session, QWidget* parent)
    : HintBar(QStringLiteral("check"), tr("Hide the answer of the check"), parent),
      m_session(session)
{
    connect(button(), &QPushButton::clicked, this, &CheckBar::press);
    connect(&StepFindings::of(m_session), &StepFindings::answerChanged, this, &CheckBar::refresh);
    connect(&StepFindings::of(m_session), &StepFindings::progressChanged, this, &CheckBar::refresh);
    refresh();
}

void CheckBar::press()
{
    StepFindings& findings = StepFindings::of(m_session);
    if (findings.progress())
        findings.requestCancel();
    else if (const std::optional<size_t> firstWrong = findings.firstWrong())
        m_session.goTo(*firstWrong);
}

void CheckBar::refresh()
{
    const StepFindings& findings = StepFindings::of(m_session);
    const bool isChecking = findings.progress().has_value();
    // A bar that was hidden during the check comes back with the answer.
    if (!isChecking || !std::exchange(m_wasChecking, true))
        setVisible(isChecking || findings.answer());
    m_wasChecking = isChecking;
    if (isChecking)
        showProgress();
    else if (findings.answer())
        showAnswer();
}

void CheckBar::showProgress()
{
    const CheckProgress& progress = *StepFindings::of(m_session).progress();
    setMessage(progress.total > 0 ? tr("Checking every step: %1 (%2 %)")
                                        .arg(progress.detail)
                                        .arg(100 * progress.done / progress.total)
                                  : tr("Checking every step…"));
    button()->setText(tr("Cancel"));
    button()->setVisible(true);
}

void CheckBar::showAnswer()
{
    const std::optional<CheckAnswer>& answer = StepFindings::of(m_session).answer();
    // The name of a pass may break before its options: a word of both does not widen the window.
    const QString text = QString(answer->text).replace(QLatin1Char('('), QStringLiteral("\u200b("));
    setMessage(text.left(1).toUpper() + text.sliced(1),
               answer->details == answer->text ? QString() : answer->details);
    button()->setVisible(answer->firstWrong.has_value());
    if (answer->firstWrong)
        button()->setText(*answer->firstWrong == 0 ? tr("Go to the input")
                                                   : tr("Go to step %1").arg(*answer->firstWrong));
}

} // namespace tir::ui
