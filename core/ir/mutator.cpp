// Mutator: dispatch, buffers and other parts, expressions. Statements are in mutator_statements.cpp.

#include "core/ir/mapped_lists.h"

#include <vector>

namespace tir {

const Expr* Mutator::mutate(const Expr* expr)
{
    if (!expr)
        return nullptr;
    switch (expr->kind) {
#define TIR_EXPR(Name)   \
    case NodeKind::Name: \
        return visit(static_cast<const Name&>(*expr));
#include "core/ir/node_list.def"
#define TIR_STMT(Name) case NodeKind::Name:
#define TIR_OTHER(Name) case NodeKind::Name:
#include "core/ir/node_list.def"
        break;
    }
    TIR_CHECK(false) << "not an expression";
    return nullptr;
}

const Stmt* Mutator::mutate(const Stmt* stmt)
{
    if (!stmt)
        return nullptr;
    switch (stmt->kind) {
#define TIR_STMT(Name)   \
    case NodeKind::Name: \
        return visit(static_cast<const Name&>(*stmt));
#include "core/ir/node_list.def"
#define TIR_EXPR(Name) case NodeKind::Name:
#define TIR_OTHER(Name) case NodeKind::Name:
#include "core/ir/node_list.def"
        break;
    }
    TIR_CHECK(false) << "not a statement";
    return nullptr;
}

const PrimFunc* Mutator::mutate(const PrimFunc& function)
{
    std::vector<const Var*> params;
    bool changed = false;
    for (const Var* param : function.params) {
        params.push_back(mutateVarDef(param));
        changed |= params.back() != param;
    }
    std::vector<BufferBinding> buffers;
    for (const BufferBinding& binding : function.bufferMap) {
        const auto position = std::ranges::find(function.params, binding.param) - function.params.begin();
        buffers.push_back({size_t(position) < params.size() ? params[size_t(position)] : binding.param,
                           mutateBufferDef(binding.buffer)});
        changed |= buffers.back().buffer != binding.buffer;
    }
    const Stmt* body = mutate(function.body);
    if (!changed)
        return withBody(m_arena, function, body);
    return makeFrom<PrimFunc>(function, m_arena.copy(params), body, function.retType, m_arena.copy(buffers),
                              function.attrs);
}

ExprList Mutator::mutate(ExprList exprs)
{
    return mapped(m_arena, exprs, [this](const Expr* expr) { return mutate(expr); });
}

const Buffer* Mutator::rebuilt(const Buffer& buffer, const Var* data, ExprList shape, ExprList strides,
                               const Expr* elemOffset, const Layout* layout)
{
    Buffer* made = m_arena.make<Buffer>(buffer);
    made->data = data;
    made->shape = shape;
    made->strides = strides;
    made->elemOffset = elemOffset;
    made->layout = layout;
    made->origin = &buffer;
    return made;
}

const Buffer* Mutator::mutateBufferDef(const Buffer* buffer)
{
    if (const Buffer* const* known = m_buffers.find(buffer))
        return *known;
    const Var* data = mutateVarDef(buffer->data);
    const ExprList shape = mutate(buffer->shape);
    const ExprList strides = mutate(buffer->strides);
    const Expr* offset = mutate(buffer->elemOffset);
    const Layout* layout = mutateLayout(*buffer, shape);
    if (data == buffer->data && same(shape, buffer->shape) && same(strides, buffer->strides) &&
        offset == buffer->elemOffset && layout == buffer->layout)
        return buffer;
    const Buffer* made = rebuilt(*buffer, data, shape, strides, offset, layout);
    m_buffers.insert(buffer, made);
    return made;
}

const Buffer* Mutator::mutateBufferUse(const Buffer* buffer)
{
    const Buffer* const* known = m_buffers.find(buffer);
    return known ? *known : buffer;
}

const Range* Mutator::mutate(const Range* range)
{
    if (!range)
        return nullptr;
    const Expr* min = mutate(range->min);
    const Expr* extent = mutate(range->extent);
    return min == range->min && extent == range->extent ? range : makeFrom<Range>(*range, min, extent);
}

const IterVar* Mutator::mutate(const IterVar* axis)
{
    if (!axis)
        return nullptr;
    const Range* dom = mutate(axis->dom);
    const Var* var = mutateVarDef(axis->var);
    if (dom == axis->dom && var == axis->var)
        return axis;
    return makeFrom<IterVar>(*axis, dom, var, axis->iterType, axis->threadTag);
}

const BufferRegion* Mutator::mutate(const BufferRegion* region)
{
    const Buffer* buffer = mutateBufferUse(region->buffer);
    const auto ranges = mapped(m_arena, region->region, [this](const Range* range) { return mutate(range); });
    if (buffer == region->buffer && ranges.data() == region->region.data())
        return region;
    return makeFrom<BufferRegion>(*region, buffer, ranges);
}

const CommReducer* Mutator::mutate(const CommReducer* reducer)
{
    const auto defined = [this](const Var* var) { return mutateVarDef(var); };
    const VarList lhs = mapped(m_arena, reducer->lhs, defined);
    const VarList rhs = mapped(m_arena, reducer->rhs, defined);
    const ExprList result = mutate(reducer->result);
    const ExprList identity = mutate(reducer->identity);
    if (lhs.data() == reducer->lhs.data() && rhs.data() == reducer->rhs.data() &&
        same(result, reducer->result) && same(identity, reducer->identity))
        return reducer;
    return makeFrom<CommReducer>(*reducer, lhs, rhs, result, identity);
}

// ---- expressions

const Expr* Mutator::visit(const Binary& node)
{
    const Expr* a = mutate(node.a);
    const Expr* b = mutate(node.b);
    return a == node.a && b == node.b ? &node : makeFrom<Binary>(node, node.op, a, b);
}

const Expr* Mutator::visit(const Broadcast& node)
{
    const Expr* value = mutate(node.value);
    return value == node.value ? &node : makeFrom<Broadcast>(node, value, node.dtype.lanes);
}

const Expr* Mutator::visit(const BufferLoad& node)
{
    const Buffer* buffer = mutateBufferUse(node.buffer);
    const ExprList indices = mutate(node.indices);
    const Expr* predicate = mutate(node.predicate);
    if (buffer == node.buffer && same(indices, node.indices) && predicate == node.predicate)
        return &node;
    DType type = buffer->dtype;
    if (!indices.empty())
        type = type.withLanes(type.lanes * indices.back()->dtype.lanes);
    return makeFrom<BufferLoad>(node, type, buffer, indices, predicate);
}

const Expr* Mutator::visit(const Call& node)
{
    const ExprList args = mutate(node.args);
    if (same(args, node.args))
        return &node;
    if (node.function)
        return makeFrom<Call>(node, node.dtype, node.function, args, node.annotations);
    return makeFrom<Call>(node, node.dtype, node.op, args, node.annotations);
}

const Expr* Mutator::visit(const Cast& node)
{
    const Expr* value = mutate(node.value);
    return value == node.value ? &node : makeFrom<Cast>(node, node.dtype, value);
}

const Expr* Mutator::visit(const FloatImm& node)
{
    return &node;
}

const Expr* Mutator::visit(const IntImm& node)
{
    return &node;
}

const Expr* Mutator::visit(const Let& node)
{
    const Expr* value = mutate(node.value);
    const Var* var = mutateVarDef(node.var);
    const Expr* body = mutate(node.body);
    return value == node.value && var == node.var && body == node.body
               ? &node
               : makeFrom<Let>(node, var, value, body);
}

const Expr* Mutator::visit(const Not& node)
{
    const Expr* value = mutate(node.value);
    return value == node.value ? &node : makeFrom<Not>(node, value);
}

const Expr* Mutator::visit(const OpaqueExpr& node)
{
    return &node;
}

const Expr* Mutator::visit(const ProducerLoad& node)
{
    const ExprList indices = mutate(node.indices);
    return same(indices, node.indices) ? &node
                                       : makeFrom<ProducerLoad>(node, node.dtype, node.producer, indices);
}

const Expr* Mutator::visit(const Ramp& node)
{
    const Expr* base = mutate(node.base);
    const Expr* stride = mutate(node.stride);
    return base == node.base && stride == node.stride ? &node
                                                      : makeFrom<Ramp>(node, base, stride, node.dtype.lanes);
}

const Expr* Mutator::visit(const Reduce& node)
{
    const auto axis = mapped(m_arena, node.axis, [this](const IterVar* var) { return mutate(var); });
    const CommReducer* combiner = mutate(node.combiner);
    const ExprList source = mutate(node.source);
    const ExprList init = mutate(node.init);
    const Expr* condition = mutate(node.condition);
    if (axis.data() == node.axis.data() && combiner == node.combiner && same(source, node.source) &&
        same(init, node.init) && condition == node.condition)
        return &node;
    return makeFrom<Reduce>(node, combiner, source, init, axis, condition, node.valueIndex);
}

const Expr* Mutator::visit(const Select& node)
{
    const Expr* condition = mutate(node.condition);
    const Expr* whenTrue = mutate(node.trueValue);
    const Expr* whenFalse = mutate(node.falseValue);
    if (condition == node.condition && whenTrue == node.trueValue && whenFalse == node.falseValue)
        return &node;
    return makeFrom<Select>(node, condition, whenTrue, whenFalse);
}

const Expr* Mutator::visit(const Shuffle& node)
{
    const ExprList vectors = mutate(node.vectors);
    const ExprList indices = mutate(node.indices);
    return same(vectors, node.vectors) && same(indices, node.indices)
               ? &node
               : makeFrom<Shuffle>(node, vectors, indices);
}

const Expr* Mutator::visit(const StringImm& node)
{
    return &node;
}

const Expr* Mutator::visit(const Var& node)
{
    return &node;
}

} // namespace tir
