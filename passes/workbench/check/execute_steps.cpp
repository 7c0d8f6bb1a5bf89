#include "passes/workbench/check/execute_steps.h"

#include "core/runtime/arguments.h"
#include "core/support/decimal.h"
#include "core/support/list_text.h"
#include "passes/workbench/execution/entry_part.h"
#include "passes/workbench/execution/whole_module.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace tir {
namespace {

/// Digits of a time limit in a message: those of a number that a user types.
constexpr int LimitDigits = 6;

std::string inWords(const RunReport& report)
{
    return std::string(toString(report.status)) + (report.message.empty() ? "" : ": " + report.message);
}

/// The remaining part of a time limit for all steps.
class Deadline {
public:
    explicit Deadline(std::optional<double> limitSeconds) : m_limitSeconds(limitSeconds) {}

    bool isOver() const { return m_limitSeconds && elapsedSeconds() >= *m_limitSeconds; }
    /// The time that one step may take. Precondition: !isOver().
    double limitOf(double stepSeconds) const
    {
        return m_limitSeconds ? std::min(stepSeconds, *m_limitSeconds - elapsedSeconds()) : stepSeconds;
    }
    std::string explain() const
    {
        return "the time limit of " + decimalText(*m_limitSeconds, LimitDigits) +
               " s for the whole check was reached";
    }

private:
    using Clock = std::chrono::steady_clock;
    double elapsedSeconds() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }

    std::optional<double> m_limitSeconds;
    Clock::time_point m_start = Clock::now();
};

/// Public functions that a run of the entry does not call.
std::vector<std::string> notEntered(const OwnedModule& input, const std::string& entry)
{
    const EntryPart part(input, entry);
    std::vector<std::string> names = entryCandidates(*input.module);
    std::erase_if(names,
                  [&](const std::string& name) { return part.module().module->find(name) != nullptr; });
    return names;
}

/// "n = 64, m = 32", in the order of the names.
std::string textOf(const std::map<std::string, int64_t>& sizes)
{
    return listText(sizes, [](const auto& size) { return size.first + " = " + std::to_string(size.second); });
}

/// The sizes that a run chooses, and those with which tiles are incomplete.
struct ChosenSizes {
    std::map<std::string, int64_t> whole;
    std::map<std::string, int64_t> partial; ///< empty if there are none
};

ChosenSizes chosenSizes(const RunRequest& request)
{
    ChosenSizes chosen;
    const ModuleEntry* entry = request.module.module->find(request.entry);
    const auto* function = entry ? as<PrimFunc>(entry->function) : nullptr;
    if (!function)
        return chosen;
    const ArgumentPlan plan = planArguments(*function, {.seed = request.seed, .inputs = request.inputs});
    for (const SizePlan& size : plan.sizes)
        if (!size.isGiven)
            chosen.whole.emplace(size.name, size.value);
    for (const auto& [var, value] : plan.partialTiles)
        if (const int64_t whole = plan.values.at(var); whole != value) {
            chosen.partial.emplace(var->name, value);
            chosen.whole.emplace(var->name, whole);
        }
    return chosen;
}

/// Passes preserve names; they do not preserve places.
bool isAlike(const Finding& a, const Finding& b)
{
    return a.kind == b.kind && a.buffer == b.buffer;
}

/// The module after the last ThreadSync shows the findings. Those that lockstep has hidden before it are not the fault
/// of ThreadSync, which inserts barriers for other memory: they belong to the first step that has them.
void showHidden(StepRuns& before, const std::vector<Finding>& findings)
{
    for (StepRun& run : before.runs)
        for (const Finding& hidden : run.hidden) {
            if (std::ranges::none_of(findings, [&](const Finding& shown) { return isAlike(hidden, shown); }))
                continue;
            const std::optional<size_t> first = before.firstWith(hidden);
            if (!first || *first > run.step)
                run.introduced.push_back(hidden);
            run.findings.push_back(hidden);
        }
}

} // namespace

bool StepRun::hasOtherResult() const
{
    return status == RunStatus::Done && !hasOtherBlocks && !comparison.isEqual();
}

bool StepRun::isBad() const
{
    if (!introduced.empty())
        return true;
    switch (status) {
    case RunStatus::Done:
        return hasOtherResult();
    case RunStatus::Failed:
    case RunStatus::Crashed:
        return true;
    case RunStatus::Refused:
    case RunStatus::TimedOut:
    case RunStatus::Cancelled:
        return false;
    }
    return false;
}

const StepRun* StepRuns::find(size_t step) const
{
    const auto found =
        std::find_if(runs.begin(), runs.end(), [&](const StepRun& run) { return run.step == step; });
    return found == runs.end() ? nullptr : &*found;
}

std::optional<size_t> StepRuns::firstWith(const Finding& finding) const
{
    for (const StepRun& run : runs)
        if (std::any_of(run.findings.begin(), run.findings.end(),
                        [&](const Finding& other) { return isAlike(finding, other); }))
            return run.step;
    return std::nullopt;
}

ExecuteOptions executeOptions(const Recording& recording, RunRequest request)
{
    return {.request = std::move(request),
            .lockstepEnd = lockstepEnd(recording),
            .offsetsEnd = offsetsEnd(recording),
            .reorderedFrom = reorderedFrom(recording),
            .progress = {}};
}

