/// A reduction through shared memory: every thread stores its value; in each step, the lower half of the
/// threads that are left combines with the upper half. When one warp is left, its threads wait only for each
/// other, as in TVM: in a branch that some lanes of the warp do not take.

#include "core/arith/analyzer.h"
#include "passes/lowering/lower_thread_allreduce/reduction.h"

namespace tir::passes {
namespace {

class SharedTree {
public:
    SharedTree(Arena& arena, const Reduction& reduction, int64_t lockstepThreads)
        : m_arena(arena),
          m_analyzer(arena),
          m_reduction(reduction),
          m_threads(reduction.threads),
          m_lockstepThreads(lockstepThreads),
          m_build(arena, reduction)
    {}

    LoweredReduction reduce()
    {
        const Expr* own = element(m_threads.reduceIndex);
        // An earlier iteration may still read the elements that are stored now.
        append(m_build.barrier("shared"));
        const Expr* extent =
            intImm(m_arena, m_threads.groupIndex->dtype, m_threads.groupExtent * m_threads.reduceExtent);
        for (size_t i = 0; i < count(); ++i) {
            m_buffers.push_back(
                m_build.buffer(m_build.numbered("red_buf", i), m_reduction.type(i), extent, "shared"));
            append(m_build.store(m_buffers[i], m_reduction.values[i], own));
        }
        append(m_build.barrier("shared"));
        combineAll(own);
        for (const Buffer* buffer : m_buffers)
            m_made.results.push_back(m_build.load(buffer, element(m_build.zero())));
        return std::move(m_made);
    }

private:
    size_t count() const { return m_reduction.values.size(); }
    void append(const Stmt* stmt) { m_made.statements.push_back(stmt); }

    /// Of the thread `index` of the own group.
    const Expr* element(const Expr* index)
    {
        if (isConstInt(m_threads.groupIndex, 0))
            return index;
        const Expr* first = mul(m_arena, m_threads.groupIndex, m_build.number(m_threads.reduceExtent));
        return m_analyzer.simplify(add(m_arena, first, index));
    }

    void combineAll(const Expr* own)
    {
        int64_t width = 1;
        while (width < m_threads.reduceExtent)
            width *= 2;
        if (width > m_threads.reduceExtent) {
            width /= 2;
            step(own, width, m_threads.reduceExtent - width);
        }
        const bool isWarpAligned =
            m_threads.groupExtent == 1 || m_threads.contiguousExtent % m_lockstepThreads == 0;
        while (width > 1 &&
               (width > m_threads.contiguousExtent || width > m_lockstepThreads || !isWarpAligned)) {
            width /= 2;
            step(own, width, width);
        }
        if (width > 1)
            combineInWarp(own, width);
    }

    /// The first `threads` threads combine with those `offset` above them.
    void step(const Expr* own, int64_t offset, int64_t threads)
    {
        const std::vector<const Expr*> results = combined(own, offset);
        append(m_build.branch(isBelow(threads), stores(own, results)));
        append(m_build.barrier("shared"));
    }

    void combineInWarp(const Expr* own, int64_t width)
    {
        std::vector<const Stmt*> body;
        const Expr* guard = isBelow(width / 2);
        for (int64_t offset = width / 2; offset >= 1; offset /= 2) {
            // All of them load before any of them stores: each overwrites elements that others read.
            std::vector<const Expr*> held;
            const std::vector<const Expr*> results = combined(own, offset);
            for (size_t i = 0; i < count(); ++i) {
                const auto* var = m_arena.make<Var>(m_build.numbered("w_" + std::to_string(offset) + "_", i),
                                                    primType(m_arena, results[i]->dtype));
                body.push_back(m_arena.make<Bind>(var, results[i]));
                held.push_back(var);
            }
            body.push_back(m_build.barrier("warp"));
            for (const Stmt* stored : stores(own, held))
                body.push_back(stored);
            body.push_back(m_build.barrier("warp"));
        }
        m_made.divergentBranch = m_build.branch(guard, body);
        append(m_made.divergentBranch);
        append(m_build.barrier("shared"));
    }

    std::vector<const Expr*> combined(const Expr* own, int64_t offset)
    {
        const Expr* other = element(add(m_arena, m_threads.reduceIndex, m_build.number(offset)));
        std::vector<const Expr*> left;
        std::vector<const Expr*> right;
        for (const Buffer* buffer : m_buffers) {
            left.push_back(m_build.load(buffer, own));
            right.push_back(m_build.load(buffer, other));
        }
        return m_build.combine(left, right);
    }

    std::vector<const Stmt*> stores(const Expr* own, const std::vector<const Expr*>& values)
    {
        std::vector<const Stmt*> made;
        for (size_t i = 0; i < count(); ++i)
            made.push_back(m_build.store(m_buffers[i], values[i], own));
        return made;
    }

    const Expr* isBelow(int64_t limit)
    {
        return m_build.operation(BinaryOp::LT, m_threads.reduceIndex, m_build.number(limit));
    }

    Arena& m_arena;
    arith::Analyzer m_analyzer;
    const Reduction& m_reduction;
    const ReduceThreads& m_threads;
    int64_t m_lockstepThreads;
    ReductionBuilder m_build;
    std::vector<const Buffer*> m_buffers;
    LoweredReduction m_made;
};

} // namespace

LoweredReduction reduceInSharedMemory(Arena& arena, const Reduction& reduction, int64_t lockstepThreads)
{
    return SharedTree(arena, reduction, lockstepThreads).reduce();
}

} // namespace tir::passes
