#include "passes/blocks/lower_cross_thread_reduction/allreduce_nest.h"

#include "core/ir/contains.h"
#include "core/ir/substitute.h"

#include <algorithm>

namespace tir::passes {
namespace {

constexpr std::string_view ReduceScope = "reduce_scope";

ExprList zeroIndex(Arena& arena)
{
    return arena.copy(std::vector<const Expr*>{int32(arena, 0)});
}

const BufferRegion* onlyElement(Arena& arena, const Buffer* buffer)
{
    const auto* range = arena.make<Range>(int32(arena, 0), int32(arena, 1));
    return arena.make<BufferRegion>(buffer, arena.copy(std::vector<const Range*>{range}));
}

/// Accesses of accumulators become accesses of the buffers that replace them.
class AccumulatorReplacer : public Mutator {
public:
    AccumulatorReplacer(Arena& arena, const CrossThreadReduction& reduction) : Mutator(arena)
    {
        for (size_t i = 0; i < reduction.inThread.size(); ++i)
            m_replacements[reduction.block.inits[i]->buffer] = reduction.inThread[i];
    }

private:
    using Mutator::visit;

    const Expr* visit(const BufferLoad& load) override
    {
        const Expr* visited = Mutator::visit(load);
        const Buffer* const* buffer = m_replacements.find(load.buffer);
        return buffer ? makeFrom<BufferLoad>(load, load.dtype, *buffer, zeroIndex(arena())) : visited;
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const Stmt* visited = Mutator::visit(store);
        const Buffer* const* buffer = m_replacements.find(store.buffer);
        return buffer ? makeFrom<BufferStore>(store, *buffer, to<BufferStore>(*visited).value,
                                              zeroIndex(arena()))
                      : visited;
    }

    PointerMap<Buffer, const Buffer*> m_replacements;
};

/// The nest without its thread loops, and with another statement in place of the reduction.
class NestRewriter : public Mutator {
public:
    NestRewriter(Arena& arena, const CrossThreadReduction& reduction, const Stmt* replacement)
        : Mutator(arena),
          m_reduction(reduction),
          m_replacement(replacement)
    {}

private:
    using Mutator::visit;

    const Stmt* visit(const For& loop) override
    {
        const bool isShared = std::ranges::any_of(
            m_reduction.threads, [&](const For* thread) { return thread->loopVar == loop.loopVar; });
        if (isShared)
            return mutate(loop.body);
        const Stmt* visited = Mutator::visit(loop);
        const auto* made = as<For>(visited);
        return made && made != &loop && isNoOp(made->body) ? noOp(arena()) : visited;
    }

    const Stmt* visit(const SBlockRealize& realize) override
    {
        return &realize == m_reduction.realize ? m_replacement : &realize;
    }

    const CrossThreadReduction& m_reduction;
    const Stmt* m_replacement;
};

class NestBuilder {
public:
    NestBuilder(Arena& arena, const CrossThreadReduction& reduction)
        : m_arena(arena),
          m_reduction(reduction),
          m_realize(*reduction.realize),
          m_block(*m_realize.block)
    {}

    const Stmt* build(const Stmt* nest, const Expr* predicate)
    {
        const bool isInThread = !m_reduction.inThread.empty();
        const Stmt* ownPart = isInThread ? inThread() : noOp(m_arena);
        const Stmt* body = sequence(m_arena, {isInThread ? inThreadInit() : nullptr,
                                              NestRewriter(m_arena, m_reduction, ownPart).mutate(nest),
                                              crossThread(), writeBack(predicate)});
        for (size_t i = m_reduction.threads.size(); i-- > 0;) {
            For loop = *m_reduction.threads[i];
            loop.body = body;
            body = made<For>(*m_reduction.threads[i], loop);
        }
        return body;
    }

private:
    const Stmt* inThreadInit()
    {
        std::vector<const Stmt*> stores;
        for (size_t i = 0; i < m_reduction.inThread.size(); ++i) {
            const BufferStore& init = *m_reduction.block.inits[i];
            stores.push_back(
                made<BufferStore>(init, m_reduction.inThread[i], init.value, zeroIndex(m_arena)));
        }
        SBlock block(named("_in_thread_init"), sequence(m_arena, stores));
        block.writes = elementsOf(m_reduction.inThread);
        return realize(block, {}, boolImm(m_arena, true));
    }

