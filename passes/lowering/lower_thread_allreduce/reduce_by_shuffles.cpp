/// A reduction within warps: in each step, every thread combines its value with that of the thread a power of
/// two above it. More than one warp takes two rounds: the first one reduces within each warp, the second one
/// reduces the results of the warps, which pass through shared memory.

#include "passes/lowering/lower_thread_allreduce/reduction.h"

namespace tir::passes {
namespace {

class Shuffles {
public:
    Shuffles(Arena& arena, const Reduction& reduction, const WarpSupport& support)
        : m_arena(arena),
          m_reduction(reduction),
          m_support(support),
          m_build(arena, reduction)
    {}

    LoweredReduction inOneWarp()
    {
        const ReduceThreads& threads = m_reduction.threads;
        const Round round = reduce(m_reduction.values, threads.reduceExtent, nullptr);
        // All threads take the value of the first one of their group, so that all of them can use it.
        const Expr* first = mul(m_arena, m_build.number(threads.reduceExtent), threads.groupIndex);
        const Expr* element = extent(0);
        for (const Buffer* buffer : round.values)
            m_made.statements.push_back(m_build.store(
                buffer, shuffled(OpId::tvm_warp_shuffle, round, m_build.load(buffer, element), first),
                element));
        for (const Buffer* buffer : round.values)
            m_made.results.push_back(m_build.load(buffer, m_build.zero()));
        return std::move(m_made);
    }

    LoweredReduction inSeveralWarps()
    {
        const ReduceThreads& threads = m_reduction.threads;
        const Expr* warp = m_build.number(m_support.warpSize);
        const int64_t warps = threads.reduceExtent / m_support.warpSize;
        const Expr* firstOfGroup = mul(m_arena, threads.groupIndex, m_build.number(warps));
        std::vector<const Buffer*> staging;
        for (size_t i = 0; i < count(); ++i)
            staging.push_back(
                m_build.buffer("red_buf_staging", type(i), extent(warps * threads.groupExtent), "shared"));
        m_made.allocated = staging;

        const Round first = reduce(m_reduction.values, m_support.warpSize, nullptr);
        allocate(first.values);
        const Expr* ownWarp = floorDiv(m_arena, threads.reduceIndex, warp);
        const Expr* lane = m_build.operation(BinaryOp::FloorMod, threads.reduceIndex, warp);
        storeResults(first, staging, add(m_arena, firstOfGroup, ownWarp), lane);

        std::vector<const Expr*> staged;
        for (const Buffer* buffer : staging)
            staged.push_back(m_build.load(buffer, add(m_arena, firstOfGroup, threads.reduceIndex)));
        const Round second = reduce(
            staged, warps, m_build.operation(BinaryOp::LT, threads.reduceIndex, m_build.number(warps)));
        allocate(second.values);

        std::vector<const Buffer*> results;
        for (size_t i = 0; i < count(); ++i)
            results.push_back(m_build.buffer("red_result", type(i), extent(threads.groupExtent), "shared"));
        storeResults(second, results, threads.groupIndex, threads.reduceIndex);
        for (const Buffer* buffer : results)
            m_made.results.push_back(m_build.load(buffer, threads.groupIndex));
        return std::move(m_made);
    }

private:
    /// The values of a thread, which end as the result in the first thread, and the mask of its shuffles.
    struct Round {
        std::vector<const Buffer*> values;
        const Buffer* mask = nullptr;
    };

    size_t count() const { return m_reduction.values.size(); }
    DType type(size_t i) const { return m_reduction.type(i); }
    /// In the type of the axes.
    const Expr* extent(int64_t value)
    {
        return intImm(m_arena, m_reduction.threads.reduceIndex->dtype, value);
    }
    void allocate(const std::vector<const Buffer*>& buffers)
    {
        m_made.allocated.insert(m_made.allocated.end(), buffers.begin(), buffers.end());
    }

