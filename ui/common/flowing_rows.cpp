#include "ui/common/flowing_rows.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>
#include <limits>

namespace tir::ui {

FlowingRows::FlowingRows(QWidget* parent) : QLayout(parent) {}

FlowingRows::~FlowingRows()
{
    for (QLayoutItem* item : m_items)
        delete item;
}

void FlowingRows::addItem(QLayoutItem* item)
{
    m_items.push_back(item);
}

QLayoutItem* FlowingRows::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[size_t(index)] : nullptr;
}

QLayoutItem* FlowingRows::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

int FlowingRows::marginsWidth() const
{
    return contentsMargins().left() + contentsMargins().right();
}

std::vector<FlowingRows::Row> FlowingRows::rowsIn(int width) const
{
    std::vector<Row> rows;
    for (int number = 0; number < count(); ++number) {
        const QLayoutItem* item = itemAt(number);
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint();
        if (rows.empty() || rows.back().width + spacing() + size.width() > width)
            rows.emplace_back();
        Row& row = rows.back();
        row.width += size.width() + (row.items.empty() ? 0 : spacing());
        row.height = std::max(row.height, size.height());
        row.items.push_back(number);
    }
    return rows;
}

QSize FlowingRows::sizeHint() const
{
    const std::vector<Row> rows = rowsIn(std::numeric_limits<int>::max() / 2);
    const int width = rows.empty() ? 0 : rows.front().width;
    return {width + marginsWidth(), heightForWidth(std::numeric_limits<int>::max() / 2)};
}

QSize FlowingRows::minimumSize() const
{
    QSize least;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            least = least.expandedTo(item->sizeHint());
    const QMargins margins = contentsMargins();
    return least + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

int FlowingRows::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    const std::vector<Row> rows = rowsIn(width - marginsWidth());
    int height = margins.top() + margins.bottom();
    for (const Row& row : rows)
        height += row.height;
    return height + std::max(0, int(rows.size()) - 1) * spacing();
}

void FlowingRows::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    const QRect area = rect.marginsRemoved(contentsMargins());
    int top = area.top();
    for (const Row& row : rowsIn(area.width())) {
        const bool hasLeft = m_firstRight < 0 || row.items.front() < m_firstRight;
        int left = area.left();
        bool isRight = !hasLeft;
        for (const int number : row.items) {
            QLayoutItem* item = itemAt(number);
            const QSize size = item->sizeHint();
            if (!isRight && m_firstRight >= 0 && number >= m_firstRight) {
                left += area.width() - row.width;
                isRight = true;
            }
            const QRect place(left, top + (row.height - size.height()) / 2, size.width(), size.height());
            const Qt::LayoutDirection direction =
                parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
            item->setGeometry(QStyle::visualRect(direction, area, place));
            left += size.width() + spacing();
        }
        top += row.height + spacing();
    }
}

} // namespace tir::ui
