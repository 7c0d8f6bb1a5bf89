#include "passes/loops/loop_partition/candidates.h"

#include "core/arith/deduce_bound.h"
#include "core/ir/contains.h"
#include "core/ir/module.h"

#include <algorithm>

namespace tir::passes {
namespace {

bool isConstant(const Expr* expr)
{
    return as<IntImm>(expr) != nullptr;
}

} // namespace

void PartitionCandidates::visit(const For& loop)
{
    const bool isConstantLoop = isConstant(loop.min) && isConstant(loop.extent);
    if (m_hinted.contains(loop.loopVar)) {
        m_candidates.insert(&loop);
        visitChildren(loop);
    } else if (!isConstantLoop || m_takesConstantLoops) {
        test(loop, *loop.loopVar);
    } else {
        visitChildren(loop);
    }
}

void PartitionCandidates::visit(const AttrStmt& attr)
{
    const IterVar* axis = attr.iterVar();
    if (attr.key == PartitionHint && m_analyzer.canProve(attr.value)) {
        const auto* var = as<Var>(attr.node.node());
        if (var || axis)
            m_hinted.insert(var ? var : axis->var);
    }
    if (axis && attr.key == attr::ThreadExtent) {
        if (m_hinted.contains(axis->var)) {
            m_candidates.insert(&attr);
        } else if (axis->threadTag.starts_with("blockIdx.") &&
                   (!isConstant(attr.value) || m_takesConstantLoops)) {
            test(attr, *axis->var);
            return;
        }
    }
    visit(attr.value, Role::Value);
    visit(attr.body, Role::Scope);
}

void PartitionCandidates::test(const Stmt& stmt, const Var& var)
{
    m_tested.emplace_back(&var, false);
    if (const auto* attr = as<AttrStmt>(&stmt)) {
        visit(attr->value, Role::Value);
        visit(attr->body, Role::Scope);
    } else {
        visitChildren(stmt);
    }
    if (m_tested.back().second && !m_hasReduction)
        m_candidates.insert(&stmt);
    m_tested.pop_back();
}

void PartitionCandidates::visit(const SeqStmt& statements)
{
    const bool before = m_hasReduction;
    bool any = before;
    for (const Stmt* stmt : statements.seq) {
        m_hasReduction = before;
        visit(stmt, Role::Stmt);
        any |= m_hasReduction;
    }
    m_hasReduction = any;
}

void PartitionCandidates::visit(const Call& call)
{
    if (call.isOp(OpId::tvm_thread_allreduce)) {
        m_hasReduction = true;
    } else if (call.isOp(OpId::likely)) {
        m_isInLikely = true;
        visitChildren(call);
        m_isInLikely = false;
    } else {
        visitChildren(call);
    }
}

void PartitionCandidates::visit(const Var& var)
{
    if (!m_isInLikely || role() != Role::Value)
        return;
    const auto found = std::ranges::find(m_tested, &var, &std::pair<const Var*, bool>::first);
    if (found != m_tested.end())
        found->second = true;
}

// ---- conditions

namespace {

class ConditionFinder : public Visitor {
public:
    ConditionFinder(arith::Analyzer& analyzer, const Var& var, PartitionScope scope, bool withHint)
        : m_analyzer(analyzer),
          m_var(var),
          m_scope(std::move(scope)),
          m_withHint(withHint)
    {
        for (const arith::VarDomains* domains : {&m_scope.hints, &m_scope.relax})
            for (const auto& [outer, domain] : *domains)
                m_outer.insert(outer);
    }

    std::vector<DecidedCondition> find(const Stmt& body)
    {
        visit(&body, Role::Scope);
        return std::move(m_found);
    }

private:
    using Visitor::visit;

    void visit(const For& loop) override
    {
        if (usesOuter(*loop.min) || usesOuter(*loop.extent))
            return;
        Arena& arena = m_analyzer.arena();
        const Expr* end = add(arena, loop.min, loop.extent);
        const Expr* last = binary(arena, BinaryOp::Sub, end, intImm(arena, end->dtype, 1));
        relaxed(*loop.loopVar, {loop.min, last}, [&] { visitChildren(loop); });
    }

