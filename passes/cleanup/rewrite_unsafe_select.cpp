/// rewrite_unsafe_select: a Select that could load or call on the wrong side becomes `if_then_else`.
///
///     Select(i < n, A[i], 0)    becomes    if_then_else(i < n, A[i], 0)
///
/// Place: after simplification, which may remove such a Select; before code generation, where Select
/// evaluates
///        both sides.
/// Leaves alone: sides that only compute; conditions that are vectors.

#include "core/ir/mutator.h"
#include "passes/framework/pass.h"

#include <algorithm>

namespace tir::passes {
namespace {

/// Whether evaluating it may touch memory or have an effect. An inner choice guards its own sides. As in TVM,
/// a ramp counts only when both its base and its stride do.
bool isUnsafe(const Expr* expr)
{
    switch (expr->kind) {
    case NodeKind::Binary:
        return isUnsafe(to<Binary>(*expr).a) || isUnsafe(to<Binary>(*expr).b);
    case NodeKind::Broadcast:
        return isUnsafe(to<Broadcast>(*expr).value);
    case NodeKind::Cast:
        return isUnsafe(to<Cast>(*expr).value);
    case NodeKind::Let:
        return isUnsafe(to<Let>(*expr).value) || isUnsafe(to<Let>(*expr).body);
    case NodeKind::Not:
        return isUnsafe(to<Not>(*expr).value);
    case NodeKind::Ramp:
        return isUnsafe(to<Ramp>(*expr).base) && isUnsafe(to<Ramp>(*expr).stride);
    case NodeKind::Select:
        return isUnsafe(to<Select>(*expr).condition);
    case NodeKind::Shuffle:
        return std::ranges::any_of(to<Shuffle>(*expr).vectors, isUnsafe);
    case NodeKind::Call: {
        const auto& call = to<Call>(*expr);
        if (call.isOp(OpId::if_then_else))
            return isUnsafe(call.args[0]);
        if (call.isOp(OpId::address_of)) {
            const auto* load = as<BufferLoad>(call.args[0]);
            return load && std::ranges::any_of(load->indices, isUnsafe);
        }
        return !call.op || call.op->effect > CallEffect::Pure || std::ranges::any_of(call.args, isUnsafe);
    }
    case NodeKind::BufferLoad:
    case NodeKind::ProducerLoad:
    case NodeKind::Reduce:
        return true;
    case NodeKind::FloatImm:
    case NodeKind::IntImm:
    case NodeKind::OpaqueExpr:
    case NodeKind::StringImm:
    case NodeKind::Var:
#define TIR_STMT(Name) case NodeKind::Name:
#define TIR_OTHER(Name) case NodeKind::Name:
#include "core/ir/node_list.def"
        break;
    }
    return false;
}

class SelectRewriter : public Mutator {
public:
    explicit SelectRewriter(PassContext& context) : Mutator(context.arena()), m_context(context) {}

private:
    using Mutator::visit;

    const Expr* visit(const Select& original) override
    {
        const Expr* made = Mutator::visit(original);
        const auto& select = to<Select>(*made);
        if (select.condition->dtype != Bool || (!isUnsafe(select.trueValue) && !isUnsafe(select.falseValue)))
            return made;
        m_context.note("a side of the choice reads memory or calls a function: only the chosen side is "
                       "evaluated now",
                       &original);
        const std::vector<const Expr*> args{select.condition, select.trueValue, select.falseValue};
        return makeFrom<Call>(select, select.dtype, opOf(OpId::if_then_else), arena().copy(args));
    }

    PassContext& m_context;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const PrimFunc* made = SelectRewriter(context).mutate(function);
    if (made == &function)
        context.note("nothing to do: no Select has a side that reads memory or calls a function", &function);
    return made;
}

} // namespace

PassInfo rewriteUnsafeSelect()
{
    return {.name = "RewriteUnsafeSelect",
            .summary = "Evaluate only the chosen side where the other one is unsafe",
            .run = functionPass(run)};
}

} // namespace tir::passes
