#include "ui/comparison/code_tool_bar.h"

#include "ui/common/actions.h"
#include "ui/common/icons.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace tir::ui {

namespace {

/// Formatted text would give way to the heading beside it.
void showWhole(QLabel& label, const QString& text)
{
    label.setText(text);
    label.setMinimumWidth(label.sizeHint().width());
}

} // namespace

CodeToolBar::CodeToolBar(QWidget* parent)
    : QWidget(parent),
      m_figures(new QLabel),
      m_position(new QLabel),
      m_source(makeSwitch("edit-source", *this, false, [this](bool isOn) { emit sourceToggled(isOn); })),
      m_sideBySide(makeSwitch("side-by-side", *this, true, [this](bool isOn) { toggleSideBySide(isOn); })),
      m_unified(makeSwitch("unified", *this, false, [this](bool isOn) { toggleUnified(isOn); }))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    m_figures->setObjectName(QStringLiteral("changesLabel"));
    m_position->setObjectName(QStringLiteral("changePosition"));
    m_position->setToolTip(tr("Current change of all changes"));
    row->addWidget(m_figures);
    row->addWidget(m_position);
    addButton(makeAction("previous-change", *this, [this] { emit changeRequested(-1); }),
              QStringLiteral("up"));
    addButton(makeAction("next-change", *this, [this] { emit changeRequested(1); }), QStringLiteral("down"));
    addButton(makeSwitch("only-changes", *this, false, [this](bool isOn) { emit onlyChangesToggled(isOn); }),
              QStringLiteral("fold"));
    addButton(makeSwitch("structure", *this, true, [this](bool isOn) { emit structureToggled(isOn); }),
              QStringLiteral("structure"), tr("Compare as programs, without indentation and names (F3)"));
    addButton(m_source, QStringLiteral("edit_source"),
              tr("Edit the source beside the result of the step (F2)"));
    addButton(makeSwitch("writers", *this, false, [this](bool isOn) { emit writersToggled(isOn); }),
              QStringLiteral("blame"));
    addButton(m_sideBySide, QStringLiteral("panes"));
    // In the menu only: the bar has no more room.
    makeSwitch("argument-names", *this, true, [this](bool isOn) { emit argumentNamesToggled(isOn); });
    makeSwitch("fold-dictionaries", *this, true, [this](bool isOn) { emit dictionariesToggled(isOn); });
    makeSwitch("wrap-lines", *this, false, [this](bool isOn) { emit wrappingToggled(isOn); });
    makeSwitch("sticky-lines", *this, true, [this](bool isOn) { emit stickyLinesToggled(isOn); });
}

void CodeToolBar::toggleSideBySide(bool isOn)
{
    emit sideBySideToggled(isOn);
    if (isOn)
        m_unified->setChecked(false);
}

/// What was shown before the one text returns after it.
void CodeToolBar::toggleUnified(bool isOn)
{
    if (isOn) {
        m_wasSideBySide = m_sideBySide->isChecked();
        emit unifiedToggled(true);
        m_sideBySide->setChecked(false);
    } else {
        if (m_wasSideBySide)
            m_sideBySide->setChecked(true);
        emit unifiedToggled(false);
    }
}

void CodeToolBar::addButton(QAction* action, const QString& icon, const QString& toolTip)
{
    action->setIcon(themedIcon(icon, &Theme::muted));
    if (!toolTip.isEmpty())
        action->setToolTip(toolTip);
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setObjectName(action->objectName() + QStringLiteral("Button"));
    button->setIconSize({14, 14});
    button->setAutoRaise(true);
    layout()->addWidget(button);
}

void CodeToolBar::setFigures(const QString& text)
{
    showWhole(*m_figures, text);
}

void CodeToolBar::setPosition(const QString& text)
{
    showWhole(*m_position, text);
}

void CodeToolBar::setSourceShown(bool isShown)
{
    m_source->setChecked(isShown);
}

} // namespace tir::ui
