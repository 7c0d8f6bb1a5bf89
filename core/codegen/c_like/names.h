/// Unique C identifiers from the name hints of variables.

#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace tir::c_like {

/// The hint with everything replaced that no identifier may have.
std::string identifier(std::string_view hint);

class Names {
public:
    using Words = std::span<const std::string_view>;
    /// Starts with the reserved words of the language and the names of its prologue.
    explicit Names(std::initializer_list<Words> reserved);

    void reserve(std::string_view name) { m_taken.emplace(name); }
    bool isTaken(const std::string& name) const { return m_taken.contains(name); }
    /// The hint as an identifier; `hint_1`, `hint_2` … when it is taken.
    std::string fresh(std::string_view hint);

private:
    std::unordered_set<std::string> m_taken;
    std::unordered_map<std::string, int> m_next; ///< number to try next, by base
};

} // namespace tir::c_like
