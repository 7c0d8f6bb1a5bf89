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
    setCounts(0, 0, 0);
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

void SeverityChips::setCounts(int errors, int warnings, int notes)
{
    const auto set = [this](Severity severity, int count, const QString& text) {
        m_chips[severity]->setText(text);
        m_chips[severity]->setVisible(count > 0);
    };
    set(Severity::Error, errors, errors == 1 ? tr("1 error") : tr("%1 errors").arg(errors));
    set(Severity::Warning, warnings, warnings == 1 ? tr("1 warning") : tr("%1 warnings").arg(warnings));
    set(Severity::Note, notes, notes == 1 ? tr("1 note") : tr("%1 notes").arg(notes));
    setVisible(errors + warnings + notes > 0);
}

} // namespace tir::ui
