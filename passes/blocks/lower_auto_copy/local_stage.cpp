#include "core/ir/substitute.h"
#include "passes/blocks/lower_auto_copy/thread_rules.h"
#include "passes/blocks/thread_axes.h"

#include <algorithm>
#include <numeric>

namespace tir::passes {
namespace {

/// The contribution of one variable to an index.
struct Contribution {
    const Expr* expr = nullptr; ///< the variable with the operations around it
    int64_t extent = 0;         ///< how many values it takes
    int64_t max = 0;            ///< one step beyond the largest
};

/// Finds a small buffer for the elements that a thread loads: a dimension for each of the source, which is as
/// long as the variables of the thread's own loops need.
class RankPromoter {
public:
    RankPromoter(Arena& arena, std::span<const For* const> loops) : m_arena(arena), m_loops(loops) {}

    /// False if an index has a form that coalescing does not produce.
    bool promote(ExprList sourceIndices)
    {
        for (const Expr* index : sourceIndices) {
            const auto found = contributions(index);
            if (!found)
                return false;
            int64_t size = 1;
            const Expr* position = int32(m_arena, 0);
            for (const Contribution& part : *found) {
                if (part.extent <= 1)
                    continue;
                const auto number = [&](int64_t value) { return intImm(m_arena, part.expr->dtype, value); };
                const Expr* value = floorDiv(m_arena, part.expr, number(part.max / part.extent));
                position = add(m_arena, mul(m_arena, position, number(part.extent)), value);
                size *= part.extent;
            }
            shape.push_back(int32(m_arena, size));
            indices.push_back(position);
        }
        return true;
    }

    std::vector<const Expr*> shape;
    std::vector<const Expr*> indices;

private:
    /// From left to right; nothing if an operation does not fit.
    std::optional<std::vector<Contribution>> contributions(const Expr* expr) const
    {
        const auto loop = std::ranges::find(m_loops, expr, &For::loopVar);
        if (loop != m_loops.end())
            return std::vector{Contribution{expr, extentOf(**loop), extentOf(**loop)}};
        const auto* operation = as<Binary>(expr);
        if (!operation)
            return std::vector<Contribution>();
        auto left = contributions(operation->a);
        auto right = contributions(operation->b);
        if (!left || !right)
            return std::nullopt;
        if (operation->op == BinaryOp::Add) {
            left->insert(left->end(), right->begin(), right->end());
            return left;
        }
        if (left->empty() && right->empty())
            return left;
        const auto* factor = as<IntImm>(operation->b);
        if (!factor || factor->value <= 0)
            return std::nullopt;
        for (Contribution& part : *left) {
            if (!apply(operation->op, factor->value, part))
                return std::nullopt;
            part.expr = binary(m_arena, operation->op, part.expr, factor);
        }
        return left;
    }

    static bool apply(BinaryOp op, int64_t factor, Contribution& part)
    {
        const auto divides = [](int64_t divisor, int64_t number) {
            return divisor != 0 && number % divisor == 0;
        };
        if (op == BinaryOp::Mul) {
            part.max *= factor;
            return true;
        }
        if (op == BinaryOp::FloorDiv) {
            if (!divides(factor, part.max) && !divides(part.max, factor))
                return false;
            part.max /= factor;
            part.extent = std::min(part.extent, std::max<int64_t>(1, part.max));
            return divides(part.extent, part.max);
        }
        if (op != BinaryOp::FloorMod)
            return false;
        const int64_t step = part.max / part.extent;
        if (divides(factor, step)) {
            part.extent = 1;
            part.max = 0;
            return true;
        }
        if (!divides(step, factor))
            return false;
        part.extent = std::max<int64_t>(1, std::min(part.extent, factor / step));
        part.max = part.extent * step;
        return true;
    }

    Arena& m_arena;
    std::span<const For* const> m_loops;
};

} // namespace

RewrittenCopy stageLocally(Arena& arena, const CopyBlock& copy, const Stmt* body)
{
    const std::optional<CopyNest> nest = readNest(body);
    if (!nest)
        return {.fault = NoNest};
    std::vector<const For*> threads;
    std::vector<const For*> own; // of each thread
    for (const For* loop : nest->loops)
        (isThreadLoop(*loop) ? threads : own).push_back(loop);
    if (nest->condition && own.size() != 2)
        return {.fault = "where it is limited by a condition, each thread must have two loops"};

    RankPromoter promoter(arena, own);
    const auto* load = as<BufferLoad>(nest->store->value);
    if (!load || !promoter.promote(load->indices)) {
        promoter.shape.clear();
        promoter.indices.clear();
        for (const For* loop : own) {
            promoter.shape.push_back(loop->extent);
            promoter.indices.push_back(loop->loopVar);
        }
    }
    const Buffer& target = *copy.target->buffer;
    const Buffer* local =
        cacheOf(arena, target, std::string(target.name) + "_local", arena.copy(promoter.shape), "local");
    const ExprList at = arena.copy(promoter.indices);

    VarValues cached;
    std::vector<const For*> cacheLoops;
    for (const For* loop : own) {
        auto* made = arena.make<For>(*loop);
        made->loopVar = variableLike(arena, *loop->loopVar, std::string(loop->loopVar->name) + "_cache");
        cached[loop->loopVar] = made->loopVar;
        cacheLoops.push_back(made);
    }
    CopyNest loading = *nest;
    loading.store = arena.make<BufferStore>(local, nest->store->value, at);
    CopyNest storing = *nest;
    storing.store = arena.make<BufferStore>(
        nest->store->buffer, arena.make<BufferLoad>(local->dtype, local, at), nest->store->indices);
    const Stmt* loads = inLoops(arena, cacheLoops, substitute(arena, loading.inner(arena), cached));
    const Stmt* stores = inLoops(arena, own, storing.inner(arena));
    return {.body = inLoops(arena, threads, sequence(arena, {loads, stores})), .added = local};
}

} // namespace tir::passes
