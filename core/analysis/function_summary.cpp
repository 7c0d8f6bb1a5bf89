#include "core/analysis/function_summary.h"

#include "core/ir/children.h"
#include "core/support/memory_advice.h"

#include <algorithm>

namespace tir {
namespace {

/// walkPlaces for the two that look at every function of every module of a run. Nearly all places are
/// accessed buffers and expressions of five kinds, which define nothing: they are told apart first, and nobody
/// asks what their parents are.
class SummaryWalk {
public:
    SummaryWalk(FactsCollector& facts, ScopeChecker& scopes) : m_facts(facts), m_scopes(scopes) {}

    /// Returns the number of places.
    Place walk(const Node& root)
    {
        m_next = 0;
        step(root, Role::Part, nullptr);
        return m_next;
    }

private:
    void step(const Node& node, Role role, const Node* parent)
    {
        if (role == Role::BufferUse) {
            useBuffer(static_cast<const Buffer&>(node));
            return;
        }
        expectNext(node);
        const Place place = m_next++;
        m_facts.enter(node, role, place, parent);
        m_scopes.enter(node, role, place, parent);
        if (node.kind == NodeKind::Var)
            return;
        // The subject of an attribute is data, not a value.
        const bool hasSubject = node.kind == NodeKind::AttrStmt;
        forEachChild(node, role, [&](const Node& child, Role childRole) {
            if (childRole == Role::Value && !hasSubject && child.isExpr() && !m_scopes.isInDeclaration())
                value(static_cast<const Expr&>(child));
            else
                step(child, childRole, &node);
        });
        m_facts.leave(node, role, place, parent);
        m_scopes.leave(node, role, place, parent);
    }

    void value(const Expr& expr)
    {
        const Place place = m_next;
        switch (expr.kind) {
        case NodeKind::Binary: {
            const auto& binary = static_cast<const Binary&>(expr);
            enter(expr, place);
            value(*binary.a);
            value(*binary.b);
            break;
        }
        case NodeKind::BufferLoad: {
            const auto& load = static_cast<const BufferLoad&>(expr);
            enter(expr, place);
            useBuffer(*load.buffer);
            values(load.indices);
            if (load.predicate)
                value(*load.predicate);
            break;
        }
        case NodeKind::Call:
            enter(expr, place);
            values(static_cast<const Call&>(expr).args);
            break;
        case NodeKind::Cast:
            enter(expr, place);
            value(*static_cast<const Cast&>(expr).value);
            break;
        case NodeKind::FloatImm:
        case NodeKind::IntImm:
        case NodeKind::StringImm:
            enter(expr, place);
            break;
        case NodeKind::Var:
            enter(expr, place);
            m_scopes.useValue(static_cast<const Var&>(expr), place);
            break;
        default:
            step(expr, Role::Value, nullptr);
        }
    }

    void values(ExprList exprs)
    {
        for (const Expr* expr : exprs)
            value(*expr);
    }

    void useBuffer(const Buffer& buffer)
    {
        const Place place = m_next++;
        m_facts.enterBuffer(buffer);
        m_scopes.useBuffer(buffer, place);
    }

    void enter(const Expr& expr, Place place)
    {
        expectNext(expr);
        m_next = place + 1;
        m_facts.enterExpr(expr, place);
    }

    /// Who makes a function makes its nodes in about the order of the walk, so what comes a little later lies
    /// a little behind in the arena. In modules of many megabytes the walk waits for nothing but memory.
    static void expectNext(const Node& node)
    {
        constexpr uintptr_t Distance = 2048;
        expectRead(reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(&node) + Distance));
    }

    FactsCollector& m_facts;
    ScopeChecker& m_scopes;
    Place m_next = 0;
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
    summary->number = m_count++;
    Diagnostics findings;
    m_facts.begin();
    m_scopes.reset(findings);
    m_scopes.begin(summary->name);
    summary->placeCount = SummaryWalk(m_facts, m_scopes).walk(*entry.function);
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
