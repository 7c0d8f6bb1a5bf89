/// A step, or several as one, as two texts side by side. The input, which is the result of no step, has no left
/// side.

#pragma once

#include "core/diff/line_diff.h"
#include "ui/session/module_text.h"

namespace tir::ui {

struct ComparedStep {
    size_t first = 0;    ///< the same as `number` for a single step
    size_t number = 0;   ///< of the module on the right
    size_t previous = 0; ///< of the module on the left
    ModuleTextPointer before; ///< null for the input
    ModuleTextPointer after;
    std::shared_ptr<const CodeRows> beforeRows; ///< as many rows as afterRows
    std::shared_ptr<const CodeRows> afterRows;
    int addedLines = 0;
    int removedLines = 0;

    bool hasChanges() const { return addedLines + removedLines > 0; }
};

using ComparedStepPointer = std::shared_ptr<const ComparedStep>;

/// Without numbers. Blocks while it compares: call it in a job. `before` may be null.
std::shared_ptr<ComparedStep> compareTexts(ModuleTextPointer before, ModuleTextPointer after);

} // namespace tir::ui
