/// Copies from and to the fragments of tensor cores, tile by tile.

#pragma once

#include "passes/blocks/lower_auto_copy/copy_nest.h"

namespace tir::passes {

/// shared -> wmma.matrix_a, wmma.matrix_b
RewrittenCopy loadFragments(Arena& arena, const CopyBlock& copy, const Stmt* body);
/// wmma.accumulator -> shared
RewrittenCopy storeFragments(Arena& arena, const CopyBlock& copy, const Stmt* body);
/// wmma.accumulator -> global, and m16n8k8.matrixC -> global: through shared memory, from which all threads
/// copy.
RewrittenCopy storeThroughShared(Arena& arena, const CopyBlock& copy, const Stmt* body);

} // namespace tir::passes