    /// `guard`: which threads have a value; null: all.
    Round reduce(const std::vector<const Expr*>& sources, int64_t extent, const Expr* guard)
    {
        Round round;
        std::vector<const Buffer*> received;
        std::vector<const Stmt*> loads;
        for (size_t i = 0; i < count(); ++i) {
            round.values.push_back(m_build.local(m_build.numbered("red_buf", i), type(i)));
            received.push_back(m_build.local(m_build.numbered("t", i), type(i)));
            loads.push_back(m_build.store(round.values[i], sources[i], m_build.zero()));
        }
        if (guard)
            loads = {m_build.branch(guard, loads)};
        m_made.statements.insert(m_made.statements.end(), loads.begin(), loads.end());
        allocate(received);
        if (m_support.hasMask) {
            round.mask = m_build.local("mask", UInt32);
            m_made.allocated.push_back(round.mask);
            m_made.statements.push_back(m_build.store(
                round.mask, callOp(m_arena, UInt32, OpId::tvm_warp_activemask, {}), m_build.zero()));
        }
        int64_t offset = 1;
        while (offset * 2 < extent)
            offset *= 2;
        for (; offset > 0; offset /= 2)
            step(round, received, offset, extent);
        return round;
    }

    void step(const Round& round, const std::vector<const Buffer*>& received, int64_t offset, int64_t extent)
    {
        std::vector<const Expr*> own;
        std::vector<const Expr*> others;
        // A shuffle is a separate statement: all threads of the warp must reach it.
        for (size_t i = 0; i < count(); ++i) {
            own.push_back(m_build.load(round.values[i], m_build.zero()));
            m_made.statements.push_back(m_build.store(
                received[i], shuffled(OpId::tvm_warp_shuffle_down, round, own[i], m_build.number(offset)),
                m_build.zero()));
            others.push_back(m_build.load(received[i], m_build.zero()));
        }
        const std::vector<const Expr*> results = m_build.combine(own, others);
        std::vector<const Stmt*> stores;
        for (size_t i = 0; i < count(); ++i)
            stores.push_back(m_build.store(round.values[i], results[i], m_build.zero()));
        // Not every thread has a partner unless the number of threads is a power of two.
        if (offset * 2 > extent) {
            const Expr* partner = add(m_arena, m_reduction.threads.reduceIndex, m_build.number(offset));
            stores = {
                m_build.branch(m_build.operation(BinaryOp::LT, partner, m_build.number(extent)), stores)};
        }
        m_made.statements.insert(m_made.statements.end(), stores.begin(), stores.end());
    }

    const Expr* shuffled(OpId op, const Round& round, const Expr* value, const Expr* lane)
    {
        const Expr* mask = round.mask ? static_cast<const Expr*>(m_build.load(round.mask, m_build.zero()))
                                      : m_build.number(0);
        const Expr* width = m_build.number(m_support.warpSize);
        return callOp(m_arena, value->dtype, op, {mask, value, lane, width, width});
    }

    /// The first thread, which is the one where `index` is 0, stores the results for the others.
    void storeResults(const Round& round, const std::vector<const Buffer*>& targets, const Expr* where,
                      const Expr* index)
    {
        std::vector<const Stmt*> stores;
        for (size_t i = 0; i < count(); ++i)
            stores.push_back(m_build.store(targets[i], m_build.load(round.values[i], m_build.zero()), where));
        m_made.statements.push_back(
            m_build.branch(m_build.operation(BinaryOp::EQ, index, m_build.zero()), stores));
        m_made.statements.push_back(m_build.barrier("shared"));
    }

    Arena& m_arena;
    const Reduction& m_reduction;
    const WarpSupport& m_support;
    ReductionBuilder m_build;
    LoweredReduction m_made;
};

} // namespace

LoweredReduction reduceByShuffles(Arena& arena, const Reduction& reduction, const WarpSupport& support)
{
    Shuffles shuffles(arena, reduction, support);
    return reduction.threads.reduceExtent <= support.warpSize ? shuffles.inOneWarp()
                                                              : shuffles.inSeveralWarps();
}

} // namespace tir::passes
