/// Puts off the work of a view while nothing of it is visible: it is hidden, or behind the tab of another dock.

#pragma once

#include <QObject>

#include <functional>

class QWidget;

namespace tir::ui {

class DeferredUpdate : public QObject {
    Q_OBJECT
public:
    /// Owned by the view.
    DeferredUpdate(QWidget& view, std::function<void()> update);

    /// Updates now if the view is visible, else when it becomes visible.
    void request();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void followDock(bool isVisible);
    void updateIfDue();

    QWidget& m_view;
    const std::function<void()> m_update;
    bool m_isDue = false;
};

} // namespace tir::ui
