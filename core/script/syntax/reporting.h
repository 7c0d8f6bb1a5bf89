/// How much a text is told about its errors: a broken file can have one at every byte.

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

} // namespace tir::script
