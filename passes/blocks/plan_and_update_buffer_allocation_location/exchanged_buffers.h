/// Global buffers of a launch that the threads of a block exchange values through.

#pragma once

#include "core/ir/module.h"
#include "passes/blocks/plan_and_update_buffer_allocation_location/allocation_places.h"
#include "passes/framework/pass.h"

namespace tir::passes {

/// Moves them to shared memory, where a block has one buffer as the program does: in a kernel, TVM gives each thread a
/// copy of its own. `places` are those of `function`, which is returned if no buffer is exchanged.
const PrimFunc* shareExchangedBuffers(const PrimFunc& function, const AllocationPlaces& places,
                                      PassContext& context);

} // namespace tir::passes
