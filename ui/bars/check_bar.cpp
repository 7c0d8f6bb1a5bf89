#include "ui/bars/check_bar.h"

#include "ui/session/session.h"
#include "ui/session/step_findings.h"

#include <QPushButton>

namespace tir::ui {

CheckBar::CheckBar(Session& session, QWidget* parent)
    : HintBar(QStringLiteral("check"), tr("Hide the answer of the check"), parent),
      m_session(session)
{
    connect(button(), &QPushButton::clicked, this, [this] {
        if (const std::optional<size_t> guilty = StepFindings::of(m_session).guilty())
            m_session.goTo(*guilty);
    });
    connect(&StepFindings::of(m_session), &StepFindings::answerChanged, this, &CheckBar::refresh);
    refresh();
}

void CheckBar::refresh()
{
    const std::optional<CheckAnswer>& answer = StepFindings::of(m_session).answer();
    setVisible(answer.has_value());
    if (!answer)
        return;
    // The name of a pass may break before its options: a word of both does not widen the window.
    const QString text = QString(answer->text).replace(QLatin1Char('('), QStringLiteral("\u200b("));
    setMessage(text.left(1).toUpper() + text.sliced(1),
               answer->details == answer->text ? QString() : answer->details);
    button()->setVisible(answer->guilty.has_value());
    if (answer->guilty)
        button()->setText(*answer->guilty == 0 ? tr("Go to the input")
                                               : tr("Go to step %1").arg(*answer->guilty));
}

} // namespace tir::ui
