/// The second round of a check of all steps: every step with other inputs.

#pragma once

#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/check/other_inputs.h"
#include "passes/workbench/check/time_budget.h"

#include <optional>
#include <string>
#include <vector>

namespace tir {

/// Executes modules once more, with inputs for which more can go wrong. The unlowered program runs first and shows
/// whether it is meant for such inputs. If so, every step must have the same result as that run.
class SecondRound {
public:
    SecondRound(const ExecuteOptions& options, const TimeBudget& time, StepRuns& result)
        : m_options(options),
          m_time(time),
          m_result(result)
    {}

    /// Adds findings to `run`. `triesValues`: some module depends on the values in its tensors.
    void runInput(const RunRequest& request, bool triesValues, StepRun& run);
    /// The input has run, but from now on, requests run other blocks: `request` is that of the input.
    void changeBlocks(const RunRequest& request);
    /// Adds findings to `run`, and what is wrong with its result, unless it is bad already.
    void runStep(const RunRequest& request, const CompareOptions& tolerance, StepRun& run);

private:
    void runIncompleteTiles(const RunRequest& request, StepRun& run);
    /// Other errors of the input with them than a wrong order are not reported: the program may not be meant for such values.
    void runOtherValues(const RunRequest& request, StepRun& run);
    /// The second run may have reached what the first one has not.
    void forgetReached(const Module& module, StepRun& run) const;
    std::string with(const std::string& text) const;
    RunReport repeated(RunRequest request, const OtherInputs& inputs) const;

    const ExecuteOptions& m_options;
    const TimeBudget& m_time;
    StepRuns& m_result;
    OtherInputs m_inputs;
    std::optional<RunReport> m_reference; ///< of the input; nothing if steps run once
};

/// "timed out: …".
std::string statusText(RunStatus status, const std::string& message);

/// A step may compute the same in an order that overflows: it is wrong only if its result is.
void forgetOverflow(std::vector<Finding>& findings);

} // namespace tir
