/// `tirc equal`: are two programs the same up to names?

#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/ir/structural_equal.h"

#include <algorithm>

namespace tir::cli {
namespace {

struct EqualArguments {
    FileOptions left;
    std::string right;
};

/// The difference in one of the two programs.
void reportSide(const StepText& text, Severity severity, const std::string& message, Place place)
{
    report({{.severity = severity,
             .code = "difference",
             .message = message,
             .place = NoPlace,
             .span = text.spanOf(place),
             .notes = {}}},
           text.source);
}

/// The places of a difference. A variable occurs in many places; the functions agree up to the first
/// difference, so it is where both nodes occur at the same distance from the start of their functions.
std::pair<Place, Place> placesOf(const Difference& difference, const PlaceTable& left,
                                 const PlaceTable& right)
{
    const auto* leftModule = as<Module>(left[0].node);
    const auto* rightModule = as<Module>(right[0].node);
    for (const ModuleEntry& entry : leftModule->functions) {
        const ModuleEntry* other = rightModule->find(entry.var->name);
        if (!other)
            continue;
        const Place leftStart = left.firstPlaceOf(entry.function);
        const Place rightStart = right.firstPlaceOf(other->function);
        const Place count = std::min(left[leftStart].end - leftStart, right[rightStart].end - rightStart);
        for (Place offset = 0; offset < count; ++offset)
            if (left[leftStart + offset].node == difference.left &&
                right[rightStart + offset].node == difference.right)
                return {leftStart + offset, rightStart + offset};
    }
    return {left.firstPlaceOf(difference.left), right.firstPlaceOf(difference.right)};
}

ExitCode run(const EqualArguments& options)
{
    if (options.left.file == "-" && options.right == "-") {
        report({error("usage", "both programs are stdin")});
        return ExitCode::Unusable;
    }
    const std::optional<OpenedProgram> left = openProgram(options.left);
    const std::optional<OpenedProgram> right = openProgram({options.right, options.left.defines});
    if (!left || !right)
        return ExitCode::Unusable;

    const std::optional<Difference> difference =
        findDifference(left->module(), right->module(), {.mapFreeVars = true});
    if (difference) {
        const StepText leftText = sourceText(*left);
        const StepText rightText = sourceText(*right);
        const auto [leftPlace, rightPlace] = placesOf(*difference, leftText.places, rightText.places);
        reportSide(leftText, Severity::Error, difference->message, leftPlace);
        reportSide(rightText, Severity::Note, "the other program has this", rightPlace);
    }
    const ExitCode written = writeResult({}, difference ? "different" : "equal");
    if (written != ExitCode::Done)
        return written;
    return difference ? ExitCode::No : ExitCode::Done;
}

} // namespace

void addEqualCommand(CommandLine& line)
{
    Command command = line.add("equal", "Compare two programs up to names; show the first difference");
    const auto options = std::make_shared<EqualArguments>();
    command.option("A", options->left.file, "Program, or -").required();
    command.option("B", options->right, "Program, or -").required();
    addDefineOption(command, options->left);
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
