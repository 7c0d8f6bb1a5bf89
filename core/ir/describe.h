/// Names of nodes for messages.

#pragma once

#include "core/ir/node.h"

#include <string>

namespace tir {

/// "a loop", "the variable 'i'", "the operation '+'".
std::string describe(const Node& node);

} // namespace tir
