#include "ui/reload_bar.h"

#include "ui/session/session.h"

#include <QPushButton>

namespace tir::ui {

ReloadBar::ReloadBar(Session& session, QWidget* parent)
    : HintBar(QStringLiteral("reload"), tr("Go on with the text that was read"), parent),
      m_session(session),
      m_watch(session)
{
    button()->setText(tr("Reload"));
    button()->setToolTip(tr("Read the file again; the step that is shown stays"));
    connect(button(), &QPushButton::clicked, &m_session, &Session::reload);
    connect(&m_watch, &FileWatch::changed, this, &ReloadBar::refresh);
    refresh();
}

void ReloadBar::refresh()
{
    setMessage(tr("%1 has changed on disk").arg(m_session.name()));
    setVisible(m_watch.isChanged());
}

} // namespace tir::ui