    const Stmt* inThread()
    {
        SBlock block = m_block;
        block.name = named("_in_thread");
        block.init = nullptr;
        block.body = AccumulatorReplacer(m_arena, m_reduction).mutate(m_block.body);
        block.writes = elementsOf(m_reduction.inThread);
        return realize(block, m_realize.iterValues, m_realize.predicate);
    }

    const Stmt* crossThread()
    {
        const bool isInThread = !m_reduction.inThread.empty();
        SBlock block(named("_cross_thread"), allreduce());
        block.writes = elementsOf(m_reduction.crossThread);
        block.reads = isInThread ? elementsOf(m_reduction.inThread) : m_block.reads;
        if (isInThread)
            return realize(block, {}, boolImm(m_arena, true));
        block.iterVars = m_block.iterVars;
        return realize(block, m_realize.iterValues, boolImm(m_arena, true));
    }

    const Stmt* allreduce()
    {
        const ReducerMatch& match = m_reduction.block.match;
        const size_t count = m_reduction.crossThread.size();
        std::vector<const Expr*> args{intImm(m_arena, UInt32, int64_t(count))};
        for (size_t i = 0; i < count; ++i)
            args.push_back(m_reduction.inThread.empty() ? match.sources[i]
                                                        : element(m_reduction.inThread[i]));
        args.push_back(boolImm(m_arena, true));
        for (const Buffer* buffer : m_reduction.crossThread)
            args.push_back(element(buffer));
        for (const For* thread : m_reduction.threads)
            args.push_back(thread->loopVar);
        const Expr* call = callOp(m_arena, Handle, OpId::tvm_thread_allreduce, args);
        const Expr* nowhere = callOp(m_arena, Handle, OpId::reinterpret, {intImm(m_arena, UInt64, 0)});
        return made<AttrStmt>(*m_block.body, AttrValue::ofNode(match.reducer), ReduceScope, nowhere,
                              made<Evaluate>(*m_block.body, call));
    }

    /// Over the spatial axes alone, with new variables.
    const Stmt* writeBack(const Expr* predicate)
    {
        VarValues fresh;
        std::vector<const IterVar*> axes;
        std::vector<const Expr*> values;
        for (size_t i = 0; i < m_block.iterVars.size(); ++i) {
            const IterVar& axis = *m_block.iterVars[i];
            if (axis.iterType != IterType::DataPar)
                continue;
            IterVar copy = axis;
            copy.var = made<Var>(*axis.var, axis.var->name, axis.var->type);
            fresh[axis.var] = copy.var;
            axes.push_back(made<IterVar>(axis, copy));
            values.push_back(m_realize.iterValues[i]);
        }
        std::vector<const Stmt*> stores;
        for (size_t i = 0; i < m_reduction.crossThread.size(); ++i) {
            const BufferStore& init = *m_reduction.block.inits[i];
            const auto* store =
                made<BufferStore>(init, init.buffer, element(m_reduction.crossThread[i]), init.indices);
            stores.push_back(substitute(m_arena, store, fresh));
        }
        SBlock block(named("_write_back"), sequence(m_arena, stores));
        block.iterVars = m_arena.copy(axes);
        block.reads = elementsOf(m_reduction.crossThread);
        block.writes = substituted(m_block.writes, fresh);
        return realize(block, m_arena.copy(values), predicate);
    }

    std::span<const BufferRegion* const> substituted(std::span<const BufferRegion* const> regions,
                                                     const VarValues& values)
    {
        std::vector<const BufferRegion*> result;
        for (const BufferRegion* region : regions) {
            std::vector<const Range*> ranges;
            for (const Range* range : region->region)
                ranges.push_back(made<Range>(*range, substitute(m_arena, range->min, values),
                                             substitute(m_arena, range->extent, values)));
            result.push_back(made<BufferRegion>(*region, region->buffer, m_arena.copy(ranges)));
        }
        return m_arena.copy(result);
    }

