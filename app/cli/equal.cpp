/// `tirc equal`: are two programs the same up to names?

#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/ir/structural_equal.h"

#include <CLI/CLI.hpp>

namespace tir::cli {
namespace {

struct Options {
    FileOptions left;
    std::string right;
};

/// The difference as it stands in one of the two programs.
void reportSide(const OpenedProgram& program, Severity severity, const std::string& message, const Node* node)
{
    report({{.severity = severity,
             .code = "difference",
             .message = message,
             .place = NoPlace,
             .span = sourceText(program).spanOf(node),
             .notes = {}}},
           program.source);
}

ExitCode run(const Options& options)
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
        reportSide(*left, Severity::Error, difference->message, difference->left);
        reportSide(*right, Severity::Note, "the other program has this", difference->right);
    }
    const ExitCode written = writeResult({}, difference ? "different" : "equal");
    if (written != ExitCode::Done)
        return written;
    return difference ? ExitCode::No : ExitCode::Done;
}

} // namespace

void addEqualCommand(CLI::App& app, ExitCode& answer)
{
    CLI::App& command =
        *app.add_subcommand("equal", "Compare two programs up to names; show the first difference");
    const auto options = std::make_shared<Options>();
    command.add_option("A", options->left.file, "Program, or -")->required();
    command.add_option("B", options->right, "Program, or -")->required();
    addDefineOption(command, options->left);
    command.callback([options, &answer] { answer = run(*options); });
}

} // namespace tir::cli
