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
        if (const std::optional<RunSetup> setup = m_session.setupOfLastResult())
            m_session.setSetup(*setup);
    });
    connect(&m_session, &Session::phaseChanged, this, &FailedRunBar::refresh);
    refresh();
}

void FailedRunBar::refresh()
{
    const std::optional<RunSetup>& last = m_session.setupOfLastResult();
    const bool isBroken = m_session.phase() == Phase::Broken && last;
    setVisible(isBroken);
    if (!isBroken)
        return;
    setMessage(tr("%1 gave no result: %2")
                   .arg(nameOf(m_session.setup()), m_session.failure().section(QLatin1Char('\n'), 0, 0)),
               m_session.failure());
    button()->setText(tr("Back to %1").arg(nameOf(*last)));
    button()->setToolTip(
        tr("Run the program again with the pipeline, mode, and target that last gave a result"));
}

} // namespace tir::ui
