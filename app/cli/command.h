/// Shared by all commands of tirc: how they are added to the command line, and their exit codes.
///
/// A command is one function `addXCommand` that adds a subcommand, its options and a callback; the callback
/// leaves the exit code in `answer`. Results go to stdout, messages to stderr.

#pragma once

namespace CLI {
class App;
}

namespace tir::cli {

enum class ExitCode : int {
    Done = 0,
    No = 1,       ///< ill-formed, different, mismatch, worker died
    Unusable = 2, ///< wrong usage or unreadable input
};

#define TIR_COMMAND(Name) void add##Name##Command(CLI::App& app, ExitCode& answer);
#include "app/cli/command_list.def"

} // namespace tir::cli
