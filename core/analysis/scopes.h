/// Where every variable of a module is in scope, which uses its definitions do not reach, and which pointers and buffers
/// are on the same memory. The verifier reports the same uses as errors; here they come with their definitions.

#pragma once

#include "core/ir/places.h"

#include <string_view>
#include <vector>

namespace tir {

struct VarDefinition {
    const Var* var;
    Place statement;         ///< that defines it; for a parameter, its own place
    Place begin;             ///< the first place that it reaches
    Place end;               ///< one past the last place that it reaches
    int function;            ///< its position in the module
    int launch;              ///< of its function, from 1; 0: in no launch
    const Buffer* allocated; ///< the buffer that is allocated together with it; null if there is none

    bool reaches(Place place) const { return begin <= place && place < end; }
};

/// A use that no definition of its variable reaches, though there is one.
struct StrayUse {
    const Var* var;
    const Buffer* buffer; ///< that is accessed or declared on the variable; null: the variable itself is used
    Place place;
};

class Scopes {
public:
    /// `places` is read now and not kept. Time: one look at every place.
    explicit Scopes(const PlaceTable& places);

    /// All of them, in place order. A thread axis may be defined by several launches.
    const std::vector<VarDefinition>& definitions() const { return m_definitions; }
    /// The first definition of `var`; null if there is none.
    const VarDefinition* definitionOf(const Var& var) const;
    /// Ascending by place.
    const std::vector<StrayUse>& strayUses() const { return m_stray; }

    /// The pointer to the memory of `entity`: of a buffer its data variable, of a pointer into other memory (`p =
    /// T.address_of(A[0])`) that of `A`. Null for anything else.
    const Var* memoryOf(const Node& entity) const;
    /// All pointers and buffers on a memory, in order of appearance.
    std::span<const Node* const> membersOf(const Var& memory) const;

private:
    class Reader;

    std::vector<VarDefinition> m_definitions;
    PointerMap<Var, uint32_t> m_firstDefinition; ///< index
    std::vector<StrayUse> m_stray;
    PointerMap<Var, const Var*> m_pointsInto;
    PointerMap<Var, uint32_t> m_memoryOf; ///< index into m_members, by the root pointer
    std::vector<std::vector<const Node*>> m_members;
};

} // namespace tir
