/// A frame around the widget that has the keyboard, in every window and dock: drawn when the focus came by a key,
/// gone with the next click.

#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace tir::ui {

class FocusRing : public QObject {
    Q_OBJECT
public:
    /// For `window`, its floating docks and its dialogs; lives as long as the window.
    explicit FocusRing(QWidget* window);

    /// The framed widget; null if there is none.
    QWidget* framed() const { return m_frame && m_frame->isVisible() ? m_framed.data() : nullptr; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Frame;

    void follow(QWidget* widget);
    void settle();
    void place();

    QWidget* m_window;
    QTimer m_delay;
    QPointer<QWidget> m_framed;
    bool m_isBackwards = false; ///< the focus came by Shift+Tab
    QPointer<QWidget> m_frame;  ///< is above its siblings in the window of the framed widget
};

} // namespace tir::ui
