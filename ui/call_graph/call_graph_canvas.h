/// Paints the call graph of one step in the layout of the whole recording, so that functions keep their positions from
/// step to step, and reports clicks.

#pragma once

#include "ui/call_graph/call_graph_picture.h"
#include "ui/common/picture_menu.h"

#include <QAbstractScrollArea>
#include <QHash>
#include <QPainterPath>

#include <functional>
#include <memory>

class QMenu;

namespace tir::ui {

class CallGraphCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    using IsSelected = std::function<bool(const CallNode&)>;

    explicit CallGraphCanvas(IsSelected isSelected, QWidget* parent = nullptr);

    /// May be null. `beside` is the picture of the compared run, if there is one: both canvases show the same part of the
    /// layout. `differs`: nodes to mark as different from those of that run.
    void setPicture(std::shared_ptr<const CallGraphPicture> picture, const CallGraphPicture* beside = nullptr,
                    std::vector<bool> differs = {});
    /// Scrolls to the selected node if it is out of view.
    void showSelected();
    /// Scrolls to a function if it is out of view. Stays there when the view is laid out anew, for example when it is
    /// shown for the first time.
    void showFunction(const std::string& name);
    /// Shrinks the graph of the step until all of it is in view, however small its text becomes.
    void showAll();
    /// The user chose the part that is shown: other steps do not change it.
    void keepPart() { m_isPartKept = true; }
    /// Marks the nodes whose name contains `text`, ignoring case, and scrolls to one; returns their number. The empty
    /// text marks no node.
    int search(const QString& text);
    void showNextMatch();
    /// Tool tip for a point of the viewport.
    QString descriptionAt(QPoint point) const;
    /// The whole graph, whatever part of it is in view.
    Picture picture() const;
    QStringList nodeNames() const; ///< in the order of the graph; for tests
    /// In coordinates of the viewport; for tests.
    QRect rectOf(size_t node) const;
    QPoint middleOf(size_t edge) const;

signals:
    void nodeClicked(const tir::CallNode& node);
    void edgeClicked(const tir::CallEdge& edge);
    void backgroundClicked();
    void scrolledByUser();
    /// A menu about a node or an edge opens: add entries.
    void nodeMenuRequested(QMenu& menu, const tir::CallNode& node);
    void edgeMenuRequested(QMenu& menu, const tir::CallEdge& edge);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    QSizeF wholeSize() const;
    QRectF boundsOf(const CallGraphPicture& picture) const;
    double roomFor(QSizeF part) const;
    double leastScale() const;
    void fit();
    void showStep();
    void scrollToStep();
    void scrollToFunction();
    void setScale(double scale);
    bool isMatch(size_t node) const;
    bool differs(size_t node) const { return node < m_differs.size() && m_differs[node]; }
    void showMatch(size_t from);
    void scrollTo(QPointF center);
    /// The top left corner of the picture in the viewport.
    QPointF origin() const;
    QPointF toPicture(QPointF point) const { return (point - origin()) / m_scale; }
    /// The edge whose label is at a point, or whose line is close to it; -1 if there is none.
    int edgeAt(QPointF point) const;
    static QPainterPath pathOf(const CallGraphPicture::Line& line);
    QRectF nameRect(const CallGraphPicture::Region& region) const;
    void fillMenu(QMenu& menu, QPoint position);
    QRectF labelRect(const CallGraphPicture::Line& line) const;
    /// The part of the graph within `visible`, in coordinates of the picture.
    void paintGraph(QPainter& painter, const QRectF& visible) const;
    static Qt::PenStyle styleOf(CallEdgeKind kind);
    void paintRegion(QPainter& painter, const CallGraphPicture::Region& region) const;
    void paintRegionName(QPainter& painter, const CallGraphPicture::Region& region) const;
    void paintEdge(QPainter& painter, size_t number, const QRectF& visible) const;
    void paintNode(QPainter& painter, size_t number) const;

    IsSelected m_isSelected;
    std::shared_ptr<const CallGraphPicture> m_picture;
    mutable QHash<QString, QSizeF> m_labelSizes; ///< most edges of most steps have the same labels
    std::vector<bool> m_differs;                 ///< by node; empty: no other run is compared
    QRectF m_step;                               ///< all that the step shows, in coordinates of the picture
    double m_scale = 1;
    bool m_isFitted = false; ///< the scale is that of this program
    bool m_isBeside = false; ///< the compared run is beside this one
    bool m_isPartKept = false;
    std::string m_function;       ///< the one to keep in view; may be empty
    bool m_isFunctionDue = false; ///< the picture has not had it yet
    QString m_searched;
    size_t m_match = 0; ///< the node that was shown last
};

} // namespace tir::ui
