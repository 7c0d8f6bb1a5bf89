/// Shows code: line numbers, colors, rows of a comparison, underlined diagnostics, occurrences of the selected name,
/// wrapped lines, and folded dictionaries. Paints the visible lines only, so the size of the text does not matter.

#pragma once

#include "ui/common/code_painter.h"

#include <QAbstractScrollArea>

#include <functional>
#include <optional>

class QMenu;

namespace tir::ui {

/// A name or an operation, or what is in quotation marks.
QString wordOf(const CodeText& code, const CodeToken& token);

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
    const CodeLens& lens() const { return m_marking.lens; }
    /// Frames the lines of a span; an empty one removes the frame.
    void setSelectedSpan(Span span);
    /// The same for several, ascending.
    void setSelectedSpans(std::vector<Span> spans);
    void setMatches(std::vector<Span> matches, int current);

    /// Wraps lines that are wider than the view.
    void setWrapping(bool isWrapping);
    /// The other side of a comparison: while it is visible, rows are as high and as wide here as there.
    void setPartner(CodeView* partner);
    /// Without them no lines stay at the top.
    void setLinesAround(LinesAround linesAround);
    void setStickyLines(bool areShown);
    /// The lines that are painted at the top, ascending.
    std::vector<int> stickyLines() const;
    /// Shows the fold with a key, if there is one, in full or as its label.
    void setFoldOpen(const std::string& key, bool isOpen);

    /// Scrolls so that the span can be seen, and opens the fold that it is in; does not scroll when it is visible.
    void reveal(Span span);
    /// The same, but scrolls sideways only while lines keep their beginnings in sight: what is too far to the right stays
    /// out of view.
    void revealInLine(Span span);
    /// Whether the view is scrolled sideways so that the beginning of a span can be read.
    bool isWithinWidth(Span span) const;
    /// The line it begins in; lines keep their beginnings in sight.
    void revealLine(Span span);
    void revealRow(int row);
    /// Scrolls so that the view begins right above the line that `span` starts in.
    void showFrom(Span span);
    bool isLineVisible(int line) const;
    /// Whether the line is wider than the view.
    bool isCutOff(int line) const;
    int rowHeight() const { return m_metrics.rowHeight; }
    /// As the view is scrolled now. Refers to the content: not to be used after the content changes.
    CodeGeometry codeGeometry() const;
    int rowCount() const { return codeGeometry().rowCount(); }
    /// The row at a height of the viewport; there may be none.
    int rowAt(int y) const { return codeGeometry().rowAt(y); }
    /// Pixels from the top of the text to that of a row.
    int topOf(int row) const { return codeGeometry().topOf(row); }
    /// The row at a third of the height, below sticky lines, to which revealed rows are scrolled.
    int rowLookedAt() const;
    /// Of all rows together; more than there are rows if lines are wrapped.
    int visualLineCount() const { return codeGeometry().visualLineCount(); }
    /// Position of the caret; nothing before the first click or key.
    std::optional<uint32_t> caret() const
    {
        return m_selection.hasCaret ? std::optional(m_selection.head) : std::nullopt;
    }
    /// Moves it to a byte, without scrolling, unless it is in the same line.
    void setCaretLine(uint32_t offset);
    /// The token under the pointer; null if there is none, or if the pointer is elsewhere.
    const CodeToken* tokenUnderPointer() const;

    /// Sets the tool tip for a token without a mark.
    void setDescriber(std::function<QString(const CodeToken&)> describer)
    {
        m_describer = std::move(describer);
    }

    QString selectedText() const;
    /// The position of a range of the text, for tests and for clicking by name.
    QRect rectOf(Span span) const { return codeGeometry().rectOf(span); }
    /// The text beside the line in a row, with positions; for tests.
    std::vector<CodeAside> asides(int row) const { return codeGeometry().layoutOf(row).asides(); }
    QRect rectOf(const CodeAside& aside, int row) const { return codeGeometry().rectOf(aside, row); }
    /// Where the view says why lines are missing.
    std::vector<QRect> gaps() const;
    /// Of the brackets that show scopes.
    QRect scopeLane(int row) const { return codeGeometry().scopeLane(row); }

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
    /// A context menu opens for a byte of the text; receivers add entries for the token or the line.
    void menuRequested(QMenu* menu, quint32 offset);
    void foldToggled(const std::string& key, bool isOpen);
    void caretMoved(int line);
    void searchRequested();
    /// Escape: nothing shall be selected any more.
    void escaped();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void updateMetrics();
    void updateScrollBars();
    /// Lays out all rows anew, here and on the other side.
    void arrange();
    bool placeRows();
    /// The column at which lines are wrapped; 0 if they are not.
    int wrapColumns() const;
    void toggleFold(const CodeFold& fold);
    std::vector<int> stickyLinesAt(int scrolled) const;
    int stickyHeight() const;
    /// Scrolls so that sticky lines do not cover the row, if they do now.
    void uncover(int row);
    int rowsAboveRevealed() const;
    void revealRowOf(Span span);
    QRect startOf(Span span) const;
    int indentation(int line) const;
    void addShownIndentations(std::vector<int>& columns) const;
    int usualIndentation() const;

    // code_view_input.cpp
    std::optional<int> stickyLineAt(QPoint point) const;
    void goToStickyLine(int line);
    /// What a click at a point does; null: it is for the text.
    std::function<void()> linkAt(QPoint point);
    QStringList messagesAt(QPoint point) const;
    void moveCaret(int rows, bool extends);
    void moveCaretTo(int row, bool extends);
    void chooseNextName();
    void popUpMenu(uint32_t offset, QPoint globalPosition);

    CodeContent m_content;
    std::function<QString(const CodeToken&)> m_describer;
    CodeMarking m_marking;
    TextSelection m_selection;
    bool m_isSelecting = false;
    QPoint m_pressed;

    CodeMetrics m_metrics;
    int m_columns = 0; ///< of the widest row
    CodeView* m_partner = nullptr;
    bool m_isWrapping = false;
    LinesAround m_linesAround;
    bool m_hasStickyLines = true;
    std::vector<int> m_heights; ///< visual lines of each row, on this side; empty: one each
    std::vector<int> m_tops;    ///< visual lines above each row, and all of them; empty: one each
    int m_lookedAt = 0;         ///< rowLookedAt() when it was scrolled last; resizing keeps it
    int m_revealedLine = -1;    ///< by revealLine()
};

} // namespace tir::ui
