/// Vectorized loops whose iterations are not independent: executed one after the other they compute something else
/// than as lanes of a vector, which do each statement together and read before they write.

#pragma once

#include "core/ir/stmt.h"

namespace tir {

/// An access by which an iteration takes, or keeps, what another one has left there, so that the result depends on
/// whether lanes run together; null if none is known. Looks at accesses that every iteration makes, whose indices
/// follow from the loop variable alone; of loops with many iterations only at their distance from the first one.
const Node* carriedAccess(const For& loop);

} // namespace tir
