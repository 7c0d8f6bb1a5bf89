/// Paints a row of the step list: the verdict's icon, the pass with its arguments dimmed, changed lines in
/// the colours of the comparison.

#pragma once

#include <QStyledItemDelegate>

namespace tir::ui {

class StepsDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace tir::ui
