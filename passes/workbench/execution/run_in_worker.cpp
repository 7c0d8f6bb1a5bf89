// runInWorker: a separate worker process for every run, so that all effects of a program end with it.

#include "passes/workbench/execution/count_launches.h"
#include "passes/workbench/execution/entry_part.h"
#include "passes/workbench/execution/run_request.h"
#include "passes/workbench/execution/worker_process.h"
#include "passes/workbench/execution/worker_protocol.h"

namespace tir {
namespace {

RunStatus statusOf(ChildOutcome::End end)
{
    switch (end) {
    case ChildOutcome::End::NotStarted:
        return RunStatus::Refused;
    case ChildOutcome::End::TimedOut:
        return RunStatus::TimedOut;
    case ChildOutcome::End::Cancelled:
        return RunStatus::Cancelled;
    case ChildOutcome::End::TooMuchOutput: // its output is not limited
    case ChildOutcome::End::Signaled:
    case ChildOutcome::End::Exited:
        break;
    }
    return RunStatus::Crashed;
}

} // namespace

RunReport runInWorker(const RunRequest& request, const std::atomic<bool>* cancelled,
                      const std::function<void(std::string_view)>& errorsHeard,
                      const MemoryHeard& memoryHeard)
{
    RunRequest sent = request;
    if (sent.entry.empty() && sent.module.module)
        if (const Result<std::string> chosen = chooseEntry(*sent.module.module))
            sent.entry = *chosen;
    // The report of a GPU contains all kernels of the module, whose names depend on each other.
    const bool isWhole = request.device != "cpu" || request.countsKernels;
    const EntryPart part(request.module, isWhole ? std::string() : sent.entry);
    sent.module = part.module();
    if (request.device == "cpu")
        sent.signature = EntryPart(request.signature, sent.entry).module();
    // The worker keeps all tensors within the limit; GPU runs have no limit.
    const bool isLimited = request.device == "cpu" && request.memoryLimitBytes > 0;
    ReportReader reader(isLimited ? request.memoryLimitBytes : UINT64_MAX, memoryHeard);
    ChildOutcome outcome = askWorker(encodeRequest(sent), request.timeLimitSeconds, cancelled, errorsHeard,
                                     [&reader](std::string_view piece) { reader.add(piece); });
    RunReport report;
    report.device = request.device;
    if (outcome.end != ChildOutcome::End::Exited) {
        report.status = statusOf(outcome.end);
        report.message = whyNoAnswer(outcome, "the program", request.timeLimitSeconds);
        report.isInconclusive = wasEndedFromOutside(outcome);
        if (const Place place = lastStatement(reader.head()); !report.isInconclusive && place != NoPlace) {
            report.diagnostics.push_back(error("crashed", report.message + " in this statement"));
            report.diagnostics.back().place = place;
        }
    } else if (Result<RunReport> decoded = reader.finish()) {
        report = *std::move(decoded);
    } else {
        report.status = RunStatus::Crashed;
        report.message = "the worker ended with exit code " + std::to_string(outcome.code) +
                         " and without a report" + lastWords(outcome);
    }
    part.movePlaces(report);
    report.standardError = std::move(outcome.errors);
    if (request.isCounted && request.device != "cpu")
        addCounts(report, request, cancelled);
    return report;
}

} // namespace tir
