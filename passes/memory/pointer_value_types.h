/// Types of pointers that say how memory is accessed: a buffer that is only accessed four elements at a time
/// becomes a buffer of vectors of four.

#pragma once

#include "passes/memory/pointer_accesses.h"

namespace tir::passes {

/// The function with vectors where its accesses allow them; the same one when there are none.
FunctionOutcome withPointerTypes(const PrimFunc& function, PassContext& context,
                                 const PointerTypingOptions& options);

} // namespace tir::passes
