#include "core/ir/mutator.h"

#include <algorithm>
#include <vector>

namespace tir {
namespace {

/// Maps every item; the span itself when nothing changed.
template <class T, class Map>
std::span<const T> mapped(Arena& arena, std::span<const T> items, Map&& map)
{
    for (size_t i = 0; i < items.size(); ++i) {
        const T first = map(items[i]);
        if (first == items[i])
            continue;
        const std::span<T> changed = arena.makeArray<T>(items.size());
        std::copy_n(items.begin(), i, changed.begin());
        changed[i] = first;
        for (size_t j = i + 1; j < items.size(); ++j)
            changed[j] = map(items[j]);
        return changed;
    }
    return items;
}

bool same(ExprList a, ExprList b)
{
    return a.data() == b.data();
}

} // namespace

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
        type.lanes = int16_t(type.lanes * indices.back()->dtype.lanes);
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

// ---- statements

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
