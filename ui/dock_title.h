/// The caption of a dock with its close button. In a group of tabs, the tab has the caption, and this one is hidden.

#pragma once

#include <QWidget>

class QDockWidget;
class QToolButton;

namespace tir::ui {

class DockTitle : public QWidget {
    Q_OBJECT
public:
    explicit DockTitle(QDockWidget* dock);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    bool isInTabs() const;

    QDockWidget* m_dock;
    QToolButton* m_close;
};

} // namespace tir::ui
