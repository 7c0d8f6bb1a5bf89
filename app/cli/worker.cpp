/// tirc worker: the process that compiles and runs for `tirc run` and for the window. Not for people.

#include "app/cli/command.h"
#include "passes/workbench/worker/run_here.h"

#include <CLI/CLI.hpp>

namespace tir::cli {

void addWorkerCommand(CLI::App& app, ExitCode& answer)
{
    CLI::App* command =
        app.add_subcommand("worker", "Run one request from stdin (used by run and by the window)");
    command->group("");
    const auto limits = std::make_shared<WorkerLimits>();
    command->add_option("--parent", limits->parent, "Number of the process that it must not outlive");
    command->add_option("--time-limit", limits->timeLimitSeconds, "Seconds after which it ends");
    command->callback([limits, &answer] { answer = ExitCode(workerMain(*limits)); });
}

} // namespace tir::cli
