#include "passes/workbench/execution/worker_process.h"

#include "core/support/check.h"
#include "core/support/decimal.h"
#include "core/support/text_tail.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <unistd.h>

namespace tir {
namespace {

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

std::string secondsText(double seconds)
{
    return decimalText(seconds, 6) + " s";
}

} // namespace

ChildOutcome askWorker(const std::string& request, double timeLimitSeconds,
                       const std::atomic<bool>* cancelled,
                       const std::function<void(std::string_view)>& errorsHeard,
                       const std::function<void(std::string_view)>& outputHeard)
{
    ChildOptions options;
    options.program = workerProgram();
    options.arguments = {"worker", "--parent", std::to_string(getpid()), "--time-limit",
                         decimalText(timeLimitSeconds, 9)};
    options.input = request;
    options.timeLimitSeconds = timeLimitSeconds;
    options.cancelled = cancelled;
    options.errorsHeard = errorsHeard;
    options.outputHeard = outputHeard;
    return runChild(options);
}

std::string whyNoAnswer(const ChildOutcome& outcome, const std::string& what, double timeLimitSeconds)
{
    switch (outcome.end) {
    case ChildOutcome::End::NotStarted:
        return "the worker '" + workerProgram() + "' cannot be started: " + std::strerror(outcome.code);
    case ChildOutcome::End::TimedOut:
        return what + " was still running after " + secondsText(timeLimitSeconds) + lastWords(outcome);
    case ChildOutcome::End::Cancelled:
        return "the run was cancelled";
    case ChildOutcome::End::Signaled:
        return what + " was ended by " + signalInWords(outcome.code) + lastWords(outcome);
    case ChildOutcome::End::Exited:
        break;
    }
    TIR_CHECK(false) << "the worker exited by itself";
    return {};
}

std::string lastWords(const ChildOutcome& outcome)
{
    const std::string_view line = lastLine(outcome.errors);
    return line.empty() ? "" : "; the last line that was printed: " + std::string(line);
}

} // namespace tir
