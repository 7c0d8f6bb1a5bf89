#include "ui/session/compared_step.h"

#include "core/diff/line_diff.h"
#include "core/diff/structural/structural_rows.h"
#include "core/support/check.h"
#include "passes/workbench/program/open.h"
#include "ui/common/code_folds.h"

#include <set>
#include <string_view>

namespace tir::ui {
namespace {

std::shared_ptr<const CodeRows> plainRows(const ModuleText& text)
{
    return std::make_shared<CodeRows>(CodeRows::plain(text.code.lineCount()));
}

void addRow(CodeRows& side, const CodeRows::Row& row)
{
    if (row.line < 0) {
        side.rows.push_back({-1, RowKind::Filler});
        return;
    }
    side.rowOfLine.push_back(int(side.rows.size()));
    side.rows.push_back(row);
}

RowKind kindOf(RowChange change, RowKind changed)
{
    switch (change) {
    case RowChange::Same:
        return RowKind::Same;
    case RowChange::MovedAway:
    case RowChange::MovedHere:
        return RowKind::Moved;
    case RowChange::Changed:
    case RowChange::Added:
    case RowChange::Removed:
        break;
    }
    return changed;
}

ComparedRows compareByStructure(const ModuleText& before, const ModuleText& after)
{
    const StructuralDiff diff(before.places, after.places);
    const DiffText beforeText{before.code.text, before.placeSpans};
    const DiffText afterText{after.code.text, after.placeSpans};
    StructuralRows found = structuralRows(diff, beforeText, afterText);
    LineLabels labels = lineLabels(diff, beforeText, afterText);
    auto left = std::make_shared<CodeRows>();
    auto right = std::make_shared<CodeRows>();
    for (const StructuralRow& row : found.rows) {
        addRow(*left, {.line = row.before,
                       .kind = kindOf(row.change, RowKind::Removed),
                       .otherEnd = row.otherEnd,
                       .isMovedAway = row.otherEnd >= 0,
                       .isRespelled = row.isRespelled,
                       .isOutlined = row.isOutlined});
        addRow(*right, {.line = row.after,
                        .kind = kindOf(row.change, RowKind::Added),
                        .otherEnd = row.otherEnd,
                        .isRespelled = row.isRespelled,
                        .isOutlined = row.isOutlined});
    }
    left->words = std::move(found.beforeWords);
    right->words = std::move(found.afterWords);
    left->labels = std::move(labels.before);
    right->labels = std::move(labels.after);
    return {.before = std::move(left),
            .after = std::move(right),
            .addedLines = found.addedLines,
            .removedLines = found.removedLines,
            .movedLines = found.movedLines};
}

ComparedRows compareByLines(const ModuleText& before, const ModuleText& after)
{
    LineDiff diff = diffLines(before.code.text, after.code.text);
    auto left = std::make_shared<CodeRows>();
    auto right = std::make_shared<CodeRows>();
    for (const DiffRow& row : diff.rows) {
        const bool isSame = row.change == LineChange::Same;
        addRow(*left, {row.before, isSame ? RowKind::Same : RowKind::Removed});
        addRow(*right, {row.after, isSame ? RowKind::Same : RowKind::Added});
    }
    left->words = std::move(diff.beforeWords);
    right->words = std::move(diff.afterWords);
    return {.before = std::move(left),
            .after = std::move(right),
            .addedLines = diff.addedLines,
            .removedLines = diff.removedLines};
}

ComparedRows rowsOf(const ModuleTextPointer& before, const ModuleTextPointer& after, DiffMode mode)
{
    if (before && before != after)
        return mode == DiffMode::Structure && before->isRead && after->isRead
                   ? compareByStructure(*before, *after)
                   : compareByLines(*before, *after);
    ComparedRows rows;
    rows.after = plainRows(*after);
    rows.before = before ? rows.after : nullptr;
    return rows;
}

void compareTexts(ComparedStep& step)
{
    step.rows = rowsOf(step.before, step.after, step.mode);
    step.foldsAfter = step.after->folds;
    openChangedFolds(step.foldsAfter, step.rows.after->words, step.after->code);
    if (step.before) {
        step.foldsBefore = step.before->folds;
        openChangedFolds(step.foldsBefore, step.rows.before->words, step.before->code);
    }
    std::set<std::string_view> open;
    for (const CodeFolds* folds : {&step.foldsBefore, &step.foldsAfter})
        for (const CodeFold& fold : *folds)
            if (fold.isOpen)
                open.insert(fold.key);
    for (CodeFolds* folds : {&step.foldsBefore, &step.foldsAfter})
        for (CodeFold& fold : *folds)
            fold.isOpen = open.contains(fold.key);
}

/// A text under the heading of another module is never shown.
void checkTexts(const ComparedStep& step)
{
    const Recording& recording = *step.recording;
    TIR_CHECK(&step.after->module() == recording.moduleAt(step.number))
        << "the text after step " << step.number << " is that of another module";
    const Recording& left = step.pinned ? *step.pinned->recording : recording;
    TIR_CHECK(bool(step.before) == (step.number > 0 || step.pinned))
        << "step " << step.number << " has no module before it";
    TIR_CHECK(!step.before || &step.before->module() == left.moduleAt(step.previous))
        << "the text before step " << step.first << " is that of another module";
}

} // namespace

bool areBareFunctions(const OpenedProgram& program, const Recording& recording)
{
    if (!program.parsed->isBareFunction)
        return false;
    if (recording.store) // shows the texts that it was read from
        return true;
    for (size_t number = 1; number < recording.moduleCount(); ++number)
        if (recording.module(number).functions.size() != 1)
            return false;
    return true;
}

ComparedStepPointer compareStep(std::shared_ptr<const Recording> recording, StepSpan span,
                                ModuleTextPointer before, ModuleTextPointer after, DiffMode mode)
{
    auto step = std::make_shared<ComparedStep>();
    step->recording = std::move(recording);
    step->first = span.first;
    step->number = span.last;
    step->previous = step->recording->previous(span.first);
    step->before = before;
    step->after = after;
    step->mode = mode;
    checkTexts(*step);
    compareTexts(*step);
    return step;
}

ComparedStepPointer compareWithPinned(const std::shared_ptr<const Recording>& recording, size_t number,
                                      const std::shared_ptr<const PinnedRun>& pinned, size_t pinnedNumber,
                                      const StepPrinting& printing)
{
    auto step = std::make_shared<ComparedStep>();
    step->recording = recording;
    step->first = step->number = number;
    step->previous = pinnedNumber;
    step->pinned = pinned;
    step->before = makeModuleText(pinned->recording->module(pinnedNumber), *pinned->identities,
                                  pinned->isBareFunction, *pinned->imported);
    step->after = makeModuleText(recording->module(number), *printing.identities, printing.asBareFunction,
                                 *printing.imported);
    step->mode = printing.mode;
    checkTexts(*step);
    compareTexts(*step);
    return step;
}

ComparedStepPointer printAndCompare(const std::shared_ptr<const Recording>& recording, StepSpan span,
                                    const StepPrinting& printing, ModuleTextPointer before,
                                    ModuleTextPointer after)
{
    const auto print = [&](size_t number) {
        return makeModuleText(recording->module(number), *printing.identities, printing.asBareFunction,
                              *printing.imported);
    };
    const size_t previous = recording->previous(span.first);
    if (!after)
        after = print(span.last);
    if (span.last > 0 && recording->isSameModule(previous, span.last))
        before = after;
    else if (span.last > 0 && !before)
        before = print(previous);
    return compareStep(recording, span, before, after, printing.mode);
}

} // namespace tir::ui
