/// lower_custom_datatypes: replaces operations on types that were registered with the compiler by calls of
/// the functions registered for them.
///
/// Place: before lower_intrin on both sides, which may lower the calls further.
/// Leaves alone: everything, because no types are registered here: a text that names one cannot be read.

#include "passes/framework/pass.h"

namespace tir::passes {
namespace {

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    if (!targetOf(function))
        return PassError{.message = "the function has no target, and types are registered for one",
                         .node = &function};
    context.note("nothing to lower: all types are built in", &function);
    return &function;
}

} // namespace

PassInfo lowerCustomDatatypes()
{
    return {.name = "LowerCustomDatatypes",
            .summary = "Replace operations on registered types",
            .required = {{ModuleProperty::Targets, "types are registered for a target"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
