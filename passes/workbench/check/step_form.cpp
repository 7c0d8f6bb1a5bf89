#include "passes/workbench/check/step_form.h"

#include "core/ir/contains.h"
#include "passes/pipelines.h"

#include <algorithm>

namespace tir {
namespace {

/// Inserts barriers; it is in a pipeline once for every kind of memory.
constexpr std::string_view InsertsBarriers = "ThreadSync";
/// Adds the offsets of buffers to indices.
constexpr std::string_view AddsOffsets = "FlattenBuffer";
/// After these, threads sum together what a loop has summed before.
constexpr std::string_view ReorderSums[] = {"LowerCrossThreadReduction", "LowerThreadAllreduce"};

/// The first module that no pass of this name follows.
size_t endOf(std::string_view pass, const Recording& recording)
{
    // A run that stopped early has not reached all of its passes. A trace does not list those, but its pipeline does.
    if (std::ranges::count(recording.passesNotRun, pass) > 0)
        return recording.moduleCount();
    if (const Pipeline* pipeline = findPipeline(recording.pipeline))
        if (pipeline->passes.size() > recording.steps.size())
            for (size_t number = recording.steps.size(); number < pipeline->passes.size(); ++number)
                if (pipeline->passes[number].name == pass)
                    return recording.moduleCount();
    for (size_t number = recording.steps.size(); number > 0; --number)
        if (recording.steps[number - 1].pass.name == pass)
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

/// Of a ThreadSync: a pipeline has one for every kind of memory.
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
    const size_t end = endOf(InsertsBarriers, recording);
    if (end == recording.moduleCount())
        return end;
    for (size_t number = end; number > 0; --number)
        if (recording.steps[number - 1].pass.name == InsertsBarriers && hasWork(recording, number))
            return number;
    return end;
}

size_t offsetsEnd(const Recording& recording)
{
    return endOf(AddsOffsets, recording);
}

size_t reorderedFrom(const Recording& recording)
{
    for (size_t number = 1; number < recording.moduleCount(); ++number) {
        const std::string& pass = recording.steps[number - 1].pass.name;
        if (std::ranges::count(ReorderSums, pass) > 0 && !recording.repeatsModule(number))
            return number;
    }
    return recording.moduleCount();
}

void setFormOfStep(RunRequest& request, const Recording& recording, size_t number)
{
    request.isLockstep = number < lockstepEnd(recording);
    request.countsOffsets = number < offsetsEnd(recording);
}

} // namespace tir
