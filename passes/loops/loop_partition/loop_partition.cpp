/// loop_partition: splits a loop where a condition changes, so that most iterations run without it.
///
///     for i in range((n + 3) // 4):                    for i in range(n // 4):
///         for j in range(4):                               for j in range(4): A[i * 4 + j] = …
///             if T.likely(i * 4 + j < n):  becomes     for i in range((n + 3) // 4 - n // 4):
///                 A[i * 4 + j] = …                         for j in range(4):
///                                                              if (i + n // 4) * 4 + j < n: …
///
/// Ends with SSA conversion where it copies bodies.
/// Place: after narrow_data_type; before vectorize_loop and unroll_loop, which profit from loops without
///        conditions.
/// Leaves alone: loops with constant bounds (unless configured), and loops around reductions over threads. All
///        marks `likely` and all hints go.

#include "core/support/text_format.h"
#include "passes/framework/arithmetic.h"
#include "passes/loops/loop_partition/candidates.h"
#include "passes/loops/loop_partition/decided_conditions.h"

#include "core/analysis/text.h"
#include "core/ir/contains.h"
#include "core/ir/ssa.h"
#include "core/ir/substitute.h"
#include "passes/framework/pass_mutator.h"

#include <algorithm>
#include <ranges>

namespace tir::passes {
namespace {

struct PartitionConfig {
    bool takesConstantLoops;
    bool keepsUnitLoops;
    bool unrollsWithoutInterval;
};

/// `i < n and j < m`
std::string listText(const Conditions& conditions)
{
    std::string text;
    for (const Expr* condition : conditions)
        text += (text.empty() ? "" : " and ") + shortText(*condition);
    return text;
}

class LoopPartitioner : public PassMutator {
public:
    LoopPartitioner(PassContext& context, PartitionConfig config)
        : PassMutator(context),
          m_config(config),
          m_analyzer(context.arena(), arithmeticOf(context)),
          m_candidates(m_analyzer, config.takesConstantLoops)
    {}

    const Stmt* partition(const Stmt* stmt)
    {
        m_candidates.add(*stmt);
        return mutate(stmt);
    }
    /// Bodies are there more than once, and so are their definitions.
    bool hasCopied() const { return m_hasCopied; }

private:
    using PassMutator::visit;

    /// A loop, or the axis of a launch, whose variable runs through [low, high].
    struct Iteration {
        const Stmt* stmt;
        const Var* var;
        const Expr* low;
        const Expr* high;
        const Stmt* body;
        const For* loop; ///< null: a launch
    };
    /// Where the conditions have one value.
    struct Middle {
        arith::IntSet interval = arith::IntSet::nothing();
        Conditions conditions = {};
        bool value = true;
    };

    const Expr* operation(BinaryOp op, const Expr* a, const Expr* b) { return binary(arena(), op, a, b); }
    const Expr* plus(const Expr* a, int64_t b) { return add(arena(), a, intImm(arena(), a->dtype, b)); }
    const Expr* minus(const Expr* a, int64_t b)
    {
        return operation(BinaryOp::Sub, a, intImm(arena(), a->dtype, b));
    }
    bool isProved(BinaryOp op, const Expr* a, const Expr* b)
    {
        return m_analyzer.canProve(operation(op, a, b));
    }
    bool isProved(BinaryOp op, const Expr* a, int b) { return isProved(op, a, intImm(arena(), a->dtype, b)); }

    // ---- statements

    const Stmt* visit(const For& loop) override
    {
        m_analyzer.bind(loop.loopVar, loop.min, loop.extent);
        const Expr* high = minus(add(arena(), loop.min, loop.extent), 1);
        if (m_candidates.contains(loop))
            if (const Stmt* made = tryPartition({&loop, loop.loopVar, loop.min, high, loop.body, &loop}))
                return made;
        return inScope(m_scope.hints, loop.loopVar, {loop.min, high},
                       [&] { return PassMutator::visit(loop); });
    }

    const Stmt* visit(const AttrStmt& attr) override
    {
        const IterVar* axis = attr.iterVar();
        if (!axis || attr.key != attr::ThreadExtent)
            return PassMutator::visit(attr);
        const Expr* zero = intImm(arena(), attr.value->dtype, 0);
        const Expr* high = minus(attr.value, 1);
        if (m_candidates.contains(attr))
            if (const Stmt* made = tryPartition({&attr, axis->var, zero, high, attr.body, nullptr}))
                return made;
        // Threads differ from each other: the decision must hold for all of them.
        arith::VarDomains& domains =
            axis->threadTag.starts_with("threadIdx.") ? m_scope.relax : m_scope.hints;
        return inScope(domains, axis->var, {zero, high}, [&] { return PassMutator::visit(attr); });
    }

    template <class Visit>
    const Stmt* inScope(arith::VarDomains& domains, const Var* var, const arith::IntSet& domain,
                        Visit&& visitBody)
    {
        const bool isNew = domains.emplace(var, domain).second;
        const Stmt* made = visitBody();
        if (isNew)
            domains.erase(var);
        return made;
    }

    // ---- the middle interval

