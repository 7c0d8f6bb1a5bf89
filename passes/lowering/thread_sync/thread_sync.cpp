/// thread_sync: puts barriers where threads exchange data through memory of one kind.
///
///     S[tx] = A[tx]                       S[tx] = A[tx]
///     B[tx] = S[31 - tx]    becomes       T.tvm_storage_sync("shared")
///                                         B[tx] = S[31 - tx]
///
/// Place: when all statements that access shared memory exist; before lower_thread_allreduce, which inserts
///        its own barriers, and before shared memory is merged.
/// Leaves alone: elements that are private to a thread; bodies of `hand_threaded`; the end of a kernel.
///
/// Runs once for each kind of memory. Dynamic shared memory counts as one buffer. As in TVM, a write after a
/// write needs no barrier; the sound mode inserts one if different threads may write.

#include "core/analysis/text.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"
#include "passes/framework/pass_mutator.h"
#include "passes/lowering/thread_sync/barrier_planner.h"

namespace tir::passes {
namespace {

const Stmt* barrier(Arena& arena, std::string_view scope)
{
    return arena.make<Evaluate>(callOp(arena, Int32, OpId::tvm_storage_sync, {stringImm(arena, scope)}));
}

/// Copies that were waited for are visible to the own thread only.
class WaitFollower : public PassMutator {
public:
    using PassMutator::PassMutator;

private:
    using Mutator::visit;

    const Stmt* visit(const AttrStmt& attr) override
    {
        if (attr.key != "async_wait_queue_scope")
            return Mutator::visit(attr);
        const auto* count = as<AttrStmt>(attr.body);
        if (!count || count->key != "async_wait_inflight_count") {
            fail("the body of a wait must say how many copies may be in flight", attr);
            return &attr;
        }
        context().note("all threads wait for the copies of each other", &attr);
        const Stmt* body = sequence(arena(), {barrier(arena(), "shared"), count->body});
        const AttrValue zero = AttrValue::ofNode(int32(arena(), 0));
        return makeFrom<AttrStmt>(attr, zero, attr.key, attr.value,
                                  makeFrom<AttrStmt>(*count, zero, count->key, count->value, body));
    }
};

class BarrierInserter : public Mutator {
public:
    BarrierInserter(Arena& arena, const BarrierPlan& plan, std::string_view scope)
        : Mutator(arena),
          m_plan(plan),
          m_scope(scope)
    {}

private:
    using Mutator::visit;

#define TIR_STMT(Name)                                  \
    const Stmt* visit(const Name& node) override        \
    {                                                   \
        return withBarrier(node, Mutator::visit(node)); \
    }
#include "core/ir/node_list.def"

    const Stmt* withBarrier(const Stmt& original, const Stmt* made)
    {
        return m_plan.stmts.contains(&original) ? sequence(arena(), {barrier(arena(), m_scope), made}) : made;
    }

    const BarrierPlan& m_plan;
    std::string_view m_scope;
};

/// `tile[63 - tx]`
std::string accessText(const Node& access)
{
    if (const auto* store = as<BufferStore>(&access)) {
        const auto textOf = [](const Expr* index) { return shortText(*index); };
        return std::string(store->buffer->name) + "[" + listText(store->indices, textOf) + "]";
    }
    return access.isExpr() ? shortText(static_cast<const Expr&>(access)) : "";
}

void noteReasons(const BarrierPlan& plan, PassContext& context)
{
    for (const BarrierReason& reason : plan.reasons)
        context.explain([reason](NoteWriter& notes) {
            const std::string before = accessText(*reason.before);
            const std::string after = accessText(*reason.after);
            notes.note("a barrier: " + quoted(reason.data->name) + " is " +
                           (reason.isWriteAfter ? "written" : "read") + " here, as " + after + ", and was " +
                           (reason.isWriteBefore ? "written" : "read") + ", as " + before + ", " +
                           (reason.loop ? "in the previous iteration of the loop over " +
                                              quoted(reason.loop->loopVar->name) + " "
                                        : "") +
                           "by other threads",
                       reason.stmt);
            notes.note("the barrier before " + after + " orders it after this " +
                           (reason.isWriteBefore ? "write" : "read") + " of " + before,
                       reason.before);
        });
}

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const std::string scope = context.textArgument("storage_scope", 0, "shared");
    const Stmt* body = function.body;
    if (scope == "shared") {
        WaitFollower follower(context);
        body = follower.mutate(body);
        if (follower.error())
            return *follower.error();
    }
    const BarrierPlan plan = planBarriers(*body, scope, context.mode());
    if (plan.error)
        return *plan.error;
    noteReasons(plan, context);
    if (plan.stmts.size() > 0)
        body = BarrierInserter(context.arena(), plan, scope).mutate(body);
    if (body == function.body)
        context.note("nothing to do: no thread reads what another one has stored in memory of the kind '" +
                         scope + "'",
                     &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo threadSync()
{
    return {
        .name = "ThreadSync",
        .summary = "Put barriers where threads exchange data through one kind of memory",
        .options = {{.name = "storage_scope",
                     .values = "\"shared\", \"shared.dyn\", \"warp\"",
                     .summary = "the kind of memory",
                     .choices = {"shared", "shared.dyn", "warp", "global"}}},
        .required = {{ModuleProperty::Unmerged,
                      "afterwards all accesses go to one variable, and barriers could no longer tell "
                      "buffers apart"},
                     {ModuleProperty::LaunchesAsExtents, "it puts no barriers into loops bound to threads"}},
        .established = {{ModuleProperty::Barriers, "accesses of several threads are kept apart"}},
        .run = functionPass(run)};
}

} // namespace tir::passes
