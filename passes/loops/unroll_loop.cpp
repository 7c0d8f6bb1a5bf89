/// unroll_loop: replaces a loop by one copy of its body for each iteration.
///
///     for i in T.unroll(2):            A[0 + 0] = 0
///         A[i] = 0           becomes   A[0 + 1] = 0
///
/// Ends with SSA conversion.
/// Place: after storage_rewrite, which reads lifetimes from loops; before simplification, which folds the
///        indices of the copies.
/// Leaves alone: serial loops that are too long for the configuration `tirx.UnrollLoop`, or that contain a
///        loop that stays (noted).

#include "core/analysis/text.h"
#include "core/arith/analyzer.h"
#include "core/ir/contains.h"
#include "core/ir/ssa.h"
#include "core/ir/substitute.h"
#include "core/support/text_format.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass.h"
#include "passes/framework/pass_mutator.h"

#include <limits>

namespace tir::passes {
namespace {

struct Limits {
    int64_t maxStep = 0;   ///< of stores and calls in the copies of a serial loop
    int64_t maxDepth = 8;  ///< of unrolled loops within a serial loop
    int64_t maxExtent = 0; ///< serial loops up to this extent are unrolled whatever their body is
    bool copies = true;    ///< false: loops are marked for the code generator only
    bool localAccess = false;
};

class LoopUnroller : public PassMutator {
public:
    LoopUnroller(PassContext& context, Limits limits) : PassMutator(context), m_limits(limits) {}

private:
    using Mutator::visit;

    /// The size of a statement, with unrolled loops counted as their copies.
    struct Size {
        int64_t steps = 0;
        int64_t unrolledDepth = 0;
        int64_t loopDepth = 0; ///< of loops that stay
    };

    /// Pragmas hold for their body.
    const Stmt* visit(const AttrStmt& attr) override
    {
        int64_t value = 0;
        const bool isStep = attr.key == "pragma_auto_unroll_max_step";
        if ((!isStep && attr.key != "pragma_unroll_explicit") || !AttrValue::ofNode(attr.value).toInt(value))
            return Mutator::visit(attr);
        const Limits outer = m_limits;
        if (isStep)
            m_limits.maxStep = value;
        else
            m_limits.copies = value != 0;
        const Stmt* body = mutate(attr.body);
        m_limits = outer;
        return body;
    }

    const Stmt* visit(const SeqStmt& statements) override
    {
        const Size outer = m_size;
        Size all = outer;
        std::vector<const Stmt*> made;
        bool isSame = true;
        for (const Stmt* stmt : statements.seq) {
            m_size = {};
            made.push_back(mutate(stmt));
            isSame &= made.back() == stmt;
            all.steps += m_size.steps;
            all.unrolledDepth = std::max(all.unrolledDepth, m_size.unrolledDepth);
            all.loopDepth = std::max(all.loopDepth, m_size.loopDepth);
        }
        m_size = all;
        return isSame ? &statements : sequence(arena(), made);
    }

    const Stmt* visit(const BufferStore& store) override
    {
        ++m_size.steps;
        noteLocalIndices(*store.buffer, store.indices);
        return Mutator::visit(store);
    }

    const Stmt* visit(const Evaluate& call) override
    {
        ++m_size.steps;
        return Mutator::visit(call);
    }

    const Expr* visit(const BufferLoad& load) override
    {
        noteLocalIndices(*load.buffer, load.indices);
        return &load;
    }

    void noteLocalIndices(const Buffer& buffer, ExprList indices)
    {
        const StorageRank rank = buffer.scope().rank;
        if (!m_limits.localAccess || (rank != StorageRank::Local && rank != StorageRank::Warp))
            return;
        for (const Expr* index : indices)
            contains(*index, [this](const Node& node) {
                if (const auto* var = as<Var>(&node))
                    m_indexesLocal.insert(var);
                return false;
            });
    }

    const Stmt* visit(const For& original) override
    {
        const Stmt* visited = Mutator::visit(original);
        const auto& loop = to<For>(*visited);
        const int64_t extent = constantExtent(loop);
        if (loop.forKind == ForKind::Unrolled && extent < 0) {
            fail("the loop over " + quoted(loop.loopVar->name) + " cannot be unrolled: its extent, " +
                     shortText(*loop.extent) + ", is not a constant from 0 to " + std::to_string(MaxExtent),
                 original);
            return visited;
        }
        const bool isChosen = loop.forKind == ForKind::Unrolled || isShortEnough(loop, extent);
        if (isChosen) {
            m_size.steps *= extent;
            ++m_size.unrolledDepth;
        } else {
            ++m_size.loopDepth;
        }
        const bool isSingle = m_limits.maxExtent == 1 && extent >= 0 && extent <= 1;
        if ((isChosen && m_limits.copies) || isSingle) {
            context().explain([&original, extent](NoteWriter& notes) {
                notes.note("the loop over " + quoted(original.loopVar->name) + " becomes " +
                               std::to_string(extent) + (extent == 1 ? " copy" : " copies") + " of its body",
                           &original);
            });
            return copiesOf(loop, extent, original);
        }
        if (isChosen && loop.forKind != ForKind::Unrolled) {
            context().note("the loop over '" + std::string(loop.loopVar->name) +
                               "' is marked as unrolled: code generation makes the copies",
                           &original);
            return makeFrom<For>(loop, loop.loopVar, loop.min, loop.extent, ForKind::Unrolled, loop.body,
                                 loop.threadBinding, loop.annotations, loop.step);
        }
        return visited;
    }

