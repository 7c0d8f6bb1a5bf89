/// What the verifier needs to know of one function, found in one walk and independent of the rest of the
/// module: functions that a pass leaves alone are not walked again.

#pragma once

#include "core/analysis/scope_checker.h"

namespace tir {

struct FunctionSummary {
    const PrimFunc* function = nullptr; ///< one with this content; attributes may differ
    std::string_view name;              ///< findings mention it
    Place placeCount = 1;
    FunctionFacts facts;  ///< places from 0; nothing that stands in the attributes of the function
    Diagnostics findings; ///< of the scopes; places from 0
    std::vector<const Var*> definitions;
    /// Set when a finding depends on definitions in other functions; `findings` are of no use then.
    bool needsModule = false;

    bool describes(const ModuleEntry& entry) const;
};

/// Makes summaries; keeps its tables from one function to the next.
class FunctionSummarizer {
public:
    FunctionSummary summarize(const ModuleEntry& entry);

private:
    ScopeChecker m_scopes;
};

} // namespace tir
