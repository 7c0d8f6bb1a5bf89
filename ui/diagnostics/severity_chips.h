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

    struct Count {
        int own = 0;
        int onlyPinned = 0; ///< of the pinned run and not of the one in view
        int all() const { return own + onlyPinned; }
    };
    void setCounts(Count errors, Count warnings, Count notes);

signals:
    void toggled(Severity severity, bool isShown);

private:
    static QString textOf(Count count, const QString& one, const QString& many);
    void addChip(Severity severity, const char* name, const QString& toolTip);

    std::map<Severity, QToolButton*> m_chips;
};

} // namespace tir::ui
