#include "core/ir/module.h"

#include <algorithm>

namespace tir {

const Buffer* PrimFunc::bufferOf(const Var* param) const
{
    for (const BufferBinding& binding : bufferMap)
        if (binding.param == param)
            return binding.buffer;
    return nullptr;
}

const ModuleEntry* Module::find(std::string_view functionName) const
{
    for (const ModuleEntry& entry : functions)
        if (entry.var->name == functionName)
            return &entry;
    return nullptr;
}

const Target* targetOf(const Function& function)
{
    const AttrValue* value = find(function.attrs, attr::Target);
    return value ? as<Target>(value->node()) : nullptr;
}

bool runsOnHost(const Function& function)
{
    const Target* target = targetOf(function);
    return !target || target->kindName == "llvm" || target->kindName == "c";
}

std::string_view globalSymbol(const Function& function)
{
    const AttrValue* value = find(function.attrs, attr::GlobalSymbol);
    return value ? value->text() : std::string_view();
}

CallingConv callingConv(const Function& function)
{
    const AttrValue* value = find(function.attrs, attr::CallingConv);
    int64_t number = 0;
    return value && value->toInt(number) ? CallingConv(number) : CallingConv::Default;
}

namespace {

const PrimFunc* copyWith(Arena& arena, const PrimFunc& function, const Stmt* body, Dict attrs)
{
    auto* copy = arena.make<PrimFunc>(function.params, body, function.retType, function.bufferMap, attrs);
    copy->origin = &function;
    return copy;
}

} // namespace

const PrimFunc* withBody(Arena& arena, const PrimFunc& function, const Stmt* body)
{
    return body == function.body ? &function : copyWith(arena, function, body, function.attrs);
}

const PrimFunc* withAttr(Arena& arena, const PrimFunc& function, std::string_view key, const AttrValue& value)
{
    return copyWith(arena, function, function.body, withEntry(arena, function.attrs, key, value));
}

const PrimFunc* withoutAttr(Arena& arena, const PrimFunc& function, std::string_view key)
{
    if (!find(function.attrs, key))
        return &function;
    return copyWith(arena, function, function.body, withoutEntry(arena, function.attrs, key));
}

const Module* withFunctions(Arena& arena, const Module& module, std::span<const ModuleEntry> functions)
{
    const auto same = [](const ModuleEntry& a, const ModuleEntry& b) {
        return a.function == b.function && a.var == b.var;
    };
    if (std::ranges::equal(functions, module.functions, same))
        return &module;
    auto* copy = arena.make<Module>(module.name, arena.copy(functions), module.attrs, module.globalInfos);
    copy->origin = &module;
    return copy;
}

NameSupply::NameSupply(const Module& module)
{
    for (const ModuleEntry& entry : module.functions)
        m_taken.emplace(entry.var->name, 0);
}

std::string NameSupply::fresh(std::string_view base)
{
    std::string wanted(base);
    std::ranges::replace(wanted, '.', '_');
    const auto [taken, isFree] = m_taken.emplace(wanted, 0);
    if (isFree)
        return wanted;
    int& last = taken->second; // stays where it is when the table grows
    for (;;) {
        std::string name = wanted + "_" + std::to_string(++last);
        if (m_taken.emplace(name, 0).second)
            return name;
    }
}

} // namespace tir
