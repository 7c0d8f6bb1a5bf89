#include "passes/lowering/lower_thread_allreduce/reduction.h"

#include "core/analysis/text.h"
#include "core/ir/substitute.h"
#include "core/support/checked_math.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::passes {
namespace {

constexpr std::string_view ThreadPrefix = "threadIdx.";

/// More than a block of any GPU has.
constexpr int64_t MostThreads = 1 << 16;

struct ThreadAxis {
    int64_t dimension; ///< 0: x
    const Var* var;
    int64_t extent;
};

bool isTooLarge(const std::vector<ThreadAxis>& reduced, const std::vector<ThreadAxis>& others)
{
    int64_t threads = 1;
    for (const std::vector<ThreadAxis>* axes : {&reduced, &others})
        for (const ThreadAxis& axis : *axes)
            threads = limitedProduct(threads, axis.extent);
    return threads > MostThreads;
}

/// The number of a thread among those of the axes, the first of which runs fastest.
const Expr* flatIndex(Arena& arena, const std::vector<ThreadAxis>& axes, int64_t& extent)
{
    const Expr* index = nullptr;
    extent = 1;
    for (const ThreadAxis& axis : axes) {
        index = index ? add(arena, index, mul(arena, axis.var, int32(arena, extent))) : axis.var;
        extent *= axis.extent;
    }
    return index ? index : int32(arena, 0);
}

bool isNewDimension(const std::vector<ThreadAxis>& axes, int64_t dimension)
{
    return std::ranges::find(axes, dimension, &ThreadAxis::dimension) == axes.end();
}

int64_t integer(const Target& target, std::string_view key, int64_t fallback)
{
    const AttrValue* value = find(target.attrs, key);
    int64_t number = 0;
    return value && value->toInt(number) ? number : fallback;
}

} // namespace

std::variant<ReduceThreads, std::string> reduceThreads(Arena& arena, const std::vector<OpenAxis>& open,
                                                       const std::vector<const Var*>& vars)
{
    std::vector<ThreadAxis> reduced;
    std::vector<ThreadAxis> others;
    for (const auto& [axis, extent] : open) {
        const std::string_view tag = axis->threadTag;
        if (tag.starts_with("blockIdx."))
            continue;
        if (!tag.starts_with(ThreadPrefix) || tag.size() != ThreadPrefix.size() + 1)
            return "a reduction over threads cannot run below the axis " + quoted(tag) +
                   "; only blockIdx and threadIdx are possible";
        const auto* count = as<IntImm>(extent);
        if (!count)
            return "the extent of " + std::string(tag) +
                   " around a reduction must be a constant, but it is " + shortText(*extent);
        if (count->value < 1)
            return "the extent of " + std::string(tag) +
                   " around a reduction must be at least 1, but it is " + shortText(*extent);
        if (count->value == 1)
            continue;
        const bool isReduced = std::ranges::find(vars, axis->var) != vars.end();
        std::vector<ThreadAxis>& axes = isReduced ? reduced : others;
        if (const int64_t dimension = tag.back() - 'x'; isNewDimension(axes, dimension))
            axes.push_back({dimension, axis->var, count->value});
    }
    if (reduced.size() != vars.size())
        return "the reduction names " + std::to_string(vars.size()) + " thread axes, but " +
               std::to_string(reduced.size()) + " of them are open around it";
    if (!reduced.empty()) // the same axis, opened once more by another variable
        std::erase_if(others, [last = reduced.back().dimension](const ThreadAxis& axis) {
            return axis.dimension == last;
        });
    if (isTooLarge(reduced, others))
        return "a block has at most " + std::to_string(MostThreads) +
               " threads, but the axes around the reduction have more";
    std::ranges::sort(reduced, {}, &ThreadAxis::dimension);
    std::ranges::sort(others, {}, &ThreadAxis::dimension);

    ReduceThreads threads;
    threads.reduceIndex = flatIndex(arena, reduced, threads.reduceExtent);
    threads.groupIndex = flatIndex(arena, others, threads.groupExtent);
    for (const ThreadAxis& axis : reduced) {
        const bool isAfterOther = !others.empty() && others.front().dimension < axis.dimension;
        if (isAfterOther)
            break;
        threads.contiguousExtent *= axis.extent;
    }
    return threads;
}

