/// The width of a dock beside the code: until the user chooses one, wider windows have wider docks. Gives a dock its width
/// back when the window grows: a window that shrinks takes width from its docks, and keeps it.

#pragma once

#include <QObject>

class QDockWidget;
class QMainWindow;

namespace tir::ui {

class DockWidth : public QObject {
    Q_OBJECT
public:
    /// Default width of a dock: the user has not chosen one.
    static int widthIn(int windowWidth);

    /// For a dock at the left or right side of the window, which owns this.
    DockWidth(QDockWidget& dock, QMainWindow& window);

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool isInWindow() const;
    bool isChosen(int width) const;
    void followWindow();
    void widen();

    QDockWidget& m_dock;
    QMainWindow& m_window;
    int m_wanted = 0;      ///< width that the user, or the layout of a window of its full size, gave it
    int m_windowWidth = 0; ///< when it was resized last
};

} // namespace tir::ui
