/// Global buffers of a launch that the threads of a block exchange values through.

#pragma once

#include "core/ir/module.h"
#include "passes/framework/pass.h"

namespace tir::passes {

/// Moves them to shared memory, where a block has one buffer as the program does: in a kernel, TVM gives each thread a
/// copy of its own. Returns `function` if there are none.
const PrimFunc* shareExchangedBuffers(const PrimFunc& function, PassContext& context);

} // namespace tir::passes
