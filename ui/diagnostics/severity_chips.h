/// The numbers of errors, warnings, and notes, each on a button that shows or hides the diagnostics of its severity. All
/// are shown at first. A severity without diagnostics has no button, and without any diagnostics the bar is hidden.

#pragma once

#include "core/support/diagnostic.h"

#include <QWidget>

#include <map>

class QToolButton;

namespace tir::ui {

class SeverityChips : public QWidget {
    Q_OBJECT
public:
    explicit SeverityChips(QWidget* parent = nullptr);

    void setCounts(int errors, int warnings, int notes);

signals:
    void toggled(Severity severity, bool isShown);

private:
    void addChip(Severity severity, const char* name, const QString& toolTip);

    std::map<Severity, QToolButton*> m_chips;
};

} // namespace tir::ui
