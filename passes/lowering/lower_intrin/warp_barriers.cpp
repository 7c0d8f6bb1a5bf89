#include "passes/lowering/lower_intrin/warp_barriers.h"

#include "core/analysis/warp_barriers.h"
#include "core/ir/make.h"
#include "core/ir/mutator.h"
#include "passes/framework/tvm_defects.h"

namespace tir::passes {
namespace {

class WarpBarrierLowerer : public Mutator {
public:
    WarpBarrierLowerer(Arena& arena, const std::unordered_set<const Call*>& divergent, bool isSound)
        : Mutator(arena),
          m_divergent(divergent),
          m_isSound(isSound)
    {}

    const Call* first() const { return m_first; }

private:
    using Mutator::visit;

    const Expr* visit(const Call& call) override
    {
        if (!call.isOp(OpId::tvm_storage_sync) || !isWarpBarrier(call))
            return Mutator::visit(call);
        m_first = m_first ? m_first : &call;
        if (!m_isSound)
            return &call;
        if (!m_divergent.contains(&call))
            return callOp(arena(), Void, OpId::cuda_warp_sync, {});
        // Other lanes may not come here.
        return callOp(arena(), Void, OpId::cuda_warp_sync,
                      {callOp(arena(), UInt32, OpId::cuda_activemask, {})});
    }

    const std::unordered_set<const Call*>& m_divergent;
    bool m_isSound;
    const Call* m_first = nullptr;
};

} // namespace

const Stmt* lowerWarpBarriers(const Stmt* body, const Target& target,
                              const std::unordered_set<const Call*>& divergent, PassContext& context)
{
    if (target.kindName != "cuda")
        return body;
    WarpBarrierLowerer lowerer(context.arena(), divergent, context.mode() == Mode::Sound);
    const Stmt* lowered = lowerer.mutate(body);
    if (lowerer.first() && context.mode() == Mode::AsTvm)
        context.reportDefect(tvm_defect::MissingWarpBarrier,
                             "TVM's CUDA C has no code for this warp barrier, although the lanes of a warp "
                             "do not execute in lockstep",
                             lowerer.first());
    return lowered;
}

} // namespace tir::passes
