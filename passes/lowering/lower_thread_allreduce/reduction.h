/// One reduction over threads, and the statements that carry it out: within warps, by shuffles, or through
/// shared memory.

#pragma once

#include "core/ir/make.h"
#include "core/ir/target.h"

#include <string>
#include <variant>
#include <vector>

namespace tir::passes {

/// A thread axis around the reduction.
struct OpenAxis {
    const IterVar* axis;
    const Expr* extent;
};

/// Which threads reduce together, and which groups of them do so side by side. Axes of one thread do not count.
struct ReduceThreads {
    const Expr* reduceIndex = nullptr; ///< of a thread in its group: x first, then y and z
    int64_t reduceExtent = 1;          ///< threads of a group
    const Expr* groupIndex = nullptr;
    int64_t groupExtent = 1;
    int64_t contiguousExtent = 1; ///< threads that reduce together without a gap, from thread 0 on
};

/// `vars`: the axes to reduce over. A text: why that is not possible.
std::variant<ReduceThreads, std::string> reduceThreads(Arena& arena, const std::vector<OpenAxis>& open,
                                                       const std::vector<const Var*>& vars);

/// `combiner` applied to one value per thread.
struct Reduction {
    const CommReducer* combiner;
    std::vector<const Expr*> values;
    ReduceThreads threads;
    const Node* origin; ///< the call

    DType type(size_t i) const { return values[i]->dtype; }
};

/// The warp operations of the target.
struct WarpSupport {
    std::string_view targetKind;
    int64_t warpSize = 1;
    int64_t maxThreads = -1;
    bool hasMask = false; ///< shuffles name the lanes that take part
};
WarpSupport warpSupport(const Target& target);

/// Why shuffles cannot do it; empty when they can.
std::string whyNoShuffles(const Reduction& reduction, const WarpSupport& support);

struct LoweredReduction {
    std::vector<const Buffer*> allocated; ///< used only by the statements
    std::vector<const Stmt*> statements;
    std::vector<const BufferLoad*> results; ///< where every thread of the group finds the values
    /// With barriers of a warp, some of whose lanes do not take it; null if there are none.
    const Stmt* divergentBranch = nullptr;
};
LoweredReduction reduceByShuffles(Arena& arena, const Reduction& reduction, const WarpSupport& support);
/// The last `lockstepThreads` threads wait for each other only; with 1, all threads of the block wait in every step.
LoweredReduction reduceInSharedMemory(Arena& arena, const Reduction& reduction, int64_t lockstepThreads);

/// Statements of a reduction.
class ReductionBuilder {
public:
    ReductionBuilder(Arena& arena, const Reduction& reduction) : m_arena(arena), m_reduction(reduction) {}

    const Expr* zero() { return int32(m_arena, 0); }
    const Expr* number(int64_t value) { return int32(m_arena, value); }
    /// `count`: the extent.
    const Buffer* buffer(std::string_view name, DType type, const Expr* count, std::string_view scope);
    /// Of one element, for each thread.
    const Buffer* local(std::string_view name, DType type) { return buffer(name, type, number(1), "local"); }
    const BufferLoad* load(const Buffer* buffer, const Expr* index);
    const Stmt* store(const Buffer* buffer, const Expr* value, const Expr* index);
    const Stmt* branch(const Expr* condition, const std::vector<const Stmt*>& body);
    const Stmt* barrier(std::string_view scope);
    /// One result per value.
    std::vector<const Expr*> combine(const std::vector<const Expr*>& left,
                                     const std::vector<const Expr*>& right);
    const Expr* operation(BinaryOp op, const Expr* a, const Expr* b) { return binary(m_arena, op, a, b); }
    std::string_view numbered(std::string_view name, size_t number);

private:
    Arena& m_arena;
    const Reduction& m_reduction;
};

} // namespace tir::passes
