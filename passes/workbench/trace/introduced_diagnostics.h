/// Which diagnostics of a run are new in a step, and which an earlier step has as well.

#pragma once

#include "passes/framework/recording.h"

#include <optional>

namespace tir {

/// Pointers into the diagnostics of a recording; valid while it lives.
struct StepDiagnostics {
    std::vector<const Diagnostic*> introduced;
    std::vector<const Diagnostic*> inherited;
    std::vector<size_t> since; ///< by inherited one: the step that introduced it; 0 is the input

    /// Of the diagnostics that the step introduces; nothing if there are none.
    std::optional<Severity> worstIntroduced() const;
    size_t countIntroduced(Severity severity) const;
};

/// By module number. Places change from step to step, messages do not: a step inherits a diagnostic if an earlier
/// step has at least as many with the same severity, code, and message.
std::vector<StepDiagnostics> introducedDiagnostics(const Recording& recording);

} // namespace tir
