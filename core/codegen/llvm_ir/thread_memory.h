/// Local memory that stands above its launch, as before lowering, where the loops around a launch run on the
/// host.

#pragma once

#include "core/ir/stmt.h"

#include <vector>

namespace tir::llvm_ir {

/// The buffers of scope local of which every thread of a launch has its own: used in one launch only, by
/// names in it, at elements that are the same ones for all its threads. What differs by thread is one buffer
/// with room for all of them, before CompactBufferAllocation. `always`: as for threadAxis of scan.h.
std::vector<const Buffer*> threadBuffers(const Stmt& body, bool always);

} // namespace tir::llvm_ir