    void visit(const AttrStmt& attr) override
    {
        const auto visitParts = [&] {
            visit(attr.value, Role::Value);
            visit(attr.body, Role::Scope);
        };
        const IterVar* axis = attr.iterVar();
        if (!axis || attr.key != attr::ThreadExtent) {
            visitParts();
            return;
        }
        const Expr* zero = intImm(m_analyzer.arena(), attr.value->dtype, 0);
        relaxed(*axis->var, arith::intSetFromRange(m_analyzer, zero, attr.value), visitParts);
    }

    template <class Visit>
    void relaxed(const Var& var, const arith::IntSet& domain, Visit&& visitBody)
    {
        const bool isNewHint = m_scope.hints.emplace(&var, domain).second;
        const bool isNewRelax = m_scope.relax.emplace(&var, domain).second;
        visitBody();
        if (isNewHint)
            m_scope.hints.erase(&var);
        if (isNewRelax)
            m_scope.relax.erase(&var);
    }

    bool usesOuter(const Expr& expr) const
    {
        return contains(expr, [this](const Node& node) {
            const auto* var = as<Var>(&node);
            return var && m_outer.contains(var);
        });
    }

    void visit(const Call& call) override
    {
        if (call.isOp(OpId::likely))
            examine(call.args[0]);
        else if (!call.isOp(OpId::ignore_loop_partition))
            visitChildren(call);
    }

    void visit(const Binary& node) override
    {
        if (m_withHint && isComparison(node.op))
            examine(&node);
        else
            visitChildren(node);
    }

    void examine(const Expr* condition)
    {
        const auto* comparison = as<Binary>(condition);
        if (!comparison || !isComparison(comparison->op) || !mentions(condition, &m_var))
            return;
        arith::IntSet where = solve(*comparison, comparison->op);
        if (where.isNothing && comparison->op == BinaryOp::EQ) {
            const arith::IntSet above = solve(*comparison, BinaryOp::GE);
            const arith::IntSet below = solve(*comparison, BinaryOp::LE);
            if (!above.isNothing && !below.isNothing)
                where = arith::intersect(m_analyzer, {above, below});
            if (!where.isNothing) {
                decide(condition, true, where);
                return;
            }
        }
        if (!where.isNothing)
            decide(condition, true, where);
        where = solve(*comparison, inverse(comparison->op));
        if (!where.isNothing)
            decide(condition, false, where);
    }

    arith::IntSet solve(const Binary& comparison, BinaryOp op)
    {
        if (op == BinaryOp::NE)
            return arith::IntSet::nothing();
        const Expr* condition = op == comparison.op
                                    ? &comparison
                                    : m_analyzer.arena().make<Binary>(op, comparison.a, comparison.b);
        return arith::deduceBound(m_analyzer, &m_var, condition, m_scope.hints, m_scope.relax);
    }

    static BinaryOp inverse(BinaryOp op)
    {
        switch (op) {
        case BinaryOp::LT:
            return BinaryOp::GE;
        case BinaryOp::GE:
            return BinaryOp::LT;
        case BinaryOp::LE:
            return BinaryOp::GT;
        case BinaryOp::GT:
            return BinaryOp::LE;
        case BinaryOp::EQ:
            return BinaryOp::NE;
        case BinaryOp::NE:
            return BinaryOp::EQ;
        case BinaryOp::Add:
        case BinaryOp::Sub:
        case BinaryOp::Mul:
        case BinaryOp::Div:
        case BinaryOp::Mod:
        case BinaryOp::FloorDiv:
        case BinaryOp::FloorMod:
        case BinaryOp::Min:
        case BinaryOp::Max:
        case BinaryOp::And:
        case BinaryOp::Or:
            break;
        }
        TIR_CHECK(false) << toString(op) << " is no comparison";
        return op;
    }

    void decide(const Expr* condition, bool holds, const arith::IntSet& where)
    {
        for (DecidedCondition& known : m_found)
            if (known.condition == condition && known.holds == holds) {
                known.where = where;
                return;
            }
        m_found.push_back({condition, holds, where});
    }

    arith::Analyzer& m_analyzer;
    const Var& m_var;
    PartitionScope m_scope;
    PointerSet<Var> m_outer;
    bool m_withHint;
    std::vector<DecidedCondition> m_found;
};

} // namespace

std::vector<DecidedCondition> decidedConditions(arith::Analyzer& analyzer, const Var& var, const Stmt& body,
                                                PartitionScope scope, bool withHint)
{
    return ConditionFinder(analyzer, var, std::move(scope), withHint).find(body);
}

} // namespace tir::passes
