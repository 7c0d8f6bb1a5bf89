#include "ui/common/code_asides.h"

#include "ui/common/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace tir::ui {
namespace {

constexpr double AsideGap = 2; ///< columns between asides

QString tr(const char* text)
{
    return QCoreApplication::translate("CodeAside", text);
}

/// Whether the move that `first` is of goes on in row `at` with line `otherEnd`.
bool continuesMove(const CodeRows& rows, const CodeRows::Row& first, size_t at, int otherEnd)
{
    const CodeRows::Row& row = rows.rows[at];
    return row.kind == RowKind::Moved && row.otherEnd == otherEnd && row.isMovedAway == first.isMovedAway;
}

/// "moved to lines 3 to 5"
QString movedText(const CodeRows& rows, size_t row)
{
    const CodeRows::Row& first = rows.rows[row];
    int last = first.otherEnd;
    for (size_t next = row + 1; next < rows.rows.size() && continuesMove(rows, first, next, last + 1); ++next)
        ++last;
    if (last == first.otherEnd)
        return (first.isMovedAway ? tr("moved to line %1") : tr("moved from line %1")).arg(last + 1);
    return (first.isMovedAway ? tr("moved to lines %1 to %2") : tr("moved from lines %1 to %2"))
        .arg(first.otherEnd + 1)
        .arg(last + 1);
}

} // namespace

std::vector<CodeAside> asidesOf(const CodeContent& content, int row, double column)
{
    std::vector<CodeAside> asides;
    const CodeRows::Row& own = content.rows->rows[size_t(row)];
    if (own.line < 0 || own.kind == RowKind::Fold)
        return asides;
    const auto add = [&](CodeAside aside) {
        aside.column = column;
        column = aside.endColumn() + AsideGap;
        asides.push_back(std::move(aside));
    };
    for (const CodeHint& hint : partsOfLine(content, own.line).hints)
        if (!hint.isInlay())
            add({.kind = hint.kind == HintKind::Error ? AsideKind::Error : AsideKind::Note,
                 .text = toQString(hint.text),
                 .column = 0,
                 .target = hint.target});
    if (startsMove(*content.rows, size_t(row)))
        add({.kind = AsideKind::Moved,
             .text = movedText(*content.rows, size_t(row)),
             .column = 0,
             .otherEnd = own.otherEnd});
    return asides;
}

bool startsMove(const CodeRows& rows, size_t row)
{
    const CodeRows::Row& first = rows.rows[row];
    return first.otherEnd >= 0 && (row == 0 || !continuesMove(rows, first, row - 1, first.otherEnd - 1));
}

LineParts partsOfLine(const CodeContent& content, int line)
{
    const uint32_t begin = content.text->lineStarts[size_t(line)];
    const uint32_t end = content.text->lineStarts[size_t(line) + 1];
    const auto within = [&](const auto& list, auto beginOf) {
        const auto first = std::ranges::lower_bound(list, begin, {}, beginOf);
        return std::span(first, std::ranges::lower_bound(first, list.end(), end, {}, beginOf));
    };
    return {.hints = within(content.hints, &CodeHint::offset),
            .folds = within(content.folds, [](const CodeFold& fold) { return fold.span.begin; })};
}

} // namespace tir::ui
