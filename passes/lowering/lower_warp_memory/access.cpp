#include "passes/lowering/lower_warp_memory/access.h"

#include "core/ir/contains.h"

#include <algorithm>

namespace tir::passes {
namespace {

/// Operations of tensor cores whose arguments are pairs of a pointer and an offset.
constexpr OpId PairedOps[] = {
    OpId::mma_fill, OpId::mma_fill_legacy, OpId::mma_store,    OpId::mma_store_legacy,
    OpId::ptx_mma,  OpId::ptx_mma_legacy,  OpId::ptx_ldmatrix, OpId::ptx_ldmatrix_legacy,
};

} // namespace

WarpAccess::WarpAccess(Arena& arena, const Buffer& buffer, const Var& lane, int64_t width, int64_t warpSize,
                       bool keepsShapes)
    : Mutator(arena),
      m_buffer(buffer),
      m_lane(lane),
      m_width(width),
      m_warpSize(warpSize),
      m_keepsShapes(keepsShapes)
{}

const Stmt* WarpAccess::lower(const AllocBuffer& alloc, const Stmt& region)
{
    const std::string name = "'" + std::string(m_buffer.name) + "'";
    const int64_t elements = constantElementCount(m_buffer);
    if (elements <= 0 || m_buffer.shape.size() != 1)
        refuse(name + " is shared by a warp, so its size must be a constant in one dimension", alloc);
    else
        findNeighbors(region);
    if (!error() && m_neighbors == 0)
        refuse(name + " is shared by a warp, but nothing is stored in it", alloc);
    if (error())
        return nullptr;
    const int64_t round = m_width * m_neighbors;
    m_groups = (elements * m_buffer.dtype.lanes + round - 1) / round;
    m_local = arena().make<Var>(m_buffer.data->name, pointerType(arena(), m_buffer.dtype.element(), "local"));
    const Buffer* registers = mutateBufferDef(&m_buffer);
    const Stmt* body = mutate(&region);
    if (error())
        return nullptr;
    return sequence(arena(), {makeFrom<AllocBuffer>(alloc, registers, alloc.annotations), body});
}

void WarpAccess::refuse(std::string message, const Node& node)
{
    fail(std::move(message), node);
}

int64_t WarpAccess::neighborsIn(const Expr& index) const
{
    const Expr* first = &index;
    if (const auto* ramp = as<Ramp>(first)) {
        if (!isConstInt(ramp->stride, 1))
            return 0;
        first = ramp->base;
    }
    if (!first->dtype.isScalar() || !first->dtype.isIntegral())
        return 0;
    const LinearExpr form = linearExpr(*first);
    for (const LinearTerm& term : form.terms)
        if (term.expr != &m_lane && mentions(term.expr, &m_lane))
            return 0;
    return std::max<int64_t>(0, form.scaleOf(m_lane));
}

/// All stores have the same number of adjacent elements: it determines which thread owns which element.
void WarpAccess::findNeighbors(const Stmt& region)
{
    const std::string name = "'" + std::string(m_buffer.name) + "'";
    contains(region, [&](const Node& node) {
        const auto* store = as<BufferStore>(&node);
        if (!store || !isOurs(*store->buffer))
            return false;
        const int64_t found = store->indices.size() == 1 ? neighborsIn(*store->indices[0]) : 0;
        if (found == 0)
            refuse("a thread stores in " + name +
                       " where threadIdx.x, times a positive constant, is not a term of the index",
                   *store);
        else if (m_neighbors != 0 && m_neighbors != found)
            refuse("threads store " + std::to_string(m_neighbors) + " neighbors in " + name +
                       " in one place and " + std::to_string(found) + " in another",
                   *store);
        m_neighbors = found;
        return false;
    });
}

const Buffer* WarpAccess::mutateBufferDef(const Buffer* buffer)
{
    if (!isOurs(*buffer))
        return Mutator::mutateBufferDef(buffer);
    const Buffer*& made = m_buffers[buffer];
    if (!made) {
        const Expr* size = intImm(arena(), indexDType(*buffer), localSize());
        Buffer* registers = arena().make<Buffer>(*buffer);
        registers->origin = buffer;
        registers->data = m_local;
        registers->dtype = buffer->dtype.element();
        registers->shape = arena().copy(std::vector<const Expr*>{size});
        registers->strides = {};
        registers->layout = nullptr;
        made = registers;
    }
    return made;
}

const Buffer* WarpAccess::mutateBufferUse(const Buffer* buffer)
{
    if (!isOurs(*buffer))
        return Mutator::mutateBufferUse(buffer);
    if (!m_keepsShapes)
        return mutateBufferDef(buffer);
    const Buffer*& made = m_accessed[buffer];
    if (!made)
        made = rebuilt(*buffer, m_local, buffer->shape, buffer->strides, buffer->elemOffset, buffer->layout);
    return made;
}

const Expr* WarpAccess::visit(const Var& var)
{
    return &var == m_buffer.data ? m_local : Mutator::visit(var);
}

const Stmt* WarpAccess::visit(const AttrStmt& attr)
{
    if (const IterVar* axis = attr.iterVar())
        m_analyzer.bind(axis->var, intImm(arena(), attr.value->dtype, 0), attr.value);
    return Mutator::visit(attr);
}

const Stmt* WarpAccess::visit(const For& loop)
{
    m_analyzer.bind(loop.loopVar, loop.min, loop.extent);
    return Mutator::visit(loop);
}

const Stmt* WarpAccess::visit(const BufferStore& store)
{
    if (!isOurs(*store.buffer))
        return Mutator::visit(store);
    const std::vector<const Expr*> indices{mutate(placeOf(store.indices[0]).local)};
    return makeFrom<BufferStore>(store, mutateBufferUse(store.buffer), mutate(store.value),
                                 arena().copy(indices), mutate(store.predicate));
}

const Expr* WarpAccess::visit(const BufferLoad& load)
{
    if (!isOurs(*load.buffer))
        return Mutator::visit(load);
    const Place place = placeOf(load.indices[0]);
    if (mentions(place.local, &m_lane))
        refuse("the register of '" + std::string(m_buffer.name) +
                   "' that a thread loads depends on the thread, so it cannot be read from another one",
               load);
    const std::vector<const Expr*> indices{mutate(place.local)};
    const Expr* own = makeFrom<BufferLoad>(load, load.dtype, mutateBufferUse(load.buffer),
                                           arena().copy(indices), mutate(load.predicate));
    if (isOwnLane(*place.lane))
        return own;
    ++m_shuffles;
    return callOp(arena(), load.dtype, OpId::tvm_warp_shuffle,
                  {callOp(arena(), UInt32, OpId::tvm_warp_activemask, {}), own, mutate(place.lane),
                   int32(arena(), m_width), int32(arena(), m_warpSize)});
}

/// Offsets from the pointer become offsets within the registers of the thread.
const Expr* WarpAccess::visit(const Call& call)
{
    if (std::ranges::find(PairedOps, call.opId()) == std::end(PairedOps))
        return Mutator::visit(call);
    std::vector<const Expr*> args;
    for (size_t i = 0; i < call.args.size(); ++i) {
        const bool isOffset = i > 0 && call.args[i - 1] == m_buffer.data;
        args.push_back(mutate(isOffset ? placeOf(call.args[i]).local : call.args[i]));
    }
    if (std::ranges::equal(args, call.args))
        return &call;
    return makeFrom<Call>(call, call.dtype, call.op, arena().copy(args), call.annotations);
}

// ---- taking indices apart

WarpAccess::Place WarpAccess::placeOf(const Expr* index)
{
    const auto* ramp = as<Ramp>(index);
    if (!ramp)
        return scalarPlace(*index);
    const Place first = scalarPlace(*ramp->base);
    return {arena().make<Ramp>(first.local, ramp->stride, ramp->dtype.lanes), first.lane};
}

/// index = round * group + m * lane + neighbor, where a round is W * m.
WarpAccess::Place WarpAccess::scalarPlace(const Expr& index)
{
    const LinearExpr form = linearExpr(index);
    const int64_t round = m_width * m_neighbors;
    if (m_groups == 1)
        return {rest(form, m_neighbors), quotient(form, m_neighbors)};
    const auto [group, inRound] = divided(form, round);
    const Expr* local =
        add(arena(), mul(arena(), quotient(form, round), intImm(arena(), form.dtype, m_neighbors)),
            rest(form, m_neighbors));
    const LinearExpr within = liesWithin(inRound, round) ? inRound : linearExpr(*rest(form, round));
    return {toExpr(arena(), linearExpr(*local)), quotient(within, m_neighbors)};
}

/// The multiples of the divisor, divided by it, and the rest.
std::pair<LinearExpr, LinearExpr> WarpAccess::divided(const LinearExpr& form, int64_t divisor) const
{
    LinearExpr multiple{.dtype = form.dtype, .terms = {}};
    LinearExpr left{.dtype = form.dtype, .terms = {}};
    for (const LinearTerm& term : form.terms)
        if (term.scale % divisor == 0)
            multiple.terms.push_back({term.expr, term.scale / divisor});
        else
            left.terms.push_back(term);
    left.base = form.base % divisor;
    multiple.base = form.base / divisor;
    if (left.base < 0) {
        left.base += divisor;
        --multiple.base;
    }
    return {multiple, left};
}

bool WarpAccess::liesWithin(const LinearExpr& form, int64_t size)
{
    const arith::ConstIntBound bound = m_analyzer.constIntBound(toExpr(arena(), form));
    return bound.min >= 0 && bound.max < size;
}

const Expr* WarpAccess::quotient(const LinearExpr& form, int64_t divisor)
{
    const auto [multiple, left] = divided(form, divisor);
    if (liesWithin(left, divisor))
        return toExpr(arena(), multiple);
    return floorDiv(arena(), toExpr(arena(), form), intImm(arena(), form.dtype, divisor));
}

const Expr* WarpAccess::rest(const LinearExpr& form, int64_t divisor)
{
    const auto [multiple, left] = divided(form, divisor);
    const Expr* expr = toExpr(arena(), left);
    return liesWithin(left, divisor)
               ? expr
               : binary(arena(), BinaryOp::FloorMod, expr, intImm(arena(), form.dtype, divisor));
}

bool WarpAccess::isOwnLane(const Expr& lane) const
{
    const LinearExpr difference = plus(linearExpr(lane), linearExpr(m_lane), -1);
    return difference.isConstant() && difference.base == 0;
}

} // namespace tir::passes
