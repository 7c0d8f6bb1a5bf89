/// The same work for many things at once.

#pragma once

#include <cstddef>
#include <functional>

namespace tir {

/// Calls `work` for every index below `count`, on this thread and at most `helpers` more, as far as there are cores.
/// Returns when all is done. What a call throws comes out of here, after which some indices may be left out.
void inParallel(size_t count, size_t helpers, const std::function<void(size_t)>& work);

} // namespace tir
