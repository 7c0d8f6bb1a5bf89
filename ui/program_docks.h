/// The layout of the docks, which are hidden while no program is open: they would be empty. The next program gets the
/// layout back.

#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>

class QDockWidget;
class QMainWindow;

namespace tir::ui {

class Session;

class ProgramDocks : public QObject {
    Q_OBJECT
public:
    /// Precondition: the window, which owns this, has all of its docks.
    ProgramDocks(Session& session, QMainWindow& window);

    /// Of the docks as they are while a program is open; what QMainWindow::saveState returns then.
    QByteArray state() const;
    void restore(const QByteArray& state);
    /// Brings the dock to the front: now, or together with the next program.
    void bringToFront(QDockWidget& dock);

    /// Gives the lower right corner of a low window to the docks at the right: runs and generated code need the height.
    static void shareCorner(QMainWindow& window);

private:
    void follow();
    void apply(const QByteArray& state);

    Session& m_session;
    QMainWindow& m_window;
    bool m_isHidden = false;
    QByteArray m_state;            ///< while the docks are hidden
    QList<QDockWidget*> m_waiting; ///< docks to bring to the front with the next program
};

} // namespace tir::ui
