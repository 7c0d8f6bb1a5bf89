/// A message about a program: severity, a stable code, text, and a place.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tir {

/// Bytes [begin, end) of a source text.
struct Span {
    uint32_t begin = 0;
    uint32_t end = 0;
    bool isEmpty() const { return begin >= end; }
    bool operator==(const Span&) const = default;
};

/// A place in one module: the index of a node in the module's place order (core/ir/places.h).
using Place = uint32_t;
inline constexpr Place NoPlace = UINT32_MAX;

enum class Severity : uint8_t { Note, Warning, Error };

/// A remark belonging to a diagnostic: usually "'x' is defined here".
struct DiagnosticNote {
    std::string message;
    Place place = NoPlace;
    std::optional<Span> span = std::nullopt;
};

/// Messages start in lower case, have no final period, and state what was found and what was expected.
struct Diagnostic {
    Severity severity = Severity::Error;
    std::string code; ///< stable, kebab-case: "undefined-variable"
    std::string message;
    Place place = NoPlace;                   ///< in the module that the diagnostic is about
    std::optional<Span> span = std::nullopt; ///< in the source text, when there is one
    std::vector<DiagnosticNote> notes = {};
};

using Diagnostics = std::vector<Diagnostic>;

inline bool hasError(const Diagnostics& diagnostics)
{
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.severity == Severity::Error)
            return true;
    return false;
}

} // namespace tir
