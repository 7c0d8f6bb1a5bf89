/// From spans of nodes to spans of places: a variable occurs in many places, and each has a stretch of text.

#pragma once

#include "core/ir/places.h"

#include <utility>
#include <vector>

namespace tir::script {

/// For each place of the module the stretch that stands for it: among those recorded for its node, the first
/// unused one inside the stretch of the place around it. Empty where there is none.
std::vector<Span> placeSpans(const Module& module, std::vector<std::pair<const Node*, Span>> recorded);

} // namespace tir::script
