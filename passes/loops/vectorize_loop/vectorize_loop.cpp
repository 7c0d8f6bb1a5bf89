/// vectorize_loop: replaces a vectorized loop by statements on vectors.
///
///     for v in T.vectorized(4):
///         B[i * 4 + v] = A[i * 4 + v] * 2     becomes     B[i * 4:i * 4 + 4] = A[i * 4:i * 4 + 4] * (2, 2, 2, 2)
///
/// Place: on flat buffers, where a vector is a range of the last index; before storage_rewrite, which changes the
///        element types of buffers that are only accessed as vectors.
/// Leaves alone: operations without a vector form, which are done lane by lane (noted).
///
/// As in TVM, a loop is vectorized even if an iteration uses what another one stores. In sound mode it becomes serial.
///
/// With `enable_vectorize=False` the loops become serial.

#include "core/analysis/carried_lanes.h"
#include "core/analysis/text.h"
#include "core/ir/contains.h"
#include "core/support/text_format.h"
#include "passes/framework/pass_mutator.h"
#include "passes/framework/tvm_defects.h"
#include "passes/loops/vectorize_loop/vectorizer.h"

#include <algorithm>
#include <cstdlib>

namespace tir::passes {
namespace {

/// Vectors whose length is known at run time only.
bool hasScalableVectors(const Target* target)
{
    if (!target)
        return false;
    const AttrValue* sve = find(target->attrs, "feature.has_sve");
    const AttrValue* features = find(target->attrs, "mattr");
    return (sve && sve->isTrue()) || (features && target->kindName == "llvm" &&
                                      std::ranges::any_of(features->items(), [](const AttrValue& feature) {
                                          return feature.text() == "+v";
                                      }));
}

/// Lanes of an extent: a positive constant, or one times vscale, which gives a number below zero. 0 for others, and for
/// more than a vector has.
int lanesOf(const Expr* extent)
{
    const auto fitting = [](int64_t lanes) { return lanes > 0 && lanes <= DType::MaxLanes ? int(lanes) : 0; };
    const auto isVscale = [](const Expr* expr) {
        const auto* call = as<Call>(expr);
        return call && call->isOp(OpId::vscale);
    };
    if (const auto* constant = as<IntImm>(extent))
        return fitting(constant->value);
    if (isVscale(extent))
        return -1;
    const auto* product = as<Binary>(extent);
    if (!product || product->op != BinaryOp::Mul)
        return 0;
    const auto* factor = as<IntImm>(isVscale(product->a) ? product->b : product->a);
    return factor && (isVscale(product->a) || isVscale(product->b)) ? -fitting(factor->value) : 0;
}

/// Whether a value in the loop is a vector already, and `lanes` of them are more than a vector has.
bool hasTooManyLanes(const For& loop, int lanes)
{
    return contains(
        *loop.body,
        [lanes](const Node& node) {
            const auto* buffer = as<Buffer>(&node);
            const int inner = buffer          ? buffer->dtype.lanes
                              : node.isExpr() ? static_cast<const Expr&>(node).dtype.lanes
                                              : 1;
            return std::abs(inner * lanes) > DType::MaxLanes;
        },
        Role::Scope);
}

class LoopVectorizer : public PassMutator {
public:
    LoopVectorizer(PassContext& context, const Target* target)
        : PassMutator(context),
          m_target(target),
          m_predication(context.configNumber("tirx.enable_buffer_level_predication", Unset))
    {}

private:
    using Mutator::visit;
    static constexpr int64_t Unset = -1;

    const Stmt* visit(const AttrStmt& attr) override
    {
        const auto* target = attr.key == attr::Target ? as<Target>(attr.node.node()) : nullptr;
        const Target* outer = std::exchange(m_target, target ? target : m_target);
        const Stmt* made = Mutator::visit(attr);
        m_target = outer;
        return made;
    }

