#include "ui/common/code_editor.h"

#include "core/support/utf8.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/common/token_color.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QToolTip>

namespace tir::ui {

/// Works line by line; of the previous line, it only has whether a block continues.
class CodeEditor::Highlighter : public QSyntaxHighlighter {
public:
    Highlighter(CodeLanguage language, QTextDocument* document)
        : QSyntaxHighlighter(document),
          m_language(language)
    {}

protected:
    void highlightBlock(const QString& line) override
    {
        const BlockMarks marks = blockMarks(m_language);
        const std::string before(previousBlockState() == InBlock ? marks.begin : "");
        const CodeText code(before + line.toStdString());
        setCurrentBlockState(Outside);
        for (const CodeToken& token : codeTokens(code, m_language)) {
            const std::string_view text = code.textOf(token);
            const int begin = lengthOf(code.text, before.size(), token.begin);
            setFormat(begin, lengthOf(code.text, before.size(), token.end) - begin, tokenColor(token));
            const bool isBlock =
                !marks.begin.empty() && token.kind == marks.kind && text.starts_with(marks.begin);
            const bool isClosed =
                text.size() >= marks.begin.size() + marks.end.size() && text.ends_with(marks.end);
            if (isBlock && !isClosed)
                setCurrentBlockState(InBlock);
        }
    }

private:
    enum State { Outside, InBlock };

    /// UTF-16 units between two bytes of a text.
    static int lengthOf(std::string_view text, size_t begin, size_t end)
    {
        return end <= begin ? 0 : int(toQString(text.substr(begin, end - begin)).size());
    }

    CodeLanguage m_language;
};

class CodeEditor::Gutter : public QWidget {
public:
    explicit Gutter(CodeEditor* editor) : QWidget(editor), m_editor(*editor) {}

protected:
    void paintEvent(QPaintEvent* event) override { m_editor.paintGutter(event); }

private:
    CodeEditor& m_editor;
};

CodeEditor::CodeEditor(CodeLanguage language, QWidget* parent)
    : QPlainTextEdit(parent),
      m_highlighter(new Highlighter(language, document())),
      m_gutter(new Gutter(this))
{
    setFont(codeFont());
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &CodeEditor::placeGutter);
    connect(this, &QPlainTextEdit::updateRequest, m_gutter, [this](const QRect& rect, int scrolled) {
        if (scrolled != 0)
            m_gutter->scroll(0, scrolled);
        else
            m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    placeGutter();
}

void CodeEditor::goToLine(int line)
{
    setTextCursor(QTextCursor(document()->findBlockByNumber(line)));
    verticalScrollBar()->setValue(line);
}

void CodeEditor::goToOffset(uint32_t offset)
{
    setTextCursor(cursorsOf({{offset, offset}}).front());
    ensureCursorVisible();
}

uint32_t CodeEditor::cursorOffset() const
{
    return uint32_t(toPlainText().left(textCursor().position()).toUtf8().size());
}

/// Each span selected.
QList<QTextCursor> CodeEditor::cursorsOf(const std::vector<Span>& spans) const
{
    const QString text = toPlainText();
    const QByteArray bytes = text.toUtf8();
    std::vector<int> positions; // by byte; empty: the bytes are the positions
    if (bytes.size() != text.size()) {
        positions.reserve(size_t(bytes.size()) + 1);
        int position = 0;
        for (const char byte : bytes) {
            const bool isInsideCharacter = isUtf8Continuation(byte);
            positions.push_back(isInsideCharacter ? position - 1 : position);
            if (!isInsideCharacter)
                position += static_cast<unsigned char>(byte) >= 0xF0 ? 2 : 1; // a pair of surrogates
        }
        positions.push_back(position);
    }
    const auto positionOf = [&](uint32_t offset) {
        const auto byte = size_t(std::min<qsizetype>(offset, bytes.size()));
        return positions.empty() ? int(byte) : positions[byte];
    };
    QList<QTextCursor> cursors;
    for (const Span span : spans) {
        QTextCursor cursor(document());
        cursor.setPosition(positionOf(span.begin));
        cursor.setPosition(positionOf(span.end), QTextCursor::KeepAnchor);
        cursors.append(cursor);
    }
    return cursors;
}

void CodeEditor::setMarks(const std::vector<CodeMark>& marks)
{
    std::vector<Span> spans;
    for (const CodeMark& mark : marks)
        spans.push_back(mark.span);
    const QList<QTextCursor> cursors = cursorsOf(spans);
    m_marks.clear();
    for (size_t i = 0; i < marks.size(); ++i)
        m_marks.append({cursors[qsizetype(i)], marks[i].severity, toQString(marks[i].message)});
    showSelections();
    m_gutter->update();
}

void CodeEditor::setOccurrences(const std::vector<Span>& spans)
{
    m_occurrences = cursorsOf(spans);
    showSelections();
}

void CodeEditor::showSelections()
{
    QList<QTextEdit::ExtraSelection> selections;
    for (const QTextCursor& occurrence : std::as_const(m_occurrences)) {
        QTextEdit::ExtraSelection selection{occurrence, {}};
        selection.format.setBackground(theme().occurrence);
        selections.append(selection);
    }
    for (const Mark& mark : std::as_const(m_marks)) {
        QTextEdit::ExtraSelection selection{mark.where, {}};
        selection.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        selection.format.setUnderlineColor(markColor(mark.severity));
        selections.append(selection);
    }
    setExtraSelections(selections);
}

// ---- the gutter

int CodeEditor::gutterWidth() const
{
    const auto digits = std::max<qsizetype>(3, QString::number(blockCount()).size());
    return int(digits + 2) * fontMetrics().horizontalAdvance(QLatin1Char('0'));
}

void CodeEditor::placeGutter()
{
    setViewportMargins(gutterWidth(), 0, 0, 0);
    const QRect rect = contentsRect();
    m_gutter->setGeometry(rect.left(), rect.top(), gutterWidth(), rect.height());
}

void CodeEditor::paintGutter(QPaintEvent* event)
{
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(), theme().code);
    painter.setFont(font());
    QSet<int> wrong;
    for (const Mark& mark : std::as_const(m_marks))
        if (mark.severity == Severity::Error)
            wrong.insert(document()->findBlock(mark.where.selectionStart()).blockNumber());
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
        if (rect.top() > event->rect().bottom())
            break;
        painter.setPen(wrong.contains(block.blockNumber()) ? theme().error : theme().lineNumber);
        painter.drawText(
            QRectF(0, rect.top(), m_gutter->width() - fontMetrics().averageCharWidth(), rect.height()),
            Qt::AlignRight | Qt::AlignVCenter, QString::number(block.blockNumber() + 1));
    }
}

