/// lower_vtcm_alloc: allocates VTCM by a call of the runtime.
///
///     V = alloc((256,), scope="global.vtcm")
///         becomes    V.data = nd_mem_alloc_with_scope("global.vtcm", 1, tvm_stack_make_shape(256))
///
/// The buffers stay without a declaration, as in TVM.
/// Place: after verify_vtcm_limit; before lower_tvm_builtin, which converts the call to one of the device API.
/// Leaves alone: other memory.

#include "core/ir/mutator.h"
#include "core/support/text_format.h"
#include "passes/framework/pass.h"

namespace tir::passes {
namespace {

class VtcmLowerer : public Mutator {
public:
    explicit VtcmLowerer(PassContext& context) : Mutator(context.arena()), m_context(context) {}

private:
    using Mutator::visit;

    const Stmt* visit(const AllocBuffer& alloc) override
    {
        const Buffer& buffer = *alloc.buffer;
        const StorageScope scope = buffer.scope();
        if (scope.rank != StorageRank::Global || scope.tag != ".vtcm")
            return &alloc;
        m_context.note(quoted(buffer.name) + " is allocated by the runtime", &alloc);
        const Expr* shape =
            callOp(arena(), Handle, OpId::tvm_stack_make_shape, {buffer.shape.begin(), buffer.shape.end()});
        const Expr* pointer = callOp(arena(), Handle, OpId::nd_mem_alloc_with_scope,
                                     {stringImm(arena(), buffer.scopeText()),
                                      intImm(arena(), Int64, int64_t(buffer.shape.size())), shape});
        return makeFrom<Bind>(alloc, buffer.data, pointer);
    }

    PassContext& m_context;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Stmt* body = VtcmLowerer(context).mutate(function.body);
    if (body == function.body)
        context.note("nothing to do: no memory is VTCM", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo lowerVtcmAlloc()
{
    return {.name = "LowerVtcmAlloc",
            .summary = "Allocate VTCM by a call of the runtime",
            .invalidated = {{ModuleProperty::OwnDeclarations, "a binding replaces the declaration"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
