/// Parallel loops.

#pragma once

#include <cstddef>
#include <functional>

namespace tir {

/// Calls `work` for every index below `count`, on this thread and at most `helpers` more, as far as there are cores.
/// Returns when all calls have ended. Rethrows an exception of a call, after which some indices may be skipped.
void inParallel(size_t count, size_t helpers, const std::function<void(size_t)>& work);

} // namespace tir
