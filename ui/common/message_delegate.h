/// Rows with a message: an icon, wrapped text or Markdown, a line of details below; rows of tables, whose columns
/// share the width. Models offer the roles of message_roles.h.

#pragma once

#include "ui/common/message_roles.h"

#include <QStyledItemDelegate>

namespace tir::ui {

class MessageDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;
};

} // namespace tir::ui
