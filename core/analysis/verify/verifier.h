/// Our verdict on a module: stricter than TVM where it matters, silent where TVM is right (design,
/// decision 5). Collects everything; does not stop at the first finding.

#pragma once

#include "core/analysis/verify/module_property.h"
#include "core/ir/module.h"
#include "core/support/diagnostic.h"

namespace tir {

/// The properties that passes have established by now; rules about them apply only then.
struct VerifyContext {
    ModuleProperties established = {};
    ModuleProperties justEstablished = {}; ///< by the last pass

    bool operator==(const VerifyContext&) const = default;
};

/// Codes of errors: "undefined-variable" (never defined), "out-of-scope" (defined, but not visible here: a note points
/// at the definition), "redefinition"; those of core/analysis/verify/types.h, jumps.h, rules.h and property_rules.h.
/// Notes: "undeclared-buffer", "declaration-before-allocation", "undefined-extent", "shared-memory-outside-launch".
/// Places are in `module`; diagnostics are in place order.
Diagnostics verify(const Module& module, const VerifyContext& context = {});

} // namespace tir
