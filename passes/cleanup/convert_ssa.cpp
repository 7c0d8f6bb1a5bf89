/// convert_ssa: gives every definition of the module a variable of its own.
///
///     two kernels over the same parameter X    become    two kernels, each with its own X
///
/// Place: after anything that copies code; split_host_device ends with it.

#include "core/ir/ssa.h"
#include "passes/framework/pass.h"

namespace tir::passes {
namespace {

PassOutcome run(const Module& module, PassContext& context)
{
    const Module* converted = convertToSsa(context.arena(), module);
    if (converted == &module)
        context.note("nothing to do: no variable is defined twice");
    return converted;
}

} // namespace

PassInfo convertSsa()
{
    return {.name = "ConvertSSA",
            .summary = "Give every definition a variable of its own",
            .established = {{ModuleProperty::Ssa, "the second definition of a variable gets a fresh copy"}},
            .run = run};
}

} // namespace tir::passes
