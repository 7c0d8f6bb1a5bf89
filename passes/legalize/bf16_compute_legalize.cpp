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
#include "passes/framework/tvm_defects.h"
#include "passes/legalize/low_precision.h"

namespace tir::passes {
namespace {

constexpr LowPrecision Family = LowPrecision::BFloat16;

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Target* target = targetOf(function);
    const bool isNative = hasArithmetic(target, Family);
    if (isNative && !(target->host && context.mode() == Mode::Sound)) {
        context.note("nothing to do: the target computes with bfloat16", &function);
        return &function;
    }
    const ComputeOptions options{Family, Float32, context.mode() == Mode::AsTvm, isNative};
    const LegalizedFunction made = legalizeCompute(context.arena(), function, options);
    if (made.refusesVectorStore)
        context.reportDefect(tvm_defect::VectorStore, made.refusal->message, made.refusal->node);
    if (made.refusal)
        return PassError{.message = made.refusal->message, .node = made.refusal->node};
    for (const Buffer* buffer : made.widened)
        context.note("'" + std::string(buffer->name) + "' gets float32 elements, twice its bytes", buffer);
    for (const Buffer* buffer : made.kept)
        context.note("'" + std::string(buffer->name) + "' keeps bfloat16: its pointer is passed on", buffer);
    if (made.function == &function)
        context.note("nothing to do: the function does not compute with bfloat16", &function);
    return made.function;
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
