/// Reconstructs the nesting of passes for formats that list only finished passes: a pass that runs others ends after
/// them, and the names show which ones it ran.

#pragma once

#include "passes/workbench/trace/pass_events.h"

#include <span>

namespace tir {

/// The names of the passes that the pass runs one after the other, without prefix; empty for most.
std::span<const std::string_view> nestedPasses(std::string_view name);

struct FinishedPass {
    std::string name; ///< as TVM reports it
    size_t text = 0;  ///< of the module after it
};

/// Adds the passes to `events`, in the order in which they ended, with a guess of their nested passes. The input of a
/// pass nested in SplitHostDevice was not written, so that its change is shown as that of SplitHostDevice.
void addFinishedPasses(PassEvents& events, const std::vector<FinishedPass>& passes);

} // namespace tir
