/// fp8_compute_legalize: computes with 8-bit floats in a wider type where the target has no such arithmetic.
///
///     D[i] = A[i] + B[i]    becomes    D[i] = narrow(widen(A[i]) + widen(B[i]))
///
/// with the conversions written as operations on the bits. Buffers that the function allocates for itself
/// get wide elements and need no conversion, unless their pointer is passed on.
///
/// Place: before merge_shared_memory_allocations, which assigns offsets to the buffers that are allocated here. Before
///        fp8_storage_legalize, which rejects arithmetic. In the full pipelines after vectorization.
/// Leaves alone: CUDA from sm_89 on (noted); parameters, which keep their type.
///
/// In the faithful mode zero widens to the smallest number with an exponent field of 0 read as an ordinary
/// exponent, and a vector that is stored to a buffer of scalars of another type is rejected, both as in TVM.
/// A function whose device has the arithmetic is left alone with all of its host code, as in TVM;
/// the sound mode legalizes code outside of launches.

#include "passes/framework/pass.h"
#include "passes/legalize/low_precision.h"

namespace tir::passes {
namespace {

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const std::string wide = context.textArgument("promote_dtype", 0, "float32");
    return legalizeCompute(function, context, LowPrecision::Float8, *dtypeFromString(wide));
}

} // namespace

PassInfo fp8ComputeLegalize()
{
    return {.name = "FP8ComputeLegalize",
            .summary = "Compute with 8-bit floats in a wider type where the target cannot",
            .options = {{.name = "promote_dtype",
                         .values = "\"float32\", \"float16\"",
                         .summary = "the type to compute in",
                         .choices = {"float32", "float16"}}},
            .established = {{ModuleProperty::NoFloat8Arithmetic,
                             "what is loaded is widened, what is stored is narrowed"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
