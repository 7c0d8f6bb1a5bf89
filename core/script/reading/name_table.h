/// Names in scope: suites nest, an inner name hides an outer one, and is removed at the end of its suite.

#pragma once

#include "core/script/reading/value.h"

#include <unordered_map>

namespace tir::script {

class NameTable {
public:
    struct Binding {
        Value value;
        Span span; ///< where the name got its meaning
        int level = 0;
    };

    void push() { m_order.emplace_back(); }
    void pop();
    int level() const { return int(m_order.size()); }

    /// Null when nothing in scope has the name.
    const Binding* find(std::string_view name) const;
    /// In the innermost suite; replaces an earlier definition there.
    void define(std::string_view name, const Value& value, Span span);

    /// Where a name of a suite that has ended was defined; empty if there was none since forgetEnded.
    Span ended(std::string_view name) const;
    void forgetEnded() { m_ended.clear(); }

    /// All names in scope, for suggestions.
    std::vector<std::string_view> names() const;

private:
    std::unordered_map<std::string_view, std::vector<Binding>> m_bindings;
    std::vector<std::vector<std::string_view>> m_order;
    std::unordered_map<std::string_view, Span> m_ended;
};

} // namespace tir::script
