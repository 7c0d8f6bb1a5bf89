/// Shows code: line numbers, colors, rows of a comparison, underlined diagnostics, occurrences of the selected name.
/// Paints the visible lines only, so the size of the text does not matter.

#pragma once

#include "ui/common/code_asides.h"
#include "ui/common/code_lens.h"

#include <QAbstractScrollArea>

#include <functional>
#include <optional>

class QMenu;

namespace tir::ui {

class CodeView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit CodeView(QWidget* parent = nullptr);

    /// Without text the view is blank.
    void setContent(CodeContent content);
    const CodeContent& content() const { return m_content; }
    bool hasText() const { return m_content.text != nullptr; }

    /// Sets the marks for the selection.
    void setLens(CodeLens lens);
    const CodeLens& lens() const { return m_lens; }
    /// Frames the lines of a span; an empty one removes the frame.
    void setSelectedSpan(Span span);
    /// The same for several, ascending.
    void setSelectedSpans(std::vector<Span> spans);
    void setMatches(std::vector<Span> matches, int current);

    /// Scrolls so that the span can be seen; not at all when its first line is visible.
    void reveal(Span span);
    /// The line it begins in; lines keep their beginnings in sight.
    void revealLine(Span span);
    void revealRow(int row);
    /// Scrolls so that the view begins right above the line that `span` starts in.
    void showFrom(Span span);
    bool isLineVisible(int line) const;
    int rowHeight() const { return m_rowHeight; }
    int rowCount() const;
    /// A wider content on the other side of a comparison needs the same horizontal range here.
    void setMinimumColumns(int columns);
    /// Of the widest line, with inlays and text beside it.
    int columns() const { return m_columns; }

    /// Sets the tool tip for a token without a mark.
    void setDescriber(std::function<QString(const CodeToken&)> describer)
    {
        m_describer = std::move(describer);
    }

    QString selectedText() const;
    /// The position of a range of the text, for tests and for clicking by name.
    QRect rectOf(Span span) const;
    /// The text beside the line in a row, with positions; for tests.
    std::vector<CodeAside> asides(int row) const;
    QRect rectOf(const CodeAside& aside, int row) const;
    /// Of the brackets that show scopes.
    QRect scopeLane(int row) const;

public slots:
    void copy();
    void selectAll();

signals:
    /// A click that selected no text: at a byte of the text.
    void clicked(quint32 offset);
    /// A folded row shall be opened; `line` is its first.
    void unfoldRequested(int line);
    /// A click on the number of a moved line, or on the text beside it; `otherEnd` is its line on the other side.
    void otherEndRequested(int line, int otherEnd);
    /// A hint or a bracket was clicked that leads to bytes of the text.
    void linkActivated(tir::Span target);
    void lensChanged();
    /// The number of a step was clicked in the column of writers.
    void writerClicked(int step);
    /// A context menu opens for a line; receivers add entries for the line.
    void menuRequested(QMenu* menu, int line);
    void searchRequested();
    /// Escape: nothing shall be selected any more.
    void escaped();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Selection {
        uint32_t anchor = 0;
        uint32_t head = 0;
        bool isEmpty() const { return anchor == head; }
        uint32_t begin() const { return std::min(anchor, head); }
        uint32_t end() const { return std::max(anchor, head); }
    };

    void updateMetrics();
    void updateScrollBars();
    int rowAt(int y) const;
    std::optional<uint32_t> offsetAt(QPoint point) const;
    double xOf(double column) const;
    CodeLineLayout layoutOf(int line) const
    {
        return CodeLineLayout(*m_content.text, line, hintsOfLine(m_content, line));
    }
    /// The action of a click at a point; null: it selects text.
    std::function<void()> linkAt(QPoint point);
    /// The writer of the line in a row; nothing without a column of writers.
    std::optional<uint32_t> writerAt(int row) const;

    // code_view_paint.cpp
    using MarkIterator = std::vector<CodeMark>::const_iterator;
    /// The marks of a line.
    std::pair<MarkIterator, MarkIterator> marksOf(int line) const;
    void paintRow(QPainter& painter, int row, int y) const;
    void paintBackgrounds(QPainter& painter, const CodeLineLayout& layout, int y, RowKind kind) const;
    void paintSpan(QPainter& painter, const CodeLineLayout& layout, Span span, int y,
                   const QColor& color) const;
    void paintText(QPainter& painter, const CodeLineLayout& layout, int y) const;
    void paintRun(QPainter& painter, const CodeLineLayout& layout, uint32_t begin, uint32_t end, int y) const;
    void paintTag(QPainter& painter, const CodeLineLayout& layout, const CodeToken& token, int y) const;
    void paintMarks(QPainter& painter, const CodeLineLayout& layout, int y) const;
    void paintInlays(QPainter& painter, const CodeLineLayout& layout, int y) const;
    void paintAsides(QPainter& painter, int row, const CodeLineLayout& layout, int y) const;
    void paintGutter(QPainter& painter, int row, int y) const;
    void paintWriter(QPainter& painter, int row, const QRect& gutter) const;
    void paintFold(QPainter& painter, const QRect& whole, int lines) const;

    CodeContent m_content;
    std::function<QString(const CodeToken&)> m_describer;
    CodeLens m_lens;
    std::vector<Span> m_spans; ///< ascending, none empty
    std::vector<Span> m_matches;
    int m_currentMatch = -1;
    Selection m_selection;
    bool m_isSelecting = false;
    QPoint m_pressed;

    QFont m_font;
    int m_charWidth = 8;
    int m_rowHeight = 16;
    int m_ascent = 12;
    int m_gutterWidth = 40;
    int m_writerWidth = 0; ///< of the gutter; 0: no column of writers
    int m_columns = 0;
    int m_minimumColumns = 0;
};

} // namespace tir::ui
