/// Paints a row of the step list: the verdict's icon, the pass with its arguments dimmed or the title of a
/// group, changed lines in the colors of the comparison. Marks of one kind are below each other in all rows; names are
/// shortened where they leave too little room.

#pragma once

#include <QAbstractItemModel>
#include <QStyledItemDelegate>

namespace tir::ui {

class StepsDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Of the cell of a pass: for the name, without the arguments of the pass and without marks.
    static int nameWidth(const QFont& font, const QModelIndex& index);

    /// How wide each kind of mark is; 0 where no row has it.
    struct MarkWidths {
        int order = 0;
        int run = 0;
        int pinned = 0;
        int removed = 0; ///< lines, in the column of changes

        int besideName() const { return order + run + pinned; }
    };
    static MarkWidths markWidths(const QFont& font, const QAbstractItemModel& model);
    void setMarkWidths(const MarkWidths& widths) { m_marks = widths; }

    static constexpr int TriangleWidth = 14; ///< of a group, left in the column of the pass
    static constexpr int DepthWidth = 10;    ///< for each pass that ran this one inside it

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    MarkWidths m_marks;
};

} // namespace tir::ui
