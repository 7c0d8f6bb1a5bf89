/// What all commands of tirc have in common: how they join the command line and what they answer.
///
/// A command is one function `addXCommand` that adds a subcommand, its options and a callback; the callback
/// leaves the exit code in `answer`. Results go to stdout, everything said about them to stderr.

#pragma once

namespace CLI {
class App;
}

namespace tir::cli {

enum class ExitCode : int {
    Done = 0,
    No = 1,       ///< the answer is no: ill-formed, different, mismatch, worker died
    Unusable = 2, ///< wrong usage or unreadable input
};

void addCallGraphCommand(CLI::App& app, ExitCode& answer);
void addCheckCommand(CLI::App& app, ExitCode& answer);
void addCodegenCommand(CLI::App& app, ExitCode& answer);
void addEqualCommand(CLI::App& app, ExitCode& answer);
void addListCommand(CLI::App& app, ExitCode& answer);
void addLivenessCommand(CLI::App& app, ExitCode& answer);
void addOptCommand(CLI::App& app, ExitCode& answer);
void addPrintCommand(CLI::App& app, ExitCode& answer);
void addRunCommand(CLI::App& app, ExitCode& answer);
void addTraceCommand(CLI::App& app, ExitCode& answer);
void addVerifyCommand(CLI::App& app, ExitCode& answer);
void addWorkerCommand(CLI::App& app, ExitCode& answer);

} // namespace tir::cli
