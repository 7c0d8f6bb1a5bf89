#include "passes/loops/loop_partition/decided_conditions.h"

#include "core/ir/mutator.h"
#include "passes/loops/loop_partition/candidates.h"

namespace tir::passes {
namespace {

class ConditionEliminator : public Mutator {
public:
    ConditionEliminator(Arena& arena, const Conditions& decided, bool value) : Mutator(arena), m_value(value)
    {
        for (const Expr* condition : decided)
            m_decided.insert(condition);
    }

private:
    using Mutator::visit;

    const Expr* visit(const Binary& node) override
    {
        return m_decided.contains(&node) ? boolImm(arena(), m_value) : Mutator::visit(node);
    }

    PointerSet<Expr> m_decided;
    bool m_value;
};

class LaunchGuard : public Mutator {
public:
    LaunchGuard(Arena& arena, const Conditions& decided, const Expr* guard)
        : Mutator(arena),
          m_decided(decided),
          m_guard(guard)
    {}

private:
    using Mutator::visit;

    const Stmt* visit(const AttrStmt& attr) override
    {
        if (attr.key != attr::ThreadExtent)
            return Mutator::visit(attr);
        m_isInnermost = true;
        const Stmt* made = Mutator::visit(attr);
        if (m_isInnermost) {
            const Stmt* decided = withDecided(arena(), attr.body, m_decided, true);
            const Stmt* body = makeFrom<IfThenElse>(attr, m_guard, decided, attr.body);
            made = makeFrom<AttrStmt>(attr, attr.node, attr.key, attr.value, body);
        }
        m_isInnermost = false;
        return made;
    }

    const Conditions& m_decided;
    const Expr* m_guard;
    bool m_isInnermost = false;
};

class MarkRemover : public Mutator {
public:
    using Mutator::Mutator;

private:
    using Mutator::visit;

    const Expr* visit(const Call& call) override
    {
        const bool isMark = call.isOp(OpId::likely) || call.isOp(OpId::ignore_loop_partition);
        return isMark ? mutate(call.args[0]) : Mutator::visit(call);
    }
    const Stmt* visit(const AttrStmt& attr) override
    {
        return attr.key == PartitionHint ? mutate(attr.body) : Mutator::visit(attr);
    }
};

} // namespace

const Stmt* withDecided(Arena& arena, const Stmt* stmt, const Conditions& decided, bool value)
{
    return ConditionEliminator(arena, decided, value).mutate(stmt);
}

const Stmt* withGuardedLaunches(Arena& arena, const Stmt* stmt, const Conditions& decided, const Expr* guard)
{
    return LaunchGuard(arena, decided, guard).mutate(stmt);
}

const Stmt* withoutMarks(Arena& arena, const Stmt* stmt)
{
    return MarkRemover(arena).mutate(stmt);
}

} // namespace tir::passes
