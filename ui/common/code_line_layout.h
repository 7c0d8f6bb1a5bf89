/// Where the characters of one line stand: bytes to columns and back. A tag behind a name takes room of
/// its own, so columns are not characters.

#pragma once

#include "ui/common/code_text.h"

#include <span>

namespace tir::ui {

class CodeLineLayout {
public:
    /// Columns that a tag takes: more for each further digit.
    static double columnsOfTag(int tag);

    CodeLineLayout(const CodeText& text, int line);

    /// Column, from 0, of a byte offset of the text; offsets outside the line are moved to its ends.
    double columnAt(uint32_t offset) const;
    /// The byte offset nearest to a column.
    uint32_t offsetAt(double column) const;
    double width() const { return columnAt(m_end); }

    uint32_t begin() const { return m_begin; }
    uint32_t end() const { return m_end; }
    /// The tokens of the line.
    std::span<const CodeToken> tokens() const { return m_tokens; }

private:
    /// Characters between two bytes of the line.
    int characters(uint32_t begin, uint32_t end) const;

    struct TagEnd {
        uint32_t end;   ///< of the token that carries the tag
        double columns; ///< of the tags up to this one
    };

    const CodeText& m_text;
    uint32_t m_begin;
    uint32_t m_end;
    bool m_isAscii;
    std::span<const CodeToken> m_tokens;
    std::vector<TagEnd> m_tagEnds;
};

} // namespace tir::ui
