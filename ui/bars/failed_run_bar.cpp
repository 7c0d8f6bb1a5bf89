#include "ui/bars/failed_run_bar.h"

#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QPushButton>

namespace tir::ui {
namespace {

QString nameOf(const RunSetup& setup)
{
    return setup.pipeline.name.empty() ? FailedRunBar::tr("the passes") : toQString(setup.pipeline.name);
}

} // namespace

FailedRunBar::FailedRunBar(Session& session, QWidget* parent)
    : HintBar(QStringLiteral("failedRun"), tr("Stay with this setup"), parent),
      m_session(session)
{
    connect(button(), &QPushButton::clicked, this, [this] {
        if (const auto failed = m_session.failedRun())
            m_session.setSetup(m_session.withPrograms(failed->setup));
        else if (const std::optional<RunSetup> setup = m_session.setupOfLastResult())
            m_session.setSetup(*setup);
    });
    connect(&m_session, &Session::phaseChanged, this, &FailedRunBar::refresh);
    connect(&m_session, &Session::setupChanged, this, &FailedRunBar::refresh);
    refresh();
}

void FailedRunBar::refresh()
{
    const std::optional<RunSetup>& last = m_session.setupOfLastResult();
    const bool isBroken = m_session.phase() == Phase::Broken && last;
    setVisible(isBroken || m_session.failedRun());
    if (const auto& failed = m_session.failedRun()) {
        showFailure(failed->setup, failed->failure, tr(". The views show %1").arg(nameOf(m_session.setup())));
        button()->setText(tr("Try again"));
        button()->setToolTip(tr("Run %1 once more").arg(nameOf(failed->setup)));
    } else if (isBroken) {
        showFailure(m_session.setup(), m_session.failure(), {});
        button()->setText(tr("Back to %1").arg(nameOf(*last)));
        button()->setToolTip(
            tr("Run the program again with the pipeline, mode, and target that last gave a result"));
    }
}

void FailedRunBar::showFailure(const RunSetup& setup, const QString& failure, const QString& rest)
{
    setMessage(
        tr("%1 gave no result: %2%3").arg(nameOf(setup), failure.section(QLatin1Char('\n'), 0, 0), rest),
        failure);
}

} // namespace tir::ui
