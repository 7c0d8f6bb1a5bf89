/// filter: keeps the functions of one side.
///
///     Filter("host")      functions that run on the host: targets llvm and c, or none
///     Filter("device")    everything else
///
/// Place: after the pipeline, where the host module and the device module part: each has its own passes from
///        here on, and its own code generator after them.
/// Leaves alone: the attributes of the module, which both sides keep.

#include "passes/framework/pass.h"

namespace tir::passes {
namespace {

PassOutcome run(const Module& module, PassContext& context)
{
    const std::string side = context.textArgument("side", 0, "");
    if (side.empty())
        return PassError{.kind = "ValueError",
                         .message = "missing argument: expected \"host\" or \"device\""};
    std::vector<ModuleEntry> kept;
    for (const ModuleEntry& entry : module.functions)
        if (as<PrimFunc>(entry.function) && runsOnHost(*entry.function) == (side == "host"))
            kept.push_back(entry);
    context.note(std::to_string(kept.size()) + " of " + std::to_string(module.functions.size()) +
                 " functions are for the " + side);
    return kept.size() == module.functions.size() ? &module : withFunctions(context.arena(), module, kept);
}

} // namespace

PassInfo filter()
{
    return {.name = "Filter",
            .summary = "Keep the functions of one side",
            .options = {{.name = "side",
                         .values = "\"host\" or \"device\"",
                         .summary = "the side that stays",
                         .choices = {"host", "device"}}},
            .required = {{ModuleProperty::Split, "a function is kept as a whole"}},
            .established = {{.property = ModuleProperty::HostCalls,
                             .reason = "the functions of the device make no packed calls",
                             .with = "device"}},
            .keepsOneSide = true,
            .isOutsideSequences = true,
            .run = run};
}

} // namespace tir::passes
