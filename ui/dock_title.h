/// The caption of a dock. In a group of tabs the tab says it already, and the caption takes no room.

#pragma once

#include <QWidget>

class QDockWidget;

namespace tir::ui {

class DockTitle : public QWidget {
    Q_OBJECT
public:
    explicit DockTitle(QDockWidget* dock);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool isInTabs() const;

    QDockWidget* m_dock;
};

} // namespace tir::ui
