/// What a code view does with the mouse and the keyboard: selecting, links, tool tips, the caret, context menus.

#include "ui/common/code_view.h"
#include "ui/common/popup_menu.h"
#include "ui/common/text.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace tir::ui {

QString wordOf(const CodeText& code, const CodeToken& token)
{
    constexpr std::string_view Convention = "\"calling_conv\": ";
    std::string_view word = code.textOf(token);
    // The glossary has the values of an attribute with the attribute.
    if (token.kind == TokenKind::Number &&
        std::string_view(code.text).substr(0, token.begin).ends_with(Convention))
        return QStringLiteral("calling_conv");
    if (token.kind == TokenKind::String && word.size() > 2)
        word = word.substr(1, word.size() - 2);
    return toQString(word);
}

std::optional<int> CodeView::stickyLineAt(QPoint point) const
{
    const std::vector<int> lines = stickyLines();
    const int number = point.y() / m_metrics.rowHeight;
    return point.y() >= 0 && number < int(lines.size()) ? std::optional(lines[size_t(number)]) : std::nullopt;
}

void CodeView::goToStickyLine(int line)
{
    const CodeText& text = *m_content.text;
    const size_t indentation = std::min(text.line(line).find_first_not_of(' '), text.line(line).size());
    const uint32_t offset = text.lineStarts[size_t(line)] + uint32_t(indentation);
    m_selection = {offset, offset, true};
    revealLine({offset, offset + 1}); // may set another content with the same text
    viewport()->update();
    emit caretMoved(line);
}

std::function<void()> CodeView::linkAt(QPoint point)
{
    if (const std::optional<int> sticky = stickyLineAt(point))
        return [this, line = *sticky] { goToStickyLine(line); };
    const CodeGeometry shown = codeGeometry();
    const int row = shown.rowAt(point.y());
    if (!hasText() || row < 0 || row >= rowCount())
        return {};
    const CodeRows::Row& content = m_content.rows->rows[size_t(row)];
    if (content.kind == RowKind::Fold)
        return [this, line = content.line] { emit unfoldRequested(line); };
    if (const std::optional<uint32_t> writer = shown.writerOf(row);
        writer && point.x() < m_metrics.writerWidth)
        return [this, step = int(*writer)] { emit writerClicked(step); };
    if (shown.scopeLane(row).adjusted(-2, 0, 0, 0).contains(point))
        if (const LensScope* scope = scopeAt(m_marking.lens.scopes, *m_content.rows, row))
            return [this, target = scope->definition] { emit linkActivated(target); };
    if (content.otherEnd >= 0 && point.x() < m_metrics.gutterWidth)
        return [this, content] { emit otherEndRequested(content.line, content.otherEnd); };
    if (point.x() < m_metrics.gutterWidth)
        return {};
    if (const CodeFold* fold = shown.foldAt(point))
        return [this, copy = *fold] { toggleFold(copy); };
    for (const CodeAside& aside : asides(row)) {
        if (!aside.isLink() || !shown.rectOf(aside, row).contains(point))
            continue;
        if (aside.otherEnd >= 0)
            return [this, line = content.line, otherEnd = aside.otherEnd] {
                emit otherEndRequested(line, otherEnd);
            };
        return [this, target = aside.target] { emit linkActivated(target); };
    }
    return {};
}

QStringList CodeView::messagesAt(QPoint point) const
{
    if (const std::optional<int> sticky = stickyLineAt(point))
        return {toQString(m_content.text->line(*sticky)).trimmed()}; // which may be wider than the view
    const CodeGeometry shown = codeGeometry();
    const std::optional<uint32_t> offset = shown.characterAt(point);
    const int row = shown.rowAt(point.y());
    if (!offset || row >= rowCount())
        return {};
    if (const std::optional<uint32_t> writer = shown.writerOf(row);
        writer && point.x() < m_metrics.writerWidth)
        return {*writer == 0
                    ? tr("written by you")
                    : tr("written in step %1, %2").arg(*writer).arg(m_content.writers.names[*writer])};
    if (shown.scopeLane(row).contains(point)) {
        const LensScope* scope = scopeAt(m_marking.lens.scopes, *m_content.rows, row);
        return scope ? QStringList(tr("in scope from line %1 to line %2; a click goes to the definition")
                                       .arg(scope->firstLine + 1)
                                       .arg(scope->lastLine + 1))
                     : QStringList();
    }
    if (point.x() < m_metrics.gutterWidth)
        return {comparisonText(*m_content.rows, size_t(row))};
    QStringList messages;
    for (const CodeMark& mark : m_content.marks)
        if (mark.span.begin <= *offset && *offset < mark.span.end)
            messages.append(toQString(mark.message));
    if (const CodeFold* fold = shown.foldAt(point)) {
        const std::string_view all = m_content.text->text;
        messages.append(fold->isOpen
                            ? tr("shows less")
                            : toQString(all.substr(fold->span.begin, fold->span.end - fold->span.begin)));
        return messages;
    }
    for (const CodeAside& aside : asides(row))
        if (shown.rectOf(aside, row).contains(point))
            messages.append(aside.text); // which may be wider than the view
    if (const CodeToken* token = m_describer ? shown.tokenAt(point) : nullptr)
        if (QString text = m_describer(*token); !text.isEmpty())
            messages.append(std::move(text));
    return messages;
}

