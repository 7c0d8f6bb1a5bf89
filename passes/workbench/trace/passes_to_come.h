/// How a recorded run would have continued.

#pragma once

#include "passes/framework/recording.h"

#include <string>
#include <vector>

namespace tir {

/// The names of the passes that follow if the recorded ones are the beginning of a pipeline, as in a run of TVM that
/// failed; empty if they are not, or are all of it. Other passes may be in between: parts of a pass, and those that a
/// configuration adds.
std::vector<std::string> passesToCome(const std::vector<Step>& steps);

} // namespace tir
