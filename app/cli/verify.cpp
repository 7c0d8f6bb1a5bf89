/// `tirc verify`: is the program well-formed? With --json:
///
///     file          as given
///     isWellFormed  no error among the diagnostics
///     diagnostics   [{severity, code, message, line, column, endLine, endColumn, notes}]

#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/analysis/verifier.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

struct Options {
    FileOptions file;
    bool isJson = false;
};

ExitCode run(const Options& options)
{
    const std::optional<OpenedProgram> program = openProgram(options.file);
    if (!program)
        return ExitCode::Unusable;
    const Diagnostics diagnostics = sourceText(*program).placed(verify(program->module()));
    const bool isWellFormed = !hasError(diagnostics);

    ExitCode written = ExitCode::Done;
    if (options.isJson) {
        written = writeResult({}, printed({{"file", program->source.name()},
                                           {"isWellFormed", isWellFormed},
                                           {"diagnostics", toJson(diagnostics, program->source)}}));
    } else {
        report(diagnostics, program->source);
        written = writeResult({}, program->source.name() + (isWellFormed ? ": well-formed" : ": ill-formed"));
    }
    if (written != ExitCode::Done)
        return written;
    return isWellFormed ? ExitCode::Done : ExitCode::No;
}

} // namespace

void addVerifyCommand(CLI::App& app, ExitCode& answer)
{
    CLI::App& command =
        *app.add_subcommand("verify", "Say whether a program is well-formed, and what is not");
    const auto options = std::make_shared<Options>();
    addFileOptions(command, options->file, "Program to verify");
    command.add_flag("--json", options->isJson, "The answer as JSON");
    command.callback([options, &answer] { answer = run(*options); });
}

} // namespace tir::cli
