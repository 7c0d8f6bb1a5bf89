#include "passes/lowering/lower_intrin/warp_barriers.h"

#include "core/ir/make.h"
#include "core/ir/mutator.h"
#include "passes/framework/tvm_defects.h"

namespace tir::passes {
namespace {

class WarpBarrierLowerer : public Mutator {
public:
    WarpBarrierLowerer(Arena& arena, bool isSound) : Mutator(arena), m_isSound(isSound) {}

    const Call* first() const { return m_first; }

private:
    using Mutator::visit;

    const Stmt* visit(const IfThenElse& node) override { return inCondition(node); }
    const Stmt* visit(const While& node) override { return inCondition(node); }

    const Expr* visit(const Call& call) override
    {
        const auto* scope =
            call.isOp(OpId::tvm_storage_sync) && !call.args.empty() ? as<StringImm>(call.args[0]) : nullptr;
        if (!scope || scope->value != "warp")
            return Mutator::visit(call);
        m_first = m_first ? m_first : &call;
        if (!m_isSound)
            return &call;
        if (m_conditions == 0)
            return callOp(arena(), Void, OpId::cuda_warp_sync, {});
        // Other lanes may not come here.
        return callOp(arena(), Void, OpId::cuda_warp_sync,
                      {callOp(arena(), UInt32, OpId::cuda_activemask, {})});
    }

    template <class Node>
    const Stmt* inCondition(const Node& node)
    {
        ++m_conditions;
        const Stmt* mutated = Mutator::visit(node);
        --m_conditions;
        return mutated;
    }

    bool m_isSound;
    int m_conditions = 0;
    const Call* m_first = nullptr;
};

} // namespace

const Stmt* lowerWarpBarriers(const Stmt* body, const Target& target, PassContext& context)
{
    if (target.kindName != "cuda")
        return body;
    WarpBarrierLowerer lowerer(context.arena(), context.mode() == Mode::Sound);
    const Stmt* lowered = lowerer.mutate(body);
    if (lowerer.first() && context.mode() == Mode::AsTvm)
        context.reportDefect(tvm_defect::MissingWarpBarrier,
                             "a barrier of a warp becomes nothing in CUDA C: lanes do not go in lockstep",
                             lowerer.first());
    return lowered;
}

} // namespace tir::passes
