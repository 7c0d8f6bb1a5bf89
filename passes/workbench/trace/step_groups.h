/// Steps that are looked at as one: what they change together is what is between the module before the
/// first and the one after the last.

#pragma once

#include "passes/framework/recording.h"

namespace tir {

/// Numbers of steps, both included. A span is on one way: each step starts from the module of the one before
/// it, so that a span that ends in the device module leaves out the steps of the host module.
struct StepSpan {
    size_t first = 0;
    size_t last = 0;
    bool contains(size_t number) const { return first <= number && number <= last; }
    bool operator==(const StepSpan&) const = default;
};

/// The steps from `first` to `last` that are on the way to `last`. Precondition: first <= last.
StepSpan onOneWay(const Recording& recording, StepSpan span);

struct StepGroup {
    std::string_view name;  ///< "tail", as `tirc opt --diff` takes it
    std::string_view title; ///< "split tail"
    StepSpan span;
};

/// What the steps fall into: the front of the pipeline, the split tail, the host and the device module. The
/// front of a pipeline for scheduled programs falls into blocks, buffers, loops, clean-up and GPU correctness.
/// A single step is not a group.
std::vector<StepGroup> stepGroups(const Recording& recording);

/// `3`, `3..9`, the name of a pass that runs once, or the name of a group of the recording.
Result<StepSpan> readSpan(const Recording& recording, std::string_view text);

} // namespace tir
