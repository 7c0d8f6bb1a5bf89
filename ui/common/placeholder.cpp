#include "ui/common/placeholder.h"

#include "ui/session/session.h"

#include <QLabel>
#include <QVBoxLayout>

namespace tir::ui {

PlaceholderText placeholderText(const Session& session)
{
    switch (session.phase()) {
    case Phase::Empty:
        return {{}, Session::tr("Open a program first")};
    case Phase::Reading:
        return {Session::tr("Reading %1…").arg(session.name()), {}};
    case Phase::Outline:
        return {Session::tr("Reading the modules of %1…").arg(session.name()),
                Session::tr("The list of steps and the code show the recorded texts until then")};
    case Phase::Unreadable:
        return {Session::tr("%1 has errors").arg(session.name()),
                session.program()->freeNames.empty()
                    ? Session::tr("The diagnostics say what and where")
                    : Session::tr("Give the missing names values in the bar above the code")};
    case Phase::Running:
        return {Session::tr("Running %1…").arg(QString::fromStdString(session.setup().pipeline.name)),
                Session::tr("Cancel in the status bar")};
    case Phase::Broken:
        return {Session::tr("No result"), session.failure()};
    case Phase::Ready:
        break;
    }
    return {};
}

Placeholder::Placeholder(QWidget* parent) : QWidget(parent), m_title(new QLabel), m_hint(new QLabel)
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
    layout->addStretch(3);
}

void Placeholder::setText(const PlaceholderText& text)
{
    m_title->setText(text.title);
    m_title->setVisible(!text.title.isEmpty());
    m_hint->setText(text.hint);
    m_hint->setVisible(!text.hint.isEmpty());
}

ContentOrPlaceholder::ContentOrPlaceholder(QWidget* content, QWidget* parent)
    : QStackedWidget(parent),
      m_placeholder(new Placeholder)
{
    addWidget(content);
    addWidget(m_placeholder);
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
