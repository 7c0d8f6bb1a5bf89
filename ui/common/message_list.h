/// A list view for rows with messages; wraps them again when its width changes.

#pragma once

#include <QListView>

#include <functional>

namespace tir::ui {

class MessageList : public QListView {
    Q_OBJECT
public:
    explicit MessageList(QAbstractItemModel* model, QWidget* parent = nullptr);

    /// Scrolls to the first row of which `isWanted` is true, with its heading if both fit, unless such a row is in view.
    void showOneOf(const std::function<bool(const QModelIndex&)>& isWanted);
    /// Whether all rows have their places: they are laid out in batches, and the view is blank until then.
    bool isLaidOut() const;

signals:
    /// A row was clicked, or reached with the keyboard.
    void chosen(const QModelIndex& index);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    void showWanted();

    QPersistentModelIndex m_wanted; ///< to scroll to when it has been laid out
};

} // namespace tir::ui
