/// Navigation in the two texts: the selection, changes, and lines of other steps.

#include "ui/common/code_overview.h"
#include "ui/common/code_view.h"
#include "ui/common/search_bar.h"
#include "ui/common/text.h"
#include "ui/comparison/breadcrumb_bar.h"
#include "ui/comparison/breadcrumb_model.h"
#include "ui/comparison/code_tool_bar.h"
#include "ui/comparison/comparison_view.h"
#include "ui/comparison/line_history_list.h"
#include "ui/comparison/token_description.h"
#include "ui/comparison/whole_line_strip.h"
#include "ui/session/scope_lens.h"

#include <QScrollBar>

#include <algorithm>

namespace tir::ui {

ComparisonView::SelectedSpans ComparisonView::selectedSpans(const ModuleText& text, size_t number) const
{
    const Selection& selection = m_session.selection();
    if (selection.place == NoPlace && number == m_session.compared()->number)
        return {{}, text.spanOf(text.firstPlaceOf(selection.identity))};
    const Span span = selection.number == number ? text.spanOf(selection.place) : Span();
    return {span, span};
}

void ComparisonView::followSelection()
{
    followSelectionInUnified();
    const Selection& selection = m_session.selection();
    m_before->setLens(lensOf(ComparisonSideName::Before));
    m_after->setLens(lensOf(ComparisonSideName::After));
    m_before->setSelectedSpan({});
    m_after->setSelectedSpan(selection.source);
    if (!selection.source.isEmpty())
        return m_after->reveal(selection.source);

    const ComparedStepPointer compared = m_session.compared();
    if (!compared || m_session.phase() != Phase::Ready || selection.isEmpty())
        return;
    const auto follow = [&](const ModuleText& text, CodeView* view, size_t number) {
        const SelectedSpans spans = selectedSpans(text, number);
        if (!spans.selected.isEmpty())
            view->setSelectedSpan(spans.selected);
        if (spans.revealed.isEmpty())
            return;
        view->setCaretLine(spans.revealed.begin);
        view->revealInLine(spans.revealed);
    };
    if (compared->before && compared->before != compared->after && !compared->pinned)
        follow(*compared->before, m_before, compared->previous);
    follow(*compared->after, m_after, compared->number);
    showLineOfFarSpan(selectedSpans(*compared->after, compared->number).selected);
    followFunction();
}

CodeLens ComparisonView::lensOf(ComparisonSideName side) const
{
    const Selection& selection = m_session.selection();
    const ComparedStepPointer compared = m_session.compared();
    const ModuleTextPointer text = !compared                            ? nullptr
                                   : side == ComparisonSideName::Before ? compared->before
                                                                        : compared->after;
    if (!text || m_session.phase() != Phase::Ready)
        return CodeLens::of(selection.identity);
    const bool isPinned = side == ComparisonSideName::Before && compared->pinned;
    return scopeLens(*text, isPinned ? *compared->pinned->identities : m_session.identities(),
                     selection.identity);
}

/// The same for both sides as one text: the left side is represented by removed lines.
void ComparisonView::followSelectionInUnified()
{
    const ComparedStepPointer compared = m_session.compared();
    const Selection& selection = m_session.selection();
    m_unified->setLens({});
    m_unified->setSelectedSpan({});
    if (!m_unifiedText || !compared || selection.isEmpty())
        return;
    CodeLens lens = m_unifiedText->lensOf(ComparisonSideName::After, lensOf(ComparisonSideName::After));
    const CodeLens before =
        m_unifiedText->lensOf(ComparisonSideName::Before, lensOf(ComparisonSideName::Before));
    lens.strays.insert(lens.strays.end(), before.strays.begin(), before.strays.end());
    std::ranges::sort(lens.strays, {}, &Span::begin);
    m_unified->setLens(std::move(lens));
    const auto follow = [&](const ModuleText& text, ComparisonSideName side, size_t number) {
        const SelectedSpans spans = selectedSpans(text, number);
        if (const Span span = m_unifiedText->spanOf(side, spans.selected); !span.isEmpty())
            m_unified->setSelectedSpan(span);
        if (const Span span = m_unifiedText->spanOf(side, spans.revealed); !span.isEmpty()) {
            m_unified->setCaretLine(span.begin);
            m_unified->revealInLine(span);
        }
    };
    if (compared->before && !compared->pinned)
        follow(*compared->before, ComparisonSideName::Before, compared->previous);
    follow(*compared->after, ComparisonSideName::After, compared->number);
}

ComparisonView::SideLine ComparisonView::sideOf(const CodeView* view, int line) const
{
    if (view != m_unified || !m_unifiedText || line < 0 || size_t(line) >= m_unifiedText->lines.size())
        return {view == m_before, line};
    const UnifiedText::Line& from = m_unifiedText->lines[size_t(line)];
    return {from.side == ComparisonSideName::Before, from.line};
}

ComparisonView::SideOffset ComparisonView::sideOf(const CodeView* view, uint32_t offset) const
{
    if (view != m_unified || !m_unifiedText)
        return {view == m_before, offset};
    const auto [side, own] = m_unifiedText->origin(offset);
    return {side == ComparisonSideName::Before, own};
}

std::vector<int> ComparisonView::linesAround(const CodeView* view, int line) const
{
    const ComparedStepPointer compared = m_session.compared();
    const SideLine own = sideOf(view, line);
    const ModuleTextPointer text = !compared || m_session.phase() != Phase::Ready ? nullptr
                                   : own.isBefore                                 ? compared->before
                                                                                  : compared->after;
    if (!text)
        return {};
    std::vector<int> lines = scopeLines(*text, own.line);
    if (view != m_unified || !m_unifiedText)
        return lines;
    for (int& each : lines)
        each = m_unifiedText->lineShowing(
            own.isBefore ? ComparisonSideName::Before : ComparisonSideName::After, each);
    std::erase(lines, -1);
    std::ranges::sort(lines);
    return lines;
}

QString ComparisonView::describe(const CodeView* view, const CodeToken& token) const
{
    const ComparedStepPointer compared = m_session.compared();
    if (!compared || m_session.phase() != Phase::Ready)
        return {};
    const auto [isBefore, offset] = sideOf(view, token.begin);
    if (isBefore && showsPinned())
        return {};
    const ModuleText& text = isBefore ? *compared->before : *compared->after;
    const CodeToken* own = text.code.tokenAt(offset);
    return own ? describeToken(m_session, text, *own) : QString();
}

QString ComparisonView::wordLookedAt() const
{
    const CodeView* view = m_hasBefore && m_before->hasFocus() ? m_before : mainView();
    const QString selected = view->selectedText();
    if (!selected.isEmpty() && !selected.contains(QLatin1Char('\n')))
        return selected;
    const std::optional<uint32_t> caret = view->caret();
    const CodeToken* token = caret && view->hasText() ? view->content().text->tokenAt(*caret) : nullptr;
    const Node* identity = m_session.selection().identity;
    return token && identity && token->identity == identity ? toQString(view->content().text->textOf(*token))
                                                            : QString();
}

/// In the other side as well.
void ComparisonView::find(CodeView* view)
{
    m_search->openFor(view, view == m_before ? m_after : view == m_after ? m_before : nullptr);
}

void ComparisonView::choose(const ModuleText& text, size_t number, quint32 offset)
{
    const CodeToken* token = text.code.tokenAt(offset);
    if (!token || (token->place == NoPlace && !token->identity))
        return m_session.select({});
    // The pointer in `data=` may be printed where no place is; who it is counts all the same.
    Selection selection;
    selection.identity =
        token->identity ? token->identity : m_session.identities().at(text.places, token->place);
    const ComparedStepPointer compared = m_session.compared();
    const bool isPinned = compared->pinned && &text == compared->before.get();
    selection.number = isPinned ? compared->number : number;
    if (!isPinned) // places are those of the run in view
        selection.place = token->place;
    m_session.select(selection);
}

void ComparisonView::goToChange(int direction)
{
    if (!m_after->hasText())
        return;
    const int found = nextChange(*m_after->content().rows, m_row, direction);
    if (found >= 0)
        goToRow(found);
    m_wholeLine->hide();
    if (m_row < 0 || m_row >= m_after->rowCount())
        return;
    revealChangedWord(m_row);
    if (m_after->content().rows->rows[size_t(m_row)].kind != RowKind::Same)
        showWholeLine(m_row);
}

/// The change may be far to the right. Both sides scroll together, so the word that ends first determines the position.
void ComparisonView::revealChangedWord(int row)
{
    scrollToLineStarts();
    if (m_unifiedText)
        return m_unified->revealInLine(
            firstChangedWord(m_unified->content(), m_unifiedText->rows[size_t(row)]));
    CodeView* nearest = nullptr;
    Span nearestWord;
    for (CodeView* view : {m_after, m_before}) {
        const Span word = view->hasText() ? firstChangedWord(view->content(), row) : Span();
        if (word.isEmpty() || (nearest && nearest->rectOf(nearestWord).right() <= view->rectOf(word).right()))
            continue;
        nearest = view;
        nearestWord = word;
    }
    if (nearest)
        nearest->revealInLine(nearestWord);
}

/// On one side at least; so is a change without words.
bool ComparisonView::isChangedWordInView(int row) const
{
    bool hasWords = false;
    const auto isInView = [&](const CodeView* view) {
        const Span word =
            firstChangedWord(view->content(), m_unifiedText ? m_unifiedText->rows[size_t(row)] : row);
        hasWords |= !word.isEmpty();
        return !word.isEmpty() && view->isWithinWidth(word);
    };
    return isInView(mainView()) || (showsBefore() && isInView(m_before)) || !hasWords;
}

void ComparisonView::showLineOfFarSpan(Span span)
{
    m_wholeLine->hide();
    if (span.isEmpty() || !m_after->hasText())
        return;
    const Span shown = m_unifiedText ? m_unifiedText->spanOf(ComparisonSideName::After, span) : span;
    if (!shown.isEmpty() && !mainView()->isWithinWidth(shown))
        showWholeLine(
            m_after->content().rows->rowOfLine[size_t(m_after->content().text->lineAt(span.begin))]);
}

void ComparisonView::scrollToLineStarts()
{
    m_after->horizontalScrollBar()->setValue(0); // the other side follows
    m_unified->horizontalScrollBar()->setValue(0);
}

void ComparisonView::goToRow(int row)
{
    m_after->revealRow(row);
    if (m_unifiedText && row >= 0 && size_t(row) < m_unifiedText->rows.size())
        m_unified->revealRow(m_unifiedText->rows[size_t(row)]);
    m_row = row; // the scroll bar does not determine the row near an end of the text
    countChanges();
}

/// The row at the position where revealed rows are shown; the first or last one near the ends.
int ComparisonView::rowLookedAt() const
{
    if (m_unifiedText)
        return rowLookedAtInUnified();
    const QScrollBar* bar = m_after->verticalScrollBar();
    if (bar->value() == 0)
        return -1;
    // The last page cannot show a row near its end in the upper third: a row that was navigated to stays current.
    if (bar->value() == bar->maximum())
        return m_after->topOf(m_row) >= bar->value() ? m_row : m_after->rowCount() - 1;
    return m_after->rowLookedAt();
}

void ComparisonView::countChanges()
{
    if (m_isRefreshing)
        return;
    const ChangeCount count =
        m_after->hasText() ? tir::ui::countChanges(*m_after->content().rows, m_row) : ChangeCount();
    m_toolBar->setPosition(count.total > 0 ? QStringLiteral("%1/%2 ").arg(count.current).arg(count.total)
                                           : QString());
    followFunction();
}

void ComparisonView::followFunction()
{
    if (m_isRefreshing)
        return;
    const ComparedStepPointer compared = m_session.compared();
    const int line = lineLookedAt();
    if (line < 0) {
        m_breadcrumb->showLine(nullptr, 0);
        return m_session.setFunctionInView({});
    }
    const ModuleText& text = *compared->after;
    m_breadcrumb->showLine(compared->after, line);
    m_session.setFunctionInView(text.functionAt(text.code.lineStarts[size_t(line) + 1] - 1));
}

/// That of the caret, if it is in view; else the line at the upper third, to which navigation scrolls.
int ComparisonView::lineLookedAt() const
{
    const ComparedStepPointer compared = m_session.compared();
    const CodeView* view = mainView();
    if (!compared || !view->hasText() || view->rowCount() == 0 || m_session.phase() != Phase::Ready)
        return -1;
    int row = std::min(view->rowLookedAt(), view->rowCount() - 1);
    if (const std::optional<uint32_t> caret = view->caret())
        if (const int line = view->content().text->lineAt(*caret); view->isLineVisible(line))
            row = view->content().rows->rowOfLine[size_t(line)];
    for (; row >= 0; --row) {
        const int shown = view->content().rows->rows[size_t(row)].line;
        if (const SideLine side = sideOf(view, shown); shown >= 0 && !side.isBefore)
            return side.line < compared->after->code.lineCount() ? side.line : -1;
    }
    return -1;
}

void ComparisonView::goToLine(const WantedLine& wanted)
{
    const ComparedStepPointer compared = m_session.compared();
    if (!compared || compared->number != wanted.step || compared->first != wanted.step) {
        m_awaited = wanted;
        return m_session.goTo(wanted.step);
    }
    m_awaited.reset();
    const bool isBefore = wanted.isBefore && m_hasBefore && !showsPinned();
    const CodeView* view = isBefore ? m_before : m_after;
    const ModuleText& text = isBefore ? *compared->before : *compared->after;
    const int line = wanted.isOfPrint ? text.lineOfPrinted(wanted.line) : wanted.line;
    const CodeText& code = text.code;
    if (line < 0 || line >= code.lineCount())
        return; // another run has replaced the one that the line is of
    const CodeToken* token =
        code.tokenAt(code.lineStarts[size_t(line)] + uint32_t(code.line(line).find_first_not_of(' ')));
    if (token && token->place != NoPlace)
        m_session.select({.identity = nullptr,
                          .number = isBefore ? compared->previous : compared->number,
                          .place = token->place,
                          .source = {}});
    goToRow(view->content().rows->rowOfLine[size_t(line)]);
}

/// Of the line at the caret in the side that has the keyboard; else of that of the selected place, or of the change
/// looked at.
void ComparisonView::showHistoryOfLine()
{
    const ComparedStepPointer compared = m_session.compared();
    if (!compared || !m_after->hasText())
        return;
    const auto show = [&](SideLine at) {
        if (at.isBefore && showsPinned())
            return; // a line of another run
        const ModuleText& text = at.isBefore ? *compared->before : *compared->after;
        m_history->show(at.isBefore ? compared->previous : compared->number, text.printedLine(at.line));
    };
    const CodeView* view = m_hasBefore && m_before->hasFocus() ? m_before : mainView();
    if (const std::optional<uint32_t> caret = view->caret(); caret && view->hasFocus())
        return show(sideOf(view, view->content().text->lineAt(*caret)));
    const Selection& selection = m_session.selection();
    const bool isBefore = compared->before && !compared->pinned && selection.number == compared->previous &&
                          selection.place != NoPlace;
    const ModuleText& text = isBefore ? *compared->before : *compared->after;
    if (const Span span = text.spanOf(selection.place); !span.isEmpty())
        show({isBefore, text.code.lineAt(span.begin)});
    else if (m_row >= 0 && m_row < m_after->rowCount() &&
             m_after->content().rows->rows[size_t(m_row)].line >= 0)
        show({false, m_after->content().rows->rows[size_t(m_row)].line});
}

void ComparisonView::goToOtherEnd(const CodeView* view, int line, int otherEnd)
{
    const SideLine from = sideOf(view, line);
    const CodeView* other = from.isBefore ? m_after : m_before;
    if (!other->hasText() || otherEnd < 0 || size_t(otherEnd) >= other->content().rows->rowOfLine.size())
        return;
    const int row = other->content().rows->rowOfLine[size_t(otherEnd)];
    goToRow(row);
    if (!m_unifiedText)
        return;
    // Removed and added lines of one row may be far from each other there.
    const int there = m_unifiedText->lineOf(
        from.isBefore ? ComparisonSideName::After : ComparisonSideName::Before, otherEnd);
    if (there >= 0)
        m_unified->revealRow(m_unified->content().rows->rowOfLine[size_t(there)]);
    m_row = row;
    countChanges();
}

int ComparisonView::rowLookedAtInUnified() const
{
    const QScrollBar* bar = m_unified->verticalScrollBar();
    if (bar->value() == 0)
        return -1;
    if (bar->value() == bar->maximum()) {
        const bool isInView = m_row >= 0 && size_t(m_row) < m_unifiedText->rows.size() &&
                              m_unified->topOf(m_unifiedText->rows[size_t(m_row)]) >= bar->value();
        return isInView ? m_row : int(m_unifiedText->rows.size());
    }
    const int lookedAt = m_unified->rowLookedAt();
    int found = -1;
    for (size_t row = 0; row < m_unifiedText->rows.size(); ++row)
        if (m_unifiedText->rows[row] <= lookedAt)
            found = int(row);
    return found;
}

} // namespace tir::ui
