#include "core/script/reading/block_regions.h"

#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/ir/structural_equal.h"
#include "core/ir/visitor.h"
#include "core/script/reading/difference.h"
#include "core/script/reading/open_scopes.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace tir::script {
namespace {

/// Smallest and largest value of an expression; null where nothing is known.
struct Bounds {
    const Expr* min = nullptr;
    const Expr* max = nullptr;
};

class AccessCollector : public Visitor {
public:
    struct Access {
        const Buffer* buffer;
        std::vector<Bounds> bounds;
        bool isWrite;
    };

    AccessCollector(Arena& arena) : m_arena(arena) {}

    std::vector<Access> accesses;

    /// The block does not list accesses to it, and values that depend on it are unknown outside.
    void addOwn(const Buffer* buffer) { m_own.insert(buffer->data); }
    bool isOwn(const Buffer* buffer) const { return m_own.contains(buffer->data); }

private:
    using Visitor::visit;

    void visit(const For& loop) override
    {
        const Bounds min = boundsOf(loop.min);
        const Bounds last = boundsOf(binary(m_arena, BinaryOp::Sub, add(m_arena, loop.min, loop.extent),
                                            intImm(m_arena, loop.min->dtype, 1)));
        m_ranges[loop.loopVar] = {min.min, last.max};
        visitChildren(loop);
        m_ranges.erase(loop.loopVar);
    }
    void visit(const Bind& bind) override
    {
        m_ranges[bind.var] = boundsOf(bind.value);
        m_own.insert(bind.var);
        visitChildren(bind);
    }
    void visit(const Let& let) override
    {
        m_ranges[let.var] = boundsOf(let.value);
        visitChildren(let);
    }
    void visit(const BufferLoad& load) override
    {
        record(load.buffer, load.indices, false);
        visitChildren(load);
    }
    void visit(const BufferStore& store) override
    {
        record(store.buffer, store.indices, true);
        visitChildren(store);
    }
    void visit(const AllocBuffer& alloc) override { addOwn(alloc.buffer); }
    /// An inner block states its own regions, in terms of its axes.
    void visit(const SBlockRealize& realize) override
    {
        const SBlock& block = *realize.block;
        for (size_t i = 0; i < block.iterVars.size() && i < realize.iterValues.size(); ++i)
            m_ranges[block.iterVars[i]->var] = boundsOf(realize.iterValues[i]);
        std::ranges::for_each(block.allocBuffers, [this](const Buffer* buffer) { addOwn(buffer); });
        for (const MatchBufferRegion* match : block.matchBuffers)
            addOwn(match->buffer);
        for (const BufferRegion* region : block.reads)
            record(*region, false);
        for (const BufferRegion* region : block.writes)
            record(*region, true);
    }

    void record(const BufferRegion& region, bool isWrite)
    {
        Access access{region.buffer, {}, isWrite};
        for (const Range* range : region.region) {
            const Bounds min = boundsOf(range->min);
            const Bounds extent = boundsOf(range->extent);
            if (!min.max || !extent.max) {
                access.bounds.emplace_back();
                continue;
            }
            access.bounds.push_back(
                {min.min, binary(m_arena, BinaryOp::Sub, add(m_arena, min.max, extent.max),
                                 intImm(m_arena, min.max->dtype, 1))});
        }
        accesses.push_back(std::move(access));
    }

    void record(const Buffer* buffer, ExprList indices, bool isWrite)
    {
        Access access{buffer, {}, isWrite};
        for (const Expr* index : indices)
            access.bounds.push_back(boundsOf(index));
        accesses.push_back(std::move(access));
    }

    Bounds boundsOf(const Expr* expr)
    {
        if (as<IntImm>(expr))
            return {expr, expr};
        if (const auto* var = as<Var>(expr)) {
            const auto range = m_ranges.find(var);
            return range == m_ranges.end() ? Bounds{expr, expr} : range->second;
        }
        if (const auto* ramp = as<Ramp>(expr)) {
            const Bounds base = boundsOf(ramp->base);
            const auto* stride = as<IntImm>(ramp->stride);
            if (!base.max || !stride || stride->value < 0 || ramp->dtype.lanes < 1)
                return {};
            return {base.min, add(m_arena, base.max,
                                  intImm(m_arena, base.max->dtype, stride->value * (ramp->dtype.lanes - 1)))};
        }
        if (const auto* narrowed = as<Cast>(expr)) {
            const Bounds inner = boundsOf(narrowed->value);
            if (!inner.min || !inner.max || !narrowed->dtype.isIntegral() || !narrowed->dtype.isScalar())
                return {};
            if (inner.min == narrowed->value && inner.max == narrowed->value)
                return {expr, expr};
            return {cast(m_arena, narrowed->dtype, inner.min), cast(m_arena, narrowed->dtype, inner.max)};
        }
        if (const auto* choice = as<Select>(expr)) {
            const Bounds a = boundsOf(choice->trueValue);
            const Bounds b = boundsOf(choice->falseValue);
            if (!dependsOnInside(expr))
                return {expr, expr};
            if (!a.min || !a.max || !b.min || !b.max)
                return {};
            return {binary(m_arena, BinaryOp::Min, a.min, b.min),
                    binary(m_arena, BinaryOp::Max, a.max, b.max)};
        }
        const auto* node = as<Binary>(expr);
        if (!node || !isArithmetic(node->op))
            return dependsOnInside(expr) ? Bounds{} : Bounds{expr, expr};
        const Bounds a = boundsOf(node->a);
        const Bounds b = boundsOf(node->b);
        if (!a.min || !a.max || !b.min || !b.max)
            return {};
        if (a.min == node->a && a.max == node->a && b.min == node->b && b.max == node->b)
            return {expr, expr};
        const auto* factor = as<IntImm>(node->b);
        switch (node->op) {
        case BinaryOp::Add:
            return {add(m_arena, a.min, b.min), add(m_arena, a.max, b.max)};
        case BinaryOp::Sub:
            return {binary(m_arena, BinaryOp::Sub, a.min, b.max),
                    binary(m_arena, BinaryOp::Sub, a.max, b.min)};
        case BinaryOp::Mul:
            if (!factor)
                return {};
            if (factor->value < 0)
                return {mul(m_arena, a.max, node->b), mul(m_arena, a.min, node->b)};
            return {mul(m_arena, a.min, node->b), mul(m_arena, a.max, node->b)};
        case BinaryOp::FloorDiv:
            if (!factor || factor->value <= 0)
                return {};
            return {floorDiv(m_arena, a.min, node->b), floorDiv(m_arena, a.max, node->b)};
        case BinaryOp::FloorMod:
            if (!factor || factor->value <= 0)
                return {};
            if (const auto* low = as<IntImm>(a.min))
                if (const auto* high = as<IntImm>(a.max); high && isOnePeriod(*low, *high, factor->value))
                    return {binary(m_arena, BinaryOp::FloorMod, a.min, node->b),
                            binary(m_arena, BinaryOp::FloorMod, a.max, node->b)};
            return {intImm(m_arena, node->dtype, 0), intImm(m_arena, node->dtype, factor->value - 1)};
        case BinaryOp::Min:
        case BinaryOp::Max:
            return {binary(m_arena, node->op, a.min, b.min), binary(m_arena, node->op, a.max, b.max)};
        default:
            return {};
        }
    }

