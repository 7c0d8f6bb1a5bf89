/// canonicalize_loop: makes every loop count from 0 in steps of 1.
///
///     for i in range(2, 10, 3): A[i] = 1    becomes    for i in range(3): A[i * 3 + 2] = 1
///
/// Place: first, because later passes read the range of a loop variable from its extent.
/// Leaves alone: loops that start at 0 with step 1; bounds of threads.

#include "core/analysis/text.h"
#include "core/arith/analyzer.h"
#include "core/ir/substitute.h"
#include "core/support/text_format.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass_mutator.h"

namespace tir::passes {
namespace {

class LoopCanonicalizer : public PassSubstituter {
public:
    explicit LoopCanonicalizer(PassContext& context)
        : PassSubstituter(context),
          m_analyzer(context.arena(), arithmeticOf(context))
    {}

private:
    using PassSubstituter::visit;

    const Stmt* visit(const For& loop) override
    {
        const bool isUnitStep = !loop.step || isConstInt(loop.step, 1);
        if (isConstInt(loop.min, 0) && isUnitStep)
            return Mutator::visit(loop);
        const Expr* step = loop.step ? loop.step : intImm(arena(), loop.min->dtype, 1);
        if (!m_analyzer.canProveGreaterEqual(step, 1)) {
            fail("the step of loop " + quoted(loop.loopVar->name) +
                     " must be known to be positive, but it is " + shortText(*step),
                 loop);
            return &loop;
        }
        m_values[loop.loopVar] = add(arena(), mul(arena(), loop.loopVar, step), loop.min);
        context().explain([&loop](NoteWriter& notes) {
            notes.note(quoted(loop.loopVar->name) + " counts from 0 in steps of 1: its uses become " +
                           shortText(*loop.loopVar) + " * " + (loop.step ? shortText(*loop.step) : "1") +
                           " + " + shortText(*loop.min),
                       &loop);
        });
        const Stmt* body = mutate(loop.body);
        return makeFrom<For>(loop, loop.loopVar, intImm(arena(), loop.min->dtype, 0),
                             tripCount(*loop.extent, step), loop.forKind, body, loop.threadBinding,
                             loop.annotations);
    }

    /// extent / step, rounded up.
    const Expr* tripCount(const Expr& extent, const Expr* step)
    {
        const Expr* sum = add(arena(), &extent, step);
        const Expr* dividend = binary(arena(), BinaryOp::Sub, sum, intImm(arena(), step->dtype, 1));
        return m_analyzer.simplify(floorDiv(arena(), dividend, step));
    }

    arith::Analyzer m_analyzer;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    LoopCanonicalizer canonicalizer(context);
    const Stmt* body = canonicalizer.mutate(function.body);
    if (canonicalizer.error())
        return *canonicalizer.error();
    if (body == function.body)
        context.note("nothing to do: every loop starts at 0 with step 1", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo canonicalizeLoop()
{
    return {.name = "CanonicalizeLoop",
            .summary = "Make every loop count from 0 in steps of 1",
            .run = functionPass(run)};
}

} // namespace tir::passes
