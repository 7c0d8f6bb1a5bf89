#include "core/arith/condition_bounds.h"

#include "core/arith/linear_inequalities.h"
#include "core/ir/contains.h"

#include <algorithm>

namespace tir::arith {
namespace {

/// The comparisons of a conjunction that can be solved, and the variables in them by first occurrence.
struct Solvable {
    std::vector<const Expr*> relations;
    std::vector<const Var*> vars;
};

/// Whether a comparison consists of integer variables and constants, and adds, multiplies and divides them.
bool isSimple(const Binary& comparison, std::vector<const Var*>& vars)
{
    const auto isOther = [&](const Node& node) {
        if (&node == &comparison)
            return false;
        if (const auto* var = as<Var>(&node)) {
            if (!var->dtype.isIntegral())
                return true;
            vars.push_back(var);
            return false;
        }
        const auto* binary = as<Binary>(&node);
        return binary ? binary->op != BinaryOp::Add && binary->op != BinaryOp::Sub &&
                            binary->op != BinaryOp::Mul && binary->op != BinaryOp::FloorDiv &&
                            binary->op != BinaryOp::FloorMod
                      : node.kind != NodeKind::IntImm;
    };
    return !contains(comparison, isOther) && !vars.empty();
}

void collect(const Expr* condition, Solvable& found)
{
    condition = withoutLikely(condition);
    const auto* binary = as<Binary>(condition);
    if (binary && binary->op == BinaryOp::And) {
        collect(binary->a, found);
        collect(binary->b, found);
        return;
    }
    std::vector<const Var*> vars;
    if (!binary || !isComparison(binary->op) || !isSimple(*binary, vars))
        return;
    found.relations.push_back(binary);
    for (const Var* var : vars)
        if (std::ranges::find(found.vars, var) == found.vars.end())
            found.vars.push_back(var);
}

const IntSet* find(const VarDomains& domains, const Var* var)
{
    const auto found = domains.find(var);
    return found == domains.end() ? nullptr : &found->second;
}

/// Nothing if the condition is not equivalent to ranges, or cannot be solved.
std::optional<std::vector<VarRange>> solve(Analyzer& plain, const KnownDomains& known, const Expr* condition)
{
    condition = plain.simplify(condition);
    Solvable solvable;
    if (condition->kind != NodeKind::IntImm)
        collect(condition, solvable);
    if (solvable.relations.empty())
        return std::nullopt;
    std::vector<VarRange> ranges;
    for (const Var* var : solvable.vars) {
        const IntSet* domain = find(known.relaxed, var);
        if (!domain)
            domain = find(known.hints, var);
        if (!domain || !domain->isBounded())
            continue;
        Arena& arena = plain.arena();
        const Expr* count = binary(arena, BinaryOp::Sub, domain->max, domain->min);
        const Expr* extent = add(arena, count, intImm(arena, count->dtype, 1));
        ranges.push_back({var, domain->min, plain.simplify(extent)});
    }
    return solveInequalities(plain.arena(), solvable.vars, ranges, solvable.relations);
}

} // namespace

ConditionScope::ConditionScope(Analyzer& plain, KnownDomains& known, const Expr* condition, bool holds)
    : m_known(known),
      m_pendingBefore(known.pending.size())
{
    if (condition->dtype != Bool)
        condition =
            binary(plain.arena(), BinaryOp::NE, condition, intImm(plain.arena(), condition->dtype, 0));
    if (isTrue(condition) && holds) {
        known.pending.push_back(condition);
        return;
    }
    if (!holds)
        condition = plain.arena().make<Not>(condition);
    const auto solved = solve(plain, known, condition);
    if (!solved) {
        known.pending.push_back(condition);
        return;
    }
    for (const VarRange& range : *solved) {
        IntSet set = intSetFromRange(plain, range.min, range.extent);
        VarDomains& domains = find(known.relaxed, range.var) ? known.relaxed : known.hints;
        const IntSet* former = find(domains, range.var);
        m_former.push_back({&domains, range.var, former ? std::optional(*former) : std::nullopt});
        if (former)
            set = intersect(plain, {*former, set});
        domains[range.var] = set;
    }
}

ConditionScope::~ConditionScope()
{
    m_known.pending.resize(m_pendingBefore);
    for (size_t i = m_former.size(); i-- > 0;) {
        const Former& former = m_former[i];
        if (former.set)
            (*former.domains)[former.var] = *former.set;
        else
            former.domains->erase(former.var);
    }
}

} // namespace tir::arith
