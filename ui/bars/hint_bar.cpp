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
      m_button(new QPushButton),
      m_dismiss(new QToolButton),
      m_buttons(new QHBoxLayout)
{
    setObjectName(name + QStringLiteral("Bar"));
    setAttribute(Qt::WA_StyledBackground);
    m_text->setObjectName(name + QStringLiteral("Text"));
    m_button->setObjectName(name + QStringLiteral("Button"));
    m_dismiss->setObjectName(QStringLiteral("dismiss%1%2Button").arg(name.left(1).toUpper(), name.sliced(1)));
    m_dismiss->setIcon(themedIcon(QStringLiteral("close"), &Theme::muted));
    m_dismiss->setIconSize({12, 12});
    m_dismiss->setAutoRaise(true);
    m_dismiss->setToolTip(dismissToolTip);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 6, 8, 6);
    layout->setSpacing(10);
    layout->addWidget(m_text, 1);
    layout->addLayout(m_buttons);
    m_buttons->addWidget(m_button);
    m_buttons->addWidget(m_dismiss);
    m_text->setWordWrap(true);
    // The fallback font of some characters needs more room below the last line than the label reserves.
    m_text->setContentsMargins(0, 0, 0, 3);
    place();
    connect(m_dismiss, &QToolButton::clicked, this, &QWidget::hide);
}

void HintBar::setMessage(const QString& text, const QString& toolTip)
{
    m_text->setText(text);
    m_text->setToolTip(toolTip);
    place();
}

void HintBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place();
}

void HintBar::place()
{
    constexpr int MostLinesBeside = 2;
    const QMargins margins = layout()->contentsMargins();
    const int button = m_button->isHidden() ? 0 : m_button->sizeHint().width() + m_buttons->spacing();
    const int room = width() - margins.left() - margins.right() - layout()->spacing() - button -
                     m_dismiss->sizeHint().width();
    const bool isLong = room > 0 && m_text->heightForWidth(room) >
                                        (MostLinesBeside + 1) * m_text->fontMetrics().lineSpacing();
    m_buttons->setDirection(isLong ? QBoxLayout::BottomToTop : QBoxLayout::LeftToRight);
    m_buttons->setSpacing(isLong ? 2 : 10);
    m_buttons->setAlignment(m_dismiss, isLong ? Qt::AlignRight | Qt::AlignTop : Qt::Alignment());
}

} // namespace tir::ui
