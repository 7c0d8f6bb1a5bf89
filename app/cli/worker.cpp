/// tirc worker: the process that compiles and runs for `tirc run` and for the window. Not for people.

#include "app/cli/command_line.h"
#include "passes/workbench/worker/run_here.h"

namespace tir::cli {

void addWorkerCommand(CommandLine& line)
{
    Command command = line.add("worker", "Run one request from stdin (used by run and by the window)");
    command.hide();
    const auto limits = std::make_shared<WorkerLimits>();
    command.option("--parent", limits->parent,
                   "Process ID of the parent; the worker ends when the parent does");
    command.option("--time-limit", limits->timeLimitSeconds, "Time limit, in seconds");
    command.run([limits] { return ExitCode(workerMain(*limits)); });
}

} // namespace tir::cli
