/// lift_thread_binding: loops over one thread axis in several nests become one loop around these nests.
///
///     for tx in thread(32): S0          becomes    for threadIdx.x in thread(32):
///     for ty in thread(32): S1                         S0
///     (both bound to threadIdx.x)                      S1
///
/// Place: before compact_buffer_allocation, for which memory between two nests must be inside the loop
///        over the threads that share it; unify_thread_binding then moves the loops to the start of the kernel.
/// Leaves alone: kernels whose loops already have this form.
///
/// As in TVM, the new loop has the extent of the first one, though others may have other extents. In sound mode it has
/// the largest one, and a condition keeps the other threads out of a body with fewer.

#include "core/analysis/text.h"
#include "core/ir/contains.h"
#include "core/ir/structural_equal.h"
#include "core/ir/substitute.h"
#include "core/ir/visitor.h"
#include "core/support/text_format.h"
#include "passes/blocks/thread_axes.h"
#include "passes/framework/pass_mutator.h"
#include "passes/framework/tvm_defects.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tir::passes {
namespace {

/// A thread axis of a kernel.
struct Axis {
    std::string_view tag;
    const Var* var; ///< for all its loops
    const For* first;
    const For* largest;                ///< null if extents differ and are not constants
    const For* other = nullptr;        ///< whose extent differs from that of the first one
    std::vector<const For*> ancestors; ///< loops around all its loops, outermost first
    Dict annotations;
    size_t loops = 0;
};

/// Also of different types.
bool isSameNumber(const Expr& a, const Expr& b)
{
    const auto* intA = as<IntImm>(&a);
    const auto* intB = as<IntImm>(&b);
    return intA && intB ? intA->value == intB->value : structuralEqual(a, b);
}

/// The thread axes below a kernel root, in the order in which their innermost loops end.
class AxisCollector : public Visitor {
public:
    explicit AxisCollector(Arena& arena) : m_arena(arena) {}

    std::vector<Axis> axes;
    VarValues vars; ///< replacement of each loop variable
    bool isInForm = true;

private:
    using Visitor::visit;

    void visitChild(const Node& child, Role role) override
    {
        if (!child.isExpr())
            Visitor::visitChild(child, role);
    }

    void visit(const For& loop) override
    {
        m_stack.push_back(&loop);
        visitChildren(loop);
        if (isThreadLoop(loop))
            add(loop);
        m_stack.pop_back();
    }

    void add(const For& loop)
    {
        const std::string_view tag = threadTag(loop);
        auto axis = std::ranges::find(axes, tag, &Axis::tag);
        if (axis == axes.end()) {
            Var* var = m_arena.make<Var>(tag, loop.loopVar->type);
            var->origin = loop.loopVar;
            axes.push_back({.tag = tag,
                            .var = var,
                            .first = &loop,
                            .largest = &loop,
                            .ancestors = m_stack,
                            .annotations = {}});
            axis = axes.end() - 1;
            isInForm &= isNamedAfter(*loop.loopVar, tag);
        } else {
            const auto common = std::ranges::mismatch(axis->ancestors, m_stack);
            axis->ancestors.erase(common.in1, axis->ancestors.end());
            isInForm = false;
            compareExtent(*axis, loop);
        }
        ++axis->loops;
        vars[loop.loopVar] = axis->var;
        for (const DictEntry& entry : loop.annotations)
            axis->annotations = withEntry(m_arena, axis->annotations, entry.key.text(), entry.value);
    }

    static void compareExtent(Axis& axis, const For& loop)
    {
        if (isSameNumber(*axis.first->extent, *loop.extent) && isSameNumber(*axis.first->min, *loop.min))
            return;
        const auto* extent = as<IntImm>(loop.extent);
        const auto* largest = axis.largest ? as<IntImm>(axis.largest->extent) : nullptr;
        axis.other = &loop;
        if (!extent || !largest || !isConstInt(loop.min, 0) || !isConstInt(axis.first->min, 0))
            axis.largest = nullptr;
        else if (extent->value > largest->value)
            axis.largest = &loop;
    }

    Arena& m_arena;
    std::vector<const For*> m_stack;
};

class ThreadLifter : public PassSubstituter {
public:
    using PassSubstituter::PassSubstituter;

private:
    using PassSubstituter::visit;

    const Stmt* visit(const For& loop) override
    {
        if (m_isInKernel || !isThreadLoop(loop))
            return lifted(loop);
        AxisCollector collector(arena());
        static_cast<Visitor&>(collector).visit(&loop);
        if (collector.isInForm)
            return &loop;
        m_isInKernel = true;
        m_axes = std::move(collector.axes);
        m_values = std::move(collector.vars);
        nestAxes();
        std::ranges::for_each(m_axes, [&](const Axis& axis) { checkExtents(axis); });
        const Stmt* made = lifted(loop);
        m_isInKernel = false;
        m_values.clear();
        return made;
    }

