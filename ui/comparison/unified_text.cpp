#include "ui/comparison/unified_text.h"

#include <algorithm>

namespace tir::ui {
namespace {

using Side = ComparisonSideName;

class Unifier {
public:
    Unifier(const ComparisonSide& before, const ComparisonSide& after)
        : m_before(before.content),
          m_after(after.content),
          m_rows(std::make_shared<CodeRows>())
    {
        m_result.before = m_before.text;
        m_result.after = m_after.text;
        m_result.lineOfBefore.assign(size_t(m_before.text->lineCount()), -1);
        m_result.lineOfAfter.assign(size_t(m_after.text->lineCount()), -1);
        m_result.counterpartOfBefore = m_result.lineOfBefore;
    }

    UnifiedText unify()
    {
        const std::vector<CodeRows::Row>& left = m_before.rows->rows;
        const std::vector<CodeRows::Row>& right = m_after.rows->rows;
        for (size_t row = 0; row < right.size(); ++row) {
            const bool isSame = right[row].kind == RowKind::Same || right[row].kind == RowKind::Fold;
            if (isSame) {
                flush();
                m_result.rows.push_back(int(m_rows->rows.size()));
                addCounterparts(left[row]);
                add(Side::After, right[row]);
                m_firstOfGroup = row + 1;
                continue;
            }
            m_result.rows.push_back(-1); // known when the group is complete
            if (left[row].line >= 0)
                m_removed.push_back({row, left[row]});
            if (right[row].line >= 0)
                m_added.push_back({row, right[row]});
        }
        flush();
        finish();
        return std::move(m_result);
    }

private:
    struct Pending {
        size_t row;
        CodeRows::Row content;
    };

    /// Writes the removed lines of a group of changes, then the added ones.
    void flush()
    {
        const bool isEmpty = m_removed.empty() && m_added.empty();
        const int begin = int(m_rows->rows.size());
        for (const Pending& each : m_removed) {
            m_result.rows[each.row] = int(m_rows->rows.size());
            add(Side::Before, each.content);
        }
        for (const Pending& each : m_added) {
            int& row = m_result.rows[each.row];
            row = row < 0 ? int(m_rows->rows.size()) : row;
            add(Side::After, each.content);
        }
        // A change is gone to from its beginning, whichever side the first row has.
        if (!isEmpty)
            m_result.rows[m_firstOfGroup] = begin;
        m_removed.clear();
        m_added.clear();
    }

    void add(Side side, CodeRows::Row row)
    {
        const int first = row.line;
        const int count = row.kind == RowKind::Fold ? row.folded : 1;
        row.number = first;
        row.line = int(m_result.lines.size());
        for (int line = first; line < first + count; ++line) {
            m_rows->rowOfLine.push_back(int(m_rows->rows.size()));
            addLine(side, line);
        }
        m_rows->rows.push_back(row);
    }

    /// Of the unchanged lines in a row that is about to be added.
    void addCounterparts(const CodeRows::Row& left)
    {
        const int count = left.line < 0 ? 0 : left.kind == RowKind::Fold ? left.folded : 1;
        for (int line = 0; line < count; ++line)
            m_result.counterpartOfBefore[size_t(left.line + line)] = int(m_result.lines.size()) + line;
    }

    void addLine(Side side, int line)
    {
        const CodeText& from = side == Side::Before ? *m_before.text : *m_after.text;
        const uint32_t begin = from.lineStarts[size_t(line)];
        const uint32_t end = from.lineStarts[size_t(line) + 1];
        const auto shift = int64_t(m_text.size()) - begin;
        auto token = std::ranges::lower_bound(from.tokens, begin, {}, &CodeToken::begin);
        for (; token != from.tokens.end() && token->begin < end; ++token) {
            m_tokens.push_back(*token);
            m_tokens.back().begin = uint32_t(token->begin + shift);
            m_tokens.back().end = uint32_t(token->end + shift);
        }
        std::vector<int>& lines = side == Side::Before ? m_result.lineOfBefore : m_result.lineOfAfter;
        lines[size_t(line)] = int(m_result.lines.size());
        m_text.append(from.text, begin, end - begin);
        if (m_text.empty() || m_text.back() != '\n')
            m_text += '\n';
        m_result.lines.push_back({side, line});
    }

    void finish()
    {
        auto text = std::make_shared<CodeText>(std::move(m_text));
        text->tokens = std::move(m_tokens);
        m_result.content.text = std::move(text);
        addSpans(Side::Before, m_before);
        addSpans(Side::After, m_after);
        std::ranges::sort(m_rows->words, {}, &Span::begin);
        std::ranges::stable_sort(m_rows->labels, {}, &LineLabel::line);
        std::ranges::sort(m_result.content.marks, {}, [](const CodeMark& mark) { return mark.span.begin; });
        m_result.content.rows = std::move(m_rows);
        addWriters();
        std::ranges::stable_sort(m_result.content.hints, {}, &CodeHint::offset);
        std::ranges::sort(m_result.content.folds, {}, [](const CodeFold& fold) { return fold.span.begin; });
    }

