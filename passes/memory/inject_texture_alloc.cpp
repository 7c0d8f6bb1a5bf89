/// inject_texture_alloc: allocates textures by a call of the runtime, as images with a width, a height and a
/// depth.
///
///     A = T.alloc_buffer((5, 6, 4),           becomes    A: T.let = T.nd_mem_alloc_with_scope(
///                        scope="global.texture")             "global.texture", 3, shape(6, 5, 1), 128)
///
/// Place: after lower_opaque_block, which makes allocations statements; before flatten_buffer, while buffers
///        have the dimensions that the layout is defined for.
/// Leaves alone: accesses (texture_flatten), and all other memory.

#include "core/arith/mutator_with_analyzer.h"
#include "core/support/text_format.h"
#include "passes/framework/pass_mutator.h"
#include "passes/memory/texture_layout.h"

namespace tir::passes {
namespace {

class TextureAllocator : public PassMutatorOf<arith::MutatorWithAnalyzer> {
public:
    using PassMutatorOf::PassMutatorOf;

private:
    using PassMutatorOf::visit;

    const Stmt* visit(const AllocBuffer& alloc) override
    {
        const Buffer& buffer = *alloc.buffer;
        if (!isTexture(buffer))
            return PassMutatorOf::visit(alloc);
        const auto found = textureLayout(buffer);
        if (const auto* refusal = std::get_if<std::string>(&found)) {
            fail(*refusal, alloc);
            return &alloc;
        }
        const auto& layout = std::get<TextureLayout>(found);
        if (layout.rank < 3 || (layout.channelBits != 64 && layout.channelBits != 128)) {
            fail("texture " + quoted(buffer.name) + " has " + std::to_string(layout.rank) +
                     " dimensions and texels of " + std::to_string(layout.channelBits) +
                     " bits; at least 3 dimensions, and 64 or 128 bits are possible",
                 alloc);
            return &alloc;
        }
        context().note(quoted(buffer.name) + " is allocated by the runtime as an image", &alloc);
        const Expr* shape =
            callOp(arena(), Handle, OpId::tvm_stack_make_shape,
                   {extent(TextureAxis::Width, layout, buffer), extent(TextureAxis::Height, layout, buffer),
                    extent(TextureAxis::Depth, layout, buffer)});
        const Expr* pointer = callOp(arena(), Handle, OpId::nd_mem_alloc_with_scope,
                                     {stringImm(arena(), buffer.scopeText()), intImm(arena(), Int64, 3),
                                      shape, intImm(arena(), Int64, layout.channelBits)});
        return makeFrom<Bind>(alloc, buffer.data, pointer);
    }

    const Expr* extent(TextureAxis axis, const TextureLayout& layout, const Buffer& buffer)
    {
        const Expr* product = int32(arena(), 1);
        for (size_t i = 0; i + 1 < layout.rank; ++i)
            if (layout.axisOf(i) == axis)
                product = mul(arena(), product, buffer.shape[i]);
        return product;
    }
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    TextureAllocator allocator(context);
    const Stmt* body = allocator.mutate(function.body);
    if (allocator.error())
        return *allocator.error();
    if (body == function.body)
        context.note("nothing to do: no texture is allocated", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo injectTextureAlloc()
{
    return {.name = "InjectTextureAlloc",
            .summary = "Allocate textures by a call of the runtime",
            .invalidated = {{ModuleProperty::OwnDeclarations, "a binding replaces the declaration"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
