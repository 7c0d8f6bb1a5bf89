#include "ui/session/compared_step.h"

#include "core/support/check.h"

namespace tir::ui {
namespace {

std::shared_ptr<const CodeRows> plainRows(const ModuleText& text)
{
    return std::make_shared<CodeRows>(CodeRows::plain(text.code.lineCount()));
}

void addRow(CodeRows& side, int line, RowKind kind)
{
    if (line < 0) {
        side.rows.push_back({-1, RowKind::Filler});
        return;
    }
    side.rowOfLine.push_back(int(side.rows.size()));
    side.rows.push_back({line, kind});
}

/// A text under the heading of another module is never shown.
void checkTexts(const ComparedStep& step)
{
    const Recording& recording = *step.recording;
    TIR_CHECK(&step.after->module() == &recording.module(step.number))
        << "the text after step " << step.number << " is that of another module";
    TIR_CHECK(bool(step.before) == (step.number > 0)) << "step " << step.number << " has no module before it";
    TIR_CHECK(!step.before || &step.before->module() == &recording.module(step.previous))
        << "the text before step " << step.first << " is that of another module";
}

} // namespace

ComparedStepPointer compareStep(std::shared_ptr<const Recording> recording, StepSpan span,
                                ModuleTextPointer before, ModuleTextPointer after)
{
    auto step = std::make_shared<ComparedStep>();
    step->recording = std::move(recording);
    step->first = span.first;
    step->number = span.last;
    step->previous = step->recording->previous(span.first);
    step->before = before;
    step->after = after;
    checkTexts(*step);
    if (!before || before == after) {
        step->afterRows = plainRows(*after);
        step->beforeRows = before ? step->afterRows : nullptr;
        return step;
    }

    LineDiff diff = diffLines(before->code.text, after->code.text);
    auto left = std::make_shared<CodeRows>();
    auto right = std::make_shared<CodeRows>();
    for (const DiffRow& row : diff.rows) {
        const bool isSame = row.change == LineChange::Same;
        addRow(*left, row.before, isSame ? RowKind::Same : RowKind::Removed);
        addRow(*right, row.after, isSame ? RowKind::Same : RowKind::Added);
    }
    left->words = std::move(diff.beforeWords);
    right->words = std::move(diff.afterWords);
    step->beforeRows = std::move(left);
    step->afterRows = std::move(right);
    step->addedLines = diff.addedLines;
    step->removedLines = diff.removedLines;
    return step;
}

} // namespace tir::ui
