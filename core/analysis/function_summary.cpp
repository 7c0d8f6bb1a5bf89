#include "core/analysis/function_summary.h"

#include "core/analysis/facts_collector.h"
#include "core/ir/place_walk.h"

namespace tir {
namespace {

struct SummaryVisitor {
    FactsCollector facts;
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

FunctionSummary FunctionSummarizer::summarize(const ModuleEntry& entry)
{
    FunctionSummary summary;
    summary.function = as<PrimFunc>(entry.function);
    summary.name = entry.var->name;
    SummaryVisitor visitor{{}, m_scopes};
    visitor.facts.begin(summary.facts, 0);
    m_scopes.reset(summary.findings);
    m_scopes.begin(summary.name);
    summary.placeCount = walkPlaces(*entry.function, Role::Part, 0, visitor);
    summary.needsModule = !m_scopes.reportLocalUses();
    for (const ScopeChecker::Definition& definition : m_scopes.definitions())
        summary.definitions.push_back(definition.var);
    return summary;
}

} // namespace tir
