#include "core/diff/diff_text.h"

#include "core/diff/line_diff.h"

#include <algorithm>

namespace tir {
namespace {

constexpr size_t ContextLines = 3;

/// Rows [begin, end) that are printed together.
struct Part {
    size_t begin = 0;
    size_t end = 0;
};

std::vector<Part> parts(const std::vector<DiffRow>& rows)
{
    std::vector<Part> result;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].change == LineChange::Same)
            continue;
        const size_t begin = i - std::min(i, ContextLines);
        const size_t end = std::min(rows.size(), i + 1 + ContextLines);
        if (!result.empty() && begin <= result.back().end)
            result.back().end = end;
        else
            result.push_back({begin, end});
    }
    return result;
}

class Writer {
public:
    Writer(std::string_view before, std::string_view after)
        : m_before(splitLines(before)),
          m_after(splitLines(after)),
          m_diff(diffLines(before, after))
    {}

    std::string write()
    {
        for (const Part& part : parts(m_diff.rows)) {
            writeHeading(part);
            for (size_t row = part.begin; row < part.end;)
                row = m_diff.rows[row].change == LineChange::Same ? writeSame(row) : writeChange(row, part.end);
        }
        return std::move(m_text);
    }

private:
    void line(char mark, std::string_view text)
    {
        m_text += mark;
        m_text += text;
        m_text += '\n';
    }

    /// Lines before a row, on one side.
    static size_t linesUpTo(const std::vector<DiffRow>& rows, size_t row, int DiffRow::*side)
    {
        return size_t(std::count_if(rows.begin(), rows.begin() + std::ptrdiff_t(row),
                                    [&](const DiffRow& each) { return each.*side >= 0; }));
    }

    /// As patches have it: an empty range names the line before it.
    std::string range(const Part& part, int DiffRow::*side) const
    {
        const size_t begin = linesUpTo(m_diff.rows, part.begin, side);
        const size_t count = linesUpTo(m_diff.rows, part.end, side) - begin;
        return std::to_string(count == 0 ? begin : begin + 1) + ',' + std::to_string(count);
    }

    void writeHeading(const Part& part)
    {
        m_text += "@@ -" + range(part, &DiffRow::before) + " +" + range(part, &DiffRow::after) + " @@\n";
    }

    size_t writeSame(size_t row)
    {
        line(' ', m_after[size_t(m_diff.rows[row].after)]);
        return row + 1;
    }

    /// All lines of the one side, then all of the other.
    size_t writeChange(size_t row, size_t end)
    {
        size_t last = row;
        while (last < end && m_diff.rows[last].change != LineChange::Same)
            ++last;
        for (size_t i = row; i < last; ++i)
            if (m_diff.rows[i].before >= 0)
                line('-', m_before[size_t(m_diff.rows[i].before)]);
        for (size_t i = row; i < last; ++i)
            if (m_diff.rows[i].after >= 0)
                line('+', m_after[size_t(m_diff.rows[i].after)]);
        return last;
    }

    std::vector<std::string_view> m_before;
    std::vector<std::string_view> m_after;
    LineDiff m_diff;
    std::string m_text;
};

} // namespace

std::string diffText(std::string_view before, std::string_view after)
{
    return Writer(before, after).write();
}

} // namespace tir
