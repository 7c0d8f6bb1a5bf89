#include "passes/workbench/check/execute_steps.h"

#include "core/support/decimal.h"
#include "passes/workbench/check/other_inputs.h"
#include "passes/workbench/check/refused_launch.h"
#include "passes/workbench/check/unreached_twice.h"
#include "passes/workbench/execution/entry_part.h"
#include "passes/workbench/execution/whole_module.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

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

/// Passes preserve names; they do not preserve places.
bool isAlike(const Finding& a, const Finding& b)
{
    return a.kind == b.kind && a.buffer == b.buffer;
}

/// A step may compute the same in an order that overflows: it is wrong only if its result is.
void forgetOverflow(std::vector<Finding>& findings)
{
    std::erase_if(findings,
                  [](const Finding& finding) { return finding.kind == FindingKind::SignedOverflow; });
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

/// Executes modules once more, with inputs for which more can go wrong: the input first, which decides whether it is for
/// such inputs. Every step must have its result then, too.
class SecondRound {
public:
    SecondRound(const ExecuteOptions& options, const Deadline& deadline, StepRuns& result)
        : m_options(options),
          m_deadline(deadline),
          m_result(result)
    {}

    /// Adds findings to `run`. `triesValues`: some module depends on the values in its tensors.
    void runInput(const RunRequest& request, bool triesValues, StepRun& run)
    {
        m_result.sizes = chosenSizesText(request);
        if (!request.isChecked || run.status != RunStatus::Done || hasError(run.findings))
            return;
        runIncompleteTiles(request, run);
        if (triesValues && run.status == RunStatus::Done && !hasError(run.findings))
            runOtherValues(request);
        if (m_reference)
            forgetReached(*request.module.module, run);
        m_result.otherInputs = m_inputs.text;
    }

    /// Adds findings to `run`, and what is wrong with its result, unless it is bad already.
    void runStep(const RunRequest& request, const CompareOptions& tolerance, StepRun& run)
    {
        if (!m_reference || run.status != RunStatus::Done || !run.comparison.isEqual() ||
            hasError(run.findings))
            return;
        const RunReport report = repeated(request, m_inputs);
        run.status = report.lacksMemory ? RunStatus::Refused : report.status;
        run.otherInputs = m_inputs.text;
        if (run.status != RunStatus::Done)
            run.message = with(report.message);
        else
            run.comparison = compareRuns(report, *m_reference, tolerance);
        run.hasOtherBlocks |= report.partialGrids != m_reference->partialGrids;
        addFindings(report, m_inputs, run);
        forgetOverflow(run.findings);
    }

private:
    void runIncompleteTiles(const RunRequest& request, StepRun& run)
    {
        const OtherInputs sizes = sizesOfIncompleteTiles(request);
        if (sizes.text.empty())
            return;
        RunReport report = repeated(request, sizes);
        if (report.status == RunStatus::TimedOut || report.status == RunStatus::Crashed)
            m_result.notRepeated = "with " + sizes.text + ", " + inWords(report);
        if (report.status == RunStatus::Cancelled)
            run.status = RunStatus::Cancelled;
        if (report.status != RunStatus::Done)
            return; // the sizes may be none that the program is for
        const bool isReference = !hasError(report.findings);
        m_result.sizes += (isReference ? " and with " : "; the input also with ") + sizes.text;
        addFindings(report, sizes, run);
        if (!isReference)
            return; // steps have nothing to keep
        m_inputs = sizes;
        m_reference = std::move(report);
    }

    /// What the input does wrong with them may be none of its faults: it may not be for such values.
    void runOtherValues(const RunRequest& request)
    {
        for (const OtherInputs& values : otherValues(request)) {
            OtherInputs inputs = m_inputs;
            inputs.specs.insert(values.specs.begin(), values.specs.end());
            inputs.text += (inputs.text.empty() ? "" : ", ") + values.text;
            RunReport report = repeated(request, inputs);
            if (report.status != RunStatus::Done || hasError(report.findings))
                continue;
            m_inputs = std::move(inputs);
            m_reference = std::move(report);
            return;
        }
    }

    /// The second run may have reached what the first one has not.
    void forgetReached(const Module& module, StepRun& run) const
    {
        std::vector<Finding> unreached = unreachedTwice(module, run.findings, m_reference->findings);
        std::erase_if(run.findings,
                      [](const Finding& finding) { return finding.kind == FindingKind::NotReached; });
        std::ranges::move(unreached, std::back_inserter(run.findings));
    }

    std::string with(const std::string& text) const { return "with " + m_inputs.text + ", " + text; }

    RunReport repeated(RunRequest request, const OtherInputs& inputs) const
    {
        if (m_deadline.isOver()) {
            RunReport report;
            report.status = RunStatus::TimedOut;
            report.message = m_deadline.explain();
            return report;
        }
        for (const auto& [name, spec] : inputs.specs)
            request.inputs.insert_or_assign(name, spec);
        request.timeLimitSeconds = m_deadline.limitOf(m_options.request.timeLimitSeconds);
        return runInWorker(request, m_options.cancelled);
    }

    static void addFindings(const RunReport& report, const OtherInputs& inputs, StepRun& run)
    {
        for (Finding finding : report.findings) {
            finding.detail += (finding.detail.empty() ? "with " : ", with ") + inputs.text;
            if (severityOf(finding.kind) == Severity::Error)
                run.findings.push_back(std::move(finding));
        }
        std::ranges::copy(report.hiddenFindings, std::back_inserter(run.hidden));
    }

    const ExecuteOptions& m_options;
    const Deadline& m_deadline;
    StepRuns& m_result;
    OtherInputs m_inputs;
    std::optional<RunReport> m_reference; ///< of the input; nothing if steps run once
};

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
    SecondRound secondRound(options, deadline, result);
    const auto endAt = [&](size_t number, std::string reason) {
        result.end = number;
        result.notCompared = std::move(reason);
    };
    const auto cancelAt = [&](size_t number) {
        result.isCancelled = true;
        endAt(number, "the run was cancelled");
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
            cancelAt(number);
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
        run.partialGrids = report.partialGrids;
        if (number > 0)
            forgetOverflow(run.findings);
        if (number == 0) {
            if (report.status != RunStatus::Done) {
                endAt(1, "the input was not run to its end: " + inWords(report));
                result.isMisuse = isMisuse(report);
            }
            reference = std::move(report);
            ofSums = toleranceOfSums(*module, reference);
            secondRound.runInput(request, anyDependsOnValues(modules), run);
        } else if (report.status == RunStatus::Done) {
            const CompareOptions tolerance = number < options.reorderedFrom ? CompareOptions() : ofSums;
            run.hasOtherBlocks = run.partialGrids != reference.partialGrids;
            run.comparison = compareRuns(report, reference, tolerance);
            secondRound.runStep(request, tolerance, run);
        }
        if (run.status == RunStatus::Cancelled) {
            cancelAt(number);
            return result;
        }
        if (number == options.lockstepEnd)
            showHidden(result, run.findings);
        if (number == 0 && options.refusedLaunch && request.isChecked)
            run.findings.push_back(*options.refusedLaunch);
        for (const Finding& finding : run.findings)
            if (severityOf(finding.kind) == Severity::Error && !result.firstWith(finding))
                run.introduced.push_back(finding);
        result.runs.push_back(std::move(run));
        if (!result.notCompared.empty())
            return result;
    }
    return result;
}

} // namespace tir
