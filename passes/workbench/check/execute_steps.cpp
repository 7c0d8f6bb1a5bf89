#include "passes/workbench/check/execute_steps.h"

#include "passes/workbench/check/refused_launch.h"
#include "passes/workbench/check/second_round.h"
#include "passes/workbench/execution/entry_part.h"
#include "passes/workbench/execution/whole_module.h"

#include <algorithm>
#include <utility>

namespace tir {
namespace {

/// Public functions that a run of the entry does not call.
std::vector<std::string> notEntered(const OwnedModule& input, const std::string& entry)
{
    const EntryPart part(input, entry);
    std::vector<std::string> names = entryCandidates(*input.module);
    std::erase_if(names,
                  [&](const std::string& name) { return part.module().module->find(name) != nullptr; });
    return names;
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

std::string StepRun::difference() const
{
    const std::string text = explain(comparison);
    return text.empty() || otherInputs.empty() ? text : text + ", with " + otherInputs;
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
            .refusedLaunch = refusedLaunch(recording),
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

bool anyDependsOnValues(const StepModules& modules)
{
    const Module* before = nullptr;
    return std::ranges::any_of(modules, [&](const OwnedModule& module) {
        const bool isNew = module.module && std::exchange(before, module.module) != module.module;
        return isNew && dependsOnValues(*module.module);
    });
}

/// Sets the entry of the request. Returns whether the steps can run.
bool chooseEntryOf(const StepModules& modules, RunRequest& request, StepRuns& result)
{
    if (!modules.front().module) {
        result.notCompared = "the input does not read";
        return false;
    }
    if (request.entry.empty()) {
        const Result<std::string> entry = chooseEntry(*modules.front().module);
        if (!entry) {
            result.notCompared = entry.diagnostics().front().message;
            result.isMisuse = true;
            return false;
        }
        request.entry = *entry;
    }
    result.entry = request.entry;
    return true;
}

/// Executes the modules one after the other, until the result says why the next ones are not compared.
class StepExecutor {
public:
    /// `request`: with the entry and the signature.
    StepExecutor(const StepModules& modules, const ExecuteOptions& options, RunRequest request,
                 StepRuns& result)
        : m_modules(modules),
          m_options(options),
          m_result(result),
          m_request(std::move(request)),
          m_deadline(options.timeLimitSeconds),
          m_secondRound(options, m_deadline, result)
    {}

    void execute()
    {
        for (size_t number = 0; number < m_modules.size() && m_result.notCompared.empty(); ++number) {
            if (m_options.progress)
                m_options.progress(number, m_modules.size());
            if (runsAnew(number))
                executeStep(number);
        }
    }

private:
    bool runsAnew(size_t number) const
    {
        const Module* module = m_modules[number].module;
        // The last ThreadSync may change nothing, but its module is the first one to run without lockstep.
        const bool runsAlike = number > 0 && number != m_options.lockstepEnd;
        return module && !(runsAlike && module == m_modules[number - 1].module);
    }

    void executeStep(size_t number)
    {
        m_result.isOutOfTime = m_deadline.isOver();
        if (m_result.isOutOfTime)
            return endAt(number, m_deadline.explain());
        m_request.timeLimitSeconds = m_deadline.limitOf(m_options.request.timeLimitSeconds);
        m_request.module = m_modules[number];
        m_request.isLockstep = number < m_options.lockstepEnd;
        m_request.countsOffsets = number < m_options.offsetsEnd;
        RunReport report = runInWorker(m_request, m_options.cancelled);
        if (report.status == RunStatus::Cancelled)
            return cancelAt(number);
        m_result.isOutOfTime = report.status == RunStatus::TimedOut && m_deadline.isOver();
        if (m_result.isOutOfTime)
            return endAt(number, m_deadline.explain());
        if (report.lacksMemory)
            report.status = RunStatus::Refused; // says nothing about the program
        StepRun run{.step = number, .status = report.status, .message = report.message, .comparison = {}};
        run.findings = std::move(report.findings);
        run.hidden = std::move(report.hiddenFindings);
        run.partialGrids = report.partialGrids;
        if (number == 0)
            completeInput(std::move(report), run);
        else
            compareStep(report, run);
        if (run.status == RunStatus::Cancelled)
            return cancelAt(number);
        addFindings(run);
        m_result.runs.push_back(std::move(run));
    }

    /// The result of the input is what those of the steps are compared with.
    void completeInput(RunReport report, StepRun& run)
    {
        if (report.status != RunStatus::Done) {
            endAt(1, "the input was not run to its end: " + statusText(report));
            m_result.isMisuse = isMisuse(report);
        }
        m_reference = std::move(report);
        m_toleranceOfSums = toleranceOfSums(*m_modules.front().module, m_reference);
        m_secondRound.runInput(m_request, anyDependsOnValues(m_modules), run);
    }

    void compareStep(const RunReport& report, StepRun& run)
    {
        forgetOverflow(run.findings);
        if (report.status != RunStatus::Done)
            return;
        const CompareOptions tolerance =
            run.step < m_options.reorderedFrom ? CompareOptions() : m_toleranceOfSums;
        run.hasOtherBlocks = run.partialGrids != m_reference.partialGrids;
        run.comparison = compareRuns(report, m_reference, tolerance);
        m_secondRound.runStep(m_request, tolerance, run);
    }

    void addFindings(StepRun& run)
    {
        if (run.step == m_options.lockstepEnd)
            showHidden(m_result, run.findings);
        if (run.step == 0 && m_options.refusedLaunch && m_request.isChecked)
            run.findings.push_back(*m_options.refusedLaunch);
        for (const Finding& finding : run.findings)
            if (severityOf(finding.kind) == Severity::Error && !m_result.firstWith(finding))
                run.introduced.push_back(finding);
    }

    void endAt(size_t number, std::string reason)
    {
        m_result.end = number;
        m_result.notCompared = std::move(reason);
    }

    void cancelAt(size_t number)
    {
        m_result.isCancelled = true;
        endAt(number, "the run was cancelled");
    }

    const StepModules& m_modules;
    const ExecuteOptions& m_options;
    StepRuns& m_result;
    RunRequest m_request;
    Deadline m_deadline;
    SecondRound m_secondRound;
    RunReport m_reference; ///< of the input
    CompareOptions m_toleranceOfSums;
};

} // namespace

StepRuns executeSteps(const StepModules& modules, const ExecuteOptions& options)
{
    StepRuns result;
    RunRequest request = valuesOnly(options.request);
    if (!chooseEntryOf(modules, request, result))
        return result;
    request.signature = modules.front();
    result.isUnwatched = !request.isChecked;
    result.isEntryGiven = !options.request.entry.empty();
    result.notEntered = notEntered(modules.front(), request.entry);
    StepExecutor(modules, options, std::move(request), result).execute();
    return result;
}

} // namespace tir
