/// bf16_compute_legalize: computes with bfloat16 in float32 where the target has no bfloat16 arithmetic.
///
///     D[i] = A[i] + B[i]    becomes    D[i] = narrow(widen(A[i]) + widen(B[i]))
///
/// with the conversions written as operations on the bits. Buffers that the function allocates for itself
/// get float32 elements and need no conversion, unless their pointer is passed on.
///
/// Place: before merge_shared_memory_allocations, which assigns offsets to the buffers that are allocated here: on such
///        a target a tile of bfloat16 takes twice its bytes. Before bf16_storage_legalize, which rejects arithmetic.
/// Leaves alone: CUDA from sm_80 on (noted); parameters, which keep their type.
///
/// As in TVM, a function whose device has the arithmetic is left alone with all of its host code, although the host
/// does not have it. The sound mode legalizes code outside of launches.

#include "passes/framework/pass.h"
#include "passes/legalize/low_precision.h"

namespace tir::passes {
namespace {

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    return legalizeCompute(function, context, LowPrecision::BFloat16, Float32);
}

} // namespace

PassInfo bf16ComputeLegalize()
{
    return {.name = "BF16ComputeLegalize",
            .summary = "Compute with bfloat16 in float32 where the target cannot",
            .established = {{ModuleProperty::NoBFloat16Arithmetic,
                             "what is loaded is widened, what is stored is narrowed"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
