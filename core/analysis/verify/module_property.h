/// Module properties, from property_list.def: what passes require, establish and invalidate.

#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace tir {

enum class ModuleProperty : uint8_t {
#define TIR_PROPERTY(identifier, detection, name, meaning) identifier,
#include "core/analysis/verify/property_list.def"
#undef TIR_PROPERTY
};

inline constexpr size_t ModulePropertyCount = 0
#define TIR_PROPERTY(identifier, detection, name, meaning) +1
#include "core/analysis/verify/property_list.def"
#undef TIR_PROPERTY
    ;

/// When a property is looked for in a module.
enum class Detection : uint8_t {
    Never,     ///< a module does not show it
    InputOnly, ///< in the input of a run
    Once,      ///< there, and after the pass that establishes it; later passes may undo it
    Always,    ///< there, and after every pass while the property is established
};

/// "every function has a target"
std::string_view toString(ModuleProperty property);
/// One line with the exact meaning.
std::string_view meaningOf(ModuleProperty property);
Detection detectionOf(ModuleProperty property);

/// A set of properties.
class ModuleProperties {
public:
    ModuleProperties() = default;
    ModuleProperties(std::initializer_list<ModuleProperty> properties)
    {
        for (const ModuleProperty property : properties)
            add(property);
    }

    void add(ModuleProperty property) { m_bits.set(size_t(property)); }
    void remove(ModuleProperty property) { m_bits.reset(size_t(property)); }
    bool contains(ModuleProperty property) const { return m_bits.test(size_t(property)); }
    bool operator==(const ModuleProperties&) const = default;

private:
    std::bitset<ModulePropertyCount> m_bits;
};

} // namespace tir
