#include "passes/blocks/lower_auto_copy/tensor_rules.h"

#include "core/arith/analyzer.h"
#include "core/arith/int_set.h"
#include "core/ir/contains.h"
#include "core/ir/substitute.h"
#include "passes/blocks/lower_auto_copy/thread_rules.h"
#include "passes/blocks/thread_axes.h"

#include <algorithm>

namespace tir::passes {
namespace {

constexpr int64_t WmmaTile = 16;
constexpr int64_t MmaTile = 8;
constexpr int64_t RowPadding = 8; ///< elements: rows of a tile stay aligned

constexpr const char* NoTileNest =
    "its body must be two or more loops with constant extents around one store";

/// The two innermost loops, divided into loops over tiles and loops in a tile; as they are if the tiles do not
/// fit.
struct TiledNest {
    std::vector<const For*> loops;
    const BufferStore* store;
    bool isTiled;
};

TiledNest tile(Arena& arena, const CopyNest& nest, int64_t size)
{
    const For& row = *nest.loops[nest.loops.size() - 2];
    const For& column = *nest.loops.back();
    if (extentOf(row) % size != 0 || extentOf(column) % size != 0)
        return {nest.loops, nest.store, false};
    TiledNest tiled{{nest.loops.begin(), nest.loops.end() - 2}, nullptr, true};
    std::vector<const For*> inner;
    VarValues values;
    for (const For* loop : {&row, &column}) {
        const DType type = loop->loopVar->dtype;
        const Expr* tileSize = intImm(arena, type, size);
        const std::string name(loop->loopVar->name);
        const Var* outerVar = variableLike(arena, *loop->loopVar, name + "_0");
        const Var* innerVar = variableLike(arena, *loop->loopVar, name + "_1");
        tiled.loops.push_back(serialLoop(arena, outerVar, intImm(arena, type, extentOf(*loop) / size)));
        inner.push_back(serialLoop(arena, innerVar, tileSize));
        values[loop->loopVar] = add(arena, mul(arena, outerVar, tileSize), innerVar);
    }
    tiled.loops.insert(tiled.loops.end(), inner.begin(), inner.end());
    tiled.store = as<BufferStore>(substitute(arena, nest.store, values));
    return tiled;
}

/// A block that copies one tile with an instruction.
class TileBlock {
public:
    /// `tileLoops`: the two loops over the elements of a tile, which the instruction replaces.
    TileBlock(Arena& arena, const BufferStore& store, std::span<const For* const> tileLoops)
        : m_arena(arena),
          m_store(store),
          m_load(*as<BufferLoad>(store.value)),
          m_tileLoops(tileLoops)
    {}

    const Stmt* wmmaLoad()
    {
        const bool isA = m_store.buffer->scope().rank == StorageRank::WmmaMatrixA;
        makeViews(WmmaTile, Float16, Float16, true);
        return finished("wmma_load", sync(OpId::tvm_load_matrix_sync, *m_target, *m_source, Float16, 1,
                                          isA ? "row_major" : "col_major"));
    }

    const Stmt* wmmaStore()
    {
        const DType type = m_load.buffer->dtype;
        makeViews(WmmaTile, type, type, false);
        return finished("wmma_store",
                        sync(OpId::tvm_store_matrix_sync, *m_source, *m_target, type, 2, "row_major"));
    }

    /// Each thread of a warp stores two elements of a row.
    const Stmt* mmaStore()
    {
        const DType type = m_load.buffer->dtype;
        makeViews(MmaTile, type, type, false);
        const auto* thread = m_arena.make<Var>("tx", primType(m_arena, Int32));
        const auto* lane = m_arena.make<Var>("vec", primType(m_arena, Int32));
        const Expr* four = int32(m_arena, 4);
        const Expr* pair = binary(m_arena, BinaryOp::FloorMod, thread, four);
        const ExprList at = m_arena.copy(std::vector{
            floorDiv(m_arena, thread, four), add(m_arena, mul(m_arena, pair, int32(m_arena, 2)), lane)});
        const auto* store =
            m_arena.make<BufferStore>(m_target, m_arena.make<BufferLoad>(type, m_source, at), at);
        const auto* loop =
            m_arena.make<For>(lane, int32(m_arena, 0), int32(m_arena, 2), ForKind::Vectorized, store);
        const Expr* warp = int32(m_arena, 32);
        const auto* axis = m_arena.make<IterVar>(m_arena.make<Range>(int32(m_arena, 0), warp), thread,
                                                 IterType::ThreadIndex, "threadIdx.x");
        return finished("mma_store",
                        m_arena.make<AttrStmt>(AttrValue::ofNode(axis), attr::ThreadExtent, warp, loop));
    }

private:
    void makeViews(int64_t size, DType sourceType, DType targetType, bool isSourceStrided)
    {
        m_reads = regionOf(m_load.buffer, m_load.indices);
        m_writes = regionOf(m_store.buffer, m_store.indices);
        m_source = view("src", *m_load.buffer, sourceType, size, isSourceStrided);
        m_target = view("tgt", *m_store.buffer, targetType, size, !isSourceStrided);
    }

