// Statements of Mutator.

#include "core/ir/mapped_lists.h"

namespace tir {

const Stmt* Mutator::visit(const AllocBuffer& node)
{
    const Buffer* buffer = mutateBufferDef(node.buffer);
    return buffer == node.buffer ? &node : makeFrom<AllocBuffer>(node, buffer, node.annotations);
}

const Stmt* Mutator::visit(const AssertStmt& node)
{
    const Expr* condition = mutate(node.condition);
    const ExprList parts = mutate(node.messageParts);
    return condition == node.condition && same(parts, node.messageParts)
               ? &node
               : makeFrom<AssertStmt>(node, condition, node.errorKind, parts);
}

const Stmt* Mutator::visit(const AttrStmt& node)
{
    const Node* object = node.node.node();
    const Node* subject = object;
    if (const auto* axis = as<IterVar>(object)) {
        // The domain repeats the extent; only the variable is a definition of this statement.
        const Var* var = mutateVarDef(axis->var);
        if (var != axis->var)
            subject = makeFrom<IterVar>(*axis, axis->dom, var, axis->iterType, axis->threadTag);
    } else if (object && object->isExpr()) {
        subject = mutate(static_cast<const Expr*>(object));
    } else if (const auto* buffer = as<Buffer>(object)) {
        subject = mutateBufferUse(buffer);
    } else if (const auto* reducer = as<CommReducer>(object)) {
        subject = mutate(reducer);
    }
    const Expr* value = mutate(node.value);
    const Stmt* body = mutate(node.body);
    if (subject == object && value == node.value && body == node.body)
        return &node;
    const AttrValue made = subject == object ? node.node : AttrValue::ofNode(subject);
    return makeFrom<AttrStmt>(node, made, node.key, value, body);
}

const Stmt* Mutator::visit(const Bind& node)
{
    const Expr* value = mutate(node.value);
    const Var* var = mutateVarDef(node.var);
    return value == node.value && var == node.var ? &node : makeFrom<Bind>(node, var, value);
}

const Stmt* Mutator::visit(const Break& node)
{
    return &node;
}

const Stmt* Mutator::visit(const BufferStore& node)
{
    const Buffer* buffer = mutateBufferUse(node.buffer);
    const Expr* value = mutate(node.value);
    const ExprList indices = mutate(node.indices);
    const Expr* predicate = mutate(node.predicate);
    if (buffer == node.buffer && value == node.value && same(indices, node.indices) &&
        predicate == node.predicate)
        return &node;
    return makeFrom<BufferStore>(node, buffer, value, indices, predicate);
}

const Stmt* Mutator::visit(const Continue& node)
{
    return &node;
}

const Stmt* Mutator::visit(const DeclBuffer& node)
{
    const Buffer* buffer = mutateBufferDef(node.buffer);
    return buffer == node.buffer ? &node : makeFrom<DeclBuffer>(node, buffer);
}

const Stmt* Mutator::visit(const Evaluate& node)
{
    const Expr* value = mutate(node.value);
    return value == node.value ? &node : makeFrom<Evaluate>(node, value);
}

const Stmt* Mutator::visit(const For& node)
{
    const Expr* min = mutate(node.min);
    const Expr* extent = mutate(node.extent);
    const Expr* step = mutate(node.step);
    const Var* loopVar = mutateVarDef(node.loopVar);
    const Stmt* body = mutate(node.body);
    if (min == node.min && extent == node.extent && step == node.step && loopVar == node.loopVar &&
        body == node.body)
        return &node;
    return makeFrom<For>(node, loopVar, min, extent, node.forKind, body, node.threadBinding, node.annotations,
                         step);
}

const Stmt* Mutator::visit(const IfThenElse& node)
{
    const Expr* condition = mutate(node.condition);
    const Stmt* thenCase = mutate(node.thenCase);
    const Stmt* elseCase = mutate(node.elseCase);
    if (condition == node.condition && thenCase == node.thenCase && elseCase == node.elseCase)
        return &node;
    return makeFrom<IfThenElse>(node, condition, thenCase, elseCase);
}

const Stmt* Mutator::visit(const SBlock& node)
{
    SBlock made = node;
    made.iterVars = mapped(m_arena, node.iterVars, [this](const IterVar* axis) { return mutate(axis); });
    made.allocBuffers =
        mapped(m_arena, node.allocBuffers, [this](const Buffer* buffer) { return mutateBufferDef(buffer); });
    made.matchBuffers = mapped(m_arena, node.matchBuffers, [this](const MatchBufferRegion* match) {
        const BufferRegion* source = mutate(match->source);
        const Buffer* buffer = mutateBufferDef(match->buffer);
        return source == match->source && buffer == match->buffer
                   ? match
                   : makeFrom<MatchBufferRegion>(*match, buffer, source);
    });
    const auto region = [this](const BufferRegion* access) { return mutate(access); };
    made.reads = mapped(m_arena, node.reads, region);
    made.writes = mapped(m_arena, node.writes, region);
    made.init = mutate(node.init);
    made.body = mutate(node.body);
    const bool isSame = made.iterVars.data() == node.iterVars.data() &&
                        made.allocBuffers.data() == node.allocBuffers.data() &&
                        made.matchBuffers.data() == node.matchBuffers.data() &&
                        made.reads.data() == node.reads.data() && made.writes.data() == node.writes.data() &&
                        made.init == node.init && made.body == node.body;
    return isSame ? &node : makeFrom<SBlock>(node, made);
}

const Stmt* Mutator::visit(const SBlockRealize& node)
{
    const ExprList values = mutate(node.iterValues);
    const Expr* predicate = mutate(node.predicate);
    const Stmt* block = mutate(static_cast<const Stmt*>(node.block));
    if (same(values, node.iterValues) && predicate == node.predicate && block == node.block)
        return &node;
    TIR_CHECK(as<SBlock>(block)) << "the block of a realize was replaced by another statement";
    return makeFrom<SBlockRealize>(node, values, predicate, as<SBlock>(block));
}

const Stmt* Mutator::visit(const SeqStmt& node)
{
    const auto statements = mapped(m_arena, node.seq, [this](const Stmt* stmt) { return mutate(stmt); });
    if (statements.data() == node.seq.data())
        return &node;
    const Stmt* joined = sequence(m_arena, statements);
    const auto* made = as<SeqStmt>(joined);
    return made ? makeFrom<SeqStmt>(node, *made) : joined;
}

const Stmt* Mutator::visit(const While& node)
{
    const Expr* condition = mutate(node.condition);
    const Stmt* body = mutate(node.body);
    return condition == node.condition && body == node.body ? &node : makeFrom<While>(node, condition, body);
}

} // namespace tir
