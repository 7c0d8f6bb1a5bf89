#include "core/analysis/block_accesses.h"

#include "core/ir/contains.h"
#include "core/ir/integers.h"
#include "core/ir/module.h"
#include "core/ir/visitor.h"

#include <algorithm>
#include <unordered_set>

namespace tir {
namespace {

/// Thread of a byte that several threads touch.
constexpr int64_t Several = -1;
/// Evaluations of one index; beyond, an access is not counted out.
constexpr int64_t MostPoints = int64_t(1) << 15;

/// Values of integer expressions at one point.
class Point {
public:
    explicit Point(const std::unordered_map<const Var*, const Expr*>& bindings) : m_bindings(bindings) {}

    void set(const Var* var, int64_t value) { m_values.insert_or_assign(var, value); }

    /// Nothing when a part is not an integer known here.
    std::optional<int64_t> at(const Expr& expr) const
    {
        if (const auto* constant = as<IntImm>(&expr))
            return constant->value;
        if (const auto* var = as<Var>(&expr)) {
            if (const auto known = m_values.find(var); known != m_values.end())
                return known->second;
            const auto bound = m_bindings.find(var);
            return bound == m_bindings.end() ? std::nullopt : at(*bound->second);
        }
        if (const auto* cast = as<Cast>(&expr); cast && cast->dtype.isIntegral())
            return at(*cast->value);
        if (const auto* negation = as<Not>(&expr)) {
            const auto value = at(*negation->value);
            return value ? std::optional<int64_t>(*value == 0) : std::nullopt;
        }
        const auto* binary = as<Binary>(&expr);
        if (!binary || binary->dtype.lanes != 1)
            return {};
        const auto a = at(*binary->a);
        const auto b = at(*binary->b);
        return a && b ? evaluateBinary(binary->op, *a, *b) : std::nullopt;
    }

private:
    const std::unordered_map<const Var*, const Expr*>& m_bindings;
    std::unordered_map<const Var*, int64_t> m_values;
};

/// The variables that an expression depends on, through bindings.
void addVars(const Expr& expr, const std::unordered_map<const Var*, const Expr*>& bindings,
             std::unordered_set<const Var*>& vars)
{
    contains(expr, [&](const Node& node) {
        const auto* var = as<Var>(&node);
        if (var && vars.insert(var).second)
            if (const auto bound = bindings.find(var); bound != bindings.end())
                addVars(*bound->second, bindings, vars);
        return false;
    });
}

} // namespace

class BlockAccessCollector : public Visitor {
public:
    BlockAccessCollector(BlockAccesses& result, const FunctionNames& functionsWithBarriers)
        : m_result(result),
          m_functionsWithBarriers(functionsWithBarriers)
    {}

private:
    void visit(const AttrStmt& attr) override
    {
        const IterVar* axis = attr.key == attr::ThreadExtent ? attr.iterVar() : nullptr;
        if (!axis)
            return visitChildren(attr);
        if (m_depth++ == 0)
            m_result.m_threads.emplace_back();
        auto& threads = m_result.m_threads.back();
        const auto* extent = as<IntImm>(attr.value);
        const auto isKnown = [&](const auto& other) { return other.var == axis->var; };
        if (axis->threadTag.starts_with("threadIdx.") && std::ranges::none_of(threads, isKnown))
            threads.push_back({axis->var, extent ? extent->value : -1});
        visitChildren(attr);
        --m_depth;
    }

    void visit(const For& loop) override
    {
        Visitor::visit(loop.min);
        Visitor::visit(loop.extent);
        const int before = m_barriers;
        m_loops.push_back(&loop);
        Visitor::visit(loop.body);
        m_loops.pop_back();
        m_result.m_hasBarrier[&loop] = m_barriers > before;
    }

    void visit(const IfThenElse& branch) override
    {
        Visitor::visit(branch.condition);
        m_conditions.emplace_back(branch.condition, true);
        Visitor::visit(branch.thenCase);
        if (branch.elseCase) {
            m_conditions.back().second = false;
            Visitor::visit(branch.elseCase);
        }
        m_conditions.pop_back();
    }