WarpSupport warpSupport(const Target& target)
{
    const std::string_view kind = target.kindName;
    return {.targetKind = kind,
            .warpSize = integer(target, "thread_warp_size", 1),
            .maxThreads = integer(target, "max_num_threads", -1),
            .hasMask = kind == "cuda" || kind == "rocm"};
}

std::string whyNoShuffles(const Reduction& reduction, const WarpSupport& support)
{
    const bool isRocm = support.targetKind == "rocm";
    if (!isRocm && support.targetKind != "cuda" && support.targetKind != "metal" &&
        support.targetKind != "webgpu")
        return "the target " + std::string(support.targetKind) + " has no shuffles";
    for (const Expr* value : reduction.values) {
        const DType type = value->dtype;
        const bool isHalf = type.code == TypeCode::Float && type.bits == 16 && type.lanes <= 2;
        const bool isWord = type.isScalar() && type.bytes() >= 4 && type.bytes() <= 8;
        if (isRocm ? !type.isScalar() || type.bits != 32 : !isHalf && !isWord)
            return "shuffles on " + std::string(support.targetKind) + " do not move values of " +
                   toString(type);
    }
    const ReduceThreads& threads = reduction.threads;
    if (threads.contiguousExtent != threads.reduceExtent)
        return "the threads that reduce together are not neighbors";
    const int64_t warp = support.warpSize;
    const bool fillsWarps =
        support.maxThreads != -1 && support.maxThreads <= warp * warp && threads.reduceExtent % warp == 0;
    const bool dividesWarp = warp % threads.reduceExtent == 0 || fillsWarps;
    const bool isInOneWarp = threads.groupExtent == 1 && threads.reduceExtent <= warp;
    if (isRocm ? threads.reduceExtent != warp : !dividesWarp && !isInOneWarp)
        return std::to_string(threads.reduceExtent) + " threads do not fit warps of " + std::to_string(warp);
    return "";
}

// ---- ReductionBuilder

const Buffer* ReductionBuilder::buffer(std::string_view name, DType type, const Expr* count,
                                       std::string_view scope)
{
    const auto* data = m_arena.make<Var>(name, pointerType(m_arena, type, scope));
    const std::vector<const Expr*> shape{count};
    return m_arena.make<Buffer>(data, type, m_arena.copy(shape), intImm(m_arena, count->dtype, 0), name);
}

const BufferLoad* ReductionBuilder::load(const Buffer* buffer, const Expr* index)
{
    const std::vector<const Expr*> indices{index};
    BufferLoad* made = m_arena.make<BufferLoad>(buffer->dtype, buffer, m_arena.copy(indices));
    made->origin = m_reduction.origin;
    return made;
}

const Stmt* ReductionBuilder::store(const Buffer* buffer, const Expr* value, const Expr* index)
{
    const std::vector<const Expr*> indices{index};
    BufferStore* made = m_arena.make<BufferStore>(buffer, value, m_arena.copy(indices));
    made->origin = m_reduction.origin;
    return made;
}

const Stmt* ReductionBuilder::branch(const Expr* condition, const std::vector<const Stmt*>& body)
{
    IfThenElse* made = m_arena.make<IfThenElse>(condition, sequence(m_arena, body));
    made->origin = m_reduction.origin;
    return made;
}

const Stmt* ReductionBuilder::barrier(std::string_view scope)
{
    Evaluate* made =
        m_arena.make<Evaluate>(callOp(m_arena, Int32, OpId::tvm_storage_sync, {stringImm(m_arena, scope)}));
    made->origin = m_reduction.origin;
    return made;
}

std::vector<const Expr*> ReductionBuilder::combine(const std::vector<const Expr*>& left,
                                                   const std::vector<const Expr*>& right)
{
    const CommReducer& combiner = *m_reduction.combiner;
    VarValues values;
    for (size_t i = 0; i < left.size(); ++i) {
        values.insert(combiner.lhs[i], left[i]);
        values.insert(combiner.rhs[i], right[i]);
    }
    std::vector<const Expr*> results;
    for (const Expr* result : combiner.result)
        results.push_back(substitute(m_arena, result, values));
    return results;
}

std::string_view ReductionBuilder::numbered(std::string_view name, size_t number)
{
    return m_arena.intern(std::string(name) + std::to_string(number));
}

} // namespace tir::passes
