/// Paints one launch of the shared-memory timeline in its layout. Only the visible part is painted, and boxes on the
/// same pixels once, so that 100,000 of them pan smoothly.

#pragma once

#include "passes/workbench/drawing/timeline_layout.h"
#include "ui/common/code_lens.h"

#include <QFont>
#include <QFontMetricsF>
#include <QRectF>
#include <QString>

#include <functional>
#include <optional>

class QPainter;

namespace tir::ui {

/// A launch with its geometry. The layout begins below the caption.
struct TimelinePanel {
    const LaunchLiveness* launch;
    std::optional<TimelineOptions> options = {}; ///< nothing: it has not been in view, and is measured only
    TimelineLayout layout;
    int left; ///< of the picture, before scrolling
};

/// The marked items.
struct TimelineMarks {
    std::function<int(const SharedBuffer&)> hueOf; ///< the number of a buffer's color
    std::function<LensRank(const SharedBuffer&)> rankOf;
    Place statement = NoPlace;               ///< the selected one
    const LaunchLiveness* hovered = nullptr; ///< the launch under the pointer
    int hoveredTick = -1;
};

class TimelinePainter {
public:
    TimelinePainter(QPainter& painter, const QFont& font, const TimelineMarks& marks);

    /// "main, launch 2" in so much width: the name of the function is cut in the middle, the number of its launch stays.
    static QString launchTitle(const QString& label, const QFontMetricsF& metrics, double width);

    /// `visible` is in coordinates of the panel, whose caption is above 0.
    void paint(const TimelinePanel& panel, const QRectF& visible, int captionLines);

private:
    void paintCaption(const TimelinePanel& panel, const QRectF& visible, int lines);
    void paintPlot(const TimelinePanel& panel, const QRectF& visible);
    void paintColumns(const TimelinePanel& panel);
    void paintAxes(const TimelinePanel& panel, const QRectF& visible);
    void paintLoops(const TimelinePanel& panel, const QRectF& visible);
    void paintOutlines(const TimelinePanel& panel, const QRectF& visible);
    void paintBoxes(const TimelinePanel& panel, const QRectF& visible);
    void paintBox(const TimelinePanel& panel, const TimelineBox& box);
    QColor backingOf(const TimelinePanel& panel, const TimelineBox& box) const;
    void paintTouches(const TimelinePanel& panel);
    void paintBarriers(const TimelinePanel& panel, const QRectF& visible);
    void paintConflicts(const TimelinePanel& panel, const QRectF& visible);
    void paintLines(const TimelinePanel& panel);
    void paintPeak(const TimelinePanel& panel);
    void paintLabels(const TimelinePanel& panel, const QRectF& visible);

    QPainter& m_painter;
    QFont m_font;
    const TimelineMarks& m_marks;
};

} // namespace tir::ui
