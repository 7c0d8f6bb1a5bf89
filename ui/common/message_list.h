/// A list view for rows that say something; wraps them anew when its width changes.

#pragma once

#include <QListView>

namespace tir::ui {

class MessageList : public QListView {
    Q_OBJECT
public:
    explicit MessageList(QAbstractItemModel* model, QWidget* parent = nullptr);

signals:
    /// A row was clicked, or reached with the keyboard.
    void chosen(const QModelIndex& index);

protected:
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace tir::ui
