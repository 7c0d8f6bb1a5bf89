#include "ui/bars/hint_bar.h"

#include "ui/common/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace tir::ui {

HintBar::HintBar(const QString& name, const QString& dismissToolTip, QWidget* parent)
    : QWidget(parent),
      m_text(new QLabel),
      m_button(new QPushButton)
{
    setObjectName(name + QStringLiteral("Bar"));
    setAttribute(Qt::WA_StyledBackground);
    m_text->setObjectName(name + QStringLiteral("Text"));
    m_button->setObjectName(name + QStringLiteral("Button"));
    auto* dismiss = new QToolButton;
    dismiss->setObjectName(QStringLiteral("dismiss%1%2Button").arg(name.left(1).toUpper(), name.sliced(1)));
    dismiss->setIcon(themedIcon(QStringLiteral("close"), &Theme::muted));
    dismiss->setIconSize({12, 12});
    dismiss->setAutoRaise(true);
    dismiss->setToolTip(dismissToolTip);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 6, 8, 6);
    layout->setSpacing(10);
    m_text->setWordWrap(true);
    // The fallback font of some characters needs more room below the last line than the label reserves.
    m_text->setContentsMargins(0, 0, 0, 3);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_button);
    layout->addWidget(dismiss);
    connect(dismiss, &QToolButton::clicked, this, &QWidget::hide);
}

void HintBar::setMessage(const QString& text, const QString& toolTip)
{
    m_text->setText(text);
    m_text->setToolTip(toolTip);
}

} // namespace tir::ui
