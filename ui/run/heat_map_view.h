/// A slice of a tensor as a picture: a cell per element, colored by its number. Fits the view or is zoomed (Ctrl and
/// the wheel, + and -); if elements are smaller than a pixel, every n-th is drawn, with a remark.

#pragma once

#include "ui/run/heat_palette.h"
#include "ui/run/tensor_slice.h"
#include "ui/run/tensor_values.h"

#include <QAbstractScrollArea>
#include <QImage>

namespace tir::ui {

class HeatMapView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit HeatMapView(QWidget* parent = nullptr);

    void setSlice(TensorValues values, const TensorSlice& slice, ValueKind kind);
    void clear();
    void setSelectedElement(int64_t element);

    bool isFitted() const { return m_isFitted; }
    const HeatScale& scale() const { return m_scale; }
    /// Every how many elements one is drawn; 1: all of them.
    int64_t samplingStep() const { return m_step; }
    /// Where the cell of an element is painted, in the viewport; empty when the slice does not hold it.
    QRectF cellRect(int64_t element) const;

    QSize minimumSizeHint() const override { return {120, 80}; }

public slots:
    void fit();
    void zoomIn() { zoomBy(1.5, viewport()->rect().center()); }
    void zoomOut() { zoomBy(1 / 1.5, viewport()->rect().center()); }

signals:
    void hovered(qint64 element); ///< -1: nothing
    void chosen(qint64 element);
    void drawn(); ///< scale() and samplingStep() may be others

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void layOut();
    void zoomBy(double factor, QPoint around);
    void measureScale();
    void draw();
    void paintMarks(QPainter& painter) const;
    void moveSelection(int rows, int columns);
    int64_t elementAt(QPoint position) const;
    QPointF origin() const; ///< of cell (0, 0), in the viewport

    TensorValues m_values;
    TensorSlice m_slice;
    ValueKind m_kind = ValueKind::After;
    HeatPalette m_palette;
    HeatScale m_scale;
    QSizeF m_cell{1, 1};
    bool m_isFitted = true;
    int64_t m_selected = -1;
    int64_t m_step = 1;
    QImage m_image;  ///< of the visible part; null if it must be drawn
    QRectF m_target; ///< where it is painted
};

/// The colors of a heat map beside their numbers.
class HeatLegend : public QWidget {
    Q_OBJECT
public:
    explicit HeatLegend(QWidget* parent = nullptr);
    void setScale(const HeatScale& scale);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    HeatScale m_scale;
};

} // namespace tir::ui
