/// What a block of every launch of a module takes of a multiprocessor, as far as the module says.

#pragma once

#include "core/arith/index_range.h"
#include "core/ir/module.h"
#include "core/ir/places.h"

#include <string>
#include <vector>

namespace tir {

struct LaunchDemand {
    std::string function;    ///< that has the launch
    std::string label;       ///< "main, launch 2" or the kernel's name
    Place place = NoPlace;   ///< the outermost thread_extent
    int64_t threads = -1;    ///< in a block; -1: not a constant
    int64_t staticBytes = 0; ///< of shared memory; symbolic sizes left out
    int64_t dynamicBytes = 0;
};

/// One entry per launch, in program order. `sizes` has the values of symbolic sizes, as far as they are known.
std::vector<LaunchDemand> launchDemands(const Module& module, const SizeLookup& sizes = {});

} // namespace tir
