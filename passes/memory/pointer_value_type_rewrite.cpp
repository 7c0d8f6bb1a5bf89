/// pointer_value_type_rewrite: gives pointers the type that all accesses through them have.
///
///     L = alloc_local((8,), "float32")              L = alloc_local((2,), "float32x4")
///     L[0:4] = A[0:4]                    becomes    L[0] = A[0]
///     L[4:8] = A[4:8]                               L[1] = A[1]
///     B[0] = L[5]                                   B[0] = T.Shuffle([L[1]], [1])
///
/// Place: before code generation for targets whose pointers have vector types (Vulkan, Metal, WebGPU). Not in
///        pipelines; storage_rewrite does the same for allocations.
/// Leaves alone: memory that is accessed with several types or numbers of lanes, or at positions that are not
///        multiples of the lanes.

#include "passes/memory/pointer_value_types.h"

namespace tir::passes {
namespace {

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    FunctionOutcome outcome = withPointerTypes(function, context, {});
    const auto* made = std::get_if<const PrimFunc*>(&outcome);
    if (made && *made == &function)
        context.note("nothing to do: the types of all pointers fit their accesses", &function);
    return outcome;
}

} // namespace

PassInfo pointerValueTypeRewrite()
{
    return {.name = "PointerValueTypeRewrite",
            .summary = "Give pointers the type that all accesses through them have",
            .run = functionPass(run)};
}

} // namespace tir::passes
