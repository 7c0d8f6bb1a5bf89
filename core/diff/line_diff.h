/// Two texts side by side: which lines correspond, and which words of corresponding lines differ.

#pragma once

#include "core/support/diagnostic.h"

#include <string_view>
#include <vector>

namespace tir {

enum class LineChange : uint8_t {
    Same,
    Changed, ///< both sides have a line, and they differ
    Added,   ///< only after
    Removed, ///< only before
};

/// One row of the comparison. Lines count from 0; -1 if a side has no line.
struct DiffRow {
    int before;
    int after;
    LineChange change;
};

struct LineDiff {
    std::vector<DiffRow> rows; ///< in order; every line of both texts is in exactly one row
    /// Bytes of the texts that differ within changed rows; ascending, within one line each.
    std::vector<Span> beforeWords;
    std::vector<Span> afterWords;
    int addedLines = 0;   ///< rows added or changed
    int removedLines = 0; ///< rows removed or changed
    int changedLines = 0; ///< rows changed: counted by both of the above

    bool isEmpty() const { return addedLines == 0 && removedLines == 0; }
};

/// Lines that only moved are removed and added. Time grows with the number of differences.
LineDiff diffLines(std::string_view before, std::string_view after);

/// Lines without their ends, as the comparison counts them: a final newline opens no line.
std::vector<std::string_view> splitLines(std::string_view text);

} // namespace tir
