#include "passes/workbench/check/execute_steps.h"

#include "passes/workbench/check/refused_launch.h"
#include "passes/workbench/check/step_executor.h"
#include "passes/workbench/execution/whole_module.h"

#include <algorithm>
#include <utility>

namespace tir {
namespace {

/// "C" of "C_1".
std::string_view withoutNumber(std::string_view name)
{
    const size_t end = name.find_last_not_of("0123456789");
    return end != name.npos && end + 1 < name.size() && name[end] == '_' ? name.substr(0, end) : name;
}

/// Passes preserve the names of buffers, up to a number, as FlattenBuffer does; they do not preserve places.
bool isAlike(const Finding& a, const Finding& b)
{
    const bool isRenamed =
        !a.memory.empty() && a.memory == b.memory && withoutNumber(a.buffer) == withoutNumber(b.buffer);
    return a.kind == b.kind && (a.buffer == b.buffer || isRenamed);
}

} // namespace

bool StepRun::hasOtherResult() const
{
    return status == RunStatus::Done && !hasOtherBlocks && !isOtherChoice && !comparison.isEqual();
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

void StepRuns::showHidden(const std::vector<Finding>& findings)
{
    for (StepRun& run : runs)
        for (const Finding& hidden : run.hidden) {
            if (std::ranges::none_of(findings, [&](const Finding& shown) { return isAlike(hidden, shown); }))
                continue;
            const std::optional<size_t> first = firstWith(hidden);
            if (!first || *first > run.step)
                run.introduced.push_back(hidden);
            run.findings.push_back(hidden);
        }
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
        const size_t other = stepOfOtherSide(recording, number);
        const bool isUnread =
            whyUnread(recording.diagnostics(number)) || (other < number && !modules[other].module);
        if (isUnread)
            modules.push_back({});
        else
            modules.push_back(recording.repeatsModule(number) ? modules.back()
                                                              : wholeModule(recording, number));
    }
    return modules;
}

StepRuns executeSteps(const StepModules& modules, const ExecuteOptions& options)
{
    StepExecutor executor(modules, options);
    executor.execute();
    return executor.takeRuns();
}

} // namespace tir
