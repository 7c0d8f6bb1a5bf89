#include "ui/bars/pin_bar.h"

#include "ui/session/session.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace tir::ui {
namespace {

QString differencesText(const Pin& pin)
{
    const auto count = [&](auto isCounted) { return std::ranges::count_if(pin.steps(), isCounted); };
    const auto common = count([](const AlignedStep& step) { return step.a && step.b; });
    const auto different = count([](const AlignedStep& step) { return step.a && step.b && !step.isEqual; });
    const auto onlyA = count([](const AlignedStep& step) { return !step.b; });
    const auto onlyB = count([](const AlignedStep& step) { return !step.a; });
    if (different + onlyA + onlyB == 0)
        return PinBar::tr("every step has the same module");
    QString text = PinBar::tr("%1 of %2 common steps differ").arg(different).arg(common);
    if (onlyA > 0)
        text += PinBar::tr(", %1 ran only in A").arg(onlyA);
    if (onlyB > 0)
        text += PinBar::tr(", %1 ran only in B").arg(onlyB);
    return text;
}

} // namespace

PinBar::PinBar(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_rows(new QBoxLayout(QBoxLayout::LeftToRight, this)),
      m_buttons(new QHBoxLayout),
      m_text(new QLabel)
{
    setObjectName(QStringLiteral("pinBar"));
    setAttribute(Qt::WA_StyledBackground);
    m_rows->setContentsMargins(10, 6, 8, 6);
    m_rows->setSpacing(6);
    m_buttons->setSpacing(10);
    m_text->setObjectName(QStringLiteral("pinText"));
    m_text->setWordWrap(true);
    m_rows->addWidget(m_text, 1);
    m_rows->addLayout(m_buttons);
    m_first = addButton(QStringLiteral("firstDifference"), tr("First difference"),
                        tr("To the first step that produces a different module"));
    m_compare = addButton(QStringLiteral("comparePinned"), tr("A | B"),
                          tr("The left side shows the pinned run (A) instead of the module before the step"));
    m_compare->setCheckable(true);
    m_unpin = addButton(QStringLiteral("unpin"), tr("Unpin"), tr("Forget the pinned run"));
    Pin& pin = m_session.pin();
    connect(m_first, &QPushButton::clicked, &m_session.navigation(), &StepNavigation::goToFirstDifference);
    connect(m_compare, &QPushButton::clicked, &pin, &Pin::setCompared);
    connect(m_unpin, &QPushButton::clicked, &pin, &Pin::clear);
    connect(&pin, &Pin::changed, this, &PinBar::refresh);
    connect(&pin, &Pin::hiddenChanged, this, &PinBar::refresh);
    m_buttons->addStretch(); // below the text, they are at the left
    refresh();
}

QPushButton* PinBar::addButton(const QString& name, const QString& text, const QString& toolTip)
{
    auto* button = new QPushButton(text);
    button->setObjectName(name + QStringLiteral("Button"));
    button->setToolTip(toolTip);
    m_buttons->addWidget(button);
    return button;
}

void PinBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place();
}

/// Beside a long text in a narrow bar there is no room for the buttons.
void PinBar::place()
{
    constexpr int MostLinesBeside = 2;
    const QMargins margins = m_rows->contentsMargins();
    const int room =
        width() - margins.left() - margins.right() - m_rows->spacing() - m_buttons->sizeHint().width();
    const bool isLong = room <= 0 || m_text->heightForWidth(room) >
                                         (MostLinesBeside + 1) * m_text->fontMetrics().lineSpacing() - 1;
    m_rows->setDirection(isLong ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void PinBar::refresh()
{
    const Pin& pin = m_session.pin();
    setVisible(pin.run() != nullptr);
    if (!pin.run())
        return;
    const bool isItself = pin.run()->recording == m_session.recording();
    const bool isAligned = !pin.steps().empty();
    const QString rest = isItself    ? tr("choose another pipeline, mode, or file to compare with it")
                         : isAligned ? differencesText(pin)
                                     : QStringLiteral("…");
    QString remark = pin.run()->remark.isEmpty() ? QString() : QStringLiteral(". ") + pin.run()->remark;
    if (isAligned && pin.isCompared() && !pin.whyHidden().isEmpty())
        remark += tr(". The code of A is hidden: %1").arg(pin.whyHidden());
    m_text->setText(tr("Pinned as A: %1. %2").arg(pin.run()->title, rest.left(1).toUpper() + rest.mid(1)) +
                    remark);
    m_first->setVisible(pin.firstDifferent().has_value());
    m_compare->setVisible(isAligned);
    m_compare->setChecked(pin.isCompared());
    place();
}

} // namespace tir::ui
