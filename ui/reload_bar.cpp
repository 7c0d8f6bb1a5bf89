#include "ui/reload_bar.h"

#include "ui/common/icons.h"
#include "ui/session/session.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace tir::ui {

ReloadBar::ReloadBar(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_watch(session),
      m_text(new QLabel)
{
    setObjectName(QStringLiteral("reloadBar"));
    setAttribute(Qt::WA_StyledBackground);
    m_text->setObjectName(QStringLiteral("reloadText"));
    auto* reload = new QPushButton(tr("Reload"));
    reload->setObjectName(QStringLiteral("reloadButton"));
    reload->setToolTip(tr("Read the file again; the step that is shown stays"));
    auto* dismiss = new QToolButton;
    dismiss->setObjectName(QStringLiteral("dismissReloadButton"));
    dismiss->setIcon(themedIcon(QStringLiteral("close"), &Theme::muted));
    dismiss->setIconSize({12, 12});
    dismiss->setAutoRaise(true);
    dismiss->setToolTip(tr("Go on with the text that was read"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 6, 8, 6);
    layout->setSpacing(10);
    layout->addWidget(m_text);
    layout->addWidget(reload);
    layout->addStretch();
    layout->addWidget(dismiss);
    connect(reload, &QPushButton::clicked, &m_session, &Session::reload);
    connect(dismiss, &QToolButton::clicked, this, &QWidget::hide);
    connect(&m_watch, &FileWatch::changed, this, &ReloadBar::refresh);
    refresh();
}

void ReloadBar::refresh()
{
    m_text->setText(tr("%1 has changed on disk").arg(m_session.name()));
    setVisible(m_watch.isChanged());
}

} // namespace tir::ui
