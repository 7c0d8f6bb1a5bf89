#include "core/arith/bounded_mutator.h"

namespace tir {

const Stmt* BoundedMutator::mutateBody(const Stmt* body)
{
    const size_t mark = m_bounds.mark();
    const Stmt* made = mutate(body);
    m_bounds.leave(mark);
    return made;
}

const Stmt* BoundedMutator::mutateUnder(const Expr& condition, bool holds, const Stmt* body)
{
    const size_t mark = holds ? m_bounds.enter(condition) : m_bounds.enterNegated(condition);
    const Stmt* made = mutate(body);
    m_bounds.leave(mark);
    return made;
}

const Expr* BoundedMutator::mutateUnder(const Expr& condition, bool holds, const Expr* value)
{
    const size_t mark = holds ? m_bounds.enter(condition) : m_bounds.enterNegated(condition);
    const Expr* made = mutate(value);
    m_bounds.leave(mark);
    return made;
}

const Expr* BoundedMutator::visit(const Call& call)
{
    if (!call.isOp("tirx.if_then_else"))
        return Mutator::visit(call);
    const Expr* condition = mutate(call.args[0]);
    const Expr* whenTrue = mutateUnder(*condition, true, call.args[1]);
    const Expr* whenFalse = mutateUnder(*condition, false, call.args[2]);
    if (condition == call.args[0] && whenTrue == call.args[1] && whenFalse == call.args[2])
        return &call;
    const std::vector<const Expr*> args{condition, whenTrue, whenFalse};
    return makeFrom<Call>(call, call.dtype, call.op, arena().copy(args), call.annotations);
}

const Expr* BoundedMutator::visit(const Let& let)
{
    if (let.value->dtype.isIntegral())
        m_bounds.bindValue(*let.var, *let.value);
    return Mutator::visit(let);
}

const Expr* BoundedMutator::visit(const Select& select)
{
    const Expr* condition = mutate(select.condition);
    const Expr* whenTrue = mutateUnder(*condition, true, select.trueValue);
    const Expr* whenFalse = mutateUnder(*condition, false, select.falseValue);
    if (condition == select.condition && whenTrue == select.trueValue && whenFalse == select.falseValue)
        return &select;
    return makeFrom<Select>(select, condition, whenTrue, whenFalse);
}

const Stmt* BoundedMutator::visit(const AssertStmt& check)
{
    const Stmt* made = Mutator::visit(check);
    m_bounds.enter(*to<AssertStmt>(*made).condition);
    return made;
}

const Stmt* BoundedMutator::visit(const AttrStmt& attr)
{
    if (const IterVar* axis = attr.iterVar())
        m_bounds.bindRange(*axis->var, *int32(arena(), 0), *attr.value);
    const size_t mark = m_bounds.mark();
    const Stmt* made = Mutator::visit(attr);
    m_bounds.leave(mark);
    return made;
}

const Stmt* BoundedMutator::visit(const Bind& bind)
{
    if (bind.value->dtype.isIntegral())
        m_bounds.bindValue(*bind.var, *bind.value);
    return Mutator::visit(bind);
}

const Stmt* BoundedMutator::visit(const For& loop)
{
    m_bounds.bindRange(*loop.loopVar, *loop.min, *loop.extent);
    const size_t mark = m_bounds.mark();
    const Stmt* made = Mutator::visit(loop);
    m_bounds.leave(mark);
    return made;
}

const Stmt* BoundedMutator::visit(const IfThenElse& branch)
{
    const Expr* condition = mutate(branch.condition);
    const Stmt* thenCase = mutateUnder(*condition, true, branch.thenCase);
    const Stmt* elseCase = mutateUnder(*condition, false, branch.elseCase);
    if (condition == branch.condition && thenCase == branch.thenCase && elseCase == branch.elseCase)
        return &branch;
    return makeFrom<IfThenElse>(branch, condition, thenCase, elseCase);
}

const Stmt* BoundedMutator::visit(const While& loop)
{
    const Expr* condition = mutate(loop.condition);
    const Stmt* body = mutateBody(loop.body);
    return condition == loop.condition && body == loop.body ? &loop : makeFrom<While>(loop, condition, body);
}

} // namespace tir