    void visit(const Bind& bind) override
    {
        m_statement = &bind;
        visitChildren(bind);
        m_result.m_bindings.emplace(bind.var, bind.value);
    }

    void visit(const Evaluate& evaluate) override
    {
        m_statement = &evaluate;
        visitChildren(evaluate);
    }

    void visit(const Call& call) override
    {
        visitChildren(call);
        m_barriers += mayBeBlockBarrier(call, m_functionsWithBarriers);
    }

    void visit(const BufferStore& store) override
    {
        m_statement = &store;
        visitChildren(store);
        add(store, *store.buffer, store.indices, true);
    }

    void visit(const BufferLoad& load) override
    {
        visitChildren(load);
        add(load, *load.buffer, load.indices, false);
    }

    void add(const Node& node, const Buffer& buffer, ExprList indices, bool isWrite)
    {
        if (buffer.scope().rank == StorageRank::Shared)
            m_result.m_accesses.push_back(
                {&node, m_statement, &buffer, indices.size() == 1 ? indices[0] : nullptr, isWrite, m_barriers,
                 m_depth > 0 ? int(m_result.m_threads.size()) - 1 : -1, m_loops, m_conditions});
    }

    BlockAccesses& m_result;
    const FunctionNames& m_functionsWithBarriers;
    const Stmt* m_statement = nullptr;
    int m_barriers = 0;
    int m_depth = 0; ///< enclosing thread axes
    std::vector<const For*> m_loops;
    std::vector<std::pair<const Expr*, bool>> m_conditions;
};

BlockAccesses::BlockAccesses(const Stmt& root, const FunctionNames& functionsWithBarriers)
{
    static_cast<Visitor&&>(BlockAccessCollector(*this, functionsWithBarriers)).visit(&root);
}

std::optional<ThreadConflict> BlockAccesses::conflict(const BlockAccess& earlier, int64_t earlierOffset,
                                                      const BlockAccess& later, int64_t laterOffset) const
{
    if (earlier.launch < 0 || earlier.launch != later.launch || earlier.barriers != later.barriers ||
        !(earlier.isWrite || later.isWrite))
        return {};
    if (hasCommonFootprint(earlier) && hasCommonFootprint(later)) {
        const Footprint* first = commonFootprint(earlier, earlierOffset);
        const Footprint* second = first ? commonFootprint(later, laterOffset) : nullptr;
        return second ? commonConflict(*first, *second) : std::nullopt;
    }
    const auto first = footprint(earlier, earlierOffset, later, true);
    const auto second = first ? footprint(later, laterOffset, earlier, false) : std::nullopt;
    return second ? firstConflict(*first, *second) : std::nullopt;
}

/// In the first byte that both touch, as different threads.
BlockAccesses::Conflict BlockAccesses::firstConflict(const Footprint& earlier, const Footprint& later)
{
    auto first = earlier.touches.begin();
    auto second = later.touches.begin();
    while (first != earlier.touches.end() && second != later.touches.end()) {
        const int64_t firstEnd = first->begin + earlier.unit;
        const int64_t secondEnd = second->begin + later.unit;
        const int64_t byte = std::max(first->begin, second->begin);
        if (byte < std::min(firstEnd, secondEnd) &&
            (first->thread != second->thread || first->thread == Several))
            return ThreadConflict{first->thread, second->thread, byte};
        if (firstEnd <= secondEnd)
            ++first;
        else
            ++second;
    }
    return {};
}

bool BlockAccesses::hasCommonFootprint(const BlockAccess& access) const
{
    return std::ranges::none_of(access.loops, [this](const For* loop) { return m_hasBarrier.at(loop); });
}

const BlockAccesses::Footprint* BlockAccesses::commonFootprint(const BlockAccess& access,
                                                               int64_t offset) const
{
    const auto [known, isNew] = m_known.try_emplace(&access);
    if (isNew || known->second.offset != offset) {
        auto made = footprint(access, offset, access, true);
        known->second = {offset, made ? &*m_footprints.insert(*std::move(made)).first : nullptr};
    }
    return known->second.touched;
}

const BlockAccesses::Conflict& BlockAccesses::commonConflict(const Footprint& earlier,
                                                             const Footprint& later) const
{
    const auto [known, isNew] = m_conflicts.try_emplace({&earlier, &later});
    if (isNew)
        known->second = firstConflict(earlier, later);
    return known->second;
}

/// Of a loop with a barrier in it only one round is next to an access outside: the last one before it, the
/// first one after it. Inside, both accesses are of one round.
std::optional<BlockAccesses::Footprint> BlockAccesses::footprint(const BlockAccess& access, int64_t offset,
                                                                 const BlockAccess& other,
                                                                 bool isEarlier) const
{
    if (!access.index)
        return {};
    const auto* ramp = as<Ramp>(access.index);
    std::unordered_set<const Var*> vars;
    addVars(*access.index, m_bindings, vars);
    for (const auto& [condition, value] : access.conditions)
        addVars(*condition, m_bindings, vars);

    struct Dimension {
        const Var* var;
        int64_t from;
        int64_t count;
    };
    std::vector<Dimension> dimensions;
    int64_t points = 1;
    const auto add = [&](const Dimension& dimension) {
        dimensions.push_back(dimension);
        points = std::min(points, MostPoints + 1) * std::min(dimension.count, MostPoints + 1);
    };
    const std::vector<Axis>& threads = m_threads[size_t(access.launch)];
    for (const Axis& axis : threads) {
        if (axis.extent < 0)
            return {};
        add({axis.var, 0, axis.extent});
    }
    const Point outside(m_bindings);
    for (const For* loop : access.loops) {
        if (!vars.contains(loop->loopVar))
            continue;
        const auto from = outside.at(*loop->min);
        const auto count = outside.at(*loop->extent);
        if (!from || !count || *count <= 0 || loop->step)
            return {};
        const bool isCommon = std::ranges::find(other.loops, loop) != other.loops.end();
        const bool isOneRound = m_hasBarrier.at(loop);
        const int64_t skipped = isOneRound && !isCommon && isEarlier ? *count - 1 : 0;
        add({loop->loopVar, *from + skipped, isOneRound ? 1 : *count});
    }
    if (points > MostPoints)
        return {};

    Footprint found{access.buffer->dtype.vectorBytes(), {}};
    found.touches.reserve(size_t(points));
    Point point(m_bindings);
    for (int64_t number = 0; number < points; ++number) {
        int64_t rest = number;
        int64_t thread = 0;
        int64_t block = 1;
        for (size_t i = 0; i < dimensions.size(); ++i) {
            const int64_t index = rest % dimensions[i].count;
            rest /= dimensions[i].count;
            point.set(dimensions[i].var, dimensions[i].from + index);
            if (i < threads.size()) {
                thread += index * block;
                block *= dimensions[i].count;
            }
        }
        const bool isOn = std::ranges::all_of(access.conditions, [&](const auto& condition) {
            const auto value = point.at(*condition.first);
            return !value || (*value != 0) == condition.second;
        });
        if (!isOn)
            continue;
        const auto index = point.at(ramp ? *ramp->base : *access.index);
        const auto stride = ramp ? point.at(*ramp->stride) : std::optional<int64_t>(0);
        if (!index || !stride)
            return {};
        const int lanes = ramp ? ramp->dtype.lanes : 1;
        for (int l = 0; l < lanes; ++l)
            found.touches.push_back({offset + (*index + l * *stride) * found.unit, thread});
    }
    uniteThreads(found.touches);
    return found;
}

/// Puts them in order and leaves one of each element.
void BlockAccesses::uniteThreads(std::vector<Touch>& touches)
{
    std::ranges::sort(touches);
    size_t count = 0;
    for (const Touch& touch : touches) {
        if (count == 0 || touches[count - 1].begin != touch.begin)
            touches[count++] = touch;
        else if (touches[count - 1].thread != touch.thread)
            touches[count - 1].thread = Several;
    }
    touches.resize(count);
}

} // namespace tir
