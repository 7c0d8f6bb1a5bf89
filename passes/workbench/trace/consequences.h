/// What becomes of an error: the decisions that later passes took about the variables it speaks of.

#pragma once

#include "passes/framework/recording.h"

namespace tir {

/// For the errors of step `number` that speak of a variable: SplitHostDevice, say, makes a parameter of a
/// variable that is out of scope. In the order of the steps.
std::vector<Consequence> consequencesOf(const Recording& recording, size_t number);

} // namespace tir
