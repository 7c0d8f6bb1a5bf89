/// Helpers of Mutator: lists that are copied only if an item changes.

#pragma once

#include "core/ir/mutator.h"

#include <algorithm>

namespace tir {

/// Maps every item; the span itself when nothing changed.
template <class T, class Map>
std::span<const T> mapped(Arena& arena, std::span<const T> items, Map&& map)
{
    for (size_t i = 0; i < items.size(); ++i) {
        const T first = map(items[i]);
        if (first == items[i])
            continue;
        const std::span<T> changed = arena.makeArray<T>(items.size());
        std::copy_n(items.begin(), i, changed.begin());
        changed[i] = first;
        for (size_t j = i + 1; j < items.size(); ++j)
            changed[j] = map(items[j]);
        return changed;
    }
    return items;
}

inline bool same(ExprList a, ExprList b)
{
    return a.data() == b.data();
}

} // namespace tir
