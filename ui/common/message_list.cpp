#include "ui/common/message_list.h"

#include "ui/common/message_delegate.h"
#include "ui/common/message_roles.h"

#include <QResizeEvent>

namespace tir::ui {
namespace {

/// The nearest heading above a row; the row itself if there is none.
QModelIndex headingOf(const QModelIndex& index)
{
    for (int row = index.row(); row >= 0; --row)
        if (const QModelIndex above = index.siblingAtRow(row); above.data(HeadingRole).toBool())
            return above;
    return index;
}

} // namespace

MessageList::MessageList(QAbstractItemModel* model, QWidget* parent) : QListView(parent)
{
    setModel(model);
    setItemDelegate(new MessageDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setWordWrap(true);
    setResizeMode(QListView::Adjust);
    // Wrapping thousands of rows in one go would block the window.
    setLayoutMode(QListView::Batched);
    setBatchSize(60);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QListView::clicked, this, &MessageList::chosen);
    connect(this, &QListView::activated, this, &MessageList::chosen);
}

void MessageList::showOneOf(const std::function<bool(const QModelIndex&)>& isWanted)
{
    m_wanted = QPersistentModelIndex();
    QModelIndex first;
    for (int row = 0; row < model()->rowCount(); ++row) {
        const QModelIndex index = model()->index(row, 0);
        if (!isWanted(index))
            continue;
        if (viewport()->rect().intersects(visualRect(index)))
            return;
        if (!first.isValid())
            first = index;
    }
    m_wanted = first;
    showWanted();
}

bool MessageList::isLaidOut() const
{
    const int rows = model()->rowCount();
    return rows == 0 || viewport()->size().isEmpty() || visualRect(model()->index(rows - 1, 0)).isValid();
}

void MessageList::showWanted()
{
    if (!m_wanted.isValid() || !visualRect(m_wanted).isValid())
        return;
    scrollTo(headingOf(m_wanted), PositionAtTop);
    if (!viewport()->rect().contains(visualRect(m_wanted))) // the heading is far above
        scrollTo(m_wanted, PositionAtTop);
    m_wanted = QPersistentModelIndex();
}

/// Rows are laid out in batches.
void MessageList::timerEvent(QTimerEvent* event)
{
    QListView::timerEvent(event);
    showWanted();
}

void MessageList::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        scheduleDelayedItemsLayout();
}

} // namespace tir::ui
