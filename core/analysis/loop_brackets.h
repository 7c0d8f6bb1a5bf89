/// The loops of a launch: their variables, iteration counts, and nesting.

#pragma once

#include "core/analysis/launch_events.h"

namespace tir {

std::vector<LoopBracket> loopBrackets(std::span<const LoopSpan> loops);

} // namespace tir