// ---- events

bool CodeEditor::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // The window's keys for steps move the cursor here.
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Escape) {
            event->accept();
            return true;
        }
    }
    if (event->type() != QEvent::ToolTip)
        return QPlainTextEdit::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int position = cursorForPosition(viewport()->mapFrom(this, help->pos())).position();
    QStringList messages;
    for (const Mark& mark : std::as_const(m_marks))
        if (mark.where.selectionStart() <= position && position <= mark.where.selectionEnd())
            messages.append(mark.message);
    QToolTip::showText(help->globalPos(), messages.join(QLatin1Char('\n')), this);
    return true;
}

void CodeEditor::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        const QSignalBlocker blocker(this); // Qt calls other colors another text
        m_highlighter->rehighlight();
        showSelections();
    }
    if (event->type() == QEvent::FontChange)
        placeGutter();
}

void CodeEditor::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
    if (hasFocus() && event->size().height() < event->oldSize().height())
        ensureCursorVisible(); // a bar that opens must not hide the line that is being typed
}

void CodeEditor::mouseReleaseEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    if (!textCursor().hasSelection())
        emit cursorMoved();
}

/// Return keeps the indentation, Tab inserts blanks up to the next multiple of four columns.
void CodeEditor::keyPressEvent(QKeyEvent* event)
{
    constexpr int Indentation = 4;
    if (event->key() == Qt::Key_Tab && !textCursor().hasSelection()) {
        const int column = textCursor().positionInBlock();
        return insertPlainText(QString(Indentation - column % Indentation, QLatin1Char(' ')));
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        const QString line = textCursor().block().text().left(textCursor().positionInBlock());
        qsizetype indentation = 0;
        while (indentation < line.size() && line[indentation] == QLatin1Char(' '))
            ++indentation;
        if (line.trimmed().endsWith(QLatin1Char(':')))
            indentation += Indentation;
        return insertPlainText(QLatin1Char('\n') + QString(indentation, QLatin1Char(' ')));
    }
    const int revision = document()->revision();
    const int position = textCursor().position();
    QPlainTextEdit::keyPressEvent(event);
    if (document()->revision() == revision && textCursor().position() != position &&
        !textCursor().hasSelection())
        emit cursorMoved();
}

} // namespace tir::ui
