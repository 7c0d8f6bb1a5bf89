/// The function table, read off the facts of a module.

#include "core/analysis/functions.h"

#include "core/analysis/module_facts.h"
#include "core/analysis/text.h"

namespace tir {
namespace {

std::string targetText(const Target* target)
{
    if (!target)
        return {};
    std::string text(target->kindName);
    if (const AttrValue* arch = find(target->attrs, "arch"))
        text += " (" + std::string(arch->text()) + ")";
    return text;
}

std::string conventionText(CallingConv convention)
{
    switch (convention) {
    case CallingConv::Default:
        return "default";
    case CallingConv::CPackedFunc:
        return "packed";
    case CallingConv::DeviceKernelLaunch:
        return "kernel launch";
    }
    return std::to_string(int64_t(convention));
}

std::vector<std::string> launchParams(const FunctionFacts& facts)
{
    std::vector<std::string> params;
    for (size_t i = 0; i < facts.body->launches.size(); ++i)
        for (const LaunchAxis& axis : facts.body->launches[i].axes) {
            const std::string launch =
                facts.body->launches.size() > 1 ? "launch " + std::to_string(i + 1) + ": " : "";
            params.push_back(launch + std::string(axis.tag) + " = " + shortText(*axis.extent));
        }
    return params;
}

/// One sum per launch that allocates anything of the kind, in order: "512, 768".
std::string sharedBytes(const FunctionFacts& facts, bool isDynamic)
{
    std::string text;
    for (int launch = -1; launch < int(facts.body->launches.size()); ++launch)
        if (const std::optional<ByteSize> sum = facts.sharedBytes(launch, isDynamic))
            text += (text.empty() ? "" : ", ") + sum->text();
    return text;
}

} // namespace

std::vector<FunctionRow> functionTable(const Module& module)
{
    std::vector<FunctionRow> rows;
    const ModuleFacts all = collectFacts(module);
    for (const FunctionFacts& facts : all.functions) {
        FunctionRow& row = rows.emplace_back();
        row.name = facts.name();
        row.target = targetText(facts.target);
        row.host = targetText(facts.target ? facts.target->host : nullptr);
        row.convention = facts.function ? conventionText(facts.convention) : "opaque";
        row.symbol = facts.symbol;
        row.returnType = facts.function ? typeText(facts.function->retType) : "";
        row.launchParams = launchParams(facts);
        row.dynamicBytes = sharedBytes(facts, true);
        row.staticBytes = sharedBytes(facts, false);
        row.isEntry = facts.isEntry;
        row.isPrivate = facts.symbol.empty();
        row.place = facts.place;
    }
    return rows;
}

} // namespace tir
