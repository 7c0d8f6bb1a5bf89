#include "core/analysis/argument_names.h"

#include "core/analysis/calls.h"
#include "core/analysis/module_facts.h"

#include <optional>
#include <unordered_map>

namespace tir {
namespace {

std::string nameOfTag(std::string_view tag)
{
    return std::string(tag == attr::UseDynSharedMemory ? "dynamic bytes" : tag);
}

/// The names of the arguments, except the name of a packed function.
std::vector<std::string> parametersOf(const FunctionFacts& function, bool isLaunch)
{
    std::vector<std::string> names;
    for (const Var* param : function.function->params)
        names.emplace_back(param->name);
    if (isLaunch && function.launchParams)
        for (const AttrValue& tag : function.launchParams->items())
            names.push_back(
                nameOfTag(tag.kind() == AttrValue::Kind::String ? tag.text() : std::string_view()));
    return names;
}

/// The functions that calls of a module mean.
class Callees {
public:
    explicit Callees(const Module& module)
    {
        for (const ModuleEntry& entry : module.functions) {
            const FunctionFacts facts = FunctionFacts::of(entry, m_noBody);
            if (!facts.function)
                continue;
            m_byName.emplace(facts.name(), facts);
            if (!facts.symbol.empty())
                m_bySymbol.emplace(facts.symbol, facts);
        }
    }

    /// Null for calls of anything else.
    const FunctionFacts* find(const Call& call) const
    {
        const auto look = [](const auto& table, std::string_view key) {
            const auto found = table.find(key);
            return found == table.end() ? nullptr : &found->second;
        };
        if (const auto* function = as<GlobalVar>(call.function))
            return look(m_byName, function->name);
        const std::string_view text = calleeText(call);
        if (text.empty())
            return nullptr;
        const FunctionFacts* found = look(m_bySymbol, text);
        return found ? found : look(m_byName, text);
    }

private:
    BodyFacts m_noBody;
    std::unordered_map<std::string_view, FunctionFacts> m_byName;
    std::unordered_map<std::string_view, FunctionFacts> m_bySymbol;
};

} // namespace

std::vector<NamedArgument> argumentNames(const PlaceTable& places)
{
    std::vector<NamedArgument> named;
    std::optional<Callees> callees;
    for (Place place = 0; place < places.size(); ++place) {
        const auto* call = as<Call>(places[place].node);
        if (!call || (!call->function && calleeText(*call).empty()))
            continue;
        if (!callees)
            callees.emplace(to<Module>(*places[0].node));
        const FunctionFacts* callee = callees->find(*call);
        if (!callee)
            continue;
        const size_t first = call->function ? 0 : 1; // after the name
        const std::vector<std::string> names = parametersOf(*callee, first > 0);
        // For example, a call on a stack of arguments has others.
        if (call->args.size() != first + names.size())
            continue;
        Place argument = place + 1;
        for (size_t i = 0; i < call->args.size(); ++i, argument = places[argument].end)
            if (i >= first)
                named.push_back({argument, names[i - first]});
    }
    return named;
}

} // namespace tir
