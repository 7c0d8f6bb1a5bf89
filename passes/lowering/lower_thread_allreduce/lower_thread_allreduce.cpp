/// lower_thread_allreduce: lowers reductions over threads: to shuffles within warps if the target has
/// them, otherwise through shared memory.
///
///     r = alloc_local(1)                              red_buf0 = alloc_local(1)
///     tvm_thread_allreduce(1, A[tx],      becomes     red_buf0[0] = A[tx]
///                          True, r[0], tx)            t0[0] = tvm_warp_shuffle_down(mask[0], red_buf0[0], 16, …)
///     use(r[0])                                       red_buf0[0] = red_buf0[0] + t0[0]
///                                                     …
///                                                     use(red_buf0[0])
///
/// Place: after thread_sync, which does not handle the barriers that are inserted here; before the merge,
///        whose plan includes the staging buffers.
/// Leaves alone: functions without reductions. The reduce_scope stays; code generators ignore it.

#include "core/analysis/text.h"
#include "core/analysis/thread_allreduce.h"
#include "core/ir/contains.h"
#include "core/ir/substitute.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"
#include "passes/framework/pass_mutator.h"
#include "passes/framework/tvm_defects.h"
#include "passes/lowering/lower_thread_allreduce/reduction.h"

#include <algorithm>

namespace tir::passes {
namespace {

/// The buffers that a reduction filled, and where its results are now.
struct MovedResults {
    PointerMap<Var, const BufferLoad*> loads;  ///< by data variable
    PointerMap<Buffer, const Buffer*> buffers; ///< of the destinations
};

/// Other threads store to shared memory, so that the compiler of the target must not keep it in registers.
Dict withVolatile(Arena& arena, const Buffer& buffer, Dict annotations)
{
    return buffer.scopeText() == "shared"
               ? withEntry(arena, annotations, attr::Volatile, AttrValue::ofBool(true))
               : annotations;
}

/// The data of destinations with several results: of copies of one statement, as in an unrolled loop, or in other
/// elements than the first one, as for virtual threads.
PointerSet<Var> destinationsOfSeveral(const Stmt& body)
{
    PointerSet<Var> known;
    PointerSet<Var> several;
    const auto isFirst = [](const Expr* index) { return isConstInt(index, 0); };
    const auto note = [&](const Node& node) {
        const auto* call = as<Call>(&node);
        if (call && call->isOp(OpId::tvm_thread_allreduce))
            for (const Expr* result : reductionResults(*call))
                if (const BufferLoad* element = resultElement(*result);
                    element &&
                    (!known.insert(element->buffer->data) || !std::ranges::all_of(element->indices, isFirst)))
                    several.insert(element->buffer->data);
        return false;
    };
    (void)contains(body, note, Role::Scope);
    return several;
}

/// Replaces the calls, and the loads of their results that follow.
class ReductionLowerer : public PassMutator {
public:
    ReductionLowerer(PassContext& context, const Target& target, PointerSet<Var> kept)
        : PassMutator(context),
          m_support(warpSupport(target)),
          m_kept(std::move(kept))
    {}

    const MovedResults& moved() const { return m_moved; }

private:
    using PassMutator::visit;

    const Stmt* visit(const AttrStmt& attr) override
    {
        const IterVar* axis = attr.iterVar();
        const auto* combiner = as<CommReducer>(attr.node.node());
        if (axis && attr.key == attr::ThreadExtent) {
            m_axes.push_back({axis, attr.value});
            const Stmt* made = PassMutator::visit(attr);
            m_axes.pop_back();
            return made;
        }
        if (combiner && attr.key == "reduce_scope") {
            m_combiners.push_back(combiner);
            const Stmt* made = PassMutator::visit(attr);
            m_combiners.pop_back();
            return made;
        }
        return PassMutator::visit(attr);
    }

    const Expr* visit(const BufferLoad& load) override
    {
        if (const BufferLoad* const* result = m_moved.loads.find(load.buffer->data))
            return *result;
        return PassMutator::visit(load);
    }

    const Stmt* visit(const Evaluate& evaluate) override
    {
        const auto& made = to<Evaluate>(*PassMutator::visit(evaluate));
        const auto* call = as<Call>(made.value);
        return call && call->isOp(OpId::tvm_thread_allreduce) ? lower(evaluate, *call) : &made;
    }

