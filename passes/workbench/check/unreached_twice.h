/// The parts of a module that two runs with different inputs leave out: together, they check the others.

#pragma once

#include "core/ir/module.h"
#include "core/runtime/finding.h"

#include <vector>

namespace tir {

/// What neither of two runs of the module has reached, from the findings of both.
std::vector<Finding> unreachedTwice(const Module& module, const std::vector<Finding>& first,
                                    const std::vector<Finding>& second);

} // namespace tir
