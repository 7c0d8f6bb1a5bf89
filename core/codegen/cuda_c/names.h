/// Names of one function: the hints of variables made into C identifiers that nothing else has.

#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace tir::cuda_c {

class Names {
public:
    /// Starts with what C++ and CUDA keep for themselves.
    Names();

    void reserve(std::string_view name) { m_taken.emplace(name); }
    bool isTaken(const std::string& name) const { return m_taken.contains(name); }
    /// The hint with everything replaced that no identifier may have; `hint_1`, `hint_2` … when it is taken.
    std::string fresh(std::string_view hint);

private:
    std::unordered_set<std::string> m_taken;
    std::unordered_map<std::string, int> m_next; ///< number to try next, by base
};

/// A hint as an identifier, taken or not.
std::string identifier(std::string_view hint);

bool isKeyword(std::string_view name);
/// Identifiers with `::` between them, none of them a keyword: what a function of another file can be called.
bool isQualifiedName(std::string_view name);

} // namespace tir::cuda_c
