/// Paints the rows of a code view: backgrounds, text, underlined diagnostics, and the gutter on top.

#pragma once

#include "ui/common/code_geometry.h"
#include "ui/common/code_lens.h"

#include <QColor>
#include <QPixmap>

#include <algorithm>
#include <map>

class QPainter;

namespace tir::ui {

/// The selected text, and the caret.
struct TextSelection {
    uint32_t anchor = 0;
    uint32_t head = 0;     ///< the position of the caret
    bool hasCaret = false; ///< after the first click or key

    bool isEmpty() const { return anchor == head; }
    uint32_t begin() const { return std::min(anchor, head); }
    uint32_t end() const { return std::max(anchor, head); }
    /// The caret goes to the end.
    void select(uint32_t from, uint32_t to)
    {
        anchor = from;
        head = to;
    }
};

/// What is marked in the code besides the selected text.
struct CodeMarking {
    CodeLens lens;
    std::vector<Span> spans;   ///< selected; ascending, none empty
    std::vector<Span> matches; ///< of a search; ascending
    int currentMatch = -1;
};

class CodePainter {
public:
    struct Code {
        const CodeContent& content;
        const CodeMetrics& metrics;
        const CodeGeometry& geometry;
        const CodeMarking& marking;
        TextSelection selection;
        bool showsCaret; ///< while the keyboard is there
        int width;       ///< of the viewport
    };

    CodePainter(QPainter& painter, const Code& code);

    void paintRow(int row);
    /// Into the gaps: why lines are missing there.
    void paintGaps(const std::vector<QRect>& gaps);
    /// Above the rows, which they cover.
    void paintStickyLines(const std::vector<int>& lines);

private:
    /// One visual line.
    struct Line {
        const CodeLineLayout& layout;
        int y;
    };

    void paintStickyNumber(int line, int top);
    void paintFold(const QRect& whole, int lines);
    void paintPlates(const Line& line);
    void paintBackgrounds(const Line& line, const CodeRows::Row& row);
    void paintSelectedSpans(const Line& line);
    void paintLens(const Line& line);
    void paintMatches(const Line& line);
    void paintSpan(const Line& line, Span span, const QColor& color);
    QRectF frameOf(const Line& line, Span span) const;
    bool isPartOfLine(Span span) const;
    void paintText(const Line& line);
    void paintTokens(const Line& line, Span visible);
    void paintRun(const Line& line, uint32_t begin, uint32_t end);
    void paintTag(const Line& line, const CodeToken& token);
    void paintMarks(const Line& line);
    const QPixmap& waveOf(Severity severity);
    void paintInlays(const Line& line);
    void paintAsides(const CodeRowLayout& layout, int y);
    void paintCaret(const CodeRowLayout& layout, int y);

    QPainter& m_painter;
    const CodeContent& m_content;
    const CodeMetrics& m_metrics;
    const CodeGeometry& m_geometry;
    const CodeMarking& m_marking;
    TextSelection m_selection;
    bool m_showsCaret;
    int m_width;
    std::map<Severity, QPixmap> m_waves;
};

} // namespace tir::ui