    void addSpans(Side side, const CodeContent& from)
    {
        for (const Span& word : from.rows->words)
            if (const Span span = m_result.spanOf(side, word); !span.isEmpty())
                m_rows->words.push_back(span);
        for (LineLabel label : from.rows->labels) {
            label.line = m_result.lineOf(side, label.line);
            label.lastLine = std::max(label.line, m_result.lineOf(side, label.lastLine));
            if (label.line >= 0)
                m_rows->labels.push_back(std::move(label));
        }
        for (CodeMark mark : from.marks)
            if (mark.span = m_result.spanOf(side, mark.span); !mark.span.isEmpty())
                m_result.content.marks.push_back(std::move(mark));
        for (CodeHint hint : from.hints) {
            const Span at = m_result.spanOf(side, {hint.offset, hint.offset + 1});
            if (at.isEmpty())
                continue;
            hint.offset = at.begin;
            hint.target = m_result.spanOf(side, hint.target);
            m_result.content.hints.push_back(std::move(hint));
        }
        for (CodeFold fold : from.folds)
            if (fold.span = m_result.spanOf(side, fold.span); !fold.span.isEmpty())
                m_result.content.folds.push_back(std::move(fold));
    }

    void addWriters()
    {
        if (!m_after.writers.ofLines)
            return;
        std::vector<uint32_t> writers;
        for (const UnifiedText::Line& line : m_result.lines) {
            const auto& of = (line.side == Side::Before ? m_before : m_after).writers.ofLines;
            writers.push_back(of && size_t(line.line) < of->size() ? (*of)[size_t(line.line)] : 0);
        }
        m_result.content.writers = m_after.writers;
        m_result.content.writers.ofLines = std::make_shared<const std::vector<uint32_t>>(std::move(writers));
    }

    const CodeContent& m_before;
    const CodeContent& m_after;
    UnifiedText m_result;
    std::string m_text;
    std::vector<CodeToken> m_tokens;
    std::shared_ptr<CodeRows> m_rows;
    std::vector<Pending> m_removed;
    std::vector<Pending> m_added;
    size_t m_firstOfGroup = 0; ///< its row of the two sides
};

} // namespace

Span UnifiedText::spanOf(Side side, Span span) const
{
    const CodeText& from = side == Side::Before ? *before : *after;
    const std::vector<int>& shown = side == Side::Before ? lineOfBefore : lineOfAfter;
    const auto place = [&](uint32_t offset) -> std::optional<uint32_t> {
        const int line = from.lineAt(offset);
        if (line < 0 || size_t(line) >= shown.size() || shown[size_t(line)] < 0)
            return std::nullopt;
        return content.text->lineStarts[size_t(shown[size_t(line)])] + offset - from.lineStarts[size_t(line)];
    };
    if (span.isEmpty())
        return {};
    const std::optional<uint32_t> begin = place(span.begin);
    const std::optional<uint32_t> last = place(span.end - 1);
    return begin && last && *last >= *begin ? Span{*begin, *last + 1} : Span();
}

std::pair<Side, uint32_t> UnifiedText::origin(uint32_t offset) const
{
    const size_t line = size_t(std::clamp(content.text->lineAt(offset), 0, int(lines.size()) - 1));
    const Line& from = lines[line];
    const CodeText& text = from.side == Side::Before ? *before : *after;
    return {from.side, text.lineStarts[size_t(from.line)] + offset - content.text->lineStarts[line]};
}

int UnifiedText::lineOf(Side side, int line) const
{
    const std::vector<int>& shown = side == Side::Before ? lineOfBefore : lineOfAfter;
    return line >= 0 && size_t(line) < shown.size() ? shown[size_t(line)] : -1;
}

int UnifiedText::lineShowing(Side side, int line) const
{
    const int own = lineOf(side, line);
    const bool hasCounterpart =
        own < 0 && side == Side::Before && line >= 0 && size_t(line) < counterpartOfBefore.size();
    return hasCounterpart ? counterpartOfBefore[size_t(line)] : own;
}

CodeLens UnifiedText::lensOf(Side side, CodeLens lens) const
{
    for (Span& stray : lens.strays)
        stray = spanOf(side, stray);
    std::erase_if(lens.strays, [](const Span& span) { return span.isEmpty(); });
    const auto keep = [&](LensScope& scope) {
        scope.firstLine = lineOf(side, scope.firstLine);
        scope.lastLine = lineOf(side, scope.lastLine);
        scope.definition = spanOf(side, scope.definition);
        for (int& line : scope.strayLines)
            line = lineOf(side, line);
        std::erase(scope.strayLines, -1);
        return scope.firstLine >= 0 && scope.lastLine >= 0;
    };
    std::erase_if(lens.scopes, [&](LensScope& scope) { return !keep(scope); });
    return lens;
}

UnifiedText unify(const ComparisonSide& before, const ComparisonSide& after)
{
    return Unifier(before, after).unify();
}

} // namespace tir::ui
