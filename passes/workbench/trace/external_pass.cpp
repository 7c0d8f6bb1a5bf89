#include "passes/workbench/trace/external_pass.h"

#include "core/ir/structural_equal.h"
#include "core/script/json/tvm_json.h"

namespace tir {
namespace {

PassError failure(const std::string& command, const std::string& reason)
{
    return {.kind = {}, .message = "'" + command + "' " + reason};
}

PassOutcome runProgram(const Module& module, PassContext& context, const ExternalOptions& options)
{
    const std::string command = context.textArgument("command", 0, "");
    if (command.empty())
        return PassError{.kind = {}, .message = "external needs a command: external(\"python my_pass.py\")"};
    if (!options.isAllowed)
        return failure(command, "was not started: it has not been confirmed");
    const std::string input = toTvmJson(module);
    ChildOptions child;
    child.program = "/bin/sh";
    child.arguments = {"-c", command};
    child.input = input;
    child.timeLimitSeconds = options.timeLimitSeconds;
    child.cancelled = options.cancelled;
    child.maxOutputBytes = MaxModuleBytes;
    const ChildOutcome outcome = runChild(child);
    if (const std::string reason = whyFailed(outcome, options.timeLimitSeconds); !reason.empty())
        return failure(command, reason);
    const Result<OwnedModule> result = fromTvmJson(outcome.output);
    if (!result)
        return failure(command,
                       "wrote no module to its standard output: " + result.diagnostics().front().message);
    context.note("ran '" + command + "'");
    if (structuralEqual(module, *result->module))
        return &module;
    context.arena().keepAlive(result->arena);
    return result->module;
}

} // namespace

bool startsProgram(const PassInvocation& pass)
{
    return pass.name == ExternalPassName || !pass.tvmName.empty();
}

PassInfo externalPass(const ExternalOptions& options)
{
    return {.name = ExternalPassName,
            .summary = "Start a program that reads a module and writes one",
            .options = {{"command", "\"python my_pass.py\"", "The command, as a shell takes it"}},
            .run = [options](const Module& module, PassContext& context) {
                return runProgram(module, context, options);
            }};
}

} // namespace tir
