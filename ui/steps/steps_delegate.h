/// Paints a row of the step list: the verdict's icon, the pass with its arguments dimmed or the title of a
/// group, changed lines in the colors of the comparison. If changed lines have no column, they are in the rows whose
/// names leave room.

#pragma once

#include <QStyledItemDelegate>

namespace tir::ui {

class StepsDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Of the cell of a pass: for the name and what is beside it, without the arguments of the pass.
    static int nameWidth(const QFont& font, const QModelIndex& index);

    /// Of the changed lines in the cell of a pass: 0 if nothing changes, or if the name leaves no room in `cellWidth`.
    static int changesWidth(const QFont& font, const QModelIndex& index, int cellWidth);
    void setChangesBesideNames(bool isOn) { m_hasChangesBesideNames = isOn; }

    static constexpr int TriangleWidth = 14; ///< of a group, left in the column of the pass
    static constexpr int DepthWidth = 10;    ///< for each pass that ran this one inside it

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    bool m_hasChangesBesideNames = false;
};

} // namespace tir::ui
