#include "passes/framework/pass.h"

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

int64_t numberOf(const PassConfig& config, std::string_view key, int64_t fallback)
{
    const auto found = config.find(key);
    if (found == config.end())
        return fallback;
    if (const auto* flag = std::get_if<bool>(&found->second))
        return *flag ? 1 : 0;
    const auto* number = std::get_if<int64_t>(&found->second);
    return number ? *number : 0;
}

const PassArgument* PassInvocation::argument(std::string_view argumentName, size_t position) const
{
    if (const auto found = named.find(std::string(argumentName)); found != named.end())
        return &found->second;
    return position < positional.size() ? &positional[position] : nullptr;
}

std::string PassContext::textArgument(std::string_view name, size_t position, std::string fallback) const
{
    const PassArgument* given = m_invocation.argument(name, position);
    const auto* text = given ? std::get_if<std::string>(given) : nullptr;
    return text ? *text : fallback;
}

bool PassContext::flagArgument(std::string_view name, size_t position, bool fallback) const
{
    const PassArgument* given = m_invocation.argument(name, position);
    const auto* flag = given ? std::get_if<bool>(given) : nullptr;
    return flag ? *flag : fallback;
}

int64_t PassContext::numberArgument(std::string_view name, size_t position, int64_t fallback) const
{
    const PassArgument* given = m_invocation.argument(name, position);
    const auto* number = given ? std::get_if<int64_t>(given) : nullptr;
    return number ? *number : fallback;
}

PassOutcome runOnFunctions(const Module& module, PassContext& context,
                           const std::function<FunctionOutcome(const ModuleEntry&, const PrimFunc&)>& run)
{
    std::vector<ModuleEntry> functions;
    for (const ModuleEntry& entry : module.functions) {
        functions.push_back(entry);
        const auto* function = as<PrimFunc>(entry.function);
        if (!function)
            continue;
        FunctionOutcome outcome = run(entry, *function);
        if (auto* refusal = std::get_if<PassError>(&outcome))
            return std::move(*refusal);
        functions.back().function = std::get<const PrimFunc*>(outcome);
    }
    return withFunctions(context.arena(), module, functions);
}

std::function<PassOutcome(const Module&, PassContext&)>
functionPass(std::function<FunctionOutcome(const PrimFunc&, PassContext&)> run)
{
    return [run = std::move(run)](const Module& module, PassContext& context) {
        return runOnFunctions(module, context, [&](const ModuleEntry&, const PrimFunc& function) {
            return run(function, context);
        });
    };
}

PassInfo nestedPass(PassInfo info)
{
    info.run = [passes = info.runs](const Module& module, PassContext& context) {
        return runNested(module, context, passes);
    };
    return info;
}

} // namespace tir
