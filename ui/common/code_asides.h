/// Text beside a line: the position of a moved part on the other side, what happened to a statement, and hints. It is
/// painted after the text of the line and is not part of it; some of it is a link.

#pragma once

#include "ui/common/code_content.h"
#include "ui/common/code_line_layout.h"

#include <QString>

namespace tir::ui {

enum class AsideKind : uint8_t { Moved, Note, Error };

struct CodeAside {
    AsideKind kind;
    QString text;
    double column;     ///< where it begins
    int line = 0;      ///< of the visual lines of its row
    int otherEnd = -1; ///< a click goes to this line on the other side
    Span target = {};  ///< a click goes there

    double endColumn() const { return column + double(text.size()); }
    bool isLink() const { return otherEnd >= 0 || !target.isEmpty(); }
};

/// From left to right, starting at `column`; empty for a fold or filler.
std::vector<CodeAside> asidesOf(const CodeContent& content, int row, double column);

/// The same below the line, from visual line `line` on: broken at spaces to fit between the columns `left` and `right`.
std::vector<CodeAside> wrappedAsides(const std::vector<CodeAside>& asides, double left, double right,
                                     int line);

/// The text where the view ends after so many columns: what does not fit is in the tool tip.
QString textWithin(const CodeAside& aside, double columns);

/// Whether a row is the first of lines that moved together, which no label is about.
bool startsMove(const CodeRows& rows, size_t row);

/// Whether text of the comparison is beside a row: it is the first of lines that moved together, or has labels.
bool hasComparisonAside(const CodeRows& rows, size_t row);

/// The labels that start in a line.
std::span<const LineLabel> labelsOf(const CodeRows& rows, int line);

/// Whether a line is the head of a new function that was outlined or copied, or part of a copy.
bool isDerived(const CodeRows& rows, int line);

/// What happened to the line in a row, for its bar in the gutter; empty if the comparison says nothing about it.
QString comparisonText(const CodeRows& rows, size_t row);

/// Hints and folds of a line, ascending.
LineParts partsOfLine(const CodeContent& content, int line);

} // namespace tir::ui
