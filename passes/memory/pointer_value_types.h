/// Types of pointers that match the accesses: a buffer that is always accessed four elements at a time becomes a buffer
/// of vectors of four.

#pragma once

#include "passes/memory/pointer_accesses.h"

namespace tir::passes {

/// The function with vectors where its accesses allow them; the same function if there are none.
FunctionOutcome withPointerTypes(const PrimFunc& function, PassContext& context,
                                 const PointerTypingOptions& options);

} // namespace tir::passes
