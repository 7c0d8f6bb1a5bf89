#include "passes/workbench/check/execute_recording.h"

#include "passes/framework/pass_manager.h"
#include "passes/workbench/check/step_executor.h"
#include "passes/workbench/check/step_faults.h"

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
    const StepModules modules = modulesOf(recording);
    StepExecutor executor(modules, options);
    executor.execute();
    const std::optional<size_t> bad = firstBadStep(recording, executor.runs());
    const bool isAccused = bad && *bad > 0 && !isBad(recording, *bad) && !executor.runs().isCancelled;
    const OwnedModule sound = isAccused ? moduleOfSoundMode(recording, *bad) : OwnedModule{};
    const bool isCorrected = sound.module && executor.keepsResult(*bad, sound);
    StepRuns runs = executor.takeRuns();
    if (isCorrected)
        runs.correctedStep = bad;
    return runs;
}

} // namespace tir
