#include "ui/common/code_asides.h"

#include "ui/common/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tir::ui {
namespace {

constexpr double Gap = 2; ///< columns between asides

QString tr(const char* text)
{
    return QCoreApplication::translate("CodeAside", text);
}

/// "moved to lines 3 to 5", beside the first of neighboring lines that moved together; else empty.
QString movedText(const std::vector<CodeRows::Row>& rows, size_t row)
{
    const CodeRows::Row& first = rows[row];
    const auto continues = [&](size_t at, int otherEnd) {
        return rows[at].kind == RowKind::Moved && rows[at].otherEnd == otherEnd &&
               rows[at].isMovedAway == first.isMovedAway;
    };
    if (first.otherEnd < 0 || (row > 0 && continues(row - 1, first.otherEnd - 1)))
        return {};
    int last = first.otherEnd;
    for (size_t next = row + 1; next < rows.size() && continues(next, last + 1); ++next)
        ++last;
    if (last == first.otherEnd)
        return (first.isMovedAway ? tr("moved to line %1") : tr("moved from line %1")).arg(last + 1);
    return (first.isMovedAway ? tr("moved to lines %1 to %2") : tr("moved from lines %1 to %2"))
        .arg(first.otherEnd + 1)
        .arg(last + 1);
}

} // namespace

std::vector<CodeAside> asidesOf(const CodeContent& content, int row, const CodeLineLayout& layout)
{
    std::vector<CodeAside> asides;
    const CodeRows::Row& own = content.rows->rows[size_t(row)];
    if (own.line < 0 || own.kind == RowKind::Fold)
        return asides;
    double column = layout.width() + Gap;
    const auto add = [&](CodeAside aside) {
        aside.column = column;
        column = aside.endColumn() + Gap;
        asides.push_back(std::move(aside));
    };
    for (const CodeHint& hint : hintsOfLine(content, own.line))
        if (!hint.isInlay())
            add({.kind = hint.kind == HintKind::Error ? AsideKind::Error : AsideKind::Note,
                 .text = toQString(hint.text),
                 .column = 0,
                 .target = hint.target});
    if (QString text = movedText(content.rows->rows, size_t(row)); !text.isEmpty())
        add({.kind = AsideKind::Moved, .text = std::move(text), .column = 0, .otherEnd = own.otherEnd});
    return asides;
}

std::span<const CodeHint> hintsOfLine(const CodeContent& content, int line)
{
    const uint32_t begin = content.text->lineStarts[size_t(line)];
    const uint32_t end = content.text->lineStarts[size_t(line) + 1];
    const auto first = std::ranges::lower_bound(content.hints, begin, {}, &CodeHint::offset);
    const auto last = std::ranges::lower_bound(first, content.hints.end(), end, {}, &CodeHint::offset);
    return {first, last};
}

int columnsOf(const CodeContent& content)
{
    if (!content.text)
        return 0;
    int columns = content.text->longestLine;
    for (const CodeHint& hint : content.hints) {
        const int line = content.text->lineAt(hint.offset);
        const CodeLineLayout layout(*content.text, line, hintsOfLine(content, line));
        const std::vector<CodeAside> asides =
            asidesOf(content, content.rows->rowOfLine[size_t(line)], layout);
        columns =
            std::max(columns, int(std::ceil(asides.empty() ? layout.width() : asides.back().endColumn())));
    }
    return columns;
}

} // namespace tir::ui