    /// All of [low, high] has the same quotient: the remainder follows it.
    static bool isOnePeriod(const IntImm& low, const IntImm& high, int64_t divisor)
    {
        const auto quotient = [divisor](int64_t value) {
            return value / divisor - (value % divisor < 0 ? 1 : 0);
        };
        return quotient(low.value) == quotient(high.value);
    }

    bool dependsOnInside(const Expr* expr) const
    {
        return contains(*expr, [this](const Node& node) {
            if (const auto* load = as<BufferLoad>(&node); load && isOwn(load->buffer))
                return true;
            const auto* var = as<Var>(&node);
            return var && (m_ranges.contains(var) || m_own.contains(var));
        });
    }

    Arena& m_arena;
    std::unordered_map<const Var*, Bounds> m_ranges;
    std::unordered_set<const Var*> m_own; ///< variables and data variables that are defined inside
};

const Expr* minimum(Arena& arena, const Expr* a, const Expr* b, BinaryOp op)
{
    if (structuralEqual(*a, *b))
        return a;
    matchTypes(arena, a, b);
    // Two values that differ by a constant need no Min.
    const Expr* apart = difference(arena, b, a);
    if (const auto* constant = as<IntImm>(apart))
        return (constant->value < 0) == (op == BinaryOp::Min) ? b : a;
    return binary(arena, op, a, b);
}

} // namespace

void detectRegions(Arena& arena, BlockContext& block, const Stmt* body)
{
    AccessCollector collector(arena);
    std::ranges::for_each(block.allocBuffers, [&](const Buffer* buffer) { collector.addOwn(buffer); });
    for (const MatchBufferRegion* match : block.matchBuffers)
        collector.addOwn(match->buffer);
    Visitor& visitor = collector;
    if (block.init)
        visitor.visit(block.init);
    visitor.visit(body);
    // One region per buffer: the hull.
    const auto hulls = [&](bool isWrite, std::vector<const BufferRegion*>& into) {
        std::vector<const Buffer*> order;
        for (const AccessCollector::Access& access : collector.accesses)
            if (access.isWrite == isWrite && !collector.isOwn(access.buffer) &&
                std::ranges::find(order, access.buffer) == order.end())
                order.push_back(access.buffer);
        for (const Buffer* buffer : order) {
            std::vector<const Range*> ranges;
            for (size_t i = 0; i < buffer->shape.size(); ++i) {
                const Range* whole =
                    arena.make<Range>(intImm(arena, buffer->shape[i]->dtype, 0), buffer->shape[i]);
                Bounds hull;
                bool isWhole = false;
                bool isFirst = true;
                for (const AccessCollector::Access& access : collector.accesses) {
                    if (access.buffer != buffer || access.isWrite != isWrite)
                        continue;
                    const Bounds& bounds = access.bounds[i];
                    isWhole |= !bounds.min || !bounds.max;
                    if (isWhole)
                        break;
                    if (isFirst)
                        hull = bounds;
                    else
                        hull = {minimum(arena, hull.min, bounds.min, BinaryOp::Min),
                                minimum(arena, hull.max, bounds.max, BinaryOp::Max)};
                    isFirst = false;
                }
                if (isWhole) {
                    ranges.push_back(whole);
                    continue;
                }
                const Expr* one = intImm(arena, hull.min->dtype, 1);
                const Expr* end = hull.max;
                matchTypes(arena, end, one);
                const Expr* extent = difference(arena, add(arena, end, one), hull.min);
                ranges.push_back(arena.make<Range>(hull.min, extent));
            }
            into.push_back(arena.make<BufferRegion>(buffer, arena.copy(ranges)));
        }
    };
    if (!block.hasWrites)
        hulls(true, block.writes);
    if (block.hasReads)
        return;
    hulls(false, block.reads);
    // The accumulator of a reduction is read by its own update only.
    if (block.init)
        std::erase_if(block.reads, [&](const BufferRegion* read) {
            return std::ranges::find(block.writes, read->buffer, &BufferRegion::buffer) != block.writes.end();
        });
}

} // namespace tir::script
