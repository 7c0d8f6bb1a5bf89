/// Steps that are shown as one: their combined change is the difference between the module before the first and the
/// module after the last.

#pragma once

#include "passes/framework/recording.h"

namespace tir {

/// Numbers of steps, both included. Each step of a span starts from the module of the previous one, so that a span that
/// ends in the device module does not include the steps of the host module.
struct StepSpan {
    size_t first = 0;
    size_t last = 0;
    bool contains(size_t number) const { return first <= number && number <= last; }
    bool operator==(const StepSpan&) const = default;
};

/// The steps from `first` to `last` that lead to `last`. Precondition: first <= last.
StepSpan onOneWay(const Recording& recording, StepSpan span);

struct StepGroup {
    std::string_view name;  ///< "tail", as `tirc opt --diff` takes it
    std::string_view title; ///< "split tail"
    StepSpan span;
};

/// The groups of steps: the first part of the pipeline, the split tail, the host and the device module. The first part
/// of a pipeline for scheduled programs has groups for blocks, buffers, loops, clean-up and GPU correctness. A single
/// step is not a group.
std::vector<StepGroup> stepGroups(const Recording& recording);

/// `3`, `3..9`, the name of a pass that runs once, or the name of a group of the recording.
Result<StepSpan> readSpan(const Recording& recording, std::string_view text);

} // namespace tir
