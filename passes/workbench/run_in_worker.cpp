// runInWorker: a worker process of its own for every run, so that whatever a program does ends with it.

#include "core/support/child_process.h"
#include "passes/workbench/run_request.h"
#include "passes/workbench/worker_protocol.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace tir {
namespace {

/// `tirc` beside the running program, or what TIRSCOPE_TIRC names.
std::string workerProgram()
{
    if (const char* named = std::getenv("TIRSCOPE_TIRC"))
        return named;
    std::error_code failure;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failure);
    return (self.parent_path() / "tirc").string();
}

std::string signalInWords(int signal)
{
    const char* name = sigabbrev_np(signal);
    const char* description = sigdescr_np(signal);
    return "SIG" + std::string(name ? name : "?") +
           (description ? " (" + std::string(description) + ")" : "");
}

std::string inWords(double seconds)
{
    char text[32];
    std::snprintf(text, sizeof text, "%g s", seconds);
    return text;
}

} // namespace

RunReport runInWorker(const RunRequest& request, const std::atomic<bool>* cancelled)
{
    ChildOptions options;
    options.program = workerProgram();
    options.arguments = {"worker"};
    const std::string input = encodeRequest(request);
    options.input = input;
    options.timeLimitSeconds = request.timeLimitSeconds;
    options.cancelled = cancelled;
    ChildOutcome outcome = runChild(options);

    RunReport report;
    report.device = "cpu";
    switch (outcome.end) {
    case ChildOutcome::End::NotStarted:
        report.status = RunStatus::Refused;
        report.message =
            "the worker '" + options.program + "' cannot be started: " + std::strerror(outcome.code);
        break;
    case ChildOutcome::End::TimedOut:
        report.status = RunStatus::TimedOut;
        report.message = "the program was still running after " + inWords(request.timeLimitSeconds);
        break;
    case ChildOutcome::End::Cancelled:
        report.status = RunStatus::Cancelled;
        report.message = "the run was cancelled";
        break;
    case ChildOutcome::End::Signalled:
        report.status = RunStatus::Crashed;
        report.message = "the program was ended by " + signalInWords(outcome.code);
        break;
    case ChildOutcome::End::Exited:
        if (Result<RunReport> decoded = decodeReport(outcome.output)) {
            report = *std::move(decoded);
        } else {
            report.status = RunStatus::Crashed;
            report.message =
                "the worker ended with exit code " + std::to_string(outcome.code) + " and without a report";
        }
        break;
    }
    report.standardError = std::move(outcome.errors);
    return report;
}

} // namespace tir
