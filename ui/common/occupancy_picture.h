/// The pictures of an occupancy: bars for the use of a multiprocessor, and a curve over one part of the demand.

#pragma once

#include "ui/common/occupancy_layout.h"

#include <QWidget>

#include <optional>

namespace tir::ui {

/// The bars, each with its resource and the amount in use beside it.
class OccupancyBars : public QWidget {
    Q_OBJECT
public:
    explicit OccupancyBars(QWidget* parent = nullptr);

    void show(const GpuLimits& limits, const BlockDemand& demand);
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override { return minimumSizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int rowHeight() const;

    std::optional<GpuLimits> m_limits;
    BlockDemand m_demand;
};

/// The curve of one part of the demand. A click chooses the value there.
class OccupancyCurveView : public QWidget {
    Q_OBJECT
public:
    explicit OccupancyCurveView(DemandPart part, QWidget* parent = nullptr);

    void show(const GpuLimits& limits, const BlockDemand& demand);
    /// Of the plot.
    int leftMargin() const;
    static constexpr int RightMargin = 10;
    QSize minimumSizeHint() const override { return {90, 48}; }
    QSize sizeHint() const override { return {150, 72}; }

signals:
    void valueChosen(qint64 value);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    QRectF area() const;
    void paintAxes(QPainter& painter) const;
    void choose(double x);

    const DemandPart m_part;
    std::optional<GpuLimits> m_limits;
    BlockDemand m_demand;
};

} // namespace tir::ui
