/// The facts about one function that the verifier uses, found in one walk and independent of the rest of the module:
/// functions that a pass does not change are not walked again.

#pragma once

#include "core/analysis/facts_collector.h"
#include "core/analysis/verify/scope_checker.h"

#include <deque>

namespace tir {

/// Allocated in the arena of its summarizer. Places count from the function, which is 0.
struct FunctionSummary {
    const Stmt* root = nullptr; ///< the body; null: not TIR
    VarList params;
    std::span<const BufferBinding> bufferMap;
    std::string_view name; ///< findings mention it
    uint32_t number = 0;   ///< functions with the same number are one and define the same variables
    Place placeCount = 1;
    BodyFacts body; ///< nothing that is in the attributes of the function
    std::span<const ScopeRemark> remarks;
    const Diagnostics* findings = nullptr;   ///< all other diagnostics about scopes; null if there are none
    const Diagnostics* typeErrors = nullptr; ///< of the rules about types and jumps; null if there are none
    std::span<const Var* const> definitions;
    /// Set if a diagnostic depends on definitions in other functions; the diagnostics are not usable then.
    bool needsModule = false;

    bool describes(const ModuleEntry& entry) const;
};

/// Creates and owns summaries; reuses its tables from one function to the next.
class FunctionSummarizer {
public:
    const FunctionSummary* summarize(const ModuleEntry& entry);
    /// The same at less cost, if the function differs from that of `before` only in attributes and in new device
    /// regions around its launches. Else null.
    const FunctionSummary* summarizeMarked(const ModuleEntry& entry, const FunctionSummary& before);

private:
    Arena m_arena;
    uint32_t m_count = 0;
    std::deque<Diagnostics> m_findings;
    FactsCollector m_facts;
    ScopeChecker m_scopes;
};

} // namespace tir
