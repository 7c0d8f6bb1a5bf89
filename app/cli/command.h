/// Shared by all commands of tirc: how they are added to the command line, and their exit codes.
///
/// A command is one function `addXCommand` that adds its name, its options, and what it does (command_line.h). Results
/// go to stdout, messages to stderr.

#pragma once

namespace tir::cli {

class CommandLine;

enum class ExitCode : int {
    Done = 0,
    No = 1,       ///< ill-formed, different, mismatch, worker died
    Unusable = 2, ///< wrong usage or unreadable input
};

#define TIR_COMMAND(Name) void add##Name##Command(CommandLine& line);
#include "app/cli/command_list.def"

} // namespace tir::cli
