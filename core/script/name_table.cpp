#include "core/script/name_table.h"

namespace tir::script {

void NameTable::pop()
{
    for (const std::string_view name : m_order.back())
        m_bindings[name].pop_back();
    m_order.pop_back();
}

const NameTable::Binding* NameTable::find(std::string_view name) const
{
    const auto found = m_bindings.find(name);
    return found == m_bindings.end() || found->second.empty() ? nullptr : &found->second.back();
}

void NameTable::define(std::string_view name, const Value& value, Span span)
{
    std::vector<Binding>& bindings = m_bindings[name];
    if (!bindings.empty() && bindings.back().level == level()) {
        bindings.back() = {value, span, level()};
        return;
    }
    bindings.push_back({value, span, level()});
    m_order.back().push_back(name);
}

std::vector<std::string_view> NameTable::names() const
{
    std::vector<std::string_view> found;
    for (const auto& [name, bindings] : m_bindings)
        if (!bindings.empty())
            found.push_back(name);
    return found;
}

} // namespace tir::script
