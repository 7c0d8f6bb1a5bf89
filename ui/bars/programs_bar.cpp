#include "ui/bars/programs_bar.h"

#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QPushButton>

namespace tir::ui {

ProgramsBar::ProgramsBar(Session& session, QWidget* parent)
    : HintBar(QStringLiteral("programs"), tr("Leave them out: their steps fail"), parent),
      m_session(session)
{
    button()->setText(tr("Run them"));
    button()->setToolTip(
        tr("Starts these programs with your rights, now and when this list of passes runs again"));
    connect(button(), &QPushButton::clicked, this, &ProgramsBar::allow);
    connect(&m_session, &Session::recordingChanged, this, &ProgramsBar::refresh);
    refresh();
}

void ProgramsBar::refresh()
{
    const RunSetup& setup = m_session.setup();
    QStringList programs;
    if (m_session.recording() && !m_session.isRecorded() && !setup.external.isAllowed)
        for (const PassInvocation& pass : setup.pipeline.passes)
            if (startsProgram(pass))
                programs.append(toQString(toString(pass)));
    setVisible(!programs.isEmpty());
    setMessage(tr("These passes start programs of yours, and have not run: %1")
                   .arg(programs.join(QStringLiteral(", "))));
}

void ProgramsBar::allow()
{
    m_session.setSetup(m_session.withPrograms(m_session.setup()));
}

} // namespace tir::ui
