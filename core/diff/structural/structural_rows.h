/// The structural diff as rows of the two printed texts: which lines correspond, and how the others changed.

#pragma once

#include "core/diff/structural/structural_diff.h"

#include <string_view>

namespace tir {

enum class RowChange : uint8_t {
    Same,      ///< of a statement that is unchanged up to names
    Changed,   ///< both sides have the statement, and it differs
    Added,     ///< only after
    Removed,   ///< only before
    MovedAway, ///< only before; the line is elsewhere after
    MovedHere, ///< only after; the line was elsewhere before
};

/// Lines count from 0; -1 if a side has no line.
struct StructuralRow {
    int before = -1;
    int after = -1;
    RowChange change = RowChange::Same;
    bool isRespelled = false; ///< the line is the same statement with another indentation, spelling, or name
    int otherEnd = -1;        ///< of a moved line: its line on the other side
    bool isOutlined = false;  ///< of a moved line: it is in a new function after
};

struct StructuralRows {
    std::vector<StructuralRow> rows; ///< every line of both texts is in exactly one row, in order
    /// Bytes of the texts that differ within changed and moved lines; ascending, within one line each.
    std::vector<Span> beforeWords;
    std::vector<Span> afterWords;
    int addedLines = 0;   ///< rows added or changed
    int removedLines = 0; ///< rows removed or changed
    int changedLines = 0; ///< rows changed: counted by both of the above
    int movedLines = 0;   ///< lines that moved here
    int respelledLines = 0;

    bool isEmpty() const { return addedLines == 0 && removedLines == 0 && movedLines == 0; }
};

/// A printed module.
struct DiffText {
    std::string_view text;
    std::span<const Span> placeSpans; ///< by place (PrintedText::placeSpans)
};

/// Linear in the length of the texts.
StructuralRows structuralRows(const StructuralDiff& diff, const DiffText& before, const DiffText& after);

} // namespace tir
