/// The execution of the modules of a run, within the time for all of them. When a module takes too long with all of its
/// blocks, it runs with some of them, and so do those after it, for as many results as the time allows.

#pragma once

#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/check/second_round.h"
#include "passes/workbench/check/time_budget.h"

namespace tir {

class StepExecutor {
public:
    /// Both must outlive it. Precondition: there is a module.
    StepExecutor(const StepModules& modules, const ExecuteOptions& options);

    /// One module after the other, until runs() says why the next ones are not compared. Call it once.
    void execute();
    const StepRuns& runs() const { return m_result; }
    StepRuns takeRuns() { return std::move(m_result); }

    /// Whether `module` in the place of that of `step`, which was executed, has the result of the input and passes all
    /// memory checks. In the time that remains, and without another run of the input.
    bool keepsResult(size_t step, const OwnedModule& module);

private:
    bool chooseEntryOfInput();
    bool runsAnew(size_t number) const;
    void executeStep(size_t number);
    /// Of the module in the place of the one with that number.
    RunRequest requestFor(size_t number, const OwnedModule& module) const;
    StepRun examine(size_t number, const OwnedModule& module);
    void completeInput(const RunRequest& request, RunReport report, StepRun& run);
    void compareStep(const RunRequest& request, const RunReport& report, StepRun& run);
    void addFindings(StepRun& run);

    size_t runsLeft(size_t from) const;
    bool takesTooLong(size_t number) const;
    bool limitBlocks(size_t number, const std::string& why);
    bool runReferenceAgain();

    void endAt(size_t number, std::string reason);
    void endInTime(size_t number);
    void cancelAt(size_t number);

    const StepModules& m_modules;
    const ExecuteOptions& m_options;
    StepRuns m_result;
    RunRequest m_request; ///< with the entry and the signature
    bool m_mayLimit;      ///< the blocks that run: there are some, and no limit was chosen or tried
    TimeBudget m_time;
    SecondRound m_secondRound;
    RunReport m_reference; ///< of the input
    CompareOptions m_toleranceOfSums;
    bool m_reducesTuples = false; ///< the input does
    size_t m_completeRuns = 0;    ///< with all blocks
    double m_completeSeconds = 0;
};

} // namespace tir
