/// tirc worker: the process that compiles and runs for `tirc run` and for the window. Not for people.

#include "app/cli/command.h"
#include "passes/workbench/run_here.h"

#include <CLI/CLI.hpp>

namespace tir::cli {

void addWorkerCommand(CLI::App& app, ExitCode& answer)
{
    CLI::App* command =
        app.add_subcommand("worker", "Run one request from stdin (used by run and by the window)");
    command->group("");
    command->callback([&answer] { answer = ExitCode(workerMain()); });
}

} // namespace tir::cli
