/// Both sides of a comparison as one text: unchanged lines once, changed ones as removed and added lines. No widgets.

#pragma once

#include "ui/common/code_lens.h"
#include "ui/comparison/comparison_model.h"

namespace tir::ui {

enum class ComparisonSideName : uint8_t { Before, After };

struct UnifiedText {
    CodeContent content;
    struct Line {
        ComparisonSideName side = ComparisonSideName::After;
        int line = 0; ///< of that side, from 0
    };
    std::vector<Line> lines; ///< where each line comes from
    std::vector<int> rows;   ///< for each row of the two sides, the row of this text that shows it

    /// The bytes of this text that show `span` of a side, from its first to its last line; empty if the side's line is not
    /// shown, as an unchanged line of the left side is not.
    Span spanOf(ComparisonSideName side, Span span) const;
    /// The byte of the side that the line of `offset` comes from.
    std::pair<ComparisonSideName, uint32_t> origin(uint32_t offset) const;
    /// The line of this text that shows line `line` of a side; -1: not shown.
    int lineOf(ComparisonSideName side, int line) const;
    /// The same; for an unchanged line of the left side, its counterpart.
    int lineShowing(ComparisonSideName side, int line) const;
    /// The lens of a side in this text.
    CodeLens lensOf(ComparisonSideName side, CodeLens lens) const;

    std::shared_ptr<const CodeText> before;
    std::shared_ptr<const CodeText> after;
    std::vector<int> lineOfBefore; ///< in this text; -1: not shown
    std::vector<int> lineOfAfter;
    std::vector<int> counterpartOfBefore; ///< for unchanged lines: the line of this text; -1: it is changed
};

/// Precondition: both sides have the same number of rows.
UnifiedText unify(const ComparisonSide& before, const ComparisonSide& after);

} // namespace tir::ui
