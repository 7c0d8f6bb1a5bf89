/// Which statement each line of a printed module belongs to.

#pragma once

#include "core/diff/structural/structural_rows.h"

namespace tir {

class LineOwners {
public:
    LineOwners(const StatementTree& tree, const DiffText& text);

    size_t lineCount() const { return m_owners.size(); }
    /// The innermost node that starts in the line, else the innermost one around it.
    TreeIndex ownerOf(size_t line) const { return m_owners[line]; }
    /// Lines that the node owns, ascending. Empty if another node starts in its only line.
    std::span<const uint32_t> linesOf(TreeIndex node) const
    {
        return std::span(m_lines).subspan(m_begins[node], m_begins[node + 1] - m_begins[node]);
    }
    /// The line where the printed node starts; -1 if the text does not show it.
    int firstLine(TreeIndex node) const { return m_firstLines[node]; }
    /// Without the end of the line.
    std::string_view line(size_t number) const;
    /// Without the indentation.
    std::string_view content(size_t number) const;
    size_t lineAt(uint32_t offset) const;
    /// The part of a span in a line; may be empty.
    Span within(Span span, size_t line) const;
    uint32_t start(size_t line) const { return m_starts[line]; }

private:
    void findOwners(const StatementTree& tree, const DiffText& text);
    void giveHeadsToFunctions(const StatementTree& tree);

    std::string_view m_text;
    std::vector<uint32_t> m_starts; ///< of the lines, and the end of the text
    std::vector<TreeIndex> m_owners;
    std::vector<int> m_firstLines;
    std::vector<uint32_t> m_begins; ///< by node: positions in m_lines
    std::vector<uint32_t> m_lines;
};

} // namespace tir
