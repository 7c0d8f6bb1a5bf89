/// Copies that the threads of a block divide among themselves: between global and shared memory.

#pragma once

#include "passes/blocks/lower_auto_copy/copy_nest.h"

namespace tir::passes {

/// shared -> global: the loops run over the target, so that threads next to each other write elements next to
/// each other.
RewrittenCopy loopOverTarget(Arena& arena, const CopyBlock& copy, const Stmt* body);

/// global -> shared and shared -> global: all loops become one, which is divided among threads and vectors.
RewrittenCopy coalesce(Arena& arena, const CopyBlock& copy, const Stmt* body);

/// global -> shared: each thread loads all its elements into local memory before it stores them.
RewrittenCopy stageLocally(Arena& arena, const CopyBlock& copy, const Stmt* body);

} // namespace tir::passes
