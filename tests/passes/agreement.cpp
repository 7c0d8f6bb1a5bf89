#include "tests/passes/agreement.h"

#include "core/ir/structural_equal.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "passes/workbench/check/binding_order.h"
#include "tests/passes/text_readings.h"

#include <QStringList>

#include <algorithm>

namespace tir::testing {
namespace {

/// The first line that differs, on both sides.
QString firstDifference(const std::string& ours, const std::string& theirs)
{
    const QStringList left = QString::fromStdString(ours).split('\n');
    const QStringList right = QString::fromStdString(theirs).split('\n');
    for (qsizetype i = 0; i < std::max(left.size(), right.size()); ++i)
        if (left.value(i) != right.value(i))
            return "'" + left.value(i).trimmed().left(100) + "' against '" +
                   right.value(i).trimmed().left(100) + "'";
    return {};
}

} // namespace

Comparison compareWithText(const Module& ours, const std::string& theirs)
{
    const std::string ourText = printScript(ours);
    const std::string left = withoutWording(ourText);
    const std::string right = withoutWording(theirs);
    if (left == right)
        return {Agreement::SameText, {}};
    const auto parsed = parseModule(SourceText("theirs", theirs));
    if (!parsed)
        return {Agreement::Different, "TVM's text cannot be read"};
    const EqualOptions options{.mapFreeVars = true, .ignoreAssertMessages = true};
    const auto difference = findDifference(ours, *parsed->module.module, options);
    if (!difference)
        return {Agreement::Equal, firstDifference(left, right)};
    Arena arena;
    const Module& theirsSorted = *withSortedBindings(arena, *parsed->module.module);
    if (!findDifference(*withSortedBindings(arena, ours), theirsSorted, options))
        return {Agreement::Equal, firstDifference(left, right)};
    const auto reread = parseModule(SourceText("ours", ourText));
    if (reread && !findDifference(*withSortedBindings(arena, *reread->module.module), theirsSorted, options))
        return {Agreement::EqualAsText, firstDifference(left, right)};
    return {Agreement::Different, QString::fromStdString(difference->message)};
}

} // namespace tir::testing
