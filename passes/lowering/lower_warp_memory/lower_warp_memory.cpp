/// lower_warp_memory: buffers that a warp shares become registers and shuffles.
///
///     W = alloc_buffer(32, scope="warp")        W = alloc_buffer(1, scope="local")
///     W[tx] = A[tx]                  becomes    W[0] = A[tx]
///     B[tx] = W[31 - tx]                        B[tx] = tvm_warp_shuffle(mask, W[0], 31 - tx, 32, 32)
///
/// Place: first on the device module, when the statements that share the buffer are final.
/// Leaves alone: buffers of other scopes. As in TVM, accesses go through a buffer that keeps the size of the
///        whole warp's memory; in sound mode, through the one that is allocated.

#include "passes/lowering/lower_warp_memory/access.h"

#include "core/ir/visitor.h"
#include "passes/framework/pass.h"
#include "passes/framework/pass_mutator.h"

#include <optional>

namespace tir::passes {
namespace {

/// The launch axis threadIdx.x inside of a region.
class LaneFinder : public Visitor {
public:
    using Visitor::visit;
    const Var* lane = nullptr;
    const Expr* extent = nullptr;

private:
    void visit(const AttrStmt& attr) override
    {
        const IterVar* axis = attr.iterVar();
        if (axis && attr.key == attr::ThreadExtent && axis->threadTag == "threadIdx.x" && !lane) {
            lane = axis->var;
            extent = attr.value;
        }
        visitChildren(attr);
    }
};

class WarpLowerer : public PassMutator {
public:
    WarpLowerer(PassContext& context, int64_t warpSize) : PassMutator(context), m_warpSize(warpSize) {}

private:
    /// An allocation and everything after it in its body.
    const Stmt* visit(const SeqStmt& statements) override
    {
        for (size_t i = 0; i < statements.seq.size(); ++i) {
            const auto* alloc = as<AllocBuffer>(statements.seq[i]);
            if (!alloc || alloc->buffer->scope().rank != StorageRank::Warp)
                continue;
            const Stmt* region = sequence(arena(), statements.seq.subspan(i + 1));
            const Stmt* lowered = lower(*alloc, *region);
            if (!lowered)
                return &statements;
            std::vector<const Stmt*> all(statements.seq.begin(), statements.seq.begin() + std::ptrdiff_t(i));
            all.push_back(lowered);
            // The region may hold further allocations.
            return mutate(sequence(arena(), all));
        }
        return Mutator::visit(statements);
    }

    /// Null, and an error, when the buffer cannot become registers.
    const Stmt* lower(const AllocBuffer& alloc, const Stmt& region)
    {
        const std::string name = "'" + std::string(alloc.buffer->name) + "'";
        LaneFinder finder;
        finder.visit(&region);
        if (!finder.lane)
            return refuse(name + " is shared by a warp, but no threadIdx.x is launched within its scope",
                          alloc);
        const auto* width = as<IntImm>(finder.extent);
        if (!width || width->value < 1 || width->value > m_warpSize || m_warpSize % width->value != 0)
            return refuse(name + " is shared by a warp: the extent of threadIdx.x must divide " +
                              std::to_string(m_warpSize) + ", the size of a warp",
                          alloc);
        WarpAccess access(arena(), *alloc.buffer, *finder.lane, width->value, m_warpSize,
                          context().mode() == Mode::AsTvm);
        const Stmt* lowered = access.lower(alloc, region);
        if (!lowered) {
            fail(*access.error());
            return nullptr;
        }
        context().note(name + " becomes " + std::to_string(access.localSize()) + " registers per thread; " +
                           std::to_string(access.shuffles()) + " loads read the value from another thread",
                       &alloc);
        return lowered;
    }

    const Stmt* refuse(std::string message, const Node& node)
    {
        fail(std::move(message), node);
        return nullptr;
    }

    int64_t m_warpSize;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Target* target = targetOf(function);
    if (!target)
        return PassError{.message = "the function has no target, which knows the size of a warp",
                         .node = &function};
    const AttrValue* size = find(target->attrs, "thread_warp_size");
    int64_t warpSize = 1;
    if (size)
        size->toInt(warpSize);
    WarpLowerer lowerer(context, warpSize);
    const Stmt* body = lowerer.mutate(function.body);
    if (lowerer.error())
        return *lowerer.error();
    if (body == function.body)
        context.note("nothing to lower: no buffer is shared by a warp", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo lowerWarpMemory()
{
    return {
        .name = "LowerWarpMemory",
        .summary = "Turn buffers that a warp shares into registers and shuffles",
        .required = {{ModuleProperty::Targets, "the target knows the size of a warp"},
                     {ModuleProperty::FlatBuffers, "an index is split into a thread and a place within it"}},
        .run = functionPass(run)};
}

} // namespace tir::passes
