#include "ui/common/code_lens.h"

#include "ui/common/theme.h"

#include <QPainter>

#include <algorithm>

namespace tir::ui {
namespace {

struct RowRange {
    int first;
    int last;
    bool contains(int row) const { return first <= row && row <= last; }
};

int rowOf(const CodeRows& rows, int line)
{
    return rows.rowOfLine[size_t(std::clamp(line, 0, int(rows.rowOfLine.size()) - 1))];
}

RowRange scopeRows(const LensScope& scope, const CodeRows& rows)
{
    return {rowOf(rows, scope.firstLine), rowOf(rows, scope.lastLine)};
}

/// From the first to the last row that is connected with the scope.
RowRange reachedRows(const LensScope& scope, const CodeRows& rows)
{
    RowRange reached = scopeRows(scope, rows);
    if (!scope.strayLines.empty()) {
        reached.first = std::min(reached.first, rowOf(rows, scope.strayLines.front()));
        reached.last = std::max(reached.last, rowOf(rows, scope.strayLines.back()));
    }
    return reached;
}

bool hasStray(const LensScope& scope, const CodeRows& rows, int row)
{
    const int line = rows.rows[size_t(row)].line;
    return line >= 0 && std::ranges::binary_search(scope.strayLines, line);
}

QColor faded(QColor color, float alpha)
{
    color.setAlphaF(color.alphaF() * alpha);
    return color;
}

} // namespace

CodeLens CodeLens::of(const Node* identity)
{
    CodeLens lens;
    if (identity)
        lens.members.push_back({identity, LensRank::Selected});
    return lens;
}

LensRank CodeLens::rankOf(const Node* identity) const
{
    const auto found = std::ranges::lower_bound(members, identity, {}, &Member::identity);
    return identity && found != members.end() && found->identity == identity ? found->rank : LensRank::None;
}

const LensScope* scopeAt(std::span<const LensScope> scopes, const CodeRows& rows, int row)
{
    for (const LensScope& scope : scopes)
        if (reachedRows(scope, rows).contains(row))
            return &scope;
    return nullptr;
}

void paintScopes(QPainter& painter, std::span<const LensScope> scopes, const CodeRows& rows, int row,
                 const QRect& lane)
{
    const double x = lane.left() + 0.5;
    const double middle = lane.center().y() + 0.5;
    const double top = lane.top();
    const double bottom = lane.bottom() + 1;
    const double right = lane.right();
    for (const LensScope& scope : scopes) {
        const RowRange own = scopeRows(scope, rows);
        const RowRange reached = reachedRows(scope, rows);
        if (own.contains(row)) {
            painter.setPen(QPen(theme().occurrenceBorder, 1.5));
            const double from = row == own.first ? middle : top;
            const double to = row == own.last ? middle : bottom;
            painter.drawLine(QPointF(x, from), QPointF(x, to));
            if (row == own.first || row == own.last)
                painter.drawLine(QPointF(x, middle), QPointF(right, middle));
        }
        // From the end of the bracket that is nearer.
        const bool isBehind = row >= own.last && row <= reached.last && reached.last > own.last;
        const bool isBefore = row <= own.first && row >= reached.first && reached.first < own.first;
        if (!isBehind && !isBefore)
            continue;
        painter.setPen(QPen(theme().error, 1.5, Qt::DotLine));
        const double from = row == reached.first || (isBehind && row == own.last) ? middle : top;
        const double to = row == reached.last || (isBefore && row == own.first) ? middle : bottom;
        painter.drawLine(QPointF(x, from), QPointF(x, to));
        if (hasStray(scope, rows, row)) {
            painter.setPen(QPen(theme().error, 1.5));
            painter.drawLine(QPointF(x, middle), QPointF(right, middle));
            painter.drawLine(QPointF(right, middle), QPointF(right - 3, middle - 3));
            painter.drawLine(QPointF(right, middle), QPointF(right - 3, middle + 3));
        }
    }
}

void paintLensFrame(QPainter& painter, LensRank rank, const QRectF& rect)
{
    switch (rank) {
    case LensRank::None:
        return;
    case LensRank::Selected:
        painter.setPen(theme().occurrenceBorder);
        painter.setBrush(theme().occurrence);
        break;
    case LensRank::Pointer:
        painter.setPen(theme().occurrenceBorder);
        painter.setBrush(faded(theme().occurrence, 0.4f));
        break;
    case LensRank::View:
        painter.setPen(QPen(faded(theme().occurrenceBorder, 0.75f), 1, Qt::DotLine));
        painter.setBrush(faded(theme().occurrence, 0.25f));
        break;
    }
    painter.drawRect(rect);
}

void paintStrayFrame(QPainter& painter, const QRectF& rect)
{
    painter.setPen(theme().error);
    painter.setBrush(faded(theme().error, 0.2f));
    painter.drawRect(rect);
}

} // namespace tir::ui
