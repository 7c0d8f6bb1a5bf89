/// One row of a code view: its line in one part or several, one below the other, and what is beside it.

#pragma once

#include "ui/common/code_asides.h"

namespace tir::ui {

class CodeRowLayout {
public:
    /// `columns`: where lines are wrapped; 0: they are not.
    CodeRowLayout(const CodeContent& content, int row, int columns);

    /// From top to bottom; empty in a filler, one in a fold of lines.
    const std::vector<CodeLineLayout>& parts() const { return m_parts; }
    /// The part of a visual line, clamped. Precondition: there are parts.
    const CodeLineLayout& part(int visualLine) const;
    /// The visual line with a byte.
    int visualLineAt(uint32_t offset) const;
    /// At least 1.
    int visualLineCount() const { return m_count; }

    /// What is beside the last part, or below it where it has no room: there, it is wrapped like the line.
    const std::vector<CodeAside>& asides() const { return m_asides; }

private:
    std::vector<CodeLineLayout> m_parts;
    std::vector<CodeAside> m_asides;
    int m_count = 1;
};

/// At least the columns of the widest row with everything that is painted in and beside it: characters count as their
/// bytes, and text about a move as the longest one.
int columnsOf(const CodeContent& content);

/// How many visual lines each row takes when lines are wrapped. Time: one look at every token, and a layout of the lines
/// that are wide.
std::vector<int> wrappedHeights(const CodeContent& content, int columns);

} // namespace tir::ui
