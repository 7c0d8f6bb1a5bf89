/// The table of rules: which rule applies in which context.

#include "core/analysis/verify/verifier.h"

#include "core/analysis/verify/incremental_verifier.h"
#include "core/analysis/verify/rules.h"

#include <optional>

namespace tir {
namespace {

struct RuleEntry {
    ModuleRule* rule;
    std::optional<ModuleProperty> after = {}; ///< applies while this property is established; nothing: always
    std::optional<ModuleProperty> before =
        {}; ///< applies until this property is established; nothing: always
};

/// Besides these, the rule of every established property applies.
constexpr RuleEntry Rules[] = {
    {checkCallees},
    {checkNames},
    {checkSharedMemoryPlaces},
    {checkGlobalMemory},
    {checkCallsOfDevice, {}, ModuleProperty::Launches},
    {checkSharedMemoryLimit},
    {checkNoRegions, ModuleProperty::Split},
    {checkKernelParameters, ModuleProperty::Split},
    {checkHostArguments, ModuleProperty::Split},
    {checkLaunchParameters, ModuleProperty::Launches},
};

bool isDetectable(ModuleProperty property, const VerifyContext& context)
{
    switch (detectionOf(property)) {
    case Detection::Never:
    case Detection::InputOnly:
        return false;
    case Detection::Once:
        return context.justEstablished.contains(property);
    case Detection::Always:
        return context.established.contains(property);
    }
    return false;
}

} // namespace

void applyModuleRules(const ModuleFacts& facts, const VerifyContext& context, Diagnostics& found)
{
    for (const RuleEntry& entry : Rules)
        if ((!entry.after || context.established.contains(*entry.after)) &&
            (!entry.before || !context.established.contains(*entry.before)))
            entry.rule(facts, found);
    for (size_t i = 0; i < ModulePropertyCount; ++i)
        if (const auto property = ModuleProperty(i); isDetectable(property, context))
            ruleOf(property)(facts, found);
}

Diagnostics verify(const Module& module, const VerifyContext& context)
{
    return IncrementalVerifier().verify(module, context).findings;
}

} // namespace tir
