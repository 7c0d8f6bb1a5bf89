/// The C pointers and arrays of one function: the type of their elements, and whether they are volatile.

#pragma once

#include "core/ir/expr.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace tir::cuda_c {

class DataPointers {
public:
    void setElementType(const Var& data, DType type) { m_elements[&data] = type; }
    /// Nothing for pointers to void.
    std::optional<DType> elementType(const Var& data) const
    {
        const auto known = m_elements.find(&data);
        return known == m_elements.end() ? std::nullopt : std::optional(known->second);
    }

    void setVolatile(const Var& data) { m_volatile.insert(&data); }
    bool isVolatile(const Var& data) const { return m_volatile.contains(&data); }

private:
    std::unordered_map<const Var*, DType> m_elements;
    std::unordered_set<const Var*> m_volatile;
};

} // namespace tir::cuda_c
