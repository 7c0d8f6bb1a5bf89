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
#include "passes/framework/tvm_defects.h"
#include "passes/legalize/low_precision.h"

namespace tir::passes {
namespace {

constexpr LowPrecision Family = LowPrecision::Float8;

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Target* target = targetOf(function);
    const bool isNative = hasArithmetic(target, Family);
    if (isNative && !(target->host && context.mode() == Mode::Sound)) {
        context.note("nothing to do: the target computes with float8", &function);
        return &function;
    }
    const std::string wide = context.textArgument("promote_dtype", 0, "float32");
    const ComputeOptions options{Family, *dtypeFromString(wide), context.mode() == Mode::AsTvm, isNative};
    const LegalizedFunction made = legalizeCompute(context.arena(), function, options);
    if (made.refusesVectorStore)
        context.reportDefect(tvm_defect::VectorStore, made.refusal->message, made.refusal->node);
    if (made.refusal)
        return PassError{.message = made.refusal->message, .node = made.refusal->node};
    if (!made.mishandledSubnormals.empty())
        context.reportDefect(tvm_defect::Float8Zero,
                             std::to_string(made.mishandledSubnormals.size()) +
                                 (made.mishandledSubnormals.size() == 1 ? " value is" : " values are") +
                                 " widened here so that zero becomes a tiny normal number",
                             made.mishandledSubnormals.front());
    const std::string times = options.wide.bits == 32 ? "four times" : "twice";
    for (const Buffer* buffer : made.widened)
        context.note("'" + std::string(buffer->name) + "' gets " + wide + " elements, " + times +
                         " its bytes",
                     buffer);
    for (const Buffer* buffer : made.kept)
        context.note("'" + std::string(buffer->name) + "' keeps float8: its pointer is passed on", buffer);
    if (made.function == &function)
        context.note("nothing to do: the function does not compute with float8", &function);
    return made.function;
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
