/// Vectorized loops whose iterations are not independent: executed one after the other they compute something else
/// than as lanes of a vector, which do each statement together and read before they write.

#pragma once

#include "core/ir/stmt.h"

namespace tir {

/// An access by which an iteration uses what another iteration leaves in memory, so that the result depends on whether
/// iterations run together; null if none is known. Examines accesses that every iteration makes and whose indices
/// depend on the loop variable alone; for loops with many iterations only their distance from the first one.
const Node* carriedAccess(const For& loop);

} // namespace tir
