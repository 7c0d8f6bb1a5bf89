/// Paints the call graph of one step in the layout of the whole recording, so that functions stay where they
/// are from step to step, and says what was clicked.

#pragma once

#include "passes/workbench/call_graph_layout.h"
#include "ui/call_graph/call_graph_model.h"

#include <QAbstractScrollArea>

#include <functional>

namespace tir::ui {

class CallGraphCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    using IsSelected = std::function<bool(const CallNode&)>;

    CallGraphCanvas(const CallGraphModel& model, IsSelected isSelected, QWidget* parent = nullptr);

    void setLayoutOfAll(CallGraphLayout layout);
    /// The model changed.
    void refresh();
    /// In coordinates of the viewport; for tests.
    QRect rectOf(size_t node) const;

signals:
    void nodeClicked(const tir::CallNode& node);
    void edgeClicked(const tir::CallEdge& edge);
    void backgroundClicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void fit();
    QPointF toLayout(QPointF point) const;
    const CallNode* nodeAt(QPointF point) const;
    const CallEdge* edgeAt(QPointF point) const;
    QRectF labelRect(const GraphEdgePath& path, const QString& label) const;
    QStringList labelsBetween(size_t from, size_t to) const;
    void paintEdge(QPainter& painter, const CallEdge& edge) const;
    void paintNode(QPainter& painter, const CallNode& node) const;

    const CallGraphModel& m_model;
    IsSelected m_isSelected;
    CallGraphLayout m_layout;
    double m_scale = 1;
    double m_zoom = 1; ///< on top of the scale that fits
};

} // namespace tir::ui
