#include "core/analysis/verify/module_property.h"

#include <array>

namespace tir {
namespace {

struct PropertyInfo {
    Detection detection;
    std::string_view name;
    std::string_view meaning;
};

constexpr std::array<PropertyInfo, ModulePropertyCount> Properties{{
#define TIR_PROPERTY(identifier, detection, name, meaning) {Detection::detection, name, meaning},
#include "core/analysis/verify/property_list.def"
#undef TIR_PROPERTY
}};

} // namespace

std::string_view toString(ModuleProperty property)
{
    return Properties[size_t(property)].name;
}

std::string_view meaningOf(ModuleProperty property)
{
    return Properties[size_t(property)].meaning;
}

Detection detectionOf(ModuleProperty property)
{
    return Properties[size_t(property)].detection;
}

} // namespace tir