const CodeToken* CodeView::tokenUnderPointer() const
{
    const QPoint point = viewport()->mapFromGlobal(QCursor::pos());
    if (!viewport()->underMouse() || point.x() < m_metrics.gutterWidth || rowAt(point.y()) >= rowCount() ||
        stickyLineAt(point))
        return nullptr;
    return codeGeometry().tokenAt(point);
}

QString CodeView::selectedText() const
{
    if (!hasText())
        return {};
    return toQString(std::string_view(m_content.text->text)
                         .substr(m_selection.begin(), m_selection.end() - m_selection.begin()));
}

void CodeView::copy()
{
    if (!m_selection.isEmpty())
        QApplication::clipboard()->setText(selectedText());
}

void CodeView::selectAll()
{
    if (!hasText())
        return;
    m_selection.select(0, uint32_t(m_content.text->text.size()));
    viewport()->update();
}

bool CodeView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), messagesAt(help->pos()).join(QLatin1Char('\n')), this);
    return true;
}

void CodeView::mousePressEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    const std::optional<uint32_t> offset = codeGeometry().offsetAt(point);
    if (event->button() != Qt::LeftButton || (!offset && !stickyLineAt(point)))
        return;
    if (const std::function<void()> follow = linkAt(point))
        return follow();
    m_pressed = point;
    m_isSelecting = true;
    m_selection.hasCaret = true;
    if (!event->modifiers().testFlag(Qt::ShiftModifier))
        m_selection.anchor = *offset;
    m_selection.head = *offset;
    viewport()->update();
    emit caretMoved(m_content.text->lineAt(*offset));
}

void CodeView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_isSelecting) {
        const bool isLink = bool(linkAt(event->position().toPoint()));
        return viewport()->setCursor(isLink ? Qt::PointingHandCursor : Qt::IBeamCursor);
    }
    if (const std::optional<uint32_t> offset = codeGeometry().offsetAt(event->position().toPoint()))
        m_selection.head = *offset;
    viewport()->update();
}

void CodeView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_isSelecting)
        return;
    m_isSelecting = false;
    const QPoint point = event->position().toPoint();
    if ((point - m_pressed).manhattanLength() >= QApplication::startDragDistance())
        return;
    const std::optional<uint32_t> offset = codeGeometry().characterAt(point);
    if (m_selection.isEmpty() && offset)
        emit clicked(*offset);
}

void CodeView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const std::optional<uint32_t> offset = codeGeometry().offsetAt(event->position().toPoint());
    if (!offset || linkAt(event->position().toPoint()))
        return;
    if (const CodeToken* token = m_content.text->tokenAt(*offset)) {
        m_selection.select(token->begin, token->end);
        viewport()->update();
    }
}

/// Of the word under the pointer; with the keyboard, of that at the caret.
void CodeView::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() != QContextMenuEvent::Keyboard) {
        if (const std::optional<int> sticky = stickyLineAt(event->pos()))
            popUpMenu(m_content.text->lineStarts[size_t(*sticky)], event->globalPos());
        else if (const std::optional<uint32_t> offset = codeGeometry().characterAt(event->pos()))
            popUpMenu(*offset, event->globalPos());
        return;
    }
    if (!hasText() || rowCount() == 0)
        return;
    if (!m_selection.hasCaret)
        moveCaretTo(std::clamp(rowAt(stickyHeight()), 0, rowCount() - 1), false);
    const uint32_t offset = m_selection.begin();
    revealLine({offset, offset + 1});
    popUpMenu(offset, viewport()->mapToGlobal(rectOf({offset, offset + 1}).bottomLeft()));
}

