/// fp8_storage_legalize: stores float8 as unsigned integers where the target does not know the type.
///
///     C[i] = reinterpret("float8…", bits)    becomes    C[i] = bits
///
/// Pointers, buffers and their declarations change their type with the elements; values that were
/// reinterpreted to be loaded or stored need no reinterpretation any more.
///
/// Place: after make_packed_api, which writes the type of each buffer into its checks.
/// Leaves alone: CUDA from sm_89 on (noted).

#include "passes/framework/pass.h"
#include "passes/legalize/low_precision.h"

namespace tir::passes {
namespace {

constexpr LowPrecision Family = LowPrecision::Float8;

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    if (hasArithmetic(targetOf(function), Family)) {
        context.note("nothing to do: the target stores float8", &function);
        return &function;
    }
    if (!function.bufferMap.empty())
        return PassError{.message = "buffer '" + std::string(function.bufferMap.front().buffer->name) +
                                    "' is a parameter; MakePackedAPI takes buffers out of signatures",
                         .node = function.bufferMap.front().buffer};
    const LegalizedFunction made = legalizeStorage(context.arena(), function, Family);
    if (made.refusal)
        return PassError{.message = made.refusal->message, .node = made.refusal->node};
    context.note(made.function == &function ? "nothing to do: the function stores no float8"
                                            : "float8 is stored as uint8 here",
                 &function);
    return made.function;
}

} // namespace

PassInfo fp8StorageLegalize()
{
    return {.name = "FP8StorageLegalize",
            .summary = "Store 8-bit floats as integers where the target does not know them",
            .required = {{ModuleProperty::NoBufferParams,
                          "storage legalization insists on functions without buffer parameters"},
                         {ModuleProperty::NoFloat8Arithmetic, "it refuses arithmetic left in float8"}},
            .established = {{ModuleProperty::NoFloat8Storage, "float8 is stored as integers"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
