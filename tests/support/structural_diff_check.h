/// Properties of the structural diff of any two modules.

#pragma once

#include "core/diff/line_diff.h"
#include "core/diff/structural/edit_script.h"
#include "core/diff/structural/structural_rows.h"
#include "core/ir/structural_equal.h"
#include "core/script/printing/printer.h"

#include <string>

namespace tir::testing {

/// Every line of both texts is in one row, in order; rows that are the same are equal lines or state a reason.
inline std::string structuralRowsFailure(const StructuralDiff& diff, const PrintedText& before,
                                         const PrintedText& after)
{
    const StructuralRows rows =
        structuralRows(diff, {before.text, before.placeSpans}, {after.text, after.placeSpans});
    const std::vector<std::string_view> left = splitLines(before.text);
    const std::vector<std::string_view> right = splitLines(after.text);
    int nextLeft = 0;
    int nextRight = 0;
    for (const StructuralRow& row : rows.rows) {
        if ((row.before >= 0 && row.before != nextLeft++) || (row.after >= 0 && row.after != nextRight++))
            return "a line is missing or out of order";
        const bool isPair = row.before >= 0 && row.after >= 0;
        if (isPair && row.change == RowChange::Same && !row.isRespelled &&
            left[size_t(row.before)] != right[size_t(row.after)])
            return "different lines are shown as the same";
        if (isPair != (row.change == RowChange::Same || row.change == RowChange::Changed) && !row.isRespelled)
            return "a row has the wrong sides";
    }
    if (nextLeft != int(left.size()) || nextRight != int(right.size()))
        return "lines are left out";
    for (const std::vector<Span>* words : {&rows.beforeWords, &rows.afterWords})
        for (size_t i = 0; i < words->size(); ++i)
            if ((*words)[i].isEmpty() || (i > 0 && (*words)[i].begin < (*words)[i - 1].end))
                return "marks overlap or are empty";
    return {};
}

/// Applying the edits to the first module gives the second one, and there are changes if and only if the modules
/// differ. Returns the violation, with both texts; empty if there is none.
inline std::string structuralDiffFailure(const Module& before, const Module& after)
{
    const PlaceTable left(before);
    const PlaceTable right(after);
    const StructuralDiff diff(left, right);
    Arena arena;
    const Module& made = *apply(editScript(diff), diff.before(), arena);
    const auto differ = [](const Module& a, const Module& b) {
        return findDifference(a, b, {.mapFreeVars = true});
    };
    const std::string texts =
        "\n-- before --\n" + printScript(before) + "\n-- after --\n" + printScript(after);
    if (const std::optional<Difference> difference = differ(made, after))
        return "the edits make another module: " + difference->message + texts + "\n-- made --\n" +
               printScript(made);
    const std::optional<Difference> difference = differ(before, after);
    bool hasOtherNames = false;
    diff.after().forEachChild(0, [&](TreeIndex function) {
        const TreeIndex partner = diff.matching().ofAfter(function);
        hasOtherNames |= partner != NoNode &&
                         diff.before().entryOf(partner).var->name != diff.after().entryOf(function).var->name;
    });
    if (diff.changes().empty() && difference && !hasOtherNames)
        return "no change is reported, but " + difference->message + texts;
    if (!diff.changes().empty() && !difference)
        return "equal modules have changes: " + std::string(toString(diff.changes()[0].kind)) + texts;
    const std::string rows =
        structuralRowsFailure(diff, printWithPlaces(before, left), printWithPlaces(after, right));
    return rows.empty() ? rows : rows + texts;
}

} // namespace tir::testing
