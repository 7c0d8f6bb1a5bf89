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
PassInfo fp8StorageLegalize()
{
    return {.name = "FP8StorageLegalize",
            .summary = "Store 8-bit floats as integers where the target does not know them",
            .required = {{ModuleProperty::NoBufferParams,
                          "storage legalization insists on functions without buffer parameters"},
                         {ModuleProperty::NoFloat8Arithmetic, "it refuses arithmetic left in float8"}},
            .established = {{ModuleProperty::NoFloat8Storage, "float8 is stored as integers"}},
            .run = functionPass([](const PrimFunc& function, PassContext& context) {
                return legalizeStorage(function, context, LowPrecision::Float8);
            })};
}

} // namespace tir::passes
