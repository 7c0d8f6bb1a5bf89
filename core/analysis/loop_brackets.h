/// The loops of a launch as a reader sees them: a variable, how often it runs, and what is nested in what.

#pragma once

#include "core/analysis/launch_events.h"

namespace tir {

std::vector<LoopBracket> loopBrackets(std::span<const LoopSpan> loops);

} // namespace tir
