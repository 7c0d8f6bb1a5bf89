/// The width of a dock beside the code: until the user chooses one, wider windows have wider docks, and the dock is
/// narrower while docks at the other side leave too little for the code. Gives a dock its width back when the window
/// grows: a window that shrinks takes width from its docks, and keeps it.

#pragma once

#include <QObject>
#include <QTimer>

class QDockWidget;
class QMainWindow;

namespace tir::ui {

class DockWidth : public QObject {
    Q_OBJECT
public:
    /// Default width of a dock with room for the code beside it: the user has not chosen one.
    static int widthIn(int windowWidth);

    /// For a dock at the left or right side of the window, which owns this and has its central widget.
    DockWidth(QDockWidget& dock, QMainWindow& window);

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool isInWindow() const;
    /// For the dock and the code.
    int room() const;
    int defaultWidth() const;
    bool isDefault(int width) const;
    void noteChoice();
    void look();
    void fit(bool hasGrown);

    QDockWidget& m_dock;
    QMainWindow& m_window;
    QTimer m_look;           ///< until everything is laid out
    int m_chosen = 0;        ///< width that the user gave it; 0: the default one
    bool m_isNew = false;    ///< it was shown, perhaps with a layout that was restored
    bool m_isFitted = false; ///< its next width comes from fit()
    int m_windowWidth;       ///< when it was resized last
    int m_room = 0;          ///< at the last look
    int m_width = 0;         ///< at the last look
};

} // namespace tir::ui
