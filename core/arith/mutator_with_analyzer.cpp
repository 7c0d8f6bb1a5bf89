#include "core/arith/mutator_with_analyzer.h"

#include "core/arith/side_effect.h"
#include "core/ir/contains.h"

namespace tir::arith {

void MutatorWithAnalyzer::markBufferShapes(const PrimFunc& function)
{
    for (const BufferBinding& binding : function.bufferMap)
        for (const Expr* extent : binding.buffer->shape)
            m_analyzer.markNonNegative(extent);
}

void MutatorWithAnalyzer::bindRange(const Var* var, const Expr* min, const Expr* extent)
{
    m_analyzer.bind(var, min, extent);
    m_iterVars.insert(var);
    m_iterRanges.push_back({var, arena().make<Range>(min, extent)});
}

bool MutatorWithAnalyzer::usesIterVar(const Expr* condition) const
{
    return contains(*condition, [this](const Node& node) {
        const auto* var = as<Var>(&node);
        return var && m_iterVars.contains(var);
    });
}

const Stmt* MutatorWithAnalyzer::mutateBody(const Stmt* body)
{
    const size_t before = m_asserts.size();
    const Stmt* made = mutate(body);
    while (m_asserts.size() > before)
        m_asserts.pop_back();
    return made;
}

const Stmt* MutatorWithAnalyzer::mutateUnder(const Expr* condition, bool holds, const Stmt* body)
{
    if (!body)
        return nullptr;
    const Constraint constraint = m_analyzer.enterBranch(condition, holds);
    const bool isPredicate = holds && usesIterVar(condition);
    if (isPredicate)
        m_iterPredicates.push_back(withoutLikely(condition));
    const Stmt* made = mutateBody(body);
    if (isPredicate)
        m_iterPredicates.pop_back();
    return made;
}

const Expr* MutatorWithAnalyzer::mutateUnder(const Expr* condition, bool holds, const Expr* value,
                                             const Expr* predicate)
{
    const Constraint constraint = m_analyzer.enterBranch(condition, holds);
    const bool isPredicate = predicate && usesIterVar(predicate);
    if (isPredicate)
        m_iterPredicates.push_back(predicate);
    const Expr* made = mutate(value);
    if (isPredicate)
        m_iterPredicates.pop_back();
    return made;
}

// ---- statements

const Stmt* MutatorWithAnalyzer::visit(const For& loop)
{
    bindRange(loop.loopVar, loop.min, loop.extent);
    const Expr* min = mutate(loop.min);
    const Expr* extent = mutate(loop.extent);
    const Expr* step = mutate(loop.step);
    const Var* var = mutateVarDef(loop.loopVar);
    const Stmt* body = mutateBody(loop.body);
    if (min == loop.min && extent == loop.extent && step == loop.step && var == loop.loopVar &&
        body == loop.body)
        return &loop;
    return makeFrom<For>(loop, var, min, extent, loop.forKind, body, loop.threadBinding, loop.annotations,
                         step);
}

const Stmt* MutatorWithAnalyzer::visit(const AttrStmt& attr)
{
    const IterVar* axis = attr.iterVar();
    if (axis && (attr.key == attr::ThreadExtent || attr.key == attr::VirtualThread))
        bindRange(axis->var, intImm(arena(), attr.value->dtype, 0), attr.value);
    const size_t before = m_asserts.size();
    const Stmt* made = Mutator::visit(attr);
    while (m_asserts.size() > before)
        m_asserts.pop_back();
    return made;
}

const Stmt* MutatorWithAnalyzer::visit(const Bind& bind)
{
    const Expr* value = mutate(bind.value);
    if (isPure(*value))
        m_analyzer.bind(bind.var, value);
    const Var* var = mutateVarDef(bind.var);
    return value == bind.value && var == bind.var ? &bind : makeFrom<Bind>(bind, var, value);
}

const Stmt* MutatorWithAnalyzer::visit(const AssertStmt& check)
{
    const Stmt* made = Mutator::visit(check);
    m_asserts.push_back(m_analyzer.enterConstraint(to<AssertStmt>(*made).condition));
    return made;
}

const Stmt* MutatorWithAnalyzer::visit(const IfThenElse& branch)
{
    const Expr* condition = mutate(branch.condition);
    if (const auto* constant = as<IntImm>(withoutLikely(condition))) {
        const Stmt* taken = constant->value ? branch.thenCase : branch.elseCase;
        return taken ? mutateBody(taken) : noOp(arena());
    }
    const Stmt* thenCase = mutateUnder(condition, true, branch.thenCase);
    const Stmt* elseCase = mutateUnder(condition, false, branch.elseCase);
    if (condition == branch.condition && thenCase == branch.thenCase && elseCase == branch.elseCase)
        return &branch;
    return makeFrom<IfThenElse>(branch, condition, thenCase, elseCase);
}

const Stmt* MutatorWithAnalyzer::visit(const SBlock& block)
{
    for (const IterVar* axis : block.iterVars)
        if (axis->dom)
            bindRange(axis->var, axis->dom->min, axis->dom->extent);
    const size_t before = m_asserts.size();
    const Stmt* made = Mutator::visit(block);
    while (m_asserts.size() > before)
        m_asserts.pop_back();
    return made;
}

const Stmt* MutatorWithAnalyzer::visit(const While& loop)
{
    const Expr* condition = mutate(loop.condition);
    const Stmt* body = mutateBody(loop.body);
    return condition == loop.condition && body == loop.body ? &loop : makeFrom<While>(loop, condition, body);
}

// ---- expressions

const Expr* MutatorWithAnalyzer::visit(const Call& call)
{
    if (!call.isOp(OpId::if_then_else))
        return Mutator::visit(call);
    const Expr* condition = mutate(call.args[0]);
    if (const auto* constant = as<IntImm>(condition))
        return mutate(call.args[constant->value ? 1 : 2]);
    const Expr* whenTrue = mutateUnder(condition, true, call.args[1], condition);
    const Expr* whenFalse = mutateUnder(condition, false, call.args[2], arena().make<Not>(condition));
    if (condition == call.args[0] && whenTrue == call.args[1] && whenFalse == call.args[2])
        return &call;
    const std::vector<const Expr*> args{condition, whenTrue, whenFalse};
    return makeFrom<Call>(call, call.dtype, call.op, arena().copy(args), call.annotations);
}

const Expr* MutatorWithAnalyzer::visit(const Let& let)
{
    const Expr* value = mutate(let.value);
    if (isPure(*value))
        m_analyzer.bind(let.var, value);
    const Var* var = mutateVarDef(let.var);
    const Expr* body = mutate(let.body);
    return value == let.value && var == let.var && body == let.body ? &let
                                                                    : makeFrom<Let>(let, var, value, body);
}

const Expr* MutatorWithAnalyzer::visit(const Reduce& reduce)
{
    for (const IterVar* axis : reduce.axis)
        if (axis->dom)
            m_analyzer.bind(axis->var, *axis->dom);
    return Mutator::visit(reduce);
}

const Expr* MutatorWithAnalyzer::visit(const Select& select)
{
    const Expr* condition = mutate(select.condition);
    if (const auto* constant = as<IntImm>(condition))
        return mutate(constant->value ? select.trueValue : select.falseValue);
    const Expr* whenTrue = mutateUnder(condition, true, select.trueValue, nullptr);
    const Expr* whenFalse = mutateUnder(condition, false, select.falseValue, nullptr);
    if (condition == select.condition && whenTrue == select.trueValue && whenFalse == select.falseValue)
        return &select;
    return makeFrom<Select>(select, condition, whenTrue, whenFalse);
}

} // namespace tir::arith
