#include "ui/session/compared_step.h"

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

} // namespace

std::shared_ptr<ComparedStep> compareTexts(ModuleTextPointer before, ModuleTextPointer after)
{
    auto step = std::make_shared<ComparedStep>();
    step->before = before;
    step->after = after;
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
