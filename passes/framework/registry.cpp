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

namespace {

/// A choice as it is written in a list of passes, without the quotes of a text.
std::string written(const PassArgument& argument)
{
    if (const auto* flag = std::get_if<bool>(&argument))
        return *flag ? "True" : "False";
    if (const auto* number = std::get_if<int64_t>(&argument))
        return std::to_string(*number);
    const auto* text = std::get_if<std::string>(&argument);
    return text ? *text : std::string();
}

bool takes(const PassOption& option, const PassArgument& argument)
{
    const bool takesText = option.choices.empty() || option.values.starts_with('"');
    return std::holds_alternative<std::string>(argument) == takesText &&
           (option.choices.empty() ||
            std::ranges::find(option.choices, written(argument)) != option.choices.end());
}

} // namespace

std::optional<Diagnostic> checkArguments(const PassInfo& pass, const PassInvocation& invocation)
{
    const std::string name(pass.name);
    if (invocation.positional.size() > pass.options.size())
        return error("pass-argument", name + " takes at most " + std::to_string(pass.options.size()) +
                                          " arguments, but " + std::to_string(invocation.positional.size()) +
                                          " are given");
    const auto check = [&](const PassOption& option,
                           const PassArgument& argument) -> std::optional<Diagnostic> {
        if (takes(option, argument))
            return std::nullopt;
        Diagnostic wrong =
            error("pass-argument", name + " does not know this value of '" + std::string(option.name) + "'");
        wrong.notes.push_back({.message = (option.choices.empty() ? "it takes " : "known values are ") +
                                          std::string(option.values),
                               .span = {}});
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
