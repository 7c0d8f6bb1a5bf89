/// The call graph of one step with a place for each of its parts, taken from the layout of the whole
/// recording. Made in a job: looking places up by name takes its time in large graphs. No widgets.

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
        QPointF label; ///< middle of the words
        QString words; ///< of all edges between the two nodes, at the first of them; else empty
    };

    struct Region {
        QRectF rect;
        bool isDevice;
    };

    CallGraph graph;
    QSizeF size;
    std::vector<NodeSide> sides; ///< by node of the graph
    std::vector<Region> regions; ///< frames around what is on the host and on the device
    std::vector<QRectF> nodes; ///< by node of the graph
    std::vector<Line> lines;   ///< by edge of the graph

    /// The node at a point; -1 when there is none.
    int nodeAt(QPointF point) const;
};

CallGraphPicture placed(CallGraph graph, const CallGraphLayout& layout);

/// By node of `graph`: whether `other` has no such function, or one that is called or calls in another way.
std::vector<bool> differingNodes(const CallGraph& graph, const CallGraph& other);

} // namespace tir::ui
