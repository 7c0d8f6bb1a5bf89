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

bool isOfDerivedCode(const LineLabel& label)
{
    return label.kind == ChangeKind::Outlined || label.kind == ChangeKind::Copied;
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
    for (const LineLabel& label : labelsOf(*content.rows, own.line))
        add({.kind = isOfDerivedCode(label) ? AsideKind::Moved : AsideKind::Note,
             .text = toQString(label.text),
             .column = 0,
             .otherEnd = label.otherEnd});
    if (startsMove(*content.rows, size_t(row)))
        add({.kind = AsideKind::Moved,
             .text = movedText(*content.rows, size_t(row)),
             .column = 0,
             .otherEnd = own.otherEnd});
    return asides;
}

std::vector<CodeAside> wrappedAsides(const std::vector<CodeAside>& asides, double left, double right,
                                     int line)
{
    std::vector<CodeAside> pieces;
    double column = left;
    const auto startLine = [&] {
        column = left;
        ++line;
    };
    for (const CodeAside& aside : asides) {
        if (column > left && column + double(aside.text.size()) > right)
            startLine();
        for (QString rest = aside.text; !rest.isEmpty();) {
            const qsizetype room = std::max(1, int(right - column));
            const qsizetype space = rest.size() > room ? rest.lastIndexOf(QLatin1Char(' '), room) : -1;
            CodeAside piece = aside;
            piece.text = rest.left(space > 0 ? space : room);
            piece.column = column;
            piece.line = line;
            rest = rest.mid(piece.text.size() + (space > 0 ? 1 : 0));
            column = piece.endColumn() + AsideGap;
            pieces.push_back(std::move(piece));
            if (!rest.isEmpty())
                startLine();
        }
    }
    return pieces;
}

QString textWithin(const CodeAside& aside, double columns)
{
    const auto room = qsizetype(columns - aside.column);
    return aside.text.size() <= room ? aside.text
                                     : aside.text.left(std::max<qsizetype>(room - 1, 0)) + QChar(u'…');
}

bool startsMove(const CodeRows& rows, size_t row)
{
    const CodeRows::Row& first = rows.rows[row];
    return first.otherEnd >= 0 && !first.isOutlined &&
           (row == 0 || !continuesMove(rows, first, row - 1, first.otherEnd - 1));
}

bool hasComparisonAside(const CodeRows& rows, size_t row)
{
    return startsMove(rows, row) || !labelsOf(rows, rows.rows[row].line).empty();
}

std::span<const LineLabel> labelsOf(const CodeRows& rows, int line)
{
    const auto found = std::ranges::equal_range(rows.labels, line, {}, &LineLabel::line);
    return {found.begin(), found.end()};
}

bool isDerived(const CodeRows& rows, int line)
{
    // Copies may contain copies of others, but the first line of each has a label of its own.
    const auto next = std::ranges::upper_bound(rows.labels, line, {}, &LineLabel::line);
    const auto reaches = [line](const LineLabel& label) {
        return isOfDerivedCode(label) && line <= label.lastLine;
    };
    return next != rows.labels.begin() && reaches(*std::prev(next));
}

QString comparisonText(const CodeRows& rows, size_t row)
{
    const CodeRows::Row& own = rows.rows[row];
    QStringList texts;
    for (const LineLabel& label : labelsOf(rows, own.line))
        texts.append(toQString(label.text));
    if (own.otherEnd >= 0 && texts.isEmpty())
        texts.append((own.isOutlined && own.isMovedAway ? tr("outlined to line %1")
                      : own.isOutlined                  ? tr("outlined from line %1")
                      : own.isMovedAway                 ? tr("moved to line %1")
                                                        : tr("moved from line %1"))
                         .arg(own.otherEnd + 1));
    else if (own.isRespelled)
        texts.append(tr("the same statement; only its indentation, names, or spelling differ"));
    return texts.join(QLatin1Char('\n'));
}

LineParts partsOfLine(const CodeContent& content, int line)
{
    const uint32_t begin = content.text->lineStarts[size_t(line)];
    const uint32_t end = content.text->lineStarts[size_t(line) + 1];
    const auto within = [&](const auto& list, auto beginOf) {
        const auto* const last = list.constData() + list.size();
        const auto* const first = std::ranges::lower_bound(list.constData(), last, begin, {}, beginOf);
        return std::span(first, std::ranges::lower_bound(first, last, end, {}, beginOf));
    };
    return {.hints = within(content.hints, &CodeHint::offset),
            .folds = within(content.folds, [](const CodeFold& fold) { return fold.span.begin; })};
}

} // namespace tir::ui
