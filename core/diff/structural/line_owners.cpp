#include "core/diff/structural/line_owners.h"

#include <algorithm>

namespace tir {

LineOwners::LineOwners(const StatementTree& tree, const DiffText& text) : m_text(text.text)
{
    for (size_t begin = 0; begin < m_text.size();) {
        m_starts.push_back(uint32_t(begin));
        const size_t end = m_text.find('\n', begin);
        begin = end == std::string_view::npos ? m_text.size() : end + 1;
    }
    const size_t count = m_starts.size();
    m_starts.push_back(uint32_t(m_text.size()) + 1); // as if the last line had an end
    if (count > 0 && m_text.back() == '\n')
        --m_starts.back();
    m_owners.assign(count, NoNode);
    m_firstLines.assign(tree.size(), -1);
    findOwners(tree, text);
    giveHeadsToFunctions(tree);

    m_begins.assign(tree.size() + 1, 0);
    for (const TreeIndex owner : m_owners)
        ++m_begins[owner + 1];
    for (size_t i = 1; i < m_begins.size(); ++i)
        m_begins[i] += m_begins[i - 1];
    m_lines.resize(count);
    std::vector<uint32_t> next(m_begins.begin(), m_begins.end() - 1);
    for (size_t line = 0; line < count; ++line)
        m_lines[next[m_owners[line]]++] = uint32_t(line);
}

/// From the innermost nodes outward, each takes the lines that are still free.
void LineOwners::findOwners(const StatementTree& tree, const DiffText& text)
{
    const size_t count = m_owners.size();
    std::vector<uint32_t> nextFree(count + 1);
    for (size_t line = 0; line <= count; ++line)
        nextFree[line] = uint32_t(line);
    const auto free = [&](uint32_t line) {
        while (nextFree[line] != line) {
            nextFree[line] = nextFree[nextFree[line]];
            line = nextFree[line];
        }
        return line;
    };
    for (TreeIndex node = TreeIndex(tree.size()); node-- > 1;) {
        const Span span = text.placeSpans[tree[node].place];
        if (span.isEmpty())
            continue;
        m_firstLines[node] = int(lineAt(span.begin));
        const auto last = uint32_t(lineAt(span.end - 1));
        for (uint32_t line = free(uint32_t(m_firstLines[node])); line <= last; line = free(line)) {
            m_owners[line] = node;
            nextFree[line] = line + 1;
        }
    }
    std::ranges::replace(m_owners, NoNode, TreeIndex(0));
    if (!m_firstLines.empty())
        m_firstLines[0] = 0;
}

/// Decorators and the empty line above a function come and go with it.
void LineOwners::giveHeadsToFunctions(const StatementTree& tree)
{
    tree.forEachChild(0, [&](TreeIndex function) {
        for (int line = m_firstLines[function] - 1; line >= 0 && m_owners[size_t(line)] == 0; --line) {
            const std::string_view text = content(size_t(line));
            if (!text.empty() && !text.starts_with("@T."))
                break;
            m_owners[size_t(line)] = function;
        }
    });
}

size_t LineOwners::lineAt(uint32_t offset) const
{
    return size_t(std::ranges::upper_bound(m_starts.begin(), m_starts.end() - 1, offset) - m_starts.begin()) -
           1;
}

std::string_view LineOwners::line(size_t number) const
{
    return m_text.substr(m_starts[number], m_starts[number + 1] - 1 - m_starts[number]);
}

std::string_view LineOwners::content(size_t number) const
{
    const std::string_view text = line(number);
    const size_t begin = text.find_first_not_of(' ');
    return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

Span LineOwners::within(Span span, size_t line) const
{
    return {std::max(span.begin, m_starts[line]), std::min(span.end, m_starts[line + 1] - 1)};
}

} // namespace tir
