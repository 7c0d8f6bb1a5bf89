/// The time for a check of all steps, and its second round: every step with other inputs.

#pragma once

#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/check/other_inputs.h"

#include <chrono>

namespace tir {

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
    std::string explain() const; ///< "the time limit of 60 s for the whole check was reached"

private:
    using Clock = std::chrono::steady_clock;
    double elapsedSeconds() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }

    std::optional<double> m_limitSeconds;
    Clock::time_point m_start = Clock::now();
};

/// Executes modules once more, with inputs for which more can go wrong. The unlowered program runs first and shows
/// whether it is meant for such inputs. If so, every step must have the same result as that run.
class SecondRound {
public:
    SecondRound(const ExecuteOptions& options, const Deadline& deadline, StepRuns& result)
        : m_options(options),
          m_deadline(deadline),
          m_result(result)
    {}

    /// Adds findings to `run`. `triesValues`: some module depends on the values in its tensors.
    void runInput(const RunRequest& request, bool triesValues, StepRun& run);
    /// Adds findings to `run`, and what is wrong with its result, unless it is bad already.
    void runStep(const RunRequest& request, const CompareOptions& tolerance, StepRun& run);

private:
    void runIncompleteTiles(const RunRequest& request, StepRun& run);
    /// Errors of the input with them are not reported: the program may not be meant for such values.
    void runOtherValues(const RunRequest& request);
    /// The second run may have reached what the first one has not.
    void forgetReached(const Module& module, StepRun& run) const;
    std::string with(const std::string& text) const;
    RunReport repeated(RunRequest request, const OtherInputs& inputs) const;

    const ExecuteOptions& m_options;
    const Deadline& m_deadline;
    StepRuns& m_result;
    OtherInputs m_inputs;
    std::optional<RunReport> m_reference; ///< of the input; nothing if steps run once
};

/// "timed out: …".
std::string statusText(const RunReport& report);

/// A step may compute the same in an order that overflows: it is wrong only if its result is.
void forgetOverflow(std::vector<Finding>& findings);

} // namespace tir
