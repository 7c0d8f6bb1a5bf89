/// Positions of the characters of one line: bytes to columns and back. A tag after a name and a hint before one take
/// space, so columns are not characters.

#pragma once

#include "ui/common/code_text.h"

#include <span>

namespace tir::ui {

class CodeLineLayout {
public:
    /// Columns that a tag takes: more for each further digit.
    static double columnsOfTag(int tag);

    /// The same for the text of an inlay, whose font is smaller by a factor.
    static constexpr double InlayScale = 0.85;
    static double columnsOfInlay(const CodeHint& hint);

    /// `hints`: of the line.
    CodeLineLayout(const CodeText& text, int line, std::span<const CodeHint> hints = {});

    /// Column, from 0, of a byte offset of the text; offsets outside the line are moved to its ends.
    double columnAt(uint32_t offset) const;
    /// The byte offset nearest to a column.
    uint32_t offsetAt(double column) const;
    double width() const { return columnAt(m_end); }

    uint32_t begin() const { return m_begin; }
    uint32_t end() const { return m_end; }
    /// The tokens of the line.
    std::span<const CodeToken> tokens() const { return m_tokens; }
    std::span<const CodeHint> hints() const { return m_hints; }

private:
    /// Characters between two bytes of the line.
    int characters(uint32_t begin, uint32_t end) const;

    /// A tag or an inlay.
    struct Insertion {
        uint32_t offset; ///< the character after the gap
        double columns;  ///< of all up to this one
    };

    const CodeText& m_text;
    uint32_t m_begin;
    uint32_t m_end;
    bool m_isAscii;
    std::span<const CodeToken> m_tokens;
    std::span<const CodeHint> m_hints;
    std::vector<Insertion> m_insertions; ///< ascending
};

} // namespace tir::ui