    /// Without its thread axis, and around its body the axes whose common ancestor it is.
    const Stmt* lifted(const For& loop)
    {
        const Stmt* body = mutate(loop.body);
        if (isThreadLoop(loop))
            body = guarded(loop, body);
        if (const auto axes = m_axesOf.find(&loop); axes != m_axesOf.end())
            for (const Axis* axis : axes->second)
                body = makeFrom<For>(*axis->first, axis->var, axis->first->min, extentOf(*axis),
                                     ForKind::ThreadBinding, body, axis->first->threadBinding,
                                     axis->annotations);
        if (isThreadLoop(loop))
            return body;
        const Expr* min = mutate(loop.min);
        const Expr* extent = mutate(loop.extent);
        if (min == loop.min && extent == loop.extent && body == loop.body)
            return &loop;
        return makeFrom<For>(loop, loop.loopVar, min, extent, loop.forKind, body, loop.threadBinding,
                             loop.annotations, loop.step);
    }

    bool isSound() const { return context().mode() == Mode::Sound; }

    const Expr* extentOf(const Axis& axis) const
    {
        return isSound() && axis.largest ? axis.largest->extent : axis.first->extent;
    }

    /// In sound mode, not for threads that the loop does not have.
    const Stmt* guarded(const For& loop, const Stmt* body)
    {
        const auto axis = std::ranges::find(m_axes, threadTag(loop), &Axis::tag);
        if (!isSound() || isSameNumber(*loop.extent, *extentOf(*axis)))
            return body;
        const auto waits = [](const Node& node) {
            const auto* call = as<Call>(&node);
            return call && (call->isOp(OpId::tvm_thread_allreduce) || call->isOp(OpId::tvm_storage_sync));
        };
        if (contains(*body, waits, Role::Scope))
            fail("the " + shortText(*loop.extent) + " threads of this loop over " + std::string(axis->tag) +
                     " wait for each other, but the kernel has " + shortText(*extentOf(*axis)) + " of them",
                 loop);
        return makeFrom<IfThenElse>(loop, binary(arena(), BinaryOp::LT, axis->var, loop.extent), body,
                                    nullptr);
    }

    void checkExtents(const Axis& axis)
    {
        if (!axis.other)
            return;
        const std::string text = "loops over " + std::string(axis.tag) + " with the extents " +
                                 shortText(*axis.first->extent) + " and " + shortText(*axis.other->extent);
        if (!isSound())
            context().reportDefect(tvm_defect::JoinedExtents,
                                   text + " become one with " + shortText(*axis.first->extent), axis.first);
        else if (!axis.largest)
            fail(text + " cannot become one loop: only constant extents from 0 on can be compared",
                 *axis.other);
    }

    /// Sorts the axes under their ancestors, the innermost first: those with longer tags, and of those with
    /// tags of one length the one that was the outermost. (TVM's order, which follows from a hash table)
    void nestAxes()
    {
        m_axesOf.clear();
        std::vector<const Axis*> sorted;
        for (const Axis& axis : m_axes)
            sorted.insert(sorted.begin(), &axis);
        std::ranges::stable_sort(sorted, std::greater(), [](const Axis* axis) { return axis->tag.size(); });
        for (const Axis* axis : sorted) {
            m_axesOf[axis->ancestors.back()].push_back(axis);
            explain(*axis);
        }
    }

    void explain(const Axis& axis)
    {
        if (axis.loops == 1)
            return;
        context().explain([tag = axis.tag, loops = axis.loops,
                           ancestor = axis.ancestors.back()](NoteWriter& notes) {
            notes.note(std::to_string(loops) + " loops over " + std::string(tag) +
                           " become one below their common ancestor, loop " + quoted(ancestor->loopVar->name),
                       ancestor);
        });
    }

    const Expr* visit(const Binary& node) override
    {
        const auto& made = to<Binary>(*Mutator::visit(node));
        if (made.a->dtype != made.b->dtype)
            fail("loops over one thread axis have variables of different types, so " + shortText(made) +
                     " would mix " + toString(made.a->dtype) + " and " + toString(made.b->dtype),
                 node, "TypeError");
        return &made;
    }

    bool m_isInKernel = false;
    std::vector<Axis> m_axes;                                          ///< of the kernel
    std::unordered_map<const For*, std::vector<const Axis*>> m_axesOf; ///< by ancestor, innermost first
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    ThreadLifter lifter(context);
    const Stmt* body = lifter.mutate(function.body);
    if (lifter.error())
        return *lifter.error();
    if (body == function.body)
        context.note("nothing to do: no kernel has two loops over one thread axis", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo liftThreadBinding()
{
    return {.name = "LiftThreadBinding",
            .summary = "Join loops over one thread axis at their common ancestor",
            .run = functionPass(run)};
}

} // namespace tir::passes
