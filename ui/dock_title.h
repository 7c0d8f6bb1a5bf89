/// The caption of a dock, with buttons to float and to close it. In a group of tabs, the tab has the caption, and this one is
/// hidden; the context menu of the tab has the two commands.

#pragma once

#include <QWidget>

class QDockWidget;
class QMainWindow;
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
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refreshAll();
    bool isInTabs() const;
    QToolButton* addButton(const QString& name, const QString& icon, const QString& toolTip);

    QDockWidget* m_dock;
    QToolButton* m_float;
    QToolButton* m_close;
};

/// Gives the tabs of docks, now and later, a context menu.
void addDockTabMenus(QMainWindow& window);

} // namespace tir::ui
