/// `tirc diff`: what changed between two programs?

#include "app/cli/diff_output.h"
#include "app/cli/input.h"
#include "app/cli/output.h"

#include <CLI/CLI.hpp>

namespace tir::cli {
namespace {

struct Options {
    FileOptions before;
    std::string after;
    DiffForm form;
};

ExitCode run(const Options& options)
{
    if (options.before.file == "-" && options.after == "-") {
        report({error("usage", "both programs are stdin")});
        return ExitCode::Unusable;
    }
    const std::optional<OpenedProgram> before = openProgram(options.before);
    const std::optional<OpenedProgram> after = openProgram({options.after, options.before.defines});
    if (!before || !after)
        return ExitCode::Unusable;
    const PrintedDiff diff =
        printDiff({before->module(), options.before.file}, {after->module(), options.after}, options.form,
                  before->parsed->isBareFunction && after->parsed->isBareFunction);
    const ExitCode written = writeResult({}, diff.text);
    if (written != ExitCode::Done)
        return written;
    return diff.isEmpty ? ExitCode::Done : ExitCode::No;
}

} // namespace

void addDiffCommand(CLI::App& app, ExitCode& answer)
{
    CLI::App& command = *app.add_subcommand(
        "diff", "What changed between two programs: statements that are changed, moved, wrapped, outlined, "
                "copied, annotated, inserted, or deleted. Names, indentation, and spelling do not count, and "
                "lines are those of the printed programs. Exits with 1 if the programs differ");
    const auto options = std::make_shared<Options>();
    command.add_option("A", options->before.file, "Program, or -")->required();
    command.add_option("B", options->after, "Program, or -")->required();
    addDefineOption(command, options->before);
    addDiffFormOptions(command, options->form);
    command.callback([options, &answer] { answer = run(*options); });
}

} // namespace tir::cli