    /// Null when the iteration stays as it is.
    const Stmt* tryPartition(const Iteration& iteration)
    {
        const bool hasHint = m_candidates.hasHint(*iteration.var);
        PartitionScope scope = m_scope;
        scope.hints.emplace(iteration.var, arith::IntSet{iteration.low, iteration.high});
        const std::vector<DecidedCondition> decided =
            decidedConditions(m_analyzer, *iteration.var, *iteration.body, std::move(scope), hasHint);
        if (decided.empty())
            return nullptr;
        Middle middle = middleOf(decided, iteration, true, hasHint);
        if (middle.interval.isNothing)
            middle = middleOf(decided, iteration, false, hasHint);
        if (middle.interval.isNothing)
            return withoutInterval(decided, iteration, hasHint);
        return emit(iteration, middle);
    }

    Middle middleOf(const std::vector<DecidedCondition>& decided, const Iteration& iteration, bool value,
                    bool hasHint)
    {
        Middle middle{.value = value};
        std::vector<arith::IntSet> sets;
        // As in TVM, whose table usually gives the condition that was found last first.
        for (const DecidedCondition& entry : std::views::reverse(decided)) {
            const arith::IntSet whole{iteration.low, iteration.high};
            if (entry.holds != value || arith::intersect(m_analyzer, {entry.where, whole}).isNothing)
                continue;
            sets.push_back(entry.where);
            middle.conditions.push_back(entry.condition);
        }
        if (sets.empty())
            return middle;
        middle.interval = sets.size() == 1 ? sets.front() : arith::intersect(m_analyzer, sets);
        if (!middle.interval.isNothing || !hasHint)
            return middle;
        // Not all of them together: as many as have a common part.
        arith::IntSet common = arith::IntSet::everything();
        size_t count = 0;
        for (; count < sets.size(); ++count) {
            const arith::IntSet next =
                count == 0 ? sets[0] : arith::intersect(m_analyzer, {common, sets[count]});
            if (next.isNothing)
                break;
            common = next;
        }
        middle.interval = common;
        middle.conditions.resize(count);
        return middle;
    }

    const Stmt* withoutInterval(const std::vector<DecidedCondition>& decided, const Iteration& iteration,
                                bool hasHint)
    {
        const bool isOutside = std::ranges::all_of(decided, [&](const DecidedCondition& entry) {
            return entry.where.isPoint() && !(isProved(BinaryOp::GE, entry.where.min, iteration.low) &&
                                              isProved(BinaryOp::LE, entry.where.min, iteration.high));
        });
        const Expr* distance = operation(BinaryOp::Sub, iteration.high, iteration.low);
        if (isOutside || !hasHint || !m_config.unrollsWithoutInterval || !iteration.loop ||
            !isProved(BinaryOp::GT, distance, 0))
            return nullptr;
        noteLoop(iteration, "is unrolled: it has a hint, but no interval where its conditions are decided");
        return makeFrom<For>(*iteration.loop, iteration.var, iteration.low, plus(distance, 1),
                             ForKind::Unrolled, partition(iteration.body));
    }

    // ---- the pieces

    const Stmt* emit(const Iteration& iteration, const Middle& middle)
    {
        const Expr* begin = iteration.low;
        const Stmt* before = nullptr;
        bool goesOnBefore = true;
        if (middle.interval.min) {
            begin = m_analyzer.simplify(middle.interval.min);
            if (!isProved(BinaryOp::EQ, begin, iteration.low)) {
                const Expr* extent = m_analyzer.simplify(operation(BinaryOp::Sub, begin, iteration.low));
                if (!isProved(BinaryOp::GT, extent, 0)) {
                    begin = operation(BinaryOp::Max, begin, iteration.low);
                    goesOnBefore = false;
                }
                if (!isProved(BinaryOp::LE, extent, 0) && iteration.loop)
                    before = piece(iteration, iteration.body, iteration.low,
                                   operation(BinaryOp::Sub, begin, iteration.low));
            }
        }
        const Expr* end = plus(iteration.high, 1);
        const Stmt* after = nullptr;
        bool goesOnAfter = true;
        if (middle.interval.max) {
            end = m_analyzer.simplify(plus(middle.interval.max, 1));
            if (!isProved(BinaryOp::EQ, middle.interval.max, iteration.high)) {
                const Expr* extent =
                    m_analyzer.simplify(plus(operation(BinaryOp::Sub, iteration.high, end), 1));
                if (!isProved(BinaryOp::GT, extent, 0)) {
                    end = operation(BinaryOp::Min, end, plus(iteration.high, 1));
                    goesOnAfter = false;
                }
                if (!isProved(BinaryOp::LE, extent, 0) && iteration.loop)
                    after = piece(iteration, iteration.body, end, extent);
            }
        }
        m_hasCopied = true;
        if (!iteration.loop)
            return guarded(iteration, middle, begin, end);
        const Stmt* inside = nullptr;
        if (!isProved(BinaryOp::GE, begin, end)) {
            const Stmt* body = withDecided(arena(), iteration.body, middle.conditions, middle.value);
            inside = partition(piece(iteration, body, begin, operation(BinaryOp::Sub, end, begin)));
            if (before && goesOnBefore)
                before = partition(before);
            if (after && goesOnAfter)
                after = partition(after);
        }
        noteSplit(iteration, middle, begin, end);
        return sequence(arena(), {before, inside, after});
    }

