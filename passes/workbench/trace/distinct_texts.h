/// Numbers for texts of which each is stored once.

#pragma once

#include "core/support/text_map.h"

#include <unordered_map>

namespace tir {

/// Stores only hashes: texts may be large, and the caller stores them.
class DistinctTexts {
public:
    /// The number of the text, and whether it is new. New texts get ascending numbers, starting from 0. `isText(number)`
    /// returns whether the stored text with that number is equal to `text`.
    template <class IsText>
    std::pair<size_t, bool> add(std::string_view text, IsText isText)
    {
        const size_t hash = textHash(text);
        const auto [first, last] = m_numbers.equal_range(hash);
        for (auto known = first; known != last; ++known)
            if (isText(known->second))
                return {known->second, false};
        m_numbers.emplace(hash, m_count);
        return {m_count++, true};
    }
    /// The number of a text that is stored, but equal to no other one.
    size_t addUnequal() { return m_count++; }

private:
    std::unordered_multimap<size_t, size_t> m_numbers; ///< by hash
    size_t m_count = 0;
};

} // namespace tir
