/// Positions of the characters of one line: bytes to columns and back. A tag after a name and a hint before one take
/// space, and a closed fold replaces bytes by its label, so columns are not characters. A line that is too wide is laid
/// out as several parts, one below the other.

#pragma once

#include "ui/common/code_text.h"

#include <span>

namespace tir::ui {

/// What is painted in a line besides its text.
struct LineParts {
    std::span<const CodeHint> hints = {};
    std::span<const CodeFold> folds = {};
};

class CodeLineLayout {
public:
    /// Columns that a tag takes: more for each further digit.
    static double columnsOfTag(int tag);

    /// The same for the text of an inlay, whose font is smaller by a factor.
    static constexpr double InlayScale = 0.85;
    static double columnsOfInlay(const CodeHint& hint);
    /// Of the label of a closed fold, with its triangle; of an open one, the triangle in front of it.
    static double columnsOfFold(const CodeFold& fold);

    /// `parts`: of the line.
    CodeLineLayout(const CodeText& text, int line, const LineParts& parts = {});

    /// Column, from 0, of a byte offset of the text; offsets outside the line are moved to its ends, those in a closed fold
    /// to its beginning.
    double columnAt(uint32_t offset) const;
    /// From where to where bytes are shown; of bytes in a closed fold, its label.
    struct Columns {
        double begin;
        double end;
    };
    Columns columnsOf(Span span) const;
    /// The byte offset nearest to a column.
    uint32_t offsetAt(double column) const;
    double width() const { return columnAt(m_end); }
    /// The closed fold whose label is at a column, or the open one whose triangle is; null: neither is there.
    const CodeFold* foldAt(double column) const;

    uint32_t begin() const { return m_begin; }
    uint32_t end() const { return m_end; }
    /// The tokens of the line; one at an end of a part may reach into the next.
    std::span<const CodeToken> tokens() const { return m_tokens; }
    std::span<const CodeHint> hints() const { return m_parts.hints; }
    std::span<const CodeFold> folds() const { return m_parts.folds; }
    /// What is not in closed folds, ascending.
    std::vector<Span> visibleSpans() const;

    /// Parts that are at most `columns` wide where possible; just the line itself if it is narrow enough. Parts but the
    /// first are indented. They break after spaces if possible.
    std::vector<CodeLineLayout> wrapped(int columns) const;
    /// Columns of the indentation of all parts but the first.
    double hangingIndentation(int columns) const;

private:
    /// Characters between two bytes of the line.
    int characters(uint32_t begin, uint32_t end) const;
    /// The closed fold that `offset` is in, its ends excluded; null: none.
    const CodeFold* closedFoldAround(uint32_t offset) const;
    /// Columns of the inlays and triangles directly before the byte at `offset`; tags follow the byte before it.
    double insertedInFrontOf(uint32_t offset) const;
    uint32_t breakAt(uint32_t begin, double limit) const;
    CodeLineLayout part(uint32_t begin, uint32_t end, double column) const;

    /// A tag, an inlay, the triangle of an open fold, or the label of a closed one, which takes its characters away.
    struct Insertion {
        uint32_t offset; ///< the character after the gap
        double columns;  ///< of all up to this one
    };

    const CodeText* m_text;
    uint32_t m_lineBegin;
    uint32_t m_begin;
    uint32_t m_end;
    double m_shift = 0; ///< columns to the left, of a part
    bool m_isAscii;
    std::span<const CodeToken> m_tokens;
    LineParts m_parts;
    std::vector<Insertion> m_insertions; ///< ascending
};

} // namespace tir::ui
