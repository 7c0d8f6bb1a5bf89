#include "passes/framework/nested.h"

#include "passes/framework/registry.h"

namespace tir {
namespace {

PassOutcome runNested(const Module& module, PassContext& context, std::span<const std::string_view> passes)
{
    const Module* current = &module;
    for (const std::string_view name : passes) {
        const PassInfo* pass = findPass(name);
        TIR_CHECK(pass) << "a pass that consists of one that is not implemented: " << name;
        PassOutcome outcome = pass->run(*current, context);
        if (std::holds_alternative<PassError>(outcome))
            return outcome;
        current = std::get<const Module*>(outcome);
    }
    return current;
}

} // namespace

PassInfo nestedPass(PassInfo info)
{
    info.run = [passes = info.runs](const Module& module, PassContext& context) {
        return runNested(module, context, passes);
    };
    return info;
}

} // namespace tir
