/// Keeps the size of the window, its docks, some switches, and the theme in the settings: restored at the start, and
/// written soon after every change, so that they survive whatever ends the window.

#pragma once

#include <QObject>
#include <QTimer>

class QMainWindow;

namespace tir::ui {

class ProgramDocks;

class LayoutKeeper : public QObject {
    Q_OBJECT
public:
    /// Restores the layout, and stores changes from then on. Makes no change if no layout is stored.
    LayoutKeeper(QMainWindow& window, ProgramDocks& docks);

    /// Without waiting.
    void save();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QMainWindow& m_window;
    ProgramDocks& m_docks;
    QTimer m_delay;
};

} // namespace tir::ui
