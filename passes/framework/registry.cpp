#include "passes/framework/registry.h"

#include <algorithm>

namespace tir {

namespace passes {
#define TIR_PASS(function) PassInfo function();
#include "passes/pass_list.def"
#undef TIR_PASS
} // namespace passes

const std::vector<PassInfo>& allPasses()
{
    static const std::vector<PassInfo> Passes = [] {
        std::vector<PassInfo> passes;
#define TIR_PASS(function) passes.push_back(passes::function());
#include "passes/pass_list.def"
#undef TIR_PASS
        std::ranges::sort(passes, {}, &PassInfo::name);
        return passes;
    }();
    return Passes;
}

const PassInfo* findPass(std::string_view name)
{
    const auto found = std::ranges::lower_bound(allPasses(), name, {}, &PassInfo::name);
    return found != allPasses().end() && found->name == name ? &*found : nullptr;
}

std::optional<Diagnostic> checkArguments(const PassInfo& pass, const PassInvocation& invocation)
{
    const std::string name(pass.name);
    if (invocation.positional.size() > pass.options.size())
        return error("pass-argument", name + " takes at most " + std::to_string(pass.options.size()) +
                                          " arguments, but " + std::to_string(invocation.positional.size()) +
                                          " are given");
    const auto check = [&](const PassOption& option,
                           const PassArgument& argument) -> std::optional<Diagnostic> {
        const auto* text = std::get_if<std::string>(&argument);
        if (option.choices.empty() ||
            (text && std::ranges::find(option.choices, *text) != option.choices.end()))
            return std::nullopt;
        Diagnostic wrong =
            error("pass-argument", name + " does not know this value of '" + std::string(option.name) + "'");
        wrong.notes.push_back({.message = "known values are " + std::string(option.values), .span = {}});
        return wrong;
    };
    for (size_t i = 0; i < invocation.positional.size(); ++i)
        if (const auto wrong = check(pass.options[i], invocation.positional[i]))
            return wrong;
    for (const auto& [key, argument] : invocation.named) {
        const auto option = std::ranges::find(pass.options, key, &PassOption::name);
        if (option == pass.options.end())
            return error("pass-argument", name + " has no option '" + key + "'");
        if (const auto wrong = check(*option, argument))
            return wrong;
    }
    return std::nullopt;
}

} // namespace tir