    /// The region of the loops over the tile.
    const BufferRegion* regionOf(const Buffer* buffer, ExprList indices)
    {
        arith::Analyzer analyzer(m_arena);
        arith::VarDomains domains;
        for (const For* loop : m_tileLoops)
            domains[loop->loopVar] = arith::intSetFromRange(analyzer, loop->min, loop->extent);
        std::vector<const Range*> ranges;
        for (size_t i = 0; i < indices.size(); ++i) {
            const auto* whole = m_arena.make<Range>(intImm(m_arena, indices[i]->dtype, 0), buffer->shape[i]);
            ranges.push_back(
                arith::coverRange(analyzer, arith::evalSet(analyzer, indices[i], domains), whole));
        }
        return m_arena.make<BufferRegion>(buffer, m_arena.copy(ranges));
    }

    const Buffer* view(std::string_view name, const Buffer& of, DType type, int64_t size, bool isStrided)
    {
        const auto variable = [&](std::string_view text) {
            return m_arena.make<Var>(text, primType(m_arena, Int32));
        };
        const Expr* extent = int32(m_arena, size);
        const auto* data = m_arena.make<Var>(name, pointerType(m_arena, type, of.scopeText()));
        auto* made =
            m_arena.make<Buffer>(data, type, m_arena.copy(std::vector{extent, extent}),
                                 variable(name == "src" ? "src_elem_offset" : "tgt_elem_offset"), name);
        if (isStrided)
            made->strides = m_arena.copy(std::vector<const Expr*>{variable("s1"), variable("s0")});
        made->offsetFactor = int(size);
        made->alignment = Buffer::DefaultAlignment;
        return made;
    }

    /// Loads or stores `fragment`; `access`: 1 to read `memory`, 2 to write it.
    const Stmt* sync(OpId op, const Buffer& fragment, const Buffer& memory, DType type, int64_t access,
                     std::string_view layout)
    {
        const auto number = [&](int64_t value) { return int32(m_arena, value); };
        const Expr* offset = fragment.elemOffset;
        const Expr* elements = number(WmmaTile * WmmaTile);
        const Expr* index =
            add(m_arena, floorDiv(m_arena, offset, elements),
                floorDiv(m_arena, binary(m_arena, BinaryOp::FloorMod, offset, elements), number(WmmaTile)));
        const Expr* rowStride = memory.strides.front();
        const Expr* element = callOp(m_arena, type, OpId::type_annotation, {});
        const Expr* pointer = callOp(m_arena, Handle, OpId::tvm_access_ptr,
                                     {element, memory.data, memory.elemOffset,
                                      mul(m_arena, rowStride, number(WmmaTile)), number(access)});
        return m_arena.make<Evaluate>(
            callOp(m_arena, Handle, op,
                   {fragment.data, number(WmmaTile), number(WmmaTile), number(WmmaTile), index, pointer,
                    rowStride, stringImm(m_arena, layout)}));
    }

    const Stmt* finished(std::string_view name, const Stmt* body)
    {
        SBlock block(name, body);
        block.reads = m_arena.copy(std::vector{m_reads});
        block.writes = m_arena.copy(std::vector{m_writes});
        block.matchBuffers = m_arena.copy(
            std::vector<const MatchBufferRegion*>{m_arena.make<MatchBufferRegion>(m_source, m_reads),
                                                  m_arena.make<MatchBufferRegion>(m_target, m_writes)});
        return m_arena.make<SBlockRealize>(ExprList(), boolImm(m_arena, true), m_arena.make<SBlock>(block));
    }

    Arena& m_arena;
    const BufferStore& m_store;
    const BufferLoad& m_load;
    std::span<const For* const> m_tileLoops;
    const BufferRegion* m_reads = nullptr;
    const BufferRegion* m_writes = nullptr;
    const Buffer* m_source = nullptr;
    const Buffer* m_target = nullptr;
};

std::optional<CopyNest> nestOfTwo(const Stmt* body)
{
    std::optional<CopyNest> nest = readNest(body);
    const bool fits = nest && nest->loops.size() >= 2 && !nest->condition;
    return fits ? nest : std::nullopt;
}

/// The load of an accumulator in a value; null without one, or if there are several at different indices.
const BufferLoad* accumulatorIn(const Expr& value, StorageRank rank, arith::Analyzer& analyzer)
{
    const BufferLoad* found = nullptr;
    bool isOne = true;
    contains(value, [&](const Node& node) {
        const auto* load = as<BufferLoad>(&node);
        if (!load || load->buffer->scope().rank != rank)
            return false;
        isOne &=
            !found || (found->buffer == load->buffer &&
                       std::ranges::equal(found->indices, load->indices, [&](const Expr* a, const Expr* b) {
                           return analyzer.canProveEqual(a, b);
                       }));
        found = load;
        return false;
    });
    return isOne ? found : nullptr;
}

/// Loads of the accumulator become loads of its copy.
class AccumulatorReplacer : public Mutator {
public:
    AccumulatorReplacer(Arena& arena, const Buffer* accumulator, const Expr* replacement)
        : Mutator(arena),
          m_accumulator(accumulator),
          m_replacement(replacement)
    {}

private:
    using Mutator::visit;

