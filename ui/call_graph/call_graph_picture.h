/// The call graph of one step with the positions of its parts, taken from the layout of the whole recording. Computed
/// in a job, because the lookup by name is slow for large graphs. No widgets.

#pragma once

#include "passes/workbench/drawing/call_graph_layout.h"

#include <QPointF>
#include <QRectF>
#include <QString>

namespace tir::ui {

struct CallGraphPicture {
    struct Line {
        std::vector<QPointF> curve; ///< a start point, then three points per cubic piece; empty: no place
        QPointF tip;
        QPointF label;         ///< center of the label
        double labelWidth = 0; ///< room for it, to the right of the curve
        QString text;          ///< of all edges between the two nodes, at the first of them; else empty
    };

    struct Region {
        QRectF rect;
        bool isDevice;
    };

    CallGraph graph;
    QSizeF size;
    std::vector<NodeSide> sides; ///< by node of the graph
    std::vector<Region> regions; ///< frames around the functions on the host and on the device
    std::vector<QRectF> nodes;   ///< by node of the graph
    std::vector<Line> lines;     ///< by edge of the graph

    /// The node at a point; -1 if there is none.
    int nodeAt(QPointF point) const;
};

/// `sides` are those of the whole graph, where `graph` is a part of it.
CallGraphPicture placed(CallGraph graph, std::vector<NodeSide> sides, const CallGraphLayout& layout);

/// By node of `graph`: whether `other` has no such function, or one with other calls.
std::vector<bool> differingNodes(const CallGraph& graph, const CallGraph& other);

} // namespace tir::ui
