/// Navigation in the two texts: the selection, changes, and lines of other steps.

#include "ui/common/code_overview.h"
#include "ui/common/code_view.h"
#include "ui/comparison/code_tool_bar.h"
#include "ui/comparison/comparison_view.h"
#include "ui/comparison/line_history_list.h"
#include "ui/comparison/token_description.h"
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
        if (!spans.revealed.isEmpty())
            view->reveal(spans.revealed);
    };
    if (compared->before && compared->before != compared->after && !compared->pinned)
        follow(*compared->before, m_before, compared->previous);
    follow(*compared->after, m_after, compared->number);
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
        if (const Span span = m_unifiedText->spanOf(side, spans.revealed); !span.isEmpty())
            m_unified->reveal(span);
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

QString ComparisonView::describe(const CodeView* view, const CodeToken& token) const
{
    const ComparedStepPointer compared = m_session.compared();
    if (!compared || m_session.phase() != Phase::Ready)
        return {};
    bool isBefore = view == m_before;
    uint32_t offset = token.begin;
    if (view == m_unified && m_unifiedText) {
        const auto [side, own] = m_unifiedText->origin(token.begin);
        isBefore = side == ComparisonSideName::Before;
        offset = own;
    }
    if (isBefore && showsPinned())
        return {};
    const ModuleText& text = isBefore ? *compared->before : *compared->after;
    const CodeToken* own = text.code.tokenAt(offset);
    return own ? describeToken(m_session, text, isBefore ? compared->previous : compared->number, *own)
               : QString();
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
    if (m_row >= 0 && m_row < m_after->rowCount())
        revealChangedWord(m_row);
}

/// The change may be far to the right. Both sides scroll together, so one of them determines the position.
void ComparisonView::revealChangedWord(int row)
{
    for (CodeView* view : {m_after, m_before}) {
        const Span word = view->hasText() ? firstChangedWord(view->content(), row) : Span();
        if (!word.isEmpty())
            return view->reveal(word);
    }
    m_after->horizontalScrollBar()->setValue(0);
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
        return m_row * m_after->rowHeight() >= bar->value() ? m_row : m_after->rowCount() - 1;
    return bar->value() / m_after->rowHeight() + m_after->viewport()->height() / 3 / m_after->rowHeight();
}

void ComparisonView::countChanges()
{
    const ChangeCount count =
        m_after->hasText() ? tir::ui::countChanges(*m_after->content().rows, m_row) : ChangeCount();
    m_toolBar->setPosition(count.total > 0 ? QStringLiteral("%1/%2 ").arg(count.current).arg(count.total)
                                           : QString());
    followFunction();
}

/// The function at the upper third, where rows are revealed.
void ComparisonView::followFunction()
{
    const ComparedStepPointer compared = m_session.compared();
    const CodeView* view = mainView();
    if (!compared || !view->hasText() || view->rowCount() == 0 || m_session.phase() != Phase::Ready)
        return m_session.setFunctionInView({});
    int row = (view->verticalScrollBar()->value() + view->viewport()->height() / 3) / view->rowHeight();
    int line = -1;
    for (row = std::min(row, view->rowCount() - 1); row >= 0 && line < 0; --row)
        if (const int shown = view->content().rows->rows[size_t(row)].line; shown >= 0)
            if (const SideLine side = sideOf(view, shown); !side.isBefore)
                line = side.line;
    const ModuleText& text = *compared->after;
    if (line < 0 || line >= text.code.lineCount())
        return;
    m_session.setFunctionInView(text.functionAt(text.code.lineStarts[size_t(line) + 1] - 1));
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

/// Of the selected place; without one, of the change looked at.
void ComparisonView::showHistoryOfSelection()
{
    const ComparedStepPointer compared = m_session.compared();
    if (!compared || !m_after->hasText())
        return;
    const Selection& selection = m_session.selection();
    const bool isBefore = compared->before && !compared->pinned && selection.number == compared->previous &&
                          selection.place != NoPlace;
    const ModuleText& text = isBefore ? *compared->before : *compared->after;
    const Place place = selection.place != NoPlace ? selection.place : text.firstPlaceOf(selection.identity);
    if (const Span span = text.spanOf(place); !span.isEmpty())
        m_history->show(isBefore ? compared->previous : compared->number,
                        text.printedLine(text.code.lineAt(span.begin)));
    else if (m_row >= 0 && m_row < m_after->rowCount() &&
             m_after->content().rows->rows[size_t(m_row)].line >= 0)
        m_history->show(compared->number,
                        text.printedLine(m_after->content().rows->rows[size_t(m_row)].line));
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
                              m_unifiedText->rows[size_t(m_row)] * m_unified->rowHeight() >= bar->value();
        return isInView ? m_row : int(m_unifiedText->rows.size());
    }
    const int rowHeight = std::max(1, m_unified->rowHeight());
    const int lookedAt = bar->value() / rowHeight + m_unified->viewport()->height() / 3 / rowHeight;
    int found = -1;
    for (size_t row = 0; row < m_unifiedText->rows.size(); ++row)
        if (m_unifiedText->rows[row] <= lookedAt)
            found = int(row);
    return found;
}

} // namespace tir::ui
