/// annotate_entry_func: marks the one function that a program starts with.
///
/// Place: before split_host_device, which adds functions: the entry is found by counting.
/// Leaves alone: modules with several candidates or none (noted).

#include "passes/framework/pass.h"

namespace tir::passes {
namespace {

/// The position of the entry, or why there is none.
struct Entry {
    size_t index = 0;
    std::string why;
    bool isFound = false;
};

Entry findEntry(const Module& module)
{
    if (module.functions.size() == 1 && as<PrimFunc>(module.functions[0].function))
        return {0, "it is the only function", true};
    Entry entry{.why = "no function is exported"};
    for (size_t i = 0; i < module.functions.size(); ++i) {
        const Function& function = *module.functions[i].function;
        if (!isExposed(function))
            continue;
        if (!as<PrimFunc>(&function))
            return {.why = "'" + std::string(module.functions[i].var->name) + "' is exported and not TIR"};
        if (entry.isFound)
            return {.why = "more than one function is exported"};
        entry = {i, "it is the only exported function", true};
    }
    return entry;
}

PassOutcome run(const Module& module, PassContext& context)
{
    const Entry entry = findEntry(module);
    if (!entry.isFound) {
        context.note("no entry is marked: " + entry.why);
        return &module;
    }
    const ModuleEntry& found = module.functions[entry.index];
    const auto& function = to<PrimFunc>(*found.function);
    const std::string name(found.var->name);
    if (const AttrValue* mark = find(function.attrs, attr::IsEntryFunc); mark && mark->isTrue()) {
        context.note(name + " is marked as the entry already", &function);
        return &module;
    }
    context.note(name + " is the entry: " + entry.why, &function);
    std::vector<ModuleEntry> functions(module.functions.begin(), module.functions.end());
    functions[entry.index].function =
        withAttr(context.arena(), function, attr::IsEntryFunc, AttrValue::ofBool(true));
    return withFunctions(context.arena(), module, functions);
}

} // namespace

PassInfo annotateEntryFunc()
{
    return {.name = "AnnotateEntryFunc",
            .summary = "Mark the function that a program starts with",
            .required = {{ModuleProperty::Unsplit,
                          "the entry is found by counting functions, and the split adds functions"}},
            .established = {{ModuleProperty::Entry, "the only exported function is the entry"}},
            .run = run};
}

} // namespace tir::passes
