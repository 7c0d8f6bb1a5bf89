/// Limits on the errors reported for a text: a broken file can have one at every byte.

#pragma once

#include "core/support/diagnostic.h"

#include <utility>

namespace tir::script {

inline constexpr size_t MaxReported = 1000;

/// Null when there are enough already.
inline Diagnostic* reportBounded(Diagnostics& diagnostics, Diagnostic diagnostic)
{
    if (diagnostics.size() >= MaxReported)
        return nullptr;
    return &diagnostics.emplace_back(std::move(diagnostic));
}

inline void reportAt(Diagnostics& diagnostics, size_t begin, size_t end, std::string code,
                     std::string message)
{
    reportBounded(diagnostics, {.code = std::move(code),
                                .message = std::move(message),
                                .span = Span{uint32_t(begin), uint32_t(end)},
                                .notes = {}});
}

} // namespace tir::script
