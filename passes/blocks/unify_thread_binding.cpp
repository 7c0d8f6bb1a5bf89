/// unify_thread_binding: every kernel gets one loop per thread axis, all of them around its body.
///
///     for blockIdx.x in thread(4):               becomes    for blockIdx.x in thread(4):
///         for i in range(8):                                    for threadIdx.x in thread(32):
///             for tx in thread(32): S                               for i in range(8): S
///
/// Place: after compact_buffer_allocation, which reads from the position of a thread loop which memory its
///        threads share; before lower_opaque_block, which converts the loops to launches.
/// Leaves alone: kernels that already have this form.
///
/// Launches become loops, too. TVM relies on lower_opaque_block to convert them to launches again, and its pipeline
/// without that pass (default_tirx) loses them. The sound mode keeps launches in functions without blocks.

#include "core/analysis/text.h"
#include "core/arith/analyzer.h"
#include "core/ir/contains.h"
#include "core/ir/substitute.h"
#include "passes/blocks/thread_axes.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/axis_statement.h"
#include "passes/framework/pass_mutator.h"

#include <algorithm>

namespace tir::passes {
namespace {

bool bindsThread(const Node& node)
{
    const auto* loop = as<For>(&node);
    const auto* attr = as<AttrStmt>(&node);
    return loop ? isThreadLoop(*loop) : attr && isAxisStatement(*attr);
}

/// A kernel whose thread loops are all directly at its start, each with the tag as name.
bool isInForm(const For& root)
{
    std::vector<std::string_view> tags;
    const Stmt* inner = &root;
    for (const For* loop = &root; loop && isThreadLoop(*loop); loop = as<For>(inner)) {
        const std::string_view tag = threadTag(*loop);
        if (!isNamedAfter(*loop->loopVar, tag) || loop->loopVar->dtype != loop->extent->dtype ||
            std::ranges::find(tags, tag) != tags.end() || (loop != &root && !loop->annotations.empty()))
            return false;
        tags.push_back(tag);
        inner = loop->body;
    }
    return !contains(*inner, bindsThread, Role::Scope);
}

/// The same for launches, whatever their variables are called.
bool isInForm(const AttrStmt& root)
{
    std::vector<std::string_view> tags;
    const Stmt* inner = &root;
    for (const AttrStmt* attr = &root; attr && isAxisStatement(*attr); attr = as<AttrStmt>(inner)) {
        const std::string_view tag = attr->iterVar()->threadTag;
        if (std::ranges::find(tags, tag) != tags.end())
            return false;
        tags.push_back(tag);
        inner = attr->body;
    }
    return !contains(*inner, bindsThread, Role::Scope);
}

class ThreadUnifier : public PassSubstituter {
public:
    ThreadUnifier(PassContext& context, bool keepsLaunches)
        : PassSubstituter(context),
          m_keepsLaunches(keepsLaunches),
          m_analyzer(context.arena(), arithmeticOf(context))
    {}

private:
    using PassSubstituter::visit;

    /// A thread axis of the kernel at hand.
    struct Axis {
        std::string_view tag;
        const Var* var;
        const Expr* min;
        const Expr* extent;
        const Stmt* first; ///< the loop or launch that it comes from
        int loops;
    };

    const Stmt* visit(const For& loop) override
    {
        if (!isThreadLoop(loop))
            return Mutator::visit(loop);
        if (m_depth == 0 && isInForm(loop))
            return &loop;
        const Stmt* made = unified(loop, *loop.loopVar, threadTag(loop), loop.min, loop.extent, loop.body);
        return loop.annotations.empty() ? made : annotated(loop, made);
    }

    const Stmt* visit(const AttrStmt& attr) override
    {
        if (!isAxisStatement(attr))
            return Mutator::visit(attr);
        if (m_keepsLaunches && m_depth == 0 && isInForm(attr))
            return &attr;
        const IterVar& axis = *attr.iterVar();
        return unified(attr, *axis.var, axis.threadTag, intImm(arena(), attr.value->dtype, 0), attr.value,
                       attr.body);
    }

    /// The loop without its thread axis; at the start of a kernel, its launch.
    const Stmt* unified(const Stmt& loop, const Var& var, std::string_view tag, const Expr* min,
                        const Expr* extent, const Stmt* body)
    {
        const bool isKernel = m_depth == 0;
        const int depth = m_depth;
        if (isKernel)
            m_axes.clear();
        if (isKernel || tag.starts_with("blockIdx.") || tag.starts_with("clusterIdx.") ||
            tag.starts_with("clusterCtaIdx"))
            ++m_depth;
        m_values[&var] = cast(arena(), var.dtype, axisOf(loop, tag, min, extent).var);
        body = mutate(body);
        m_depth = depth;
        return isKernel ? launch(body) : body;
    }

