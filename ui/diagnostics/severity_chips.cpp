#include "ui/diagnostics/severity_chips.h"

#include "ui/common/flowing_rows.h"
#include "ui/common/theme.h"

#include <QToolButton>

namespace tir::ui {

SeverityChips::SeverityChips(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("severityChips"));
    auto* layout = new FlowingRows(this);
    layout->setContentsMargins(6, 3, 6, 3);
    layout->setSpacing(4);
    addChip(Severity::Error, "errorChip", tr("Show or hide errors"));
    addChip(Severity::Warning, "warningChip", tr("Show or hide warnings"));
    addChip(Severity::Note, "noteChip", tr("Show or hide notes"));
    setCounts({}, {}, {});
}

void SeverityChips::addChip(Severity severity, const char* name, const QString& toolTip)
{
    auto* chip = new QToolButton(this);
    chip->setObjectName(QLatin1String(name)); // the style sheet colors it by its name
    chip->setProperty("isSwitch", true);
    chip->setFont(smallFont());
    chip->setToolTip(toolTip);
    chip->setCheckable(true);
    chip->setChecked(true);
    connect(chip, &QToolButton::toggled, this,
            [this, severity](bool isShown) { emit toggled(severity, isShown); });
    layout()->addWidget(chip);
    m_chips[severity] = chip;
}

/// "4 errors", "1 error, 2 only in A", "2 errors only in A".
QString SeverityChips::textOf(Count count, const QString& one, const QString& many)
{
    const auto counted = [&](int number) { return number == 1 ? one : many.arg(number); };
    if (count.onlyPinned == 0)
        return counted(count.own);
    return count.own == 0 ? tr("%1 only in A").arg(counted(count.onlyPinned))
                          : tr("%1, %2 only in A").arg(counted(count.own)).arg(count.onlyPinned);
}

void SeverityChips::setCounts(Count errors, Count warnings, Count notes)
{
    const auto set = [this](Severity severity, Count count, const QString& one, const QString& many) {
        m_chips[severity]->setText(textOf(count, one, many));
        m_chips[severity]->setVisible(count.all() > 0);
    };
    set(Severity::Error, errors, tr("1 error"), tr("%1 errors"));
    set(Severity::Warning, warnings, tr("1 warning"), tr("%1 warnings"));
    set(Severity::Note, notes, tr("1 note"), tr("%1 notes"));
    setVisible(errors.all() + warnings.all() + notes.all() > 0);
}

} // namespace tir::ui
