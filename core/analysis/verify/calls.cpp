/// Calls of functions of the module: the callee exists, and takes the arguments that it gets. And the names under
/// which generated code finds functions.

#include "core/analysis/calls.h"
#include "core/analysis/verify/rules.h"
#include "core/analysis/verify/types.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir {
namespace {

void checkArguments(const Call& call, const PrimFunc& callee, NodeReport report)
{
    const std::string name = quoted(call.function->name);
    const VarList params = callee.params;
    if (call.args.size() != params.size()) {
        report.error("argument-count", name + " takes " + counted(int64_t(params.size()), "argument") +
                                           ", but it gets " + std::to_string(call.args.size()));
        return;
    }
    for (size_t i = 0; i < params.size(); ++i)
        if (call.args[i]->dtype != params[i]->dtype)
            report.error("argument-type", "argument " + std::to_string(i + 1) + " of the call of " + name +
                                              " has type " + toString(call.args[i]->dtype) +
                                              ", but parameter " + quoted(params[i]->name) + " has type " +
                                              toString(params[i]->dtype));
}

} // namespace

void checkCallees(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& caller : facts.functions)
        for (const CallFacts& call : caller.body->calls) {
            if (!call.call->function)
                continue;
            const FunctionFacts* callee = facts.find(call.call->function->name);
            NodeReport report(found, caller.at(call.place));
            if (!callee)
                report.error("undefined-function", quoted(caller.name()) + " calls " +
                                                       quoted(call.call->function->name) +
                                                       ", which is not in the module");
            else if (callee->function)
                checkArguments(*call.call, *callee->function, report);
        }
}

void checkNames(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions) {
        NodeReport report(found, function.place);
        if (!isIdentifier(function.name()))
            report.error("invalid-name",
                         "the name of function " + quoted(function.name()) + " is not an identifier");
        if (!function.symbol.empty() && !isIdentifier(function.symbol))
            report.error("invalid-name",
                         "the symbol of function " + quoted(function.name()) + " is not an identifier");
    }
}

} // namespace tir
