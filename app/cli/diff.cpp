/// `tirc diff`: the changes between two programs, or between two recorded runs.

#include "app/cli/diff_runs.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "passes/workbench/trace/open_trace.h"

namespace tir::cli {
namespace {

struct DiffArguments {
    FileOptions before;
    std::string after;
    DiffForm form;
};

ExitCode print(const PrintedDiff& diff)
{
    const ExitCode written = writeResult({}, diff.text);
    if (written != ExitCode::Done)
        return written;
    return diff.isEmpty ? ExitCode::Done : ExitCode::No;
}

bool isRun(const std::string& file)
{
    return file != "-" && isTrace(file);
}

ExitCode diffRuns(const DiffArguments& options)
{
    const std::string& name = options.before.file;
    if (!isRun(name) || !isRun(options.after)) {
        const std::string& program = isRun(name) ? options.after : name;
        report({error("usage", "'" + program +
                                   "' is a program, but the other argument is a recorded run; record the "
                                   "program with tirc trace -o first")});
        return ExitCode::Unusable;
    }
    const std::optional<RecordedRun> before = openRun(options.before, {}, DefaultPipeline::Nothing);
    const std::optional<RecordedRun> after =
        openRun({options.after, options.before.defines}, {}, DefaultPipeline::Nothing);
    if (!before || !after)
        return ExitCode::Unusable;
    return print(printRunDiff({*before, name}, {*after, options.after}, options.form));
}

ExitCode run(const DiffArguments& options)
{
    if (isRun(options.before.file) || isRun(options.after))
        return diffRuns(options);
    if (options.before.file == "-" && options.after == "-") {
        report({error("usage", "both programs are stdin")});
        return ExitCode::Unusable;
    }
    const std::optional<OpenedProgram> before = openProgram(options.before);
    const std::optional<OpenedProgram> after = openProgram({options.after, options.before.defines});
    if (!before || !after)
        return ExitCode::Unusable;
    return print(printDiff({before->module(), options.before.file}, {after->module(), options.after},
                           options.form, before->parsed->isBareFunction && after->parsed->isBareFunction));
}

} // namespace

void addDiffCommand(CommandLine& line)
{
    Command command = line.add(
        "diff",
        "Compare two programs, or two recorded runs step by step. Programs: list the statements that were "
        "changed, moved, wrapped, outlined, copied, annotated, inserted, or deleted, with line numbers of "
        "the printed programs; names, indentation, and spelling do not count. Recorded runs: list the steps "
        "whose modules differ, and show the first difference. Exits with 1 if there is a difference");
    const auto options = std::make_shared<DiffArguments>();
    command.option("A", options->before.file, "Program, recorded run, or -").required();
    command.option("B", options->after, "Program, recorded run, or -").required();
    addDefineOption(command, options->before);
    addDiffFormOptions(command, options->form);
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
