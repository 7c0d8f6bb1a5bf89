#include "ui/common/message_list.h"

#include "ui/common/message_delegate.h"

#include <QResizeEvent>

namespace tir::ui {

MessageList::MessageList(QAbstractItemModel* model, QWidget* parent) : QListView(parent)
{
    setModel(model);
    setItemDelegate(new MessageDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setWordWrap(true);
    setResizeMode(QListView::Adjust);
    // Wrapping thousands of rows at once would be felt.
    setLayoutMode(QListView::Batched);
    setBatchSize(60);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QListView::clicked, this, &MessageList::chosen);
    connect(this, &QListView::activated, this, &MessageList::chosen);
}

void MessageList::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        scheduleDelayedItemsLayout();
}

} // namespace tir::ui
