/// The steps of two runs beside each other: the same passes in the same branches, in order.

#pragma once

#include "passes/framework/recording.h"

#include <optional>
#include <vector>

namespace tir {

/// A step of one run with its counterpart in the other.
struct AlignedStep {
    std::optional<size_t> a; ///< nothing if only the other run has the step; one of them is set
    std::optional<size_t> b;
    bool isEqual =
        false; ///< both are there, and the modules after them are structurally equal or print alike
};

/// Every step of both runs once, in an order that respects both; the inputs, which have the number 0, come first. Steps
/// match by the name of the pass and its branch: arguments may differ. Time: linear in the nodes of all modules; equal
/// modules in a row are compared once. Messages of assertions do not count if one of the runs is TVM's.
std::vector<AlignedStep> alignSteps(const Recording& a, const Recording& b);

/// The counterpart of step `number` in the other run; `run` is the one that has the number: `&AlignedStep::a`. Nothing if
/// there is none.
std::optional<size_t> counterpartOf(const std::vector<AlignedStep>& steps,
                                    std::optional<size_t> AlignedStep::*run, size_t number);

/// The first step that exists in one run only, or has a different result; null if there is none.
const AlignedStep* firstDifference(const std::vector<AlignedStep>& steps);

} // namespace tir
