#include "passes/workbench/trace/external_pass.h"

#include "core/ir/structural_equal.h"
#include "core/script/json/tvm_json.h"
#include "core/support/text_format.h"
#include "core/support/utf8.h"
#include "passes/framework/registry.h"
#include "passes/workbench/trace/pass_json.h"

#include <nlohmann/json.hpp>

namespace tir {
namespace {

PassError failure(const std::string& command, const std::string& reason)
{
    return {.kind = {}, .message = "'" + command + "' " + reason};
}

/// The end of the object that the text begins with; npos if it has none.
size_t endOfObject(std::string_view text)
{
    size_t depth = 0;
    bool isInString = false;
    for (size_t at = 0; at < text.size(); ++at) {
        const char byte = text[at];
        if (byte == '"')
            isInString = !isInString;
        else if (isInString)
            at += size_t(byte == '\\');
        else if (byte == '{')
            ++depth;
        else if (byte == '}' && --depth == 0)
            return at + 1;
    }
    return text.npos;
}

/// The start of the first line, in quotation marks.
std::string startOf(std::string_view text)
{
    constexpr size_t MaxBytes = 60;
    const std::string line = decodeOutput(text.substr(0, std::min(text.find_first_of("\r\n"), 4 * MaxBytes)));
    const bool isShort = line.size() <= MaxBytes;
    return "\"" + (isShort ? line : line.substr(0, characterBoundary(line, MaxBytes)) + "…") + "\"";
}

/// What the output has in place of one object of JSON; empty if it may be one.
std::string whyNoObject(std::string_view output)
{
    const std::string_view text = trimmed(output);
    if (text.empty())
        return "it wrote nothing";
    if (text.front() != '{')
        return "it begins with " + startOf(text) + ", and only the module may be written there";
    const size_t end = endOfObject(text);
    if (end == text.npos)
        return "the JSON ends too early, after " + counted(int64_t(output.size()), "byte");
    if (end < text.size())
        return "there is text after it: " + startOf(trimmed(text.substr(end))) +
               ", and only the module may be written there";
    return {};
}

std::string configJson(const PassConfig& config, const TvmConfig& ofTvm)
{
    nlohmann::ordered_json json = toJson(config);
    json.update(toJson(ofTvm));
    return json.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
}

PassOutcome runProgram(const Module& module, PassContext& context, const ExternalOptions& options,
                       const PassConfig& config)
{
    const std::string command = context.textArgument("command", 0, "");
    if (command.empty())
        return PassError{.kind = {}, .message = "external needs a command: external(\"python my_pass.py\")"};
    if (!options.isAllowed)
        return failure(command, "was not started: it has not been confirmed");
    const std::string input = toTvmJson(module);
    ChildOptions child;
    child.program = "/usr/bin/env";
    child.arguments = {"TIRSCOPE_CONFIG=" + configJson(config, options.config), "/bin/sh", "-c", command};
    child.input = input;
    child.timeLimitSeconds = options.timeLimitSeconds;
    child.cancelled = options.cancelled;
    child.maxOutputBytes = MaxModuleBytes;
    const ChildOutcome outcome = runChild(child);
    if (const std::string reason = whyFailed(outcome, options.timeLimitSeconds); !reason.empty())
        return failure(command, reason);
    const Result<OwnedModule> result = fromTvmJson(outcome.output);
    if (!result) {
        const std::string reason = whyNoObject(outcome.output);
        return failure(command, "wrote no module to its standard output: " +
                                    (reason.empty() ? result.diagnostics().front().message : reason));
    }
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

PassInfo externalPass(const ExternalOptions& options, const PassConfig& config)
{
    return {.name = ExternalPassName,
            .summary = "Start a program that reads a module and writes one",
            .options = {{"command", "\"python my_pass.py\"", "The command, as a shell takes it"}},
            .run = [options, config](const Module& module, PassContext& context) {
                return runProgram(module, context, options, config);
            }};
}

PassInfo tvmPass(const PassInvocation& pass, const ExternalOptions& options, const PassConfig& config)
{
    PassInfo info;
    if (const PassInfo* ours = findPass(pass.name))
        info = *ours;
    info.name = pass.name;
    info.summary = "A pass of your own TVM";
    info.options.clear();
    info.run = [pass, options, config](const Module& module, PassContext& context) -> PassOutcome {
        if (!options.bridge)
            return PassError{.kind = {},
                             .message = "your own TVM was not started: it has not been confirmed"};
        const BridgeContext surroundings{toString(*context.target()), config, options.config,
                                         options.cancelled};
        const Result<OwnedModule> result = options.bridge->runPass(pass, module, surroundings);
        if (!result) {
            const Diagnostic& why = result.diagnostics().front();
            for (const DiagnosticNote& note : why.notes)
                context.note(note.message);
            return PassError{.kind = {}, .message = why.message};
        }
        context.note("ran '" + pass.tvmName + "' of your own TVM");
        if (structuralEqual(module, *result->module))
            return &module;
        context.arena().keepAlive(result->arena);
        return result->module;
    };
    return info;
}

} // namespace tir
