/// A step as two texts side by side. The input, which is the result of no step, has no left side.

#pragma once

#include "core/diff/line_diff.h"
#include "ui/session/module_text.h"

namespace tir::ui {

struct ComparedStep {
    size_t number = 0;
    ModuleTextPointer before; ///< null for the input
    ModuleTextPointer after;
    std::shared_ptr<const CodeRows> beforeRows; ///< as many rows as afterRows
    std::shared_ptr<const CodeRows> afterRows;
    int addedLines = 0;
    int removedLines = 0;

    bool hasChanges() const { return addedLines + removedLines > 0; }
};

using ComparedStepPointer = std::shared_ptr<const ComparedStep>;

/// Blocks while it compares: call it in a job. `before` may be null.
ComparedStepPointer compareStep(size_t number, ModuleTextPointer before, ModuleTextPointer after);

} // namespace tir::ui
