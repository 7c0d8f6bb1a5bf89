#include "core/analysis/verify/function_summary.h"

#include "core/analysis/verify/jumps.h"
#include "core/analysis/verify/types.h"
#include "core/ir/children.h"
#include "core/support/memory_advice.h"
#include "core/support/pointer_map.h"

#include <algorithm>

namespace tir {
namespace {

/// walkPlaces for everything that looks at every function of every module of a run. Nearly all places are
/// accessed buffers and expressions of five kinds, which define nothing: they are handled first, without
/// tracking parents.
class SummaryWalk {
public:
    SummaryWalk(FactsCollector& facts, ScopeChecker& scopes, Diagnostics& typeErrors)
        : m_facts(facts),
          m_scopes(scopes),
          m_typeErrors(typeErrors),
          m_jumps(typeErrors)
    {}

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
        if (isLeafExpr(node.kind))
            return; // their end is not needed
        checkNodeTypes(node, role, {m_typeErrors, place});
        m_jumps.enter(node, role, place, parent);
        // The subject of an attribute is data, not a value.
        const bool hasSubject = node.kind == NodeKind::AttrStmt;
        forEachChild(node, role, [&](const Node& child, Role childRole) {
            if (child.kind == NodeKind::StringImm)
                ++m_next; // the most frequent part of a check
            else if (childRole == Role::Value && !hasSubject && child.isExpr() && !m_scopes.isInDeclaration())
                value(static_cast<const Expr&>(child));
            else
                step(child, childRole, &node);
        });
        m_facts.leave(node, role, place, parent);
        m_scopes.leave(node, role, place, parent);
        m_jumps.leave(role, parent);
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
        checkExprTypes(expr, {m_typeErrors, place});
        if (expr.kind == NodeKind::Call)
            m_jumps.enter(expr, Role::Value, place, nullptr);
    }

    /// Passes create the nodes of a function in about the order of the walk, so the next nodes are a little further in
    /// the arena. In modules of many megabytes the walk is bound by memory latency.
    static void expectNext(const Node& node)
    {
        constexpr uintptr_t Distance = 2048;
        expectRead(reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(&node) + Distance));
    }

    FactsCollector& m_facts;
    ScopeChecker& m_scopes;
    Diagnostics& m_typeErrors;
    JumpChecker m_jumps;
    Place m_next = 0;
};

/// Device regions that a function got around its launches.
class NewRegions {
public:
    explicit NewRegions(std::span<const LaunchFacts> launches)
    {
        for (const LaunchFacts& launch : launches)
            if (const auto [place, isNew] = m_placeOf.insert(launch.statement, launch.place); !isNew)
                place = NoPlace;
    }

    /// Whether `after` is `before` with such regions and nothing else.
    bool areAllBetween(const Stmt* before, const Stmt* after)
    {
        if (before == after)
            return true;
        const auto* attr = as<AttrStmt>(after);
        if (attr && attr->body == before)
            return addRegion(*attr);
        const auto* sequence = as<SeqStmt>(before);
        const auto* other = as<SeqStmt>(after);
        return sequence && other &&
               std::ranges::equal(sequence->seq, other->seq,
                                  [this](const Stmt* a, const Stmt* b) { return areAllBetween(a, b); });
    }

    Place count() const { return Place(m_regions.size()); }
    Place firstPlace() const { return m_regions.empty() ? NoPlace : m_regions.front().place; }

    /// The new place of a node that was at `place` before.
    Place moved(Place place) const
    {
        const auto after = std::ranges::upper_bound(m_regions, place, {}, &Region::place);
        return place + PlacesPerRegion * Place(after - m_regions.begin());
    }

    const Target* around(const LaunchFacts& launch) const
    {
        const auto found = std::ranges::lower_bound(m_regions, launch.place, {}, &Region::place);
        return found == m_regions.end() || found->place != launch.place ? nullptr : found->target;
    }

    static constexpr Place PlacesPerRegion = 2; ///< it has a value, a constant

private:
    struct Region {
        Place place; ///< of its launch, before
        const Target* target;
    };

