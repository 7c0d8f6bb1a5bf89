#include "ui/generated/code_editor.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/common/token_color.h"
#include "ui/generated/generated_tokens.h"

#include <QScrollBar>
#include <QSyntaxHighlighter>
#include <QTextBlock>

namespace tir::ui {
namespace {

constexpr std::string_view CommentBegin = "/*";
constexpr std::string_view CommentEnd = "*/";

} // namespace

/// Works line by line; a line knows of the one before only whether its comment goes on.
class CodeEditor::Highlighter : public QSyntaxHighlighter {
public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

protected:
    void highlightBlock(const QString& line) override
    {
        const std::string before(previousBlockState() == InComment ? CommentBegin : "");
        const CodeText code(before + line.toStdString());
        setCurrentBlockState(Outside);
        for (const CodeToken& token : generatedTokens(code, ArtifactKind::Cuda)) {
            const std::string_view text = code.textOf(token);
            const int begin = lengthOf(code.text, before.size(), token.begin);
            setFormat(begin, lengthOf(code.text, before.size(), token.end) - begin, tokenColor(token));
            const bool isClosed = text.size() >= 2 * CommentEnd.size() && text.ends_with(CommentEnd);
            if (text.starts_with(CommentBegin) && !isClosed)
                setCurrentBlockState(InComment);
        }
    }

private:
    enum State { Outside, InComment };

    /// UTF-16 units between two bytes of a text.
    static int lengthOf(std::string_view text, size_t begin, size_t end)
    {
        return end <= begin ? 0 : int(toQString(text.substr(begin, end - begin)).size());
    }
};

CodeEditor::CodeEditor(QWidget* parent) : QPlainTextEdit(parent), m_highlighter(new Highlighter(document()))
{
    setFont(codeFont());
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
}

void CodeEditor::goToLine(int line)
{
    setTextCursor(QTextCursor(document()->findBlockByNumber(line)));
    verticalScrollBar()->setValue(line);
}

void CodeEditor::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_highlighter->rehighlight();
}

} // namespace tir::ui
