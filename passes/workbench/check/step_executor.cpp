#include "passes/workbench/check/step_executor.h"

#include "core/support/decimal.h"
#include "passes/workbench/check/tuple_reduction.h"
#include "passes/workbench/execution/entry_part.h"

#include <algorithm>
#include <utility>

namespace tir {
namespace {

/// Of every axis; they show how long a block takes.
constexpr int64_t FewBlocks = 4;
/// That a run of some blocks may take, and its part of the time that remains for it.
constexpr double MostSecondsOfSome = 2;
constexpr double PartOfSome = 0.25;
/// How many times as long as the time that remains all blocks may seem to take: later modules are mostly faster.
constexpr double MostOverdraft = 2;
/// Of what remains, for a run that may have to be repeated with fewer blocks.
constexpr double PartOfAll = 0.5;
/// Of a time that is a part of another one.
constexpr int TimeDigits = 3;

/// Public functions that a run of the entry does not call.
std::vector<std::string> notEntered(const OwnedModule& input, const std::string& entry)
{
    const EntryPart part(input, entry);
    std::vector<std::string> names = entryCandidates(*input.module);
    std::erase_if(names,
                  [&](const std::string& name) { return part.module().module->find(name) != nullptr; });
    return names;
}

bool anyDependsOnValues(const StepModules& modules)
{
    const Module* before = nullptr;
    return std::ranges::any_of(modules, [&](const OwnedModule& module) {
        const bool isNew = module.module && std::exchange(before, module.module) != module.module;
        return isNew && dependsOnValues(*module.module);
    });
}

/// Only the CPU can leave out blocks, and the user may have chosen how many.
bool mayLimitBlocks(const StepModules& modules, const RunRequest& request)
{
    return request.device == "cpu" && request.blockLimit == 0 &&
           std::ranges::any_of(modules, [](const OwnedModule& module) {
               return module.module && launchesBlocks(*module.module);
           });
}

std::string placeText(size_t number)
{
    return number == 0 ? "the input" : "step " + std::to_string(number);
}

} // namespace

StepExecutor::StepExecutor(const StepModules& modules, const ExecuteOptions& options)
    : m_modules(modules),
      m_options(options),
      m_request(valuesOnly(options.request)),
      m_mayLimit(mayLimitBlocks(modules, options.request)),
      m_time(options.timeLimitSeconds, options.request.timeLimitSeconds, m_mayLimit ? PartOfAll : 1),
      m_secondRound(options, m_time, m_result)
{}

void StepExecutor::execute()
{
    if (!chooseEntryOfInput())
        return;
    m_request.signature = m_modules.front();
    m_result.isUnwatched = !m_request.isChecked;
    m_result.isEntryGiven = !m_options.request.entry.empty();
    m_result.notEntered = notEntered(m_modules.front(), m_request.entry);
    for (size_t number = 0; number < m_modules.size() && m_result.notCompared.empty(); ++number) {
        if (m_options.progress)
            m_options.progress(number, m_modules.size());
        if (runsAnew(number))
            executeStep(number);
    }
}

bool StepExecutor::keepsResult(size_t step, const OwnedModule& module)
{
    const StepRun* given = m_result.find(step);
    if (!given || m_time.isOver())
        return false;
    const StepRun run = examine(step, module);
    // The wrong elements may be those of blocks that do not run any more.
    const bool isAlike = run.partialGrids.empty() == given->partialGrids.empty();
    return isAlike && run.status == RunStatus::Done && run.comparison.isEqual() && !hasError(run.findings);
}

/// Sets the entry of the request. Returns whether the modules can run.
bool StepExecutor::chooseEntryOfInput()
{
    if (!m_modules.front().module) {
        m_result.notCompared = "the input does not read";
        return false;
    }
    if (m_request.entry.empty()) {
        const Result<std::string> entry = chooseEntry(*m_modules.front().module);
        if (!entry) {
            m_result.notCompared = entry.diagnostics().front().message;
            m_result.isMisuse = true;
            return false;
        }
        m_request.entry = *entry;
    }
    m_result.entry = m_request.entry;
    return true;
}

bool StepExecutor::runsAnew(size_t number) const
{
    const Module* module = m_modules[number].module;
    // The last ThreadSync may change nothing, but its module is the first one to run without lockstep.
    const bool runsAlike = number > 0 && number != m_options.lockstepEnd;
    return module && !(runsAlike && module == m_modules[number - 1].module);
}

void StepExecutor::executeStep(size_t number)
{
    if (m_time.isOver())
        return endInTime(number);
    if (takesTooLong(number))
        limitBlocks(number, "all of them at all steps would take longer than " + m_time.limitText());
    const double start = m_time.elapsedSeconds();
    const std::string allowed = decimalText(m_time.runSeconds(), TimeDigits) + " s";
    StepRun run = examine(number, m_modules[number]);
    if (run.status == RunStatus::TimedOut &&
        limitBlocks(number, "all of them took longer than " + allowed + " at " + placeText(number)))
        run = examine(number, m_modules[number]);
    if (run.status == RunStatus::Cancelled || (m_options.cancelled && *m_options.cancelled))
        return cancelAt(number);
    if (run.status == RunStatus::TimedOut && m_time.isOver())
        return endInTime(number);
    if (run.partialGrids.empty()) {
        ++m_completeRuns;
        m_completeSeconds += m_time.elapsedSeconds() - start;
    }
    if (number == 0 && run.status != RunStatus::Done)
        endAt(1, "the input was not run to its end: " + statusText(run.status, run.message));
    addFindings(run);
    m_result.runs.push_back(std::move(run));
}

RunRequest StepExecutor::requestFor(size_t number, const OwnedModule& module) const
{
    RunRequest request = m_request;
    request.timeLimitSeconds = m_time.runSeconds();
    request.module = module;
    request.isLockstep = number < m_options.lockstepEnd;
    request.countsOffsets = number < m_options.offsetsEnd;
    request.checksIndices = number == 0;
    return request;
}

StepRun StepExecutor::examine(size_t number, const OwnedModule& module)
{
    const RunRequest request = requestFor(number, module);
    RunReport report = runInWorker(request, m_options.cancelled);
    if (report.isInconclusive)
        report.status = RunStatus::Refused;
    StepRun run{.step = number, .status = report.status, .message = report.message, .comparison = {}};
    run.findings = std::move(report.findings);
    run.hidden = std::move(report.hiddenFindings);
    run.partialGrids = report.partialGrids;
    if (number == 0)
        completeInput(request, std::move(report), run);
    else
        compareStep(request, report, run);
    return run;
}

/// The result of the input is what those of the steps are compared with.
void StepExecutor::completeInput(const RunRequest& request, RunReport report, StepRun& run)
{
    m_result.isMisuse = isMisuse(report);
    m_reference = std::move(report);
    m_toleranceOfSums = toleranceOfSums(*m_modules.front().module, m_reference);
    m_reducesTuples = reducesTuples(*m_modules.front().module);
    m_secondRound.runInput(request, anyDependsOnValues(m_modules), run);
}

void StepExecutor::compareStep(const RunRequest& request, const RunReport& report, StepRun& run)
{
    forgetOverflow(run.findings);
    if (report.status != RunStatus::Done)
        return;
    const CompareOptions tolerance =
        run.step < m_options.reorderedFrom ? CompareOptions() : m_toleranceOfSums;
    run.hasOtherBlocks = run.partialGrids != m_reference.partialGrids;
    run.comparison = compareRuns(report, m_reference, tolerance);
    m_secondRound.runStep(request, tolerance, run);
    run.isOtherChoice =
        m_reducesTuples && run.step >= m_options.reorderedFrom && isOtherChoice(run.comparison, m_reference);
}

void StepExecutor::addFindings(StepRun& run)
{
    if (run.step == m_options.lockstepEnd)
        m_result.showHidden(run.findings);
    if (run.step == 0 && m_options.refusedLaunch && m_request.isChecked)
        run.findings.push_back(*m_options.refusedLaunch);
    for (const Finding& finding : run.findings)
        if (severityOf(finding.kind) == Severity::Error && !m_result.firstWith(finding))
            run.introduced.push_back(finding);
}

size_t StepExecutor::runsLeft(size_t from) const
{
    size_t count = 0;
    for (size_t number = from; number < m_modules.size(); ++number)
        count += runsAnew(number);
    return count;
}

/// As far as the modules before it tell, the modules from there on cannot run with all of their blocks.
bool StepExecutor::takesTooLong(size_t number) const
{
    if (!m_mayLimit || m_completeRuns == 0)
        return false;
    const double each = m_completeSeconds / double(m_completeRuns);
    return each * double(runsLeft(number)) > MostOverdraft * m_time.remainingSeconds();
}

/// From now on, only some blocks of every launch run: an error that one module shows is not the fault of a later module
/// that runs with more of them. False: that does not help.
bool StepExecutor::limitBlocks(size_t number, const std::string& why)
{
    if (!std::exchange(m_mayLimit, false) || m_time.isOver())
        return false;
    RunRequest request = requestFor(number, m_modules[number]);
    request.blockLimit = FewBlocks;
    const RunReport few = runInWorker(request, m_options.cancelled);
    if (few.status != RunStatus::Done || few.partialGrids.empty() || m_time.isOver())
        return false;
    const double share =
        std::min(m_options.request.timeLimitSeconds, m_time.remainingSeconds() / double(runsLeft(number)));
    m_request.blockLimit = affordableBlocks(few, FewBlocks, std::min(share * PartOfSome, MostSecondsOfSome));
    if (number > 0 && !runReferenceAgain()) {
        m_request.blockLimit = 0;
        return false;
    }
    m_result.whyLimited = why;
    m_result.blockLimit = m_request.blockLimit;
    return true;
}

/// With the blocks that run from now on.
bool StepExecutor::runReferenceAgain()
{
    const RunRequest request = requestFor(0, m_modules.front());
    RunReport report = runInWorker(request, m_options.cancelled);
    if (report.status != RunStatus::Done)
        return false;
    m_reference = std::move(report);
    m_secondRound.changeBlocks(request);
    return true;
}

void StepExecutor::endAt(size_t number, std::string reason)
{
    m_result.end = number;
    m_result.notCompared = std::move(reason);
}

void StepExecutor::endInTime(size_t number)
{
    m_result.isOutOfTime = true;
    endAt(number, m_time.limitText() + " was reached");
}

void StepExecutor::cancelAt(size_t number)
{
    m_result.isCancelled = true;
    endAt(number, "the run was cancelled");
}

} // namespace tir
