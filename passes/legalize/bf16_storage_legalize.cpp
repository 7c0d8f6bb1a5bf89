/// bf16_storage_legalize: stores bfloat16 as unsigned integers where the target does not know the type.
///
///     C[i] = reinterpret("bfloat16…", bits)    becomes    C[i] = bits
///
/// Pointers, buffers and their declarations change their type with the elements; values that were
/// reinterpreted to be loaded or stored need no reinterpretation any more.
///
/// Needs: packed functions, because a buffer among the parameters is described by a type that callers rely
///        on; no arithmetic on bfloat16 (bf16_compute_legalize has replaced it). Gives, breaks: nothing.
/// Place: after make_packed_api, which writes the type of each buffer into its checks.
/// Leaves alone: CUDA from sm_80 on (noted).

#include "core/ir/narrow_floats.h"
#include "passes/framework/pass.h"
#include "passes/framework/properties.h"

namespace tir::passes {
namespace {

constexpr NarrowFloat Family = NarrowFloat::BFloat16;

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    if (hasArithmetic(targetOf(function), Family)) {
        context.note("nothing to do: the target stores bfloat16", &function);
        return &function;
    }
    if (!function.bufferMap.empty())
        return PassError{.message = "buffer '" + std::string(function.bufferMap.front().buffer->name) +
                                    "' is a parameter; MakePackedAPI takes buffers out of signatures",
                         .node = function.bufferMap.front().buffer};
    if (!context.has(function, Form::BFloat16)) {
        context.note("nothing to do: the function stores no bfloat16", &function);
        return &function;
    }
    const LegalizedFunction made = storeAsIntegers(context.arena(), function, Family);
    if (made.refusal)
        return PassError{.message = made.refusal->message, .node = made.refusal->node};
    context.note(made.function == &function ? "nothing to do: the function stores no bfloat16"
                                            : "bfloat16 is stored as uint16 here",
                 &function);
    return made.function;
}

} // namespace

PassInfo bf16StorageLegalize()
{
    return {.name = "BF16StorageLegalize",
            .summary = "Store bfloat16 values as integers where the target does not know them",
            .needs = {{property::NoBufferParams,
                       "storage legalization insists on functions without buffer parameters"},
                      {property::NoBFloat16Arithmetic, "it refuses arithmetic left in bfloat16"}},
            .gives = {{property::NoBFloat16Storage, "bfloat16 is stored as integers"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
