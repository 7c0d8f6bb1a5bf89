/// Paints the launches of a TimelineModel side by side and says what was clicked.

#pragma once

#include "passes/workbench/drawing/timeline_layout.h"
#include "ui/timeline/timeline_model.h"

#include "ui/common/picture_menu.h"

#include <QAbstractScrollArea>

#include <functional>

namespace tir::ui {

class TimelineCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// The number of a buffer's colour.
    using HueOf = std::function<int(const SharedBuffer&)>;
    using IsSelected = std::function<bool(const SharedBuffer&)>;

    TimelineCanvas(const TimelineModel& model, HueOf hueOf, IsSelected isSelected, QWidget* parent = nullptr);

    /// The model or the selection changed.
    void relayout();
    /// Marks the statement that starts at a place, in whichever launch it stands.
    void setSelectedStatement(Place place);
    /// All launches, whatever part of them is in view.
    Picture picture() const;
    /// Of a buffer, in coordinates of the viewport; for tests.
    QRect rectOf(size_t launch, size_t buffer) const;

signals:
    void bufferClicked(const tir::SharedBuffer& buffer);
    void statementClicked(tir::Place place);
    void backgroundClicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    struct Panel {
        const LaunchLiveness* launch;
        TimelineLayout layout;
        int left; ///< of the picture, before scrolling
    };
    /// What is under a point.
    struct Hit {
        const Panel* panel = nullptr;
        const SharedBuffer* buffer = nullptr;
        std::optional<int> tick = {};
    };

    int captionHeight() const;
    QPoint originOf(const Panel& panel) const;
    Hit hitAt(QPoint point) const;
    void paintPanel(QPainter& painter, const Panel& panel) const;
    void paintAxes(QPainter& painter, const Panel& panel) const;
    int widthOfWithout() const;
    void paintWithout(QPainter& painter) const;
    void paintBox(QPainter& painter, const Panel& panel, const TimelineBox& box) const;

    const TimelineModel& m_model;
    HueOf m_hueOf;
    IsSelected m_isSelected;
    std::vector<Panel> m_panels;
    Place m_statement = NoPlace;
    double m_zoom = 1;
    int m_captionLines = 1;
    /// Of the names of launches without shared memory, before scrolling; empty: every launch has some.
    QRect m_without;
    QSize m_size; ///< of everything
};

} // namespace tir::ui
