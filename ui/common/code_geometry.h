/// Where the rows, lines, and characters of a code view are, in pixels of its viewport. Made for one look: it refers to
/// the content, and does not follow the view when that scrolls.

#pragma once

#include "ui/common/code_row_layout.h"

#include <QFont>
#include <QPoint>
#include <QRect>

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace tir::ui {

/// Sizes that depend on the font and on the number of lines.
struct CodeMetrics {
    QFont font;
    int charWidth = 8;
    int rowHeight = 16; ///< of a visual line
    int ascent = 12;
    int gutterWidth = 40;
    int writerWidth = 0; ///< of the gutter; 0: no column of writers
};

/// In the font for code.
CodeMetrics measureCode(const CodeContent& content);

/// The marks that begin in a line.
std::span<const CodeMark> marksOfLine(const CodeContent& content, int line);

/// The lines that begin the scopes around a line, possibly that line itself; ascending.
using LinesAround = std::function<std::vector<int>(int line)>;

class CodeGeometry {
public:
    /// Of a view that is lower, sticky lines would take too much.
    static constexpr int LeastVisualLines = 8;
    static constexpr int MostStickyLines = 3;

    /// `tops`: visual lines above each row, and all of them; empty: one each. `columns`: where lines are wrapped; 0: they
    /// are not. `scrolled`: pixels to the left of the view and above it.
    CodeGeometry(const CodeContent& content, const CodeMetrics& metrics, std::span<const int> tops,
                 int columns, QPoint scrolled);

    int rowCount() const { return m_content.rows ? int(m_content.rows->rows.size()) : 0; }
    int visualLineCount() const { return m_tops.empty() ? rowCount() : m_tops.back(); }
    /// The row with a byte.
    int rowOf(uint32_t offset) const;
    /// The row at a height; there may be none.
    int rowAt(int y) const;
    /// From the top of the text.
    int topOf(int row) const;
    int yOf(int row) const { return topOf(row) - m_scrolled.y(); }
    int heightOf(int row) const { return topOf(row + 1) - topOf(row); }
    double xOf(double column) const;
    double columnAt(int x) const;
    CodeRowLayout layoutOf(int row) const { return {m_content, row, m_columns}; }

    QRect rectOf(Span span) const;
    QRect rectOf(const CodeAside& aside, int row) const;
    /// Of the brackets that show scopes.
    QRect scopeLane(int row) const;
    /// The lines that are painted at the top of a viewport, one visual line each, since they begin the scopes around the
    /// first line below them and are scrolled out. Ascending; of too many, the first one and the last ones.
    std::vector<int> stickyLines(const LinesAround& linesAround, int height) const;

    /// The parts in view of the gaps that fillers leave, where there is room for a text. `area`: of the viewport, without
    /// what covers the rows.
    std::vector<QRect> gaps(const QRect& area) const;

    /// The gap between two characters that is nearest to a point.
    std::optional<uint32_t> offsetAt(QPoint point) const;
    /// The character at a point.
    std::optional<uint32_t> characterAt(QPoint point) const;
    /// Null beside all tokens.
    const CodeToken* tokenAt(QPoint point) const;
    /// The fold whose label or triangle is at a point.
    const CodeFold* foldAt(QPoint point) const;
    /// The writer of the line in a row; nothing without a column of writers.
    std::optional<uint32_t> writerOf(int row) const;

private:
    const CodeContent& m_content;
    const CodeMetrics& m_metrics;
    std::span<const int> m_tops;
    int m_columns;
    QPoint m_scrolled;
};

} // namespace tir::ui
