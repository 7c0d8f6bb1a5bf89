/// bf16_storage_legalize: stores bfloat16 as unsigned integers where the target does not know the type.
///
///     C[i] = reinterpret("bfloat16…", bits)    becomes    C[i] = bits
///
/// Pointers, buffers and their declarations change their type with the elements; values that were
/// reinterpreted to be loaded or stored need no reinterpretation any more.
///
/// Place: after make_packed_api, which writes the type of each buffer into its checks.
/// Leaves alone: CUDA from sm_80 on (noted).

#include "passes/framework/pass.h"
#include "passes/legalize/low_precision.h"

namespace tir::passes {
PassInfo bf16StorageLegalize()
{
    return {.name = "BF16StorageLegalize",
            .summary = "Store bfloat16 values as integers where the target does not know them",
            .required = {{ModuleProperty::NoBufferParams,
                          "storage legalization insists on functions without buffer parameters"},
                         {ModuleProperty::NoBFloat16Arithmetic, "it refuses arithmetic left in bfloat16"}},
            .established = {{ModuleProperty::NoBFloat16Storage, "bfloat16 is stored as integers"}},
            .run = functionPass([](const PrimFunc& function, PassContext& context) {
                return legalizeStorage(function, context, LowPrecision::BFloat16);
            })};
}

} // namespace tir::passes
