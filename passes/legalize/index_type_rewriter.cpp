#include "passes/legalize/index_type_rewriter.h"

#include "passes/framework/axis_statement.h"

#include <algorithm>

namespace tir::passes {
namespace {

/// Sets a flag for the time of a visit.
class Flag {
public:
    Flag(bool& flag, bool value) : m_flag(flag), m_before(flag) { m_flag = value; }
    ~Flag() { m_flag = m_before; }
    Flag(const Flag&) = delete;
    Flag& operator=(const Flag&) = delete;

private:
    bool& m_flag;
    bool m_before;
};

} // namespace

const Var* IndexTypeRewriter::retype(const Var* var, DType type)
{
    if (const Var* const* known = m_vars.find(var))
        return *known;
    const Var* made = var;
    if (type != var->dtype) {
        Var* renewed = arena().make<Var>(var->name, primType(arena(), type), var->isSize);
        renewed->origin = var;
        made = renewed;
    }
    m_vars.insert(var, made);
    return made;
}

const Var* IndexTypeRewriter::definedBy(const Var* var, const Expr& value, const Expr* original)
{
    return retype(var, value.dtype == original->dtype ? var->dtype : value.dtype);
}

const Expr* IndexTypeRewriter::mutateIndex(const Expr* expr)
{
    const Flag flag(m_isIndex, true);
    return mutate(expr);
}

const Expr* IndexTypeRewriter::mutateCondition(const Expr* condition)
{
    const Flag flag(m_isCondition, true);
    return mutate(condition);
}

ExprList IndexTypeRewriter::mutateIndices(ExprList indices)
{
    const Flag flag(m_isIndex, true);
    return mutate(indices);
}

const Buffer* IndexTypeRewriter::mutateBufferDef(const Buffer* buffer)
{
    const Flag flag(m_isIndex, true);
    return PassMutator::mutateBufferDef(buffer);
}

const Var* IndexTypeRewriter::mutateVarDef(const Var* var)
{
    const Var* const* known = m_vars.find(var);
    return known ? *known : var;
}

void IndexTypeRewriter::widen(const Expr*& a, const Expr*& b)
{
    if (a->dtype == b->dtype || !a->dtype.isInt() || !b->dtype.isInt())
        return;
    const DType wide = a->dtype.bits > b->dtype.bits ? a->dtype : b->dtype;
    a = cast(arena(), wide.withLanes(a->dtype.lanes), a);
    b = cast(arena(), wide.withLanes(b->dtype.lanes), b);
}

const Expr* IndexTypeRewriter::combined(const Node& from, BinaryOp op, const Expr* a, const Expr* b)
{
    const Expr* made = binary(arena(), op, a, b);
    const auto* node = as<Binary>(made);
    const bool isNew = node && node != a && node != b;
    return isNew ? makeFrom<Binary>(from, node->op, node->a, node->b) : made;
}

// ---- expressions

const Expr* IndexTypeRewriter::visit(const Var& var)
{
    const Var* const* known = m_vars.find(&var);
    return known ? *known : &var;
}

const Expr* IndexTypeRewriter::visit(const Binary& node)
{
    if (node.op == BinaryOp::And || node.op == BinaryOp::Or)
        return PassMutator::visit(node);
    const bool comparesIndices =
        isComparison(node.op) && m_isCondition && node.a->dtype.isInt() && node.b->dtype.isInt();
    const Flag flag(m_isIndex, isComparison(node.op) ? comparesIndices : m_isIndex);
    const Expr* a = mutate(node.a);
    const Expr* b = mutate(node.b);
    if (a == node.a && b == node.b)
        return &node;
    return combined(node, node.op, a, b);
}

const Expr* IndexTypeRewriter::visit(const BufferLoad& load)
{
    const Buffer* buffer = mutateBufferUse(load.buffer);
    const ExprList indices = mutateIndices(load.indices);
    const Expr* predicate = mutate(load.predicate);
    if (buffer == load.buffer && indices.data() == load.indices.data() && predicate == load.predicate)
        return &load;
    return makeFrom<BufferLoad>(load, load.dtype, buffer, indices, predicate);
}

const Expr* IndexTypeRewriter::visit(const Call& call)
{
    if (call.isOp(OpId::if_then_else)) {
        const Expr* condition = mutateCondition(call.args[0]);
        const Expr* whenTrue = mutate(call.args[1]);
        const Expr* whenFalse = mutate(call.args[2]);
        if (condition == call.args[0] && whenTrue == call.args[1] && whenFalse == call.args[2])
            return &call;
        widen(whenTrue, whenFalse);
        const std::vector<const Expr*> args{condition, whenTrue, whenFalse};
        return makeFrom<Call>(call, whenTrue->dtype, call.op, arena().copy(args), call.annotations);
    }
    const Expr* visited = PassMutator::visit(call);
    const auto& made = to<Call>(*visited);
    if (&made == &call)
        return &call;
    static constexpr OpId Operators[] = {OpId::shift_right, OpId::shift_left,  OpId::bitwise_and,
                                         OpId::bitwise_or,  OpId::bitwise_xor, OpId::pow};
    if (std::ranges::find(Operators, call.opId()) != std::end(Operators)) {
        const Expr* a = made.args[0];
        const Expr* b = made.args[1];
        widen(a, b);
        const std::vector<const Expr*> args{a, b};
        return makeFrom<Call>(call, a->dtype, call.op, arena().copy(args), call.annotations);
    }
    // A narrower number has fewer leading zeros.
    if (call.isOp(OpId::clz) && made.args[0]->dtype.bits != call.args[0]->dtype.bits) {
        const auto bits = [&](const Expr* value) { return intImm(arena(), made.dtype, value->dtype.bits); };
        return add(arena(), binary(arena(), BinaryOp::Sub, &made, bits(made.args[0])), bits(call.args[0]));
    }
    return &made;
}

const Expr* IndexTypeRewriter::visit(const Let& let)
{
    const Expr* value = mutate(let.value);
    const Var* var = definedBy(let.var, *value, let.value);
    const Expr* body = mutate(let.body);
    if (value == let.value && var == let.var && body == let.body)
        return &let;
    return makeFrom<Let>(let, var, value, body);
}

const Expr* IndexTypeRewriter::visit(const Ramp& ramp)
{
    const Expr* base = mutate(ramp.base);
    const Expr* stride = mutate(ramp.stride);
    if (base == ramp.base && stride == ramp.stride)
        return &ramp;
    widen(base, stride);
    return makeFrom<Ramp>(ramp, base, stride, ramp.dtype.lanes);
}

const Expr* IndexTypeRewriter::visit(const Select& select)
{
    const Expr* condition = mutateCondition(select.condition);
    const Expr* whenTrue = mutate(select.trueValue);
    const Expr* whenFalse = mutate(select.falseValue);
    if (condition == select.condition && whenTrue == select.trueValue && whenFalse == select.falseValue)
        return &select;
    widen(whenTrue, whenFalse);
    return makeFrom<Select>(select, condition, whenTrue, whenFalse);
}

// ---- statements

const Stmt* IndexTypeRewriter::visit(const For& loop)
{
    const Var* var = retype(loop.loopVar, typeOf(*loop.loopVar));
    const Expr* min = inType(var->dtype, mutateIndex(loop.min));
    const Expr* extent = inType(var->dtype, mutateIndex(loop.extent));
    const Expr* step = loop.step ? inType(var->dtype, mutateIndex(loop.step)) : nullptr;
    const Stmt* body = mutate(loop.body);
    if (var == loop.loopVar && min == loop.min && extent == loop.extent && step == loop.step &&
        body == loop.body)
        return &loop;
    const IterVar* binding = loop.threadBinding;
    if (binding && binding->var->dtype != var->dtype) {
        Var* axis =
            arena().make<Var>(binding->var->name, primType(arena(), var->dtype), binding->var->isSize);
        axis->origin = binding->var;
        binding = makeFrom<IterVar>(*binding, binding->dom, axis, binding->iterType, binding->threadTag);
    }
    return makeFrom<For>(loop, var, min, extent, loop.forKind, body, binding, loop.annotations, step);
}

const Range* IndexTypeRewriter::mutateIndexRange(const Range* range, DType type)
{
    if (!range)
        return nullptr;
    const Expr* min = inType(type, mutateIndex(range->min));
    const Expr* extent = inType(type, mutateIndex(range->extent));
    return min == range->min && extent == range->extent ? range : makeFrom<Range>(*range, min, extent);
}

const IterVar* IndexTypeRewriter::mutateAxis(const IterVar* axis)
{
    const Var* var = retype(axis->var, typeOf(*axis->var));
    const Range* dom = mutateIndexRange(axis->dom, var->dtype);
    return var == axis->var && dom == axis->dom
               ? axis
               : makeFrom<IterVar>(*axis, dom, var, axis->iterType, axis->threadTag);
}

const Stmt* IndexTypeRewriter::visit(const AttrStmt& attr)
{
    const IterVar* axis = axisOfStatement(attr);
    if (!axis)
        return PassMutator::visit(attr);
    const IterVar* made = mutateAxis(axis);
    const Expr* extent = inType(made->var->dtype, mutateIndex(attr.value));
    const Stmt* body = mutate(attr.body);
    if (made == axis && extent == attr.value && body == attr.body)
        return &attr;
    return makeFrom<AttrStmt>(attr, AttrValue::ofNode(made), attr.key, extent, body);
}

const Stmt* IndexTypeRewriter::visit(const Bind& bind)
{
    const Expr* value = mutate(bind.value);
    const Var* var = definedBy(bind.var, *value, bind.value);
    return value == bind.value && var == bind.var ? &bind : makeFrom<Bind>(bind, var, value);
}

const Stmt* IndexTypeRewriter::visit(const BufferStore& store)
{
    const Buffer* buffer = mutateBufferUse(store.buffer);
    const Expr* value = mutate(store.value);
    // Only a value whose type changed: it may differ from that of the elements for other reasons.
    if (value->dtype != store.value->dtype)
        value = cast(arena(), store.value->dtype, value);
    const ExprList indices = mutateIndices(store.indices);
    const Expr* predicate = mutate(store.predicate);
    if (buffer == store.buffer && value == store.value && indices.data() == store.indices.data() &&
        predicate == store.predicate)
        return &store;
    return makeFrom<BufferStore>(store, buffer, value, indices, predicate);
}

const Stmt* IndexTypeRewriter::visit(const IfThenElse& branch)
{
    const Expr* condition = mutateCondition(branch.condition);
    const Stmt* thenCase = mutate(branch.thenCase);
    const Stmt* elseCase = mutate(branch.elseCase);
    if (condition == branch.condition && thenCase == branch.thenCase && elseCase == branch.elseCase)
        return &branch;
    return makeFrom<IfThenElse>(branch, condition, thenCase, elseCase);
}

const Stmt* IndexTypeRewriter::visit(const SBlock& block)
{
    // Buffers and regions are indices; statements are not.
    SBlock frame = block;
    frame.iterVars = {};
    frame.init = nullptr;
    frame.body = noOp(arena());
    std::vector<const IterVar*> axes;
    for (const IterVar* axis : block.iterVars)
        axes.push_back(mutateAxis(axis));
    const Stmt* visited = nullptr;
    {
        const Flag flag(m_isIndex, true);
        visited = PassMutator::visit(frame);
    }
    SBlock made = to<SBlock>(*visited);
    const bool sameAxes = std::ranges::equal(axes, block.iterVars);
    made.iterVars = sameAxes ? block.iterVars : arena().copy(axes);
    made.init = mutate(block.init);
    made.body = mutate(block.body);
    if (visited == &frame && sameAxes && made.init == block.init && made.body == block.body)
        return &block;
    return makeFrom<SBlock>(block, made);
}

const Stmt* IndexTypeRewriter::visit(const SBlockRealize& realize)
{
    const Stmt* block = mutate(static_cast<const Stmt*>(realize.block));
    const auto& made = to<SBlock>(*block);
    std::vector<const Expr*> values;
    for (size_t i = 0; i < realize.iterValues.size(); ++i)
        values.push_back(inType(made.iterVars[i]->var->dtype, mutateIndex(realize.iterValues[i])));
    const Expr* predicate = mutateCondition(realize.predicate);
    const bool sameValues = std::ranges::equal(values, realize.iterValues);
    if (sameValues && predicate == realize.predicate && block == realize.block)
        return &realize;
    return makeFrom<SBlockRealize>(realize, sameValues ? realize.iterValues : arena().copy(values), predicate,
                                   &made);
}

} // namespace tir::passes