    const Axis& axisOf(const Stmt& loop, std::string_view tag, const Expr* min, const Expr* extent)
    {
        if (const auto known = std::ranges::find(m_axes, tag, &Axis::tag); known != m_axes.end()) {
            checkEqual("start", *known, known->min, min, loop);
            checkEqual("extent", *known, known->extent, extent, loop);
            ++known->loops;
            return *known;
        }
        const auto* var = arena().make<Var>(tag, primType(arena(), extent->dtype));
        m_axes.push_back({tag, var, min, extent, &loop, 1});
        return m_axes.back();
    }

    /// The loops over all axes of the kernel, the first that was met outermost.
    const Stmt* launch(const Stmt* body)
    {
        explain(*m_axes.front().first);
        const auto* unnamed = arena().make<Var>("", primType(arena(), Int32));
        for (size_t i = m_axes.size(); i-- > 0;) {
            const Axis& axis = m_axes[i];
            if (m_keepsLaunches) {
                body = launchOver(axis, body);
                continue;
            }
            const auto* binding = arena().make<IterVar>(nullptr, unnamed, IterType::ThreadIndex, axis.tag);
            body = makeFrom<For>(*axis.first, axis.var, axis.min, axis.extent, ForKind::ThreadBinding, body,
                                 binding);
        }
        return body;
    }

    const Stmt* launchOver(const Axis& axis, const Stmt* body)
    {
        const auto* iterVar = arena().make<IterVar>(arena().make<Range>(axis.min, axis.extent), axis.var,
                                                    IterType::ThreadIndex, axis.tag);
        const auto& from = to<AttrStmt>(*axis.first);
        return makeFrom<AttrStmt>(from, AttrValue::ofNode(iterVar), from.key, axis.extent, body);
    }

    /// Annotations go to the loop that is left, or to a new loop over one iteration.
    const Stmt* annotated(const For& loop, const Stmt* left)
    {
        if (const auto* inner = as<For>(left)) {
            For made = *inner;
            made.annotations = loop.annotations;
            return makeFrom<For>(*inner, made);
        }
        const DType type = loop.loopVar->dtype;
        return makeFrom<For>(loop, arena().make<Var>("var", primType(arena(), type)),
                             intImm(arena(), type, 0), intImm(arena(), type, 1), ForKind::Serial, left,
                             nullptr, loop.annotations);
    }

    void checkEqual(std::string_view what, const Axis& axis, const Expr* known, const Expr* other,
                    const Stmt& loop)
    {
        if (known == other || m_analyzer.canProveEqual(known, other))
            return;
        fail("the loops over " + std::string(axis.tag) + " of a kernel must have one " + std::string(what) +
                 ", but there are " + shortText(*known) + " and " + shortText(*other),
             loop, "ValueError");
    }

    void explain(const Stmt& root)
    {
        context().explain([&root, axes = m_axes](NoteWriter& notes) {
            std::string text;
            for (const Axis& axis : axes) {
                text += (text.empty() ? "" : ", ") + std::string(axis.tag) + " = " + shortText(*axis.extent);
                if (axis.loops > 1)
                    text += " (" + std::to_string(axis.loops) + " loops)";
            }
            notes.note("the kernel is launched over " + text, &root);
        });
    }

    bool m_keepsLaunches; ///< all thread axes are those of launches
    arith::Analyzer m_analyzer;
    int m_depth = 0;
    std::vector<Axis> m_axes; ///< in the order of their first loops
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const bool hasBlocks = contains(
        *function.body,
        [](const Node& node) {
            const auto* loop = as<For>(&node);
            return as<SBlock>(&node) || (loop && isThreadLoop(*loop));
        },
        Role::Scope);
    ThreadUnifier unifier(context, context.mode() == Mode::Sound && !hasBlocks);
    const Stmt* body = unifier.mutate(function.body);
    if (unifier.error())
        return *unifier.error();
    if (body == function.body)
        context.note("nothing to do: in every kernel the thread axes already come first", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo unifyThreadBinding()
{
    return {.name = "UnifyThreadBinding",
            .summary = "Give every kernel one loop per thread axis",
            .established = {{ModuleProperty::ThreadsUnified, "loops over one thread axis become one"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