    bool addRegion(const AttrStmt& attr)
    {
        const auto* target = as<Target>(attr.node.node());
        const Place* place = m_placeOf.find(attr.body);
        if (attr.key != attr::Target || !target || !as<IntImm>(attr.value) || !place || *place == NoPlace)
            return false;
        m_regions.push_back({*place, target});
        return true;
    }

    PointerMap<Stmt, Place> m_placeOf; ///< of launches, before; NoPlace: of a statement that is twice
    std::vector<Region> m_regions;     ///< in place order
};

template <class T>
bool isSame(std::span<const T> a, std::span<const T> b)
{
    return a.data() == b.data() && a.size() == b.size();
}

} // namespace

bool FunctionSummary::describes(const ModuleEntry& entry) const
{
    const auto* other = as<PrimFunc>(entry.function);
    return other && root == other->body && isSame(params, other->params) &&
           isSame(bufferMap, other->bufferMap) && name == entry.var->name;
}

const FunctionSummary* FunctionSummarizer::summarize(const ModuleEntry& entry)
{
    auto* summary = m_arena.make<FunctionSummary>();
    if (const auto* function = as<PrimFunc>(entry.function)) {
        summary->root = function->body;
        summary->params = function->params;
        summary->bufferMap = function->bufferMap;
    }
    summary->name = entry.var->name;
    summary->number = m_count++;
    Diagnostics findings;
    m_facts.begin();
    m_scopes.reset(findings);
    m_scopes.begin(summary->name);
    Diagnostics typeErrors;
    summary->placeCount = SummaryWalk(m_facts, m_scopes, typeErrors).walk(*entry.function);
    summary->body = m_facts.take(m_arena);
    summary->needsModule = !m_scopes.reportLocalUses();
    summary->remarks = m_arena.copy(m_scopes.remarks());
    const std::vector<ScopeChecker::Definition>& definitions = m_scopes.definitions();
    const std::span<const Var*> variables = m_arena.makeArray<const Var*>(definitions.size());
    std::ranges::transform(definitions, variables.begin(), &ScopeChecker::Definition::var);
    summary->definitions = variables;
    if (!findings.empty())
        summary->findings = &m_findings.emplace_back(std::move(findings));
    if (!typeErrors.empty())
        summary->typeErrors = &m_findings.emplace_back(std::move(typeErrors));
    return summary;
}

const FunctionSummary* FunctionSummarizer::summarizeMarked(const ModuleEntry& entry,
                                                           const FunctionSummary& before)
{
    const auto* function = as<PrimFunc>(entry.function);
    if (!function || !before.root || before.findings || before.typeErrors || before.needsModule ||
        before.body.deviceRegion != NoPlace || before.body.globalAllocation != NoPlace ||
        before.name != entry.var->name || !isSame(before.params, function->params) ||
        !isSame(before.bufferMap, function->bufferMap))
        return nullptr;
    NewRegions regions(before.body.launches);
    if (!regions.areAllBetween(before.root, function->body))
        return nullptr;

    // A region ends no scope that its launch does not end by itself: nothing is visible elsewhere than
    // before.
    auto* summary = m_arena.make<FunctionSummary>(before);
    summary->root = function->body;
    summary->placeCount += NewRegions::PlacesPerRegion * regions.count();
    BodyFacts& body = summary->body;
    body.deviceRegion = regions.firstPlace();
    const auto changed = [this](auto items, auto change) {
        const auto made =
            m_arena.makeArray<std::remove_const_t<typename decltype(items)::element_type>>(items.size());
        std::ranges::copy(items, made.begin());
        std::ranges::for_each(made, change);
        return made;
    };
    body.launches = changed(body.launches, [&](LaunchFacts& launch) {
        launch.regionTarget = regions.around(launch);
        launch.place = regions.moved(launch.place);
    });
    const auto move = [&](auto& facts) { facts.place = regions.moved(facts.place); };
    body.sharedAllocations = changed(body.sharedAllocations, move);
    body.calls = changed(body.calls, move);
    summary->remarks = changed(summary->remarks, [&](ScopeRemark& remark) {
        remark.place = regions.moved(remark.place);
        remark.dataDefinition = regions.moved(remark.dataDefinition);
    });
    return summary;
}

} // namespace tir
