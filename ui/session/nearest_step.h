/// Searches over the steps of a run.

#pragma once

#include <cstddef>
#include <optional>

namespace tir::ui {

/// The first step from `from` on, in a direction (1 or -1), that `isWanted`; nothing if none of `count` steps is. `from` may be
/// outside of them.
template <class IsWanted>
std::optional<size_t> nearestStep(ptrdiff_t from, int direction, size_t count, IsWanted isWanted)
{
    for (ptrdiff_t number = from; number >= 0 && number < ptrdiff_t(count); number += direction)
        if (isWanted(size_t(number)))
            return size_t(number);
    return std::nullopt;
}

} // namespace tir::ui