    const Stmt* realize(const SBlock& block, ExprList values, const Expr* predicate)
    {
        return made<SBlockRealize>(m_realize, values, predicate, made<SBlock>(m_block, block));
    }

    std::string_view named(std::string_view suffix)
    {
        return m_arena.intern(std::string(m_block.name) + std::string(suffix));
    }

    const Expr* element(const Buffer* buffer)
    {
        return m_arena.make<BufferLoad>(buffer->dtype, buffer, zeroIndex(m_arena));
    }

    std::span<const BufferRegion* const> elementsOf(const std::vector<const Buffer*>& buffers)
    {
        std::vector<const BufferRegion*> regions;
        for (const Buffer* buffer : buffers)
            regions.push_back(onlyElement(m_arena, buffer));
        return m_arena.copy(regions);
    }

    template <class T, class... Args>
    const T* made(const Node& from, Args&&... args)
    {
        T* node = m_arena.make<T>(std::forward<Args>(args)...);
        node->origin = &from;
        return node;
    }

    Arena& m_arena;
    const CrossThreadReduction& m_reduction;
    const SBlockRealize& m_realize;
    const SBlock& m_block;
};

/// The operands of a conjunction that are not conjunctions themselves: those of inner conjunctions first.
void collectConjuncts(const Expr* predicate, std::vector<const Expr*>& conjuncts)
{
    const auto isConjunction = [](const Expr* expr) {
        const auto* operation = as<Binary>(expr);
        return operation && operation->op == BinaryOp::And;
    };
    if (!isConjunction(predicate))
        return;
    const auto& both = to<Binary>(*predicate);
    collectConjuncts(both.a, conjuncts);
    collectConjuncts(both.b, conjuncts);
    for (const Expr* operand : {both.a, both.b})
        if (!isConjunction(operand))
            conjuncts.push_back(operand);
}

} // namespace

const Buffer* scratchBuffer(Arena& arena, std::string_view prefix, const Buffer& accumulator)
{
    const std::string_view name = arena.intern(std::string(prefix) + std::string(accumulator.name));
    const auto* data = arena.make<Var>(name, pointerType(arena, accumulator.dtype, "local"));
    const ExprList one = arena.copy(std::vector<const Expr*>{int32(arena, 1)});
    auto* buffer = arena.make<Buffer>(data, accumulator.dtype, one, int32(arena, 0), name);
    buffer->strides = one;
    buffer->origin = &accumulator;
    return buffer;
}

bool hasLocalResult(const CrossThreadReduction& reduction)
{
    return reduction.block.inits.front()->buffer->scope().rank == StorageRank::Local;
}

const Expr* writeBackPredicate(Arena& arena, const CrossThreadReduction& reduction, bool keepsSingle)
{
    const Expr* original = reduction.realize->predicate;
    std::vector<const Expr*> conjuncts;
    collectConjuncts(original, conjuncts);
    if (conjuncts.empty() && keepsSingle)
        conjuncts.push_back(original);
    const Expr* predicate = boolImm(arena, true);
    for (const Expr* conjunct : conjuncts) {
        const bool usesReduction = std::ranges::any_of(
            reduction.loops, [&](const For* loop) { return mentions(conjunct, loop->loopVar); });
        if (!usesReduction)
            predicate = binary(arena, BinaryOp::And, predicate, conjunct);
    }
    return predicate;
}

const Stmt* allreduceNest(Arena& arena, const CrossThreadReduction& reduction, const Stmt* nest,
                          const Expr* predicate)
{
    if (!hasLocalResult(reduction))
        for (const For* thread : reduction.threads)
            predicate = binary(arena, BinaryOp::And, predicate,
                               binary(arena, BinaryOp::EQ, thread->loopVar, thread->min));
    return NestBuilder(arena, reduction).build(nest, predicate);
}

} // namespace tir::passes