StepModules modulesOf(const Recording& recording)
{
    StepModules modules;
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        const size_t whole = stepBeforeBranch(recording, number);
        const bool isUnread =
            whyUnread(recording.diagnostics(number)) || (whole < number && !modules[whole].module);
        if (isUnread)
            modules.push_back({});
        else
            modules.push_back(recording.repeatsModule(number) ? modules.back()
                                                              : wholeModule(recording, number));
    }
    return modules;
}

namespace {

/// Executes the input with incomplete tiles, too: a missing guard shows only there. What it finds is the input's fault.
void runPartialTiles(RunRequest request, const ExecuteOptions& options, const Deadline& deadline,
                     StepRuns& result, StepRun& run)
{
    const ChosenSizes chosen = chosenSizes(request);
    result.sizes = textOf(chosen.whole);
    if (chosen.partial.empty() || !request.isChecked || deadline.isOver())
        return;
    for (const auto& [name, value] : chosen.partial)
        request.inputs.insert_or_assign(name, InputSpec::constant(double(value)));
    request.timeLimitSeconds = deadline.limitOf(options.request.timeLimitSeconds);
    const RunReport report = runInWorker(request, options.cancelled);
    if (report.status != RunStatus::Done)
        return; // the sizes may be none that the program is for
    const std::string sizes = textOf(chosen.partial);
    result.sizes += "; the input also with " + sizes;
    for (Finding finding : report.findings) {
        if (severityOf(finding.kind) != Severity::Error)
            continue;
        finding.detail += (finding.detail.empty() ? "with " : ", with ") + sizes;
        run.introduced.push_back(finding);
        run.findings.push_back(std::move(finding));
    }
}

} // namespace

StepRuns executeSteps(const StepModules& modules, const ExecuteOptions& options)
{
    StepRuns result;
    if (!modules.front().module) {
        result.notCompared = "the input does not read";
        return result;
    }
    RunRequest request = valuesOnly(options.request);
    request.signature = modules.front();
    if (request.entry.empty()) {
        const Result<std::string> entry = chooseEntry(*modules.front().module);
        if (!entry) {
            result.notCompared = entry.diagnostics().front().message;
            result.isMisuse = true;
            return result;
        }
        request.entry = *entry;
    }
    result.entry = request.entry;
    result.isUnwatched = !request.isChecked;
    result.isEntryGiven = !options.request.entry.empty();
    result.notEntered = notEntered(modules.front(), request.entry);

    RunReport reference;
    CompareOptions ofSums;
    const Deadline deadline(options.timeLimitSeconds);
    const auto endAt = [&](size_t number, std::string reason) {
        result.end = number;
        result.notCompared = std::move(reason);
    };
    for (size_t number = 0; number < modules.size(); ++number) {
        if (options.progress)
            options.progress(number, modules.size());
        const Module* module = modules[number].module;
        // The last ThreadSync may change nothing, but its module is the first one to run without lockstep.
        const bool runsAlike = number > 0 && number != options.lockstepEnd;
        if (!module || (runsAlike && module == modules[number - 1].module))
            continue;
        result.isOutOfTime = deadline.isOver();
        if (result.isOutOfTime) {
            endAt(number, deadline.explain());
            return result;
        }
        request.timeLimitSeconds = deadline.limitOf(options.request.timeLimitSeconds);
        request.module = modules[number];
        request.isLockstep = number < options.lockstepEnd;
        request.countsOffsets = number < options.offsetsEnd;
        RunReport report = runInWorker(request, options.cancelled);
        if (report.status == RunStatus::Cancelled) {
            result.isCancelled = true;
            endAt(number, "the run was cancelled");
            return result;
        }
        result.isOutOfTime = report.status == RunStatus::TimedOut && deadline.isOver();
        if (result.isOutOfTime) {
            endAt(number, deadline.explain());
            return result;
        }
        if (report.lacksMemory)
            report.status = RunStatus::Refused; // says nothing about the program
        StepRun run{.step = number, .status = report.status, .message = report.message, .comparison = {}};
        run.findings = std::move(report.findings);
        run.hidden = std::move(report.hiddenFindings);
        if (number == options.lockstepEnd)
            showHidden(result, run.findings);
        run.partialGrids = report.partialGrids;
        run.hasOtherBlocks = number > 0 && run.partialGrids != reference.partialGrids;
        for (const Finding& finding : run.findings)
            if (severityOf(finding.kind) == Severity::Error && !result.firstWith(finding))
                run.introduced.push_back(finding);
        if (number == 0 && report.status == RunStatus::Done && run.introduced.empty())
            runPartialTiles(request, options, deadline, result, run);
        if (number == 0 && report.status != RunStatus::Done) {
            endAt(1, "the input was not run to its end: " + inWords(report));
            result.isMisuse = isMisuse(report);
        }
        if (number == 0) {
            reference = std::move(report);
            ofSums = toleranceOfSums(*module, reference);
        } else if (report.status == RunStatus::Done)
            run.comparison =
                compareRuns(report, reference, number < options.reorderedFrom ? CompareOptions() : ofSums);
        result.runs.push_back(std::move(run));
        if (!result.notCompared.empty())
            return result;
    }
    return result;
}

} // namespace tir