void CodeView::popUpMenu(uint32_t offset, QPoint globalPosition)
{
    QMenu* menu = newPopupMenu(QStringLiteral("codeMenu"), *this);
    const CodeToken* token = m_content.text->tokenAt(offset);
    const bool isWord = token && token->kind != TokenKind::Comment;
    const QString text = !m_selection.isEmpty() ? selectedText()
                         : isWord               ? toQString(m_content.text->textOf(*token))
                                                : QString();
    const QString shown = text.contains(QLatin1Char('\n')) || text.size() > 30 ? QString() : text;
    menu->addAction(shown.isEmpty() ? tr("Copy") : tr("Copy “%1”").arg(shown), menu,
                    [text] { QApplication::clipboard()->setText(text); })
        ->setEnabled(!text.isEmpty());
    menu->addAction(tr("Copy Line"), menu,
                    [line = toQString(m_content.text->line(m_content.text->lineAt(offset)))] {
                        QApplication::clipboard()->setText(line.trimmed());
                    });
    menu->addAction(tr("Select All"), this, &CodeView::selectAll);
    menu->addAction(tr("Find…"), this, &CodeView::searchRequested);
    emit menuRequested(menu, offset);
    menu->popup(globalPosition);
}

void CodeView::moveCaret(int rows, bool extends)
{
    if (rowCount() == 0)
        return;
    const int last = rowCount() - 1;
    const int from = m_selection.hasCaret ? codeGeometry().rowOf(m_selection.head)
                                          : rowAt(stickyHeight()) - (rows > 0 ? 1 : 0);
    const int step = rows > 0 ? 1 : -1;
    int row = std::clamp(from + rows, 0, last);
    while (row > 0 && row < last && m_content.rows->rows[size_t(row)].line < 0)
        row += step; // fillers have no place for it
    if (m_content.rows->rows[size_t(row)].line >= 0)
        moveCaretTo(row, extends);
}

/// Keeps the column.
void CodeView::moveCaretTo(int row, bool extends)
{
    const int line = m_content.rows->rows[size_t(row)].line;
    if (line < 0)
        return;
    const CodeText& text = *m_content.text;
    const uint32_t first = text.lineStarts[size_t(line)];
    uint32_t column = uint32_t(std::min(text.line(line).find_first_not_of(' '), text.line(line).size()));
    if (m_selection.hasCaret)
        column = m_selection.head - text.lineStarts[size_t(text.lineAt(m_selection.head))];
    m_selection.head = std::min(first + column, text.lineStarts[size_t(line) + 1] - 1);
    if (!extends)
        m_selection.anchor = m_selection.head;
    m_selection.hasCaret = true;
    const CodeGeometry shown = codeGeometry();
    if (shown.yOf(row + 1) > viewport()->height())
        verticalScrollBar()->setValue(shown.topOf(row + 1) - viewport()->height());
    uncover(row);
    viewport()->update();
    emit caretMoved(line);
}

/// The first name after the caret in its line; after the last one, the first.
void CodeView::chooseNextName()
{
    if (!m_selection.hasCaret)
        moveCaret(1, false);
    if (!m_selection.hasCaret)
        return;
    if (const CodeRows::Row& row = m_content.rows->rows[size_t(codeGeometry().rowOf(m_selection.head))];
        row.kind == RowKind::Fold)
        return emit unfoldRequested(row.line);
    const CodeText& text = *m_content.text;
    const int line = text.lineAt(m_selection.head);
    const CodeToken* first = nullptr;
    const CodeToken* next = nullptr;
    for (size_t at = text.firstTokenBehind(text.lineStarts[size_t(line)]);
         at < text.tokens.size() && text.tokens[at].begin < text.lineStarts[size_t(line) + 1]; ++at) {
        const CodeToken& token = text.tokens[at];
        if (!token.identity)
            continue;
        first = first ? first : &token;
        const bool isHere =
            token.begin == m_selection.head && m_marking.lens.rankOf(token.identity) != LensRank::Selected;
        if (!next && (token.begin > m_selection.head || isHere))
            next = &token;
    }
    if (const CodeToken* token = next ? next : first) {
        m_selection.select(token->begin, token->begin);
        viewport()->update();
        emit clicked(token->begin);
    }
}

void CodeView::keyPressEvent(QKeyEvent* event)
{
    const bool extends = event->modifiers().testFlag(Qt::ShiftModifier);
    const int page = qMax(1, viewport()->height() / m_metrics.rowHeight - 1);
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::SelectAll))
        return selectAll();
    switch (event->key()) {
    case Qt::Key_Escape:
        return emit escaped();
    case Qt::Key_Home:
        verticalScrollBar()->setValue(0);
        return moveCaret(-rowCount(), extends);
    case Qt::Key_End:
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
        return moveCaret(rowCount(), extends);
    case Qt::Key_Up:
        return moveCaret(-1, extends);
    case Qt::Key_Down:
        return moveCaret(1, extends);
    case Qt::Key_PageUp:
        return moveCaret(-page, extends);
    case Qt::Key_PageDown:
        return moveCaret(page, extends);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return chooseNextName();
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace tir::ui