    /// The loop over `extent` iterations from `first` on.
    const Stmt* piece(const Iteration& iteration, const Stmt* body, const Expr* first, const Expr* extent)
    {
        const For& loop = *iteration.loop;
        const DType type = loop.loopVar->dtype;
        const Expr* shifted = add(arena(), loop.loopVar, first);
        VarValues values;
        values.insert(loop.loopVar, shifted);
        if (shifted != loop.loopVar)
            body = substitute(arena(), body, values);
        if (!m_config.keepsUnitLoops && loop.annotations.empty() && isProved(BinaryOp::EQ, extent, 1)) {
            if (type != Int32)
                fail("the loop over " + quoted(loop.loopVar->name) + " of type " + toString(type) +
                         " becomes a single iteration, whose number has the type int32",
                     loop);
            VarValues single;
            single.insert(loop.loopVar, int32(arena(), 0));
            return substitute(arena(), body, single);
        }
        return makeFrom<For>(loop, loop.loopVar, intImm(arena(), loop.min->dtype, 0), extent, loop.forKind,
                             body, loop.threadBinding, loop.annotations);
    }

    /// A launch stays one launch: its threads branch.
    const Stmt* guarded(const Iteration& iteration, const Middle& middle, const Expr* begin, const Expr* end)
    {
        const Expr* guard = boolImm(arena(), true);
        if (!isProved(BinaryOp::EQ, begin, iteration.low))
            guard = operation(BinaryOp::And, guard, operation(BinaryOp::GE, iteration.var, begin));
        if (!isProved(BinaryOp::EQ, end, plus(iteration.high, 1)))
            guard = operation(BinaryOp::And, guard, operation(BinaryOp::LT, iteration.var, end));
        context().explain([iteration, conditions = middle.conditions, guard](NoteWriter& notes) {
            notes.note("the launch axis " + quoted(iteration.var->name) + " branches on " +
                           shortText(*guard) + ", where " + listText(conditions) +
                           (conditions.size() == 1 ? " is decided" : " are decided"),
                       iteration.stmt);
        });
        return withGuardedLaunches(arena(), iteration.stmt, middle.conditions, guard);
    }

    void noteSplit(const Iteration& iteration, const Middle& middle, const Expr* begin, const Expr* end)
    {
        context().explain(
            [iteration, conditions = middle.conditions, value = middle.value, begin, end](NoteWriter& notes) {
                notes.note("the loop over " + quoted(iteration.var->name) + ", from " +
                               shortText(*iteration.low) + " to " + shortText(*iteration.high) +
                               ", is split: from " + shortText(*begin) + " to below " + shortText(*end) +
                               ", " + listText(conditions) + (conditions.size() == 1 ? " is " : " are ") +
                               (value ? "true" : "false"),
                           iteration.stmt);
            });
    }

    void noteLoop(const Iteration& iteration, std::string what)
    {
        context().note((iteration.loop ? "the loop over " : "the launch axis ") +
                           quoted(iteration.var->name) + " " + std::move(what),
                       iteration.stmt);
    }

    PartitionConfig m_config;
    arith::Analyzer m_analyzer;
    PartitionCandidates m_candidates;
    PartitionScope m_scope;
    bool m_hasCopied = false;
};

bool hasMarks(const PrimFunc& function)
{
    return contains(
        *function.body,
        [](const Node& node) {
            const auto* call = as<Call>(&node);
            const auto* attr = as<AttrStmt>(&node);
            return (call && (call->isOp(OpId::likely) || call->isOp(OpId::ignore_loop_partition))) ||
                   (attr && attr->key == PartitionHint);
        },
        Role::Scope);
}

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    if (!hasMarks(function)) {
        context.note("nothing to do: no condition is marked as likely, and no loop has a hint", &function);
        return &function;
    }
    const auto isOn = [&](const char* field) {
        return context.configNumber("s_tir.LoopPartition." + std::string(field), 0) != 0;
    };
    LoopPartitioner partitioner(
        context, {.takesConstantLoops = isOn("partition_const_loop"),
                  .keepsUnitLoops = isOn("no_unroll_loop_with_extent_one"),
                  .unrollsWithoutInterval = isOn("unroll_loop_with_partition_hint_no_interval")});
    const Stmt* body = partitioner.partition(function.body);
    if (partitioner.error())
        return *partitioner.error();
    const Stmt* cleaned = withoutMarks(context.arena(), body);
    if (body == function.body)
        context.note("the marks of likely conditions and the hints go; no loop is split", &function);
    const PrimFunc* made = withBody(context.arena(), function, cleaned);
    return partitioner.hasCopied() ? SsaConverter(context.arena()).convert(*made) : made;
}

} // namespace

PassInfo loopPartition()
{
    return {.name = "LoopPartition",
            .summary = "Split loops where a condition changes",
            .opens = Chapter::Loops,
            .run = functionPass(run)};
}

} // namespace tir::passes
