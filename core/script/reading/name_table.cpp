#include "core/script/reading/name_table.h"

namespace tir::script {

void NameTable::pop()
{
    for (const std::string_view name : m_order.back()) {
        std::vector<Binding>& bindings = m_bindings[name];
        m_ended[name] = bindings.back().span;
        bindings.pop_back();
    }
    m_order.pop_back();
}

const NameTable::Binding* NameTable::find(std::string_view name) const
{
    const auto found = m_bindings.find(name);
    return found == m_bindings.end() || found->second.empty() ? nullptr : &found->second.back();
}

Span NameTable::ended(std::string_view name) const
{
    const auto found = m_ended.find(name);
    return found == m_ended.end() ? Span() : found->second;
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
