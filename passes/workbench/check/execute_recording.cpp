#include "passes/workbench/check/execute_recording.h"

#include "passes/framework/pass_manager.h"
#include "passes/workbench/check/step_faults.h"

#include <algorithm>
#include <limits>

namespace tir {
namespace {

/// The module that the pass of a step makes in sound mode. No module if the pass is not ours, the step belongs to a branch,
/// which has only a part of the program, or the pass fails.
OwnedModule moduleOfSoundMode(const Recording& recording, size_t step)
{
    const bool ranHere = recording.result != nullptr;
    if (!ranHere || recording.mode == Mode::Sound || recording.branch(step) != Branch::Common)
        return {};
    const OwnedModule before{recording.arena, &recording.module(recording.previous(step))};
    const auto again =
        runPasses(before, {recording.steps[step - 1].pass}, "",
                  {.mode = Mode::Sound, .config = recording.config, .verify = false, .takesNotes = false});
    return again->hasResult(1) ? OwnedModule{again->arena, again->result} : OwnedModule{};
}

/// The input and the module of `step`, executed as in the whole recording.
StepRuns executeInsteadOf(size_t step, const OwnedModule& module, const Recording& recording,
                          ExecuteOptions options)
{
    const auto inPair = [step](size_t end) { return end > step ? size_t(2) : std::min(end, size_t(1)); };
    options.lockstepEnd = inPair(options.lockstepEnd);
    options.offsetsEnd = inPair(options.offsetsEnd);
    options.reorderedFrom = step < options.reorderedFrom ? std::numeric_limits<size_t>::max() : 1;
    options.progress = {};
    return executeSteps({recording.input, module}, options);
}

/// Whether the pass of a step has the result of the input in sound mode.
bool isCorrected(const Recording& recording, size_t step, const ExecuteOptions& options)
{
    const OwnedModule module = moduleOfSoundMode(recording, step);
    if (!module.module)
        return false;
    const StepRuns runs = executeInsteadOf(step, module, recording, options);
    if (module.module == recording.input.module)
        return runs.notCompared.empty();
    const StepRun* run = runs.find(1);
    return run && run->status == RunStatus::Done && run->comparison.isEqual() && !isBad(1, run);
}

/// 0 is the input.
std::optional<size_t> firstBadStep(const Recording& recording, const StepRuns& runs)
{
    for (size_t number = 0; number < recording.moduleCount(); ++number)
        if (isBad(recording, number, runs))
            return number;
    return std::nullopt;
}

} // namespace

StepRuns executeRecording(const Recording& recording, const ExecuteOptions& options)
{
    StepRuns runs = executeSteps(modulesOf(recording), options);
    const std::optional<size_t> bad = firstBadStep(recording, runs);
    const bool isAccused = bad && *bad > 0 && !isBad(recording, *bad);
    if (isAccused && !runs.isCancelled && !runs.isOutOfTime && isCorrected(recording, *bad, options))
        runs.correctedStep = bad;
    return runs;
}

} // namespace tir
