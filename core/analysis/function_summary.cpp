#include "core/analysis/function_summary.h"

#include "core/ir/place_walk.h"

#include <algorithm>

namespace tir {
namespace {

struct SummaryVisitor {
    FactsCollector& facts;
    ScopeChecker& scopes;

    void enter(const Node& node, Role role, Place place, const Node* parent)
    {
        facts.enter(node, role, place, parent);
        scopes.enter(node, role, place, parent);
    }
    void leave(const Node& node, Role role, Place place, const Node* parent)
    {
        facts.leave(node, role, place, parent);
        scopes.leave(node, role, place, parent);
    }
};

} // namespace

bool FunctionSummary::describes(const ModuleEntry& entry) const
{
    const auto* other = as<PrimFunc>(entry.function);
    return function && other && function->body == other->body &&
           function->params.data() == other->params.data() &&
           function->params.size() == other->params.size() &&
           function->bufferMap.data() == other->bufferMap.data() &&
           function->bufferMap.size() == other->bufferMap.size() && name == entry.var->name;
}

const FunctionSummary* FunctionSummarizer::summarize(const ModuleEntry& entry)
{
    auto* summary = m_arena.make<FunctionSummary>();
    summary->function = as<PrimFunc>(entry.function);
    summary->name = entry.var->name;
    Diagnostics findings;
    SummaryVisitor visitor{m_facts, m_scopes};
    m_facts.begin();
    m_scopes.reset(findings);
    m_scopes.begin(summary->name);
    summary->placeCount = walkPlaces(*entry.function, Role::Part, 0, visitor);
    summary->body = m_facts.take(m_arena);
    summary->needsModule = !m_scopes.reportLocalUses();
    summary->remarks = m_arena.copy(m_scopes.remarks());
    const std::vector<ScopeChecker::Definition>& definitions = m_scopes.definitions();
    const std::span<const Var*> variables = m_arena.makeArray<const Var*>(definitions.size());
    std::ranges::transform(definitions, variables.begin(), &ScopeChecker::Definition::var);
    summary->definitions = variables;
    if (!findings.empty())
        summary->findings = &m_findings.emplace_back(std::move(findings));
    return summary;
}

} // namespace tir
