/// The downstream effects of an error: decisions of later passes about the variables in it.

#pragma once

#include "passes/framework/recording.h"

namespace tir {

/// For the errors of step `number` about a variable: SplitHostDevice, for example, makes a parameter of a variable that
/// is out of scope. In the order of the steps.
std::vector<Consequence> consequencesOf(const Recording& recording, size_t number);

} // namespace tir
