#include "passes/workbench/execution/worker_process.h"

#include "core/support/check.h"
#include "core/support/decimal.h"
#include "core/support/text_tail.h"
#include "passes/workbench/execution/worker_server.h"

#include <algorithm>
#include <csignal>
#include <cstring>

namespace tir {
namespace {

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
    StartedWorker worker;
    if (const int failure = startWorker(timeLimitSeconds, worker); failure != 0)
        return {.end = ChildOutcome::End::NotStarted, .code = failure, .output = {}, .errors = {}};
    ChildOptions options;
    options.input = request;
    options.timeLimitSeconds = timeLimitSeconds;
    options.cancelled = cancelled;
    options.errorsHeard = errorsHeard;
    options.outputHeard = outputHeard;
    ChildOutcome outcome = superviseChild(std::move(worker.child), options);
    outcome.errors += worker.serverErrors();
    return outcome;
}

bool wasEndedFromOutside(const ChildOutcome& outcome)
{
    constexpr int Signals[] = {SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    return outcome.end == ChildOutcome::End::Signaled && std::ranges::count(Signals, outcome.code) > 0;
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
        return what + " was ended by " +
               (wasEndedFromOutside(outcome) ? "another process or the system, with " : "") +
               signalInWords(outcome.code) + lastWords(outcome);
    case ChildOutcome::End::TooMuchOutput:
    case ChildOutcome::End::Exited:
        break;
    }
    TIR_CHECK(false) << "the worker exited by itself, or its output was limited";
    return {};
}

std::string lastWords(const ChildOutcome& outcome)
{
    const std::string_view line = lastLine(outcome.errors);
    return line.empty() ? "" : "; the last line that was printed: " + std::string(line);
}

} // namespace tir
