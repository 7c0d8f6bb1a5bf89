#include "ui/common/placeholder.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

namespace tir::ui {
namespace {

/// A name without spaces that is wider than the view would be cut off at both sides: it may break after its parts.
QString breakable(const QString& text)
{
    static const QRegularExpression longWord(QStringLiteral("\\S{36,}"));
    static const QRegularExpression part(QStringLiteral("([_./-]|[A-Za-z0-9]{20}(?=[A-Za-z0-9]))"));
    QString result;
    qsizetype end = 0;
    for (const QRegularExpressionMatch& match : longWord.globalMatch(text)) {
        result += text.mid(end, match.capturedStart() - end);
        result += match.captured().replace(part, QStringLiteral("\\1\u200b"));
        end = match.capturedEnd();
    }
    return result + text.mid(end);
}

} // namespace

Placeholder::Placeholder(QWidget* parent)
    : QWidget(parent),
      m_title(new QLabel),
      m_hint(new QLabel),
      m_button(new QPushButton)
{
    m_title->setObjectName(QStringLiteral("placeholderTitle"));
    m_hint->setObjectName(QStringLiteral("placeholderHint"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(4);
    layout->addStretch(2);
    for (QLabel* label : {m_title, m_hint}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        layout->addWidget(label);
    }
    m_button->setObjectName(QStringLiteral("placeholderButton"));
    layout->addWidget(m_button, 0, Qt::AlignCenter);
    layout->addStretch(3);
    connect(m_button, &QPushButton::clicked, this, &Placeholder::buttonPressed);
}

void Placeholder::setText(const PlaceholderText& text)
{
    m_title->setText(breakable(text.title));
    m_title->setVisible(!text.title.isEmpty());
    m_hint->setText(breakable(text.hint));
    m_hint->setVisible(!text.hint.isEmpty());
    m_button->setText(text.button);
    m_button->setVisible(!text.button.isEmpty());
}

ContentOrPlaceholder::ContentOrPlaceholder(QWidget* content, QWidget* parent)
    : QStackedWidget(parent),
      m_placeholder(new Placeholder)
{
    addWidget(content);
    addWidget(m_placeholder);
    connect(m_placeholder, &Placeholder::buttonPressed, this, &ContentOrPlaceholder::buttonPressed);
}

void ContentOrPlaceholder::showContent()
{
    setCurrentIndex(0);
}

void ContentOrPlaceholder::showPlaceholder(const PlaceholderText& text)
{
    m_placeholder->setText(text);
    setCurrentIndex(1);
}

} // namespace tir::ui
