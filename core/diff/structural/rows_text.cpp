/// Structural rows in the unified form.

#include "core/diff/line_diff.h"
#include "core/diff/structural/change_list.h"

#include <algorithm>

namespace tir {
namespace {

constexpr size_t ContextLines = 3;

char mark(RowChange change)
{
    switch (change) {
    case RowChange::Same:
    case RowChange::Changed: // is written as two lines
        return ' ';
    case RowChange::Added:
        return '+';
    case RowChange::Removed:
        return '-';
    case RowChange::MovedAway:
        return '<';
    case RowChange::MovedHere:
        return '>';
    }
    return ' ';
}

class Writer {
public:
    Writer(const StructuralRows& rows, std::string_view before, std::string_view after)
        : m_rows(rows.rows),
          m_before(splitLines(before)),
          m_after(splitLines(after))
    {}

    std::string write()
    {
        const size_t count = m_rows.size();
        for (size_t begin = 0; begin < count;) {
            // A part ends where no change is near.
            while (begin < count && !isNearChange(begin))
                ++begin;
            size_t end = begin;
            while (end < count && isNearChange(end))
                ++end;
            if (begin < end)
                writePart(begin, end);
            begin = end;
        }
        return std::move(m_text);
    }

private:
    bool isNearChange(size_t row) const
    {
        const size_t end = std::min(m_rows.size(), row + ContextLines + 1);
        for (size_t near = row - std::min(row, ContextLines); near < end; ++near)
            if (m_rows[near].change != RowChange::Same)
                return true;
        return false;
    }

    /// As patches have it: an empty range names the line before it.
    std::string range(size_t begin, size_t end, int StructuralRow::*side) const
    {
        const auto linesIn = [&](size_t from, size_t to) {
            return std::count_if(m_rows.begin() + std::ptrdiff_t(from), m_rows.begin() + std::ptrdiff_t(to),
                                 [&](const StructuralRow& row) { return row.*side >= 0; });
        };
        const auto before = linesIn(m_counted, begin) + (side == &StructuralRow::before ? m_left : m_right);
        const auto count = linesIn(begin, end);
        return std::to_string(count == 0 ? before : before + 1) + ',' + std::to_string(count);
    }

    void writePart(size_t begin, size_t end)
    {
        m_text += "@@ -" + range(begin, end, &StructuralRow::before) + " +" +
                  range(begin, end, &StructuralRow::after) + " @@\n";
        for (; m_counted < end; ++m_counted) {
            m_left += m_rows[m_counted].before >= 0;
            m_right += m_rows[m_counted].after >= 0;
        }
        for (size_t row = begin; row < end; ++row)
            writeRow(m_rows[row]);
    }

    void writeRow(const StructuralRow& row)
    {
        if (row.change == RowChange::Changed) {
            line('-', m_before[size_t(row.before)]);
            line('+', m_after[size_t(row.after)]);
            return;
        }
        line(mark(row.change), row.after >= 0 ? m_after[size_t(row.after)] : m_before[size_t(row.before)]);
    }

    void line(char sign, std::string_view text)
    {
        m_text += sign;
        m_text += text;
        m_text += '\n';
    }

    const std::vector<StructuralRow>& m_rows;
    std::vector<std::string_view> m_before;
    std::vector<std::string_view> m_after;
    size_t m_counted = 0; ///< rows whose lines are in m_left and m_right
    std::ptrdiff_t m_left = 0;
    std::ptrdiff_t m_right = 0;
    std::string m_text;
};

} // namespace

std::string toText(const StructuralRows& rows, std::string_view before, std::string_view after)
{
    return rows.isEmpty() ? std::string() : Writer(rows, before, after).write();
}

} // namespace tir
