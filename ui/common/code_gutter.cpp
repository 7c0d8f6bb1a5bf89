#include "ui/common/code_gutter.h"

#include "ui/common/theme.h"

#include <QPainter>

#include <algorithm>

namespace tir::ui {
namespace {

/// One number for neighboring lines of one writer.
void paintWriter(QPainter& painter, const CodeContent& content, const CodeMetrics& metrics,
                 const CodeGeometry& geometry, int row)
{
    const std::optional<uint32_t> writer = geometry.writerOf(row);
    if (!writer)
        return;
    const QRect column(0, geometry.yOf(row), metrics.writerWidth, geometry.heightOf(row));
    const bool isCurrent = *writer == content.writers.current && *writer > 0;
    const QColor color = isCurrent ? theme().accent : *writer > 0 ? theme().border : theme().window;
    painter.fillRect(QRect(column.right() - 1, column.top(), 2, column.height()), color);
    if (geometry.writerOf(row - 1) == writer)
        return;
    painter.setPen(isCurrent ? theme().accent : theme().muted);
    painter.drawText(
        QRect(column.left(), column.top(), column.width() - metrics.charWidth, metrics.rowHeight),
        Qt::AlignRight | Qt::AlignVCenter, *writer == 0 ? QStringLiteral("·") : QString::number(*writer));
}

/// Says how the line differs from the other side.
void paintChangeBar(QPainter& painter, const CodeRows& rows, const CodeRows::Row& row, const QRect& bar)
{
    if (row.kind == RowKind::Added && isDerived(rows, row.line))
        painter.fillRect(bar, theme().movedBar);
    else if (row.kind == RowKind::Added)
        painter.fillRect(bar, theme().success);
    else if (row.kind == RowKind::Removed)
        painter.fillRect(bar, theme().error);
    else if (row.kind == RowKind::Moved)
        painter.fillRect(bar, theme().movedBar);
    else if (row.isRespelled)
        painter.fillRect(bar.adjusted(2, 0, 0, 0), theme().faint);
}

} // namespace

QColor rowColor(RowKind kind)
{
    switch (kind) {
    case RowKind::Added:
        return theme().addedRow;
    case RowKind::Removed:
        return theme().removedRow;
    case RowKind::Moved:
        return theme().movedRow;
    case RowKind::Filler:
        return theme().filler;
    case RowKind::Changed:
    case RowKind::Same:
    case RowKind::Fold:
        break;
    }
    return theme().code;
}

void paintGutter(QPainter& painter, const CodeContent& content, const CodeMetrics& metrics,
                 const CodeGeometry& geometry, const CodeLens& lens, int row)
{
    const CodeRows::Row& shown = content.rows->rows[size_t(row)];
    const QRect gutter(0, geometry.yOf(row), metrics.gutterWidth - metrics.charWidth, geometry.heightOf(row));
    painter.fillRect(gutter, rowColor(shown.kind));
    const bool isAccused = std::ranges::any_of(marksOfLine(content, shown.line), [](const CodeMark& mark) {
        return mark.severity == Severity::Error;
    });
    painter.setPen(isAccused ? theme().error : theme().lineNumber);
    painter.drawText(QRect(0, gutter.top(), gutter.width() - metrics.charWidth, metrics.rowHeight),
                     Qt::AlignRight | Qt::AlignVCenter,
                     QString::number((shown.number >= 0 ? shown.number : shown.line) + 1));
    paintWriter(painter, content, metrics, geometry, row);
    paintScopes(painter, lens.scopes, *content.rows, row, geometry.scopeLane(row));
    paintChangeBar(painter, *content.rows, shown,
                   QRect(gutter.right() - 2, gutter.top(), 3, gutter.height()));
}

} // namespace tir::ui
