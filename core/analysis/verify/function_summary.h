/// What the verifier needs to know of one function, found in one walk and independent of the rest of the
/// module: functions that a pass leaves alone are not walked again.

#pragma once

#include "core/analysis/facts_collector.h"
#include "core/analysis/verify/scope_checker.h"

#include <deque>

namespace tir {

/// Lies in the arena of its summarizer. Places count from the function, which is 0.
struct FunctionSummary {
    const Stmt* root = nullptr; ///< the body; null: not TIR
    VarList params;
    std::span<const BufferBinding> bufferMap;
    std::string_view name; ///< findings mention it
    uint32_t number = 0;   ///< functions with the same number are one and define the same variables
    Place placeCount = 1;
    BodyFacts body; ///< nothing that is in the attributes of the function
    std::span<const ScopeRemark> remarks;
    const Diagnostics* findings = nullptr;   ///< all others of the scopes; null: none
    const Diagnostics* typeErrors = nullptr; ///< of the rules about types and jumps; null: none
    std::span<const Var* const> definitions;
    /// Set when a finding depends on definitions in other functions; the findings are of no use then.
    bool needsModule = false;

    bool describes(const ModuleEntry& entry) const;
};

/// Makes summaries and owns them; keeps its tables from one function to the next.
class FunctionSummarizer {
public:
    const FunctionSummary* summarize(const ModuleEntry& entry);
    /// The same at less cost, when the function is the one of `before` but for attributes and for device
    /// regions that now are around its launches. Null when it is not.
    const FunctionSummary* summarizeMarked(const ModuleEntry& entry, const FunctionSummary& before);

private:
    Arena m_arena;
    uint32_t m_count = 0;
    std::deque<Diagnostics> m_findings;
    FactsCollector m_facts;
    ScopeChecker m_scopes;
};

} // namespace tir
