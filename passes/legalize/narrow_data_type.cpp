/// narrow_data_type: computes indices in 32 bits where they fit.
///
///     for i in range(T.int64(16)):                    for i in range(16):
///         B[i * T.int64(8)] = …          becomes          B[i * 8] = …
///
/// Place: after flatten_buffer, when indices are offsets; before passes that copy or hoist index expressions.
/// Leaves alone: parameters, whose type is part of the signature, so symbolic extents of int64 stay; and data,
///        which has the type of its buffer.

#include "core/arith/analyzer.h"
#include "core/ir/contains.h"
#include "core/ir/visitor.h"
#include "core/support/text_format.h"
#include "passes/framework/axis_statement.h"
#include "passes/legalize/index_type_rewriter.h"

#include <algorithm>
#include <limits>

namespace tir::passes {
namespace {

/// The bits that each variable, constant and cast needs: those of the widest expression around it. Expressions
/// that provably fit need only the target bits.
class NeededBits : public Visitor {
public:
    NeededBits(Arena& arena, int targetBits, bool isSound)
        : m_analyzer(arena, {.isSound = isSound}),
          m_targetBits(targetBits),
          m_bits(targetBits),
          m_min(targetBits < 64 ? -(int64_t(1) << (targetBits - 1)) : std::numeric_limits<int64_t>::min()),
          m_max(-(m_min + 1))
    {}

    void read(const Stmt& body) { visit(&body, Role::Scope); }

    /// Its own type when it needs all its bits.
    DType typeOf(const Expr& node) const
    {
        const int* bits = m_needed.find(&node);
        return bits ? DType{node.dtype.code, uint8_t(*bits), node.dtype.lanes} : node.dtype;
    }

private:
    using Visitor::visit;

    void visitChild(const Node& child, Role childRole) override
    {
        const bool isIntValue =
            childRole == Role::Value && child.isExpr() && static_cast<const Expr&>(child).dtype.isInt();
        if (!isIntValue) {
            visit(&child, childRole);
            return;
        }
        const auto& expr = static_cast<const Expr&>(child);
        const int around = m_bits;
        m_bits = std::max(m_bits, fits(expr) ? m_targetBits : 64);
        visit(&child, childRole);
        m_bits = around;
    }

    bool fits(const Expr& expr)
    {
        if (expr.dtype.bits <= m_targetBits)
            return true;
        const arith::ConstIntBound bound = m_analyzer.constIntBound(&expr);
        return bound.min >= m_min && bound.max <= m_max;
    }

    void need(const Expr& expr)
    {
        const int bits = std::min<int>(expr.dtype.bits, m_bits);
        const auto [known, isNew] = m_needed.insert(&expr, bits);
        if (!isNew)
            known = std::max(known, bits);
    }

    void visit(const Var& var) override
    {
        if (role() == Role::Value && m_axes.contains(&var))
            need(var);
    }
    void visit(const IntImm& constant) override
    {
        if (constant.dtype.isInt())
            need(constant);
    }
    void visit(const Cast& cast) override
    {
        if (cast.dtype.isInt())
            need(cast);
        visitChildren(cast);
    }
    /// The number of bits decides what a shift does. TVM overlooks that.
    void visit(const Call& call) override
    {
        const bool isShift = call.isOp(OpId::shift_left) || call.isOp(OpId::shift_right);
        const int around = m_bits;
        if (m_analyzer.options().isSound && isShift)
            m_bits = std::max<int>(m_bits, call.dtype.bits);
        visitChildren(call);
        m_bits = around;
    }
    void visit(const BufferLoad& load) override
    {
        const int around = std::exchange(m_bits, m_targetBits);
        visitChildren(load);
        m_bits = around;
    }

    void visit(const For& loop) override
    {
        bindAxis(loop.loopVar, loop.min, loop.extent);
        visitChildren(loop);
    }
    void visit(const AttrStmt& attr) override
    {
        if (const IterVar* axis = axisOfStatement(attr))
            bindAxis(axis->var, intImm(m_analyzer.arena(), attr.value->dtype, 0), attr.value);
        visitChildren(attr);
    }
    void visit(const SBlock& block) override
    {
        for (const IterVar* axis : block.iterVars)
            if (axis->dom)
                bindAxis(axis->var, axis->dom->min, axis->dom->extent);
        visitChildren(block);
    }
    void bindAxis(const Var* var, const Expr* min, const Expr* extent)
    {
        m_axes.insert(var);
        m_analyzer.bind(var, min, extent);
    }

    arith::Analyzer m_analyzer;
    int m_targetBits;
    int m_bits; ///< that the expressions around need
    int64_t m_min;
    int64_t m_max;
    PointerSet<Var> m_axes;
    PointerMap<Expr, int> m_needed;
};

class Narrower : public IndexTypeRewriter {
public:
    Narrower(PassContext& context, const NeededBits& needed) : IndexTypeRewriter(context), m_needed(needed) {}

private:
    using IndexTypeRewriter::visit;

    DType typeOf(const Var& var) override
    {
        const DType type = m_needed.typeOf(var);
        if (type != var.dtype)
            context().explain([&var, type](NoteWriter& notes) {
                notes.note(quoted(var.name) + " becomes " + toString(type) +
                               ": everything that is computed from it fits",
                           &var);
            });
        return type;
    }

    const Expr* visit(const IntImm& constant) override
    {
        const DType type = m_needed.typeOf(constant);
        return type == constant.dtype ? &constant : makeFrom<IntImm>(constant, type, constant.value);
    }

    const Expr* visit(const Cast& cast) override
    {
        const DType type = m_needed.typeOf(cast);
        if (type == cast.dtype)
            return IndexTypeRewriter::visit(cast);
        return inType(type, mutate(cast.value));
    }

    const NeededBits& m_needed;
};

bool hasWiderIntegers(const PrimFunc& function, int64_t bits)
{
    return contains(
        *function.body,
        [bits](const Node& node) {
            const DType type = node.isExpr() ? static_cast<const Expr&>(node).dtype : Void;
            return type.isInt() && type.bits > bits;
        },
        Role::Scope);
}

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const int64_t bits = context.numberArgument("target_bits", 0, 32);
    if (!hasWiderIntegers(function, bits)) {
        context.note("nothing to do: no integer has more than " + std::to_string(bits) + " bits", &function);
        return &function;
    }
    NeededBits needed(context.arena(), int(bits), context.mode() == Mode::Sound);
    needed.read(*function.body);
    Narrower narrower(context, needed);
    const Stmt* body = narrower.mutate(function.body);
    if (body == function.body)
        context.note("nothing to do: all wider integers need more than " + std::to_string(bits) + " bits",
                     &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo narrowDataType()
{
    return {.name = "NarrowDataType",
            .summary = "Compute indices in 32 bits where they fit",
            .options = {{.name = "target_bits",
                         .values = "8, 16, 32, 64",
                         .summary = "bits of indices",
                         .choices = {"8", "16", "32", "64"}}},
            .run = functionPass(run)};
}

} // namespace tir::passes
