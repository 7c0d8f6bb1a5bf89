/// The steps that the events of a recording show, before any module is read.

#pragma once

#include "passes/workbench/trace/pass_events.h"

namespace tir {

inline constexpr size_t NoPass = size_t(-1);

/// A step as the events show it. Step number n is the one at index n - 1; branches are not put together.
struct EventStep {
    size_t pass = NoPass;
    std::string name; ///< without arguments
    size_t text = 0;
    size_t previous = 0;
    size_t depth = 0;
    Branch branch = Branch::Common;
    bool isPartial = false; ///< the pass continues after this module
    bool isFailed = false;  ///< without a result
    std::vector<std::string> notes = {};
    std::vector<std::string> ended = {}; ///< the passes whose result this module is
    size_t firstInside = 0;              ///< the steps of the passes that it runs: [firstInside, endInside)
    size_t endInside = 0;
};

struct EventSteps {
    std::optional<size_t> input; ///< the text of the module before the first step
    std::vector<EventStep> steps;
};

/// `isRunning`: passes without a result have no step: they may still run.
EventSteps stepsOf(const PassEvents& events, bool isRunning);

} // namespace tir
