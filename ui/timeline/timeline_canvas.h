/// Shows the launches of a TimelineModel side by side, zooms and pans them, and reports clicks.

#pragma once

#include "ui/common/picture_menu.h"
#include "ui/timeline/timeline_model.h"
#include "ui/timeline/timeline_painter.h"

#include <QAbstractScrollArea>

#include <string>

class QMenu;

namespace tir::ui {

class TimelineCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    using HueOf = std::function<int(const SharedBuffer&)>;
    using RankOf = std::function<LensRank(const SharedBuffer&)>;

    TimelineCanvas(const TimelineModel& model, HueOf hueOf, RankOf rankOf, QWidget* parent = nullptr);

    /// The model or the selection changed.
    void relayout();
    /// Of each launch, as it fits this view alone.
    const std::vector<TimelineScale>& ownScales() const { return m_ownScales; }
    /// For each launch; others keep their own one.
    void setScales(std::vector<TimelineScale> scales);
    /// The lines of the text that is shown beside; nothing: statements are numbered.
    void setLineOf(std::function<int(Place)> lineOf);
    /// A row for each buffer instead of addresses.
    void setByBuffer(bool isByBuffer);
    /// Marks the statement that starts at a place, in whichever launch it is.
    void setSelectedStatement(Place place);
    /// Makes columns wider by a factor; the position at `x` of the viewport stays there.
    void zoom(double factor, double x);
    /// Scrolls to the first launch of a function if none of its launches is in view.
    void showFunction(const std::string& name);
    /// All launches, whatever part of them is in view.
    Picture picture() const;
    /// Of a buffer or a statement, in coordinates of the viewport; for tests.
    QRect rectOf(size_t launch, size_t buffer) const;
    QRect rectOfStatement(size_t launch, int tick) const;
    /// Tool tip for a point of the viewport.
    QString descriptionAt(QPoint point) const;

signals:
    void bufferClicked(const tir::SharedBuffer& buffer);
    void statementClicked(tir::Place place);
    void backgroundClicked();
    void ownScalesChanged();
    /// A context menu opens for the box or statement that has just been clicked; receivers add entries. The actions of
    /// the canvas follow in every context menu.
    void menuRequested(QMenu* menu);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    /// The item under a point.
    struct Hit {
        const TimelinePanel* panel = nullptr;
        const SharedBuffer* buffer = nullptr;
        std::optional<int> tick = {};
    };

    void layOutPanels();
    TimelineOptions optionsOf(size_t launch) const;
    TimelineScale ownScaleOf(size_t launch) const;
    int captionHeight() const;
    QString longestCaption() const;
    TimelineOptions commonOptions(double width) const;
    void layOut(TimelinePanel& panel) const;
    bool isInView(const TimelinePanel& panel) const;
    double greatestZoom() const;
    QPoint originOf(const TimelinePanel& panel) const;
    /// The visible part, in coordinates of a panel.
    QRectF visibleOf(const TimelinePanel& panel) const;
    Hit hitAt(QPoint point) const;
    void click(QPoint point);
    void hover(const Hit& hit);
    /// Lays out what has not been in view, and places the words.
    void showPanelsInView();
    int widthOfWithout() const;
    void paintWithout(QPainter& painter) const;

    const TimelineModel& m_model;
    TimelineMarks m_marks;
    std::function<int(Place)> m_lineOf;
    TimelineOptions m_options; ///< of all panels, except for the former layouts and the scales
    std::vector<TimelineScale> m_ownScales;
    std::vector<TimelineScale> m_scales;
    std::vector<TimelinePanel> m_panels;
    double m_zoom = 1;
    bool m_isByBuffer = false;
    int m_captionLines = 1;
    /// Of the names of launches without shared memory, before scrolling; empty: every launch has some.
    QRect m_without;
    QSize m_size; ///< of everything
    std::optional<QPoint> m_pressed;
    bool m_isPanning = false;
};

} // namespace tir::ui