    const Stmt* lower(const Evaluate& evaluate, const Call& call)
    {
        const size_t count = reducedValues(call);
        if (m_combiners.empty() || m_combiners.back()->result.size() != count ||
            call.args.size() < 2 + 2 * count) {
            fail("a reduction of " + std::to_string(count) +
                     " values needs a reduce_scope with as many results around it",
                 call);
            return &evaluate;
        }
        std::vector<const Var*> vars;
        for (const Expr* arg : call.args.subspan(2 + 2 * count)) {
            if (const auto* var = as<Var>(arg)) {
                if (std::ranges::find(vars, var) == vars.end())
                    vars.push_back(var);
            } else if (!isConstInt(arg, 0)) {
                fail("a reduction goes over thread axes, but " + shortText(*arg) + " is given", call);
            }
        }
        if (!isWarpSize(m_support.warpSize)) {
            fail("the target has warps of " + std::to_string(m_support.warpSize) +
                     " threads; a warp has from 1 to " + std::to_string(LargestWarp),
                 call);
            return &evaluate;
        }
        const auto threads = reduceThreads(arena(), m_axes, vars);
        if (const auto* refusal = std::get_if<std::string>(&threads)) {
            fail(*refusal, call);
            return &evaluate;
        }
        Reduction reduction{.combiner = m_combiners.back(),
                            .values = {},
                            .threads = std::get<ReduceThreads>(threads),
                            .origin = &call};
        const Expr* condition = call.args[count + 1];
        for (size_t i = 0; i < count; ++i) {
            const Expr* value = call.args[1 + i];
            if (!isTrue(condition))
                value = arena().make<Select>(condition, value, reduction.combiner->identity[i]);
            reduction.values.push_back(value);
        }
        std::vector<const BufferLoad*> destinations;
        for (const Expr* arg : reductionResults(call)) {
            const BufferLoad* load = resultElement(*arg);
            if (!load || m_moved.loads.contains(load->buffer->data)) {
                fail("the result of a reduction goes to a buffer of its own, but " + shortText(*arg) +
                         " is given",
                     call);
                return &evaluate;
            }
            destinations.push_back(load);
        }
        return replace(evaluate, reduction, destinations);
    }

    const Stmt* replace(const Evaluate& evaluate, const Reduction& reduction,
                        const std::vector<const BufferLoad*>& destinations)
    {
        if (reduction.threads.reduceExtent == 1) {
            std::vector<const Stmt*> stores;
            ReductionBuilder build(arena(), reduction);
            for (size_t i = 0; i < destinations.size(); ++i)
                stores.push_back(build.store(destinations[i]->buffer, reduction.values[i], build.zero()));
            context().note("a single thread reduces: it stores its own value", &evaluate);
            return sequence(arena(), stores);
        }
        const std::string obstacle = whyNoShuffles(reduction, m_support);
        const int64_t lockstepThreads = context().mode() == Mode::Sound ? 1 : m_support.warpSize;
        const LoweredReduction made = obstacle.empty()
                                          ? reduceByShuffles(arena(), reduction, m_support)
                                          : reduceInSharedMemory(arena(), reduction, lockstepThreads);
        noteWay(evaluate, reduction, destinations, obstacle);
        if (made.divergentBranch)
            context().reportDefect(
                tvm_defect::DivergentWarpBarrier,
                "the last steps of the reduction have barriers of a warp in a branch that some "
                "of its lanes do not take",
                made.divergentBranch);
        std::vector<const Stmt*> statements;
        std::vector<const Stmt*> stores;
        ReductionBuilder build(arena(), reduction);
        for (const Buffer* buffer : made.allocated)
            statements.push_back(makeFrom<AllocBuffer>(evaluate, buffer));
        for (size_t i = 0; i < destinations.size(); ++i) {
            if (m_kept.contains(destinations[i]->buffer->data)) {
                const Buffer* result = made.results[i]->buffer;
                statements.push_back(
                    makeFrom<AllocBuffer>(evaluate, result, withVolatile(arena(), *result, {})));
                stores.push_back(
                    build.store(destinations[i]->buffer, made.results[i], destinations[i]->indices.back()));
                continue;
            }
            m_moved.loads.insert(destinations[i]->buffer->data, made.results[i]);
            m_moved.buffers.insert(destinations[i]->buffer, made.results[i]->buffer);
        }
        statements.insert(statements.end(), made.statements.begin(), made.statements.end());
        statements.insert(statements.end(), stores.begin(), stores.end());
        return sequence(arena(), statements);
    }

