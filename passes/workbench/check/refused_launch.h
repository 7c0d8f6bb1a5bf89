/// A launch that the target refuses, found without executing it.

#pragma once

#include "core/runtime/finding.h"
#include "passes/framework/recording.h"

#include <optional>

namespace tir {

/// A launch that takes more shared memory than the target of the recording has, as the verifier reports it at the first
/// step that shows it. A finding of the input: passes combine and enlarge allocations as the program requires.
std::optional<Finding> refusedLaunch(const Recording& recording);

} // namespace tir
