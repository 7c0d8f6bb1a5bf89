/// A plain editor for code, with the colors of the code view, line numbers, and underlined diagnostics.

#pragma once

#include "ui/common/code_tokens.h"

#include <QPlainTextEdit>

namespace tir::ui {

class CodeEditor : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit CodeEditor(CodeLanguage language, QWidget* parent = nullptr);

    /// Puts the cursor at the beginning of the line, and the line at the top.
    void goToLine(int line);
    /// Puts the cursor at a byte of the text, as UTF-8, and scrolls there if it is not in sight.
    void goToOffset(uint32_t offset);
    uint32_t cursorOffset() const; ///< byte of the text, as UTF-8
    /// Marks for diagnostics; spans are bytes of the text, as UTF-8.
    void setMarks(const std::vector<CodeMark>& marks);
    /// Ranges to emphasize; spans as above.
    void setOccurrences(const std::vector<Span>& spans);

signals:
    /// A click, or a key, put the cursor elsewhere without changing the text.
    void cursorMoved();

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    class Highlighter;
    class Gutter;
    struct Mark {
        QTextCursor where;
        Severity severity;
        QString message;
    };

    void placeGutter();
    void paintGutter(QPaintEvent* event);
    int gutterWidth() const;
    QList<QTextCursor> cursorsOf(const std::vector<Span>& spans) const;
    void showSelections();

    Highlighter* m_highlighter; ///< the document owns it
    Gutter* m_gutter;
    QList<Mark> m_marks;
    QList<QTextCursor> m_occurrences;
};

} // namespace tir::ui