    const Expr* visit(const BufferLoad& load) override
    {
        return load.buffer == m_accumulator ? m_replacement : Mutator::visit(load);
    }

    const Buffer* m_accumulator;
    const Expr* m_replacement;
};

/// The copy in tiles, each of them moved by one operation of a warp.
RewrittenCopy copyInFragments(Arena& arena, const Stmt* body, bool isLoad)
{
    const auto nest = nestOfTwo(body);
    if (!nest || !as<BufferLoad>(nest->store->value))
        return {.fault = NoTileNest};
    const TiledNest tiled = tile(arena, *nest, WmmaTile);
    const std::span<const For* const> loops = tiled.loops;
    TileBlock block(arena, *tiled.store, loops.last(2));
    return {.body =
                inLoops(arena, loops.first(loops.size() - 2), isLoad ? block.wmmaLoad() : block.wmmaStore()),
            .padded = isLoad ? to<BufferLoad>(*tiled.store->value).buffer : tiled.store->buffer,
            .padding = RowPadding};
}

} // namespace

RewrittenCopy loadFragments(Arena& arena, const CopyBlock&, const Stmt* body)
{
    return copyInFragments(arena, body, true);
}

RewrittenCopy storeFragments(Arena& arena, const CopyBlock&, const Stmt* body)
{
    return copyInFragments(arena, body, false);
}

RewrittenCopy storeThroughShared(Arena& arena, const CopyBlock& copy, const Stmt* body)
{
    const auto nest = nestOfTwo(body);
    if (!nest)
        return {.fault = NoTileNest};
    const StorageRank rank = copy.source->buffer->scope().rank;
    const bool isWmma = rank == StorageRank::WmmaAccumulator;
    const TiledNest tiled = tile(arena, *nest, isWmma ? WmmaTile : MmaTile);
    arith::Analyzer analyzer(arena);
    const BufferLoad* accumulator = accumulatorIn(*tiled.store->value, rank, analyzer);
    if (!accumulator)
        return {.fault = "it must load the accumulator, at the same element everywhere"};

    // The copy in shared memory: the tiles that the threads of a block hold at the same time.
    const std::span<const For* const> loops = tiled.loops;
    const size_t kept = tiled.isTiled ? loops.size() - 3 : 0;
    std::vector<const For*> dimensions;
    for (const For* loop : copy.outerLoops)
        if (isThreadLoop(*loop) && !isBlockAxis(threadTag(*loop)) && threadTag(*loop) != "threadIdx.x")
            dimensions.push_back(loop);
    dimensions.insert(dimensions.end(), loops.begin() + ptrdiff_t(kept), loops.end());
    std::vector<const Expr*> shape;
    std::vector<const Expr*> at;
    for (const For* loop : dimensions) {
        shape.push_back(loop->extent);
        at.push_back(loop->loopVar);
    }
    const Buffer* cache =
        cacheOf(arena, *accumulator->buffer, std::string(accumulator->buffer->name) + "_shared.dyn",
                arena.copy(shape), "shared.dyn");

    const auto* collect = arena.make<BufferStore>(cache, accumulator, arena.copy(at));
    TileBlock block(arena, *collect, loops.last(2));
    const Stmt* collected = inLoops(arena, loops.subspan(kept, loops.size() - 2 - kept),
                                    isWmma ? block.wmmaStore() : block.mmaStore());

    VarValues cached;
    std::vector<const For*> cacheLoops;
    for (const For* loop : dimensions) {
        const Var* var = variableLike(arena, *loop->loopVar, std::string(loop->loopVar->name) + "_cache");
        cached[loop->loopVar] = var;
        cacheLoops.push_back(serialLoop(arena, var, loop->extent));
    }
    const Expr* element = arena.make<BufferLoad>(accumulator->dtype, cache, arena.copy(at));
    const Stmt* store = AccumulatorReplacer(arena, accumulator->buffer, element)
                            .mutate(static_cast<const Stmt*>(tiled.store));
    RewrittenCopy spread =
        coalesce(arena, copy, inLoops(arena, cacheLoops, substitute(arena, store, cached)));
    if (!spread.fault.empty())
        return spread;
    return {.body = inLoops(arena, loops.first(kept), sequence(arena, {collected, spread.body})),
            .added = cache,
            .padded = cache,
            .padding = RowPadding};
}

} // namespace tir::passes