    void noteWay(const Evaluate& evaluate, const Reduction& reduction,
                 const std::vector<const BufferLoad*>& destinations, const std::string& obstacle)
    {
        context().explain([destinations, obstacle, threads = reduction.threads, warp = m_support.warpSize,
                           &evaluate](NoteWriter& notes) {
            std::string text =
                std::to_string(threads.reduceExtent) + " threads reduce to " +
                listText(destinations, [](const BufferLoad* to) { return quoted(to->buffer->name); }) + " ";
            if (!obstacle.empty())
                text += "through shared memory: " + obstacle;
            else if (threads.reduceExtent <= warp)
                text += "by shuffles within a warp";
            else
                text += "by shuffles, in " + std::to_string(threads.reduceExtent / warp) +
                        " warps first; one warp then reduces their results, which pass through shared memory";
            if (threads.groupExtent > 1)
                text += "; " + std::to_string(threads.groupExtent) + " groups do so side by side";
            notes.note(text, &evaluate);
        });
    }

    WarpSupport m_support;
    PointerSet<Var> m_kept; ///< data of destinations that stay, and get the results stored
    std::vector<OpenAxis> m_axes;
    std::vector<const CommReducer*> m_combiners;
    MovedResults m_moved;
};

/// Replaces the allocations of the buffers that were filled, which come before the calls.
class ResultMover : public Substituter {
public:
    ResultMover(Arena& arena, const MovedResults& moved) : Substituter(arena), m_moved(moved) {}

private:
    using Substituter::visit;

    const Expr* valueOf(const Var& var) override
    {
        const BufferLoad* const* load = m_moved.loads.find(&var);
        return load ? (*load)->buffer->data : nullptr;
    }

    const Buffer* mutateBufferUse(const Buffer* buffer) override
    {
        const Buffer* const* moved = m_moved.buffers.find(buffer);
        return moved ? *moved : Substituter::mutateBufferUse(buffer);
    }

    const Stmt* visit(const AllocBuffer& alloc) override
    {
        const BufferLoad* const* load = m_moved.loads.find(alloc.buffer->data);
        if (!load)
            return Substituter::visit(alloc);
        const Buffer* buffer = (*load)->buffer;
        return makeFrom<AllocBuffer>(alloc, buffer, withVolatile(arena(), *buffer, alloc.annotations));
    }

    const Stmt* visit(const DeclBuffer& decl) override
    {
        return m_moved.loads.contains(decl.buffer->data) ? noOp(arena()) : Substituter::visit(decl);
    }

    const MovedResults& m_moved;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Target* target = targetOf(function);
    if (!target)
        return PassError{.message = "function " + quoted(globalSymbol(function)) +
                                    " has no target, which decides how threads reduce",
                         .node = &function};
    // TVM moves the destination to the result of each of its reductions, so it ends as that of none.
    const bool isSound = context.mode() == Mode::Sound;
    ReductionLowerer lowerer(context, *target,
                             isSound ? destinationsOfSeveral(*function.body) : PointerSet<Var>());
    const Stmt* body = lowerer.mutate(function.body);
    if (lowerer.error())
        return *lowerer.error();
    if (body == function.body) {
        context.note("nothing to do: no reduction over threads", &function);
        return &function;
    }
    body = ResultMover(context.arena(), lowerer.moved()).mutate(body);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo lowerThreadAllreduce()
{
    return {.name = "LowerThreadAllreduce",
            .summary = "Carry out reductions over threads, by shuffles or through shared memory",
            .required = {{ModuleProperty::Targets, "the target decides whether threads can shuffle"},
                         {ModuleProperty::Unmerged,
                          "it allocates staging buffers in shared memory, which must take part in the plan"}},
            .reordersSums = true,
            .run = functionPass(run)};
}

} // namespace tir::passes