    const Stmt* visit(const For& loop) override
    {
        if (loop.forKind != ForKind::Vectorized || error())
            return Mutator::visit(loop);
        const int lanes = lanesOf(loop.extent);
        if (lanes == 0 || (lanes < 0 && !hasScalableVectors(m_target))) {
            fail("the loop over " + quoted(loop.loopVar->name) + " of extent " + shortText(*loop.extent) +
                     " cannot be vectorized for this target: vectors need a constant number of lanes, at "
                     "most " +
                     std::to_string(DType::MaxLanes) +
                     (lanes < 0 ? ", or a target with scalable vectors" : ""),
                 loop);
            return &loop;
        }
        if (!isConstInt(loop.min, 0)) {
            fail("a vectorized loop must start at 0", loop);
            return &loop;
        }
        if (lanes == 1) // a vector of one lane is a scalar
            return serial(loop);
        if (hasTooManyLanes(loop, lanes)) {
            fail("the loop over " + quoted(loop.loopVar->name) +
                     " cannot be vectorized: its vectors would have more than " +
                     std::to_string(DType::MaxLanes) + " lanes",
                 loop);
            return &loop;
        }
        if (const Node* carried = carriedAccess(loop)) {
            if (context().mode() == Mode::Sound) {
                context().note("the loop over " + quoted(loop.loopVar->name) +
                                   " becomes serial: an iteration uses what another one stores",
                               &loop);
                return serial(loop);
            }
            context().reportDefect(tvm_defect::DependentLanes,
                                   "an iteration of the vectorized loop over " + quoted(loop.loopVar->name) +
                                       " uses what another one stores, but lanes of a vector all read first",
                                   carried);
        }
        const bool predicates = m_predication == Unset ? hasScalableVectors(m_target) : m_predication != 0;
        const auto outcome = vectorized(context(), loop.body, {loop.loopVar, loop.extent, lanes, predicates});
        if (const auto* refusal = std::get_if<PassError>(&outcome)) {
            fail(refusal->message, *refusal->node);
            return &loop;
        }
        context().note("the loop over " + quoted(loop.loopVar->name) + " becomes vectors of " +
                           shortText(*loop.extent) + " lanes",
                       &loop);
        return std::get<const Stmt*>(outcome);
    }

    const Stmt* serial(const For& loop)
    {
        return makeFrom<For>(loop, loop.loopVar, loop.min, loop.extent, ForKind::Serial, mutate(loop.body));
    }

    const Target* m_target;
    int64_t m_predication; ///< Unset: only for targets with scalable vectors
};

class LoopSerializer : public PassMutator {
public:
    using PassMutator::PassMutator;

private:
    using Mutator::visit;

    const Stmt* visit(const For& loop) override
    {
        if (loop.forKind != ForKind::Vectorized)
            return Mutator::visit(loop);
        context().note("the loop over " + quoted(loop.loopVar->name) +
                           " becomes serial: vectorization is disabled",
                       &loop);
        return makeFrom<For>(loop, loop.loopVar, loop.min, loop.extent, ForKind::Serial, mutate(loop.body));
    }
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Target* own = targetOf(function);
    const Target* target = own ? own : context.target();
    LoopVectorizer vectorizer(context, target);
    LoopSerializer serializer(context);
    PassMutator& mutator = context.flagArgument("enable_vectorize", 0, true)
                               ? static_cast<PassMutator&>(vectorizer)
                               : serializer;
    const Stmt* body = mutator.mutate(function.body);
    if (mutator.error())
        return *mutator.error();
    if (body == function.body)
        context.note("nothing to do: no loop is vectorized", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo vectorizeLoop()
{
    return {.name = "VectorizeLoop",
            .summary = "Replace vectorized loops by statements on vectors",
            .options = {{.name = "enable_vectorize",
                         .values = "True, False",
                         .summary = "False: vectorized loops become serial",
                         .choices = {"True", "False"}}},
            .required = {{ModuleProperty::Unmerged,
                          "it changes the element types of allocations, which must be final before they are "
                          "merged"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
