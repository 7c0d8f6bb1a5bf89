/// Which kernel takes the place of which device region: before the split a function has the region, after it the kernel.

#pragma once

#include "core/analysis/call_graph.h"

#include <map>
#include <span>
#include <string>

namespace tir {

/// The id of a region by the id of the kernel that follows it, in order of the launches of a function. No step has two
/// nodes with one place.
std::map<std::string, std::string> regionsByKernel(std::span<const CallGraph> steps);

} // namespace tir
