/// The time for the execution of all steps, and what fits into it.

#pragma once

#include "passes/workbench/execution/run_request.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <string>

namespace tir {

/// The remaining part of a time limit for all steps.
class TimeBudget {
public:
    /// `stepSeconds`: the most that one run may take. `partOfRest`: the most that it may take of what remains.
    TimeBudget(std::optional<double> limitSeconds, double stepSeconds, double partOfRest = 1)
        : m_limitSeconds(limitSeconds),
          m_stepSeconds(stepSeconds),
          m_partOfRest(partOfRest)
    {}

    double elapsedSeconds() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }
    /// Infinite without a limit.
    double remainingSeconds() const
    {
        return m_limitSeconds ? std::max(0.0, *m_limitSeconds - elapsedSeconds())
                              : std::numeric_limits<double>::infinity();
    }
    bool isOver() const { return remainingSeconds() <= 0; }
    /// The time that the next run may take.
    double runSeconds() const
    {
        return std::min(m_stepSeconds, std::max(LeastSeconds, remainingSeconds() * m_partOfRest));
    }

    /// "the time limit of 60 s for the whole check". Precondition: there is one.
    std::string limitText() const;

private:
    using Clock = std::chrono::steady_clock;
    /// Time passes between a look at isOver() and the run.
    static constexpr double LeastSeconds = 0.001;

    std::optional<double> m_limitSeconds;
    double m_stepSeconds;
    double m_partOfRest;
    Clock::time_point m_start = Clock::now();
};

/// Whether some block of the module runs in a grid.
bool launchesBlocks(const Module& module);

/// RunRequest::blockLimit with which a run takes about so many seconds, after `few` has run with the limit `fewBlocks`: not
/// less than that, and a power of two times as much, so that repeated checks mostly have the same.
int64_t affordableBlocks(const RunReport& few, int64_t fewBlocks, double seconds);

} // namespace tir
