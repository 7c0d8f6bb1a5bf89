/// A step, or several as one, as two texts side by side. The input, which is not the result of a step, has no left
/// side. Module, text, spans, rows, and figures in the window come from one ComparedStep, which is checked on
/// construction and immutable.

#pragma once

#include "passes/workbench/trace/step_groups.h"
#include "ui/session/module_text.h"
#include "ui/session/pin.h"

namespace tir {
struct OpenedProgram;
}

namespace tir::ui {

/// How two texts are compared.
enum class DiffMode : uint8_t {
    /// As programs: indentation, names, and spelling do not count, and moved lines are found. Texts that are not read
    /// are compared line by line.
    Structure,
    Lines, ///< line by line
};

/// The rows of both sides, and the differences in them.
struct ComparedRows {
    std::shared_ptr<const CodeRows> before; ///< null without a left side; else as many rows as after
    std::shared_ptr<const CodeRows> after;
    int addedLines = 0;
    int removedLines = 0;
    int movedLines = 0;

    bool hasChanges() const { return addedLines + removedLines + movedLines > 0; }
};

struct ComparedStep {
    std::shared_ptr<const Recording> recording; ///< the recording of the numbers below
    size_t first = 0;                           ///< the same as `number` for a single step
    size_t number = 0;                          ///< of the module on the right
    size_t previous = 0;                        ///< of the module on the left
    /// The recording of `previous`; null if that is `recording`, as it is unless the step is compared with a pinned
    /// run.
    std::shared_ptr<const PinnedRun> pinned;
    ModuleTextPointer before; ///< null for an input that is not compared
    ModuleTextPointer after;
    DiffMode mode = DiffMode::Structure;
    ComparedRows rows;
    /// The folds of the texts. A fold that changes in part is open on both sides.
    CodeFolds foldsBefore;
    CodeFolds foldsAfter;
};

using ComparedStepPointer = std::shared_ptr<const ComparedStep>;

/// Blocks while it compares: call it in a job. `before` is null for the input, the number of which is 0. Throws
/// InternalError when a text is not that of the module which the numbers name.
ComparedStepPointer compareStep(std::shared_ptr<const Recording> recording, StepSpan span,
                                ModuleTextPointer before, ModuleTextPointer after, DiffMode mode);

/// Whether the modules of a run are printed without their classes: the program is one function, and so is the module after
/// every step. Else the class would be new in the step that adds a function.
bool areBareFunctions(const OpenedProgram& program, const Recording& recording);

/// How the modules of a run are printed and compared.
struct StepPrinting {
    std::shared_ptr<const Identities> identities;
    std::shared_ptr<const ImportedTexts> imported; ///< never null
    bool asBareFunction = false;
    DiffMode mode = DiffMode::Structure;
    bool operator==(const StepPrinting&) const = default;
};

/// The same, with texts that are printed where they are null.
ComparedStepPointer printAndCompare(const std::shared_ptr<const Recording>& recording, StepSpan span,
                                    const StepPrinting& printing, ModuleTextPointer before = nullptr,
                                    ModuleTextPointer after = nullptr);

/// The module after `number` beside that after step `pinnedNumber` of a pinned run.
ComparedStepPointer compareWithPinned(const std::shared_ptr<const Recording>& recording, size_t number,
                                      const std::shared_ptr<const PinnedRun>& pinned, size_t pinnedNumber,
                                      const StepPrinting& printing);

} // namespace tir::ui