    /// -1 when it is not a constant from 0 to MaxExtent.
    int64_t constantExtent(const For& loop)
    {
        const auto* extent = as<IntImm>(m_analyzer.simplify(loop.extent));
        return extent && extent->value >= 0 && extent->value <= MaxExtent ? extent->value : -1;
    }

    bool isShortEnough(const For& loop, int64_t extent)
    {
        if (loop.forKind != ForKind::Serial)
            return false;
        if (extent < 0) {
            context().explain([&loop](NoteWriter& notes) {
                notes.note("the loop over " + quoted(loop.loopVar->name) + " stays: its extent, " +
                               shortText(*loop.extent) + ", is not a constant",
                           &loop);
            });
            return false;
        }
        if (m_limits.localAccess && m_indexesLocal.contains(loop.loopVar))
            return true;
        const bool isSmall = extent * m_size.steps <= m_limits.maxStep || extent <= m_limits.maxExtent;
        if (m_size.loopDepth > 0 || m_size.unrolledDepth > m_limits.maxDepth || !isSmall)
            noteThatItStays(loop, extent);
        return isSmall && m_size.loopDepth == 0 && m_size.unrolledDepth <= m_limits.maxDepth;
    }

    void noteThatItStays(const For& loop, int64_t extent)
    {
        context().explain([&loop, extent, size = m_size, limits = m_limits](NoteWriter& notes) {
            std::string why;
            if (limits.maxStep <= 0 && limits.maxExtent <= 0)
                why = "it is not marked as unrolled, and tirx.UnrollLoop.auto_max_step and auto_max_extent "
                      "are 0";
            else if (size.loopDepth > 0)
                why = "it contains a loop that stays";
            else if (size.unrolledDepth > limits.maxDepth)
                why = std::to_string(size.unrolledDepth) +
                      " loops are unrolled inside of it, and auto_max_depth is " +
                      std::to_string(limits.maxDepth);
            else
                why =
                    "its copies take " + std::to_string(extent * size.steps) +
                    " steps, and auto_max_step is " + std::to_string(limits.maxStep) +
                    (limits.maxExtent > 0 ? "; its extent is " + std::to_string(extent) +
                                                ", and auto_max_extent is " + std::to_string(limits.maxExtent)
                                          : "");
            notes.note("the loop over " + quoted(loop.loopVar->name) + " stays: " + why, &loop);
        });
    }

    const Stmt* copiesOf(const For& loop, int64_t extent, const For& original)
    {
        int64_t nodes = 0;
        contains(
            *loop.body,
            [&nodes](const Node&) {
                ++nodes;
                return false;
            },
            Role::Scope);
        if (extent > MaxCopiedNodes / nodes - m_copiedNodes / nodes) {
            fail("the loop over " + quoted(loop.loopVar->name) + " cannot be unrolled: " +
                     std::to_string(extent) + " copies of its body would not fit into memory",
                 original);
            return &loop;
        }
        m_copiedNodes += extent * nodes;
        std::vector<const Stmt*> copies;
        for (int64_t i = 0; i < extent; ++i) {
            VarValues values;
            values.insert(loop.loopVar, add(arena(), loop.min, intImm(arena(), loop.loopVar->dtype, i)));
            copies.push_back(substitute(arena(), loop.body, values));
        }
        return sequence(arena(), copies);
    }

    static constexpr int64_t MaxExtent = std::numeric_limits<int32_t>::max(); // as in TVM
    /// About 1 GB; copies of copies count again.
    static constexpr int64_t MaxCopiedNodes = 8'000'000;

    arith::Analyzer m_analyzer{arena(), arithmeticOf(context())}; ///< knows no ranges
    Limits m_limits;
    Size m_size;
    int64_t m_copiedNodes = 0;
    PointerSet<Var> m_indexesLocal; ///< variables in indices of local memory
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Limits defaults;
    const Limits limits{.maxStep = context.configNumber("tirx.UnrollLoop.auto_max_step", defaults.maxStep),
                        .maxDepth = context.configNumber("tirx.UnrollLoop.auto_max_depth", defaults.maxDepth),
                        .maxExtent =
                            context.configNumber("tirx.UnrollLoop.auto_max_extent", defaults.maxExtent),
                        .copies = context.configNumber("tirx.UnrollLoop.explicit_unroll", 1) != 0,
                        .localAccess = context.configNumber("tirx.UnrollLoop.unroll_local_access", 0) != 0};
    LoopUnroller unroller(context, limits);
    const Stmt* body = unroller.mutate(function.body);
    if (unroller.error())
        return *unroller.error();
    if (body == function.body) {
        context.note("nothing to do: no loop is to be unrolled", &function);
        return &function;
    }
    return SsaConverter(context.arena()).convert(*withBody(context.arena(), function, body));
}

} // namespace

PassInfo unrollLoop()
{
    return {.name = "UnrollLoop",
            .summary = "Replace loops by one copy of their body for each iteration",
            .run = functionPass(run)};
}

} // namespace tir::passes
