/// Result<T>: a value, or the diagnostics that explain its absence.

#pragma once

#include "core/support/check.h"
#include "core/support/diagnostic.h"

#include <utility>
#include <variant>

namespace tir {

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_content(std::in_place_index<0>, std::move(value)) {}
    Result(Diagnostics diagnostics) : m_content(std::in_place_index<1>, std::move(diagnostics)) {}
    Result(Diagnostic diagnostic) : Result(Diagnostics{std::move(diagnostic)}) {}

    bool hasValue() const { return m_content.index() == 0; }
    explicit operator bool() const { return hasValue(); }

    /// Precondition: hasValue().
    const T& value() const&
    {
        TIR_CHECK(hasValue()) << "value of a failed result";
        return std::get<0>(m_content);
    }
    T&& value() &&
    {
        TIR_CHECK(hasValue()) << "value of a failed result";
        return std::get<0>(std::move(m_content));
    }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }

    /// Empty when there is a value.
    const Diagnostics& diagnostics() const
    {
        static const Diagnostics None;
        return hasValue() ? None : std::get<1>(m_content);
    }

private:
    std::variant<T, Diagnostics> m_content;
};

/// An error without a place or notes, the common case.
inline Diagnostic error(std::string code, std::string message)
{
    return {.severity = Severity::Error, .code = std::move(code), .message = std::move(message)};
}

} // namespace tir
