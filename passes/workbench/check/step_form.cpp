#include "passes/workbench/check/step_form.h"

#include "core/ir/contains.h"
#include "passes/framework/contracts.h"
#include "passes/framework/registry.h"
#include "passes/pipelines.h"

#include <algorithm>

namespace tir {
namespace {

/// The first module that no pass that establishes the property follows.
size_t endOf(ModuleProperty property, const Recording& recording)
{
    // A run that stopped early has not reached all of its passes. A trace does not list those, but its pipeline does.
    const auto isToCome = [&](const std::string& pass) { return establishes(pass, property); };
    if (std::ranges::any_of(recording.passesNotRun, isToCome))
        return recording.moduleCount();
    if (const Pipeline* pipeline = findPipeline(recording.pipeline))
        for (size_t number = recording.steps.size(); number < pipeline->passes.size(); ++number)
            if (isToCome(pipeline->passes[number].name))
                return recording.moduleCount();
    for (size_t number = recording.steps.size(); number > 0; --number)
        if (establishes(recording.steps[number - 1].pass.name, property))
            return number;
    return 0;
}

bool usesMemory(const Module& module, std::string_view scope)
{
    const auto isOfScope = [scope](const Node& node) {
        if (const auto* load = as<BufferLoad>(&node))
            return load->buffer->scopeText() == scope;
        if (const auto* store = as<BufferStore>(&node))
            return store->buffer->scopeText() == scope;
        const auto* var = as<Var>(&node);
        const auto* pointer = var ? as<PointerType>(var->type) : nullptr;
        return pointer && pointer->scope == scope;
    };
    return std::ranges::any_of(module.functions, [&](const ModuleEntry& entry) {
        const auto* function = as<PrimFunc>(entry.function);
        return function && contains(*function->body, isOfScope, Role::Scope);
    });
}

/// Of a pass that inserts barriers: a pipeline has one for every kind of memory.
bool hasWork(const Recording& recording, size_t number)
{
    const PassArgument* given = recording.steps[number - 1].pass.argument("storage_scope", 0);
    const auto* scope = given ? std::get_if<std::string>(given) : nullptr;
    return !scope || !recording.repeatsModule(number) || !recording.moduleAt(number) ||
           usesMemory(recording.module(number), *scope);
}

} // namespace

size_t lockstepEnd(const Recording& recording)
{
    const size_t end = endOf(ModuleProperty::Barriers, recording);
    if (end == recording.moduleCount())
        return end;
    for (size_t number = end; number > 0; --number)
        if (establishes(recording.steps[number - 1].pass.name, ModuleProperty::Barriers) &&
            hasWork(recording, number))
            return number;
    return end;
}

size_t offsetsEnd(const Recording& recording)
{
    return endOf(ModuleProperty::FlatBuffers, recording); // the flat index of an access has the offset
}

size_t reorderedFrom(const Recording& recording)
{
    for (size_t number = 1; number < recording.moduleCount(); ++number) {
        const PassInfo* pass = findPass(recording.steps[number - 1].pass.name);
        if (pass && pass->reordersSums && !recording.repeatsModule(number))
            return number;
    }
    return recording.moduleCount();
}

void setFormOfStep(RunRequest& request, const Recording& recording, size_t number)
{
    request.isLockstep = number < lockstepEnd(recording);
    request.countsOffsets = number < offsetsEnd(recording);
    request.checksIndices = number == 0;
}

} // namespace tir
