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

#define TIR_COMMAND(Name) void add##Name##Command(CLI::App& app, ExitCode& answer);
#include "app/cli/command_list.def"

} // namespace tir::cli
